import { defineModule } from "@ops/platform/module.ts"
import { dishes } from "./recipes/dish.ts"
import { kitchenIssues } from "./kitchen-issues/kitchen-issue.ts"
import { menuCycles } from "./menus/menu-cycle.ts"
import { menuWishes } from "./recommendations/menu-wish.ts"

export const cateringModule = defineModule({
  streams: [dishes, menuCycles, menuWishes, kitchenIssues],
})
