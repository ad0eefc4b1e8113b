import { defineModule } from "@ops/platform/module.ts"
import { stockConsequences } from "./postings.ts"
import { stockItems } from "./items/resource.ts"
import { openingStock } from "./levels/import.ts"
import { stockLevels } from "./levels/stock-level.ts"
import { stockMovements } from "./levels/stock-movement.ts"
import { stockOfMonth } from "./levels/stock-of-month.ts"
import { stockTies } from "./ties.ts"

export const stockModule = defineModule({
  resources: [stockItems],
  streams: [stockLevels, stockMovements],
  consequences: stockConsequences,
  ties: stockTies,
  views: stockOfMonth,
  imports: [openingStock],
})
