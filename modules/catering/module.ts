import { dishes } from "./dish.ts"
import { kitchenIssues } from "./kitchen-issue.ts"
import { menuCycles } from "./menu-cycle.ts"
import { menuWishes } from "./menu-wish.ts"

export const cateringModule = {
  streams: [dishes, menuCycles, menuWishes, kitchenIssues],
  consequences: [],
  views: [],
  tables: [],
  reactors: [],
}
