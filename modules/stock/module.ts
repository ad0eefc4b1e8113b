import { stockConsequences } from "./postings.ts"
import { stockItems } from "./stock-item.ts"
import { stockLevels } from "./stock-level.ts"
import { stockMovements } from "./stock-movement.ts"
import { stockTies } from "./ties.ts"

export const stockModule = {
  streams: [stockItems, stockLevels, stockMovements],
  consequences: stockConsequences,
  views: [],
  tables: [],
  reactors: [],
  ties: stockTies,
}
