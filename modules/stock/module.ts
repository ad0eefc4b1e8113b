import { stockItems } from "./stock-item.ts"
import { stockLevels } from "./stock-level.ts"

export const stockModule = { streams: [stockItems, stockLevels], consequences: [], views: [], tables: [], reactors: [] }
