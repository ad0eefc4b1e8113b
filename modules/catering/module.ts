import { defineModule } from "@ops/platform/module.ts"
import { dishes } from "./recipes/dish.ts"
import { kitchenIssues } from "./kitchen-issues/kitchen-issue.ts"
import { menus } from "./menus/resource.ts"
import { menuWishes } from "./recommendations/menu-wish.ts"

export const cateringModule = defineModule({
  resources: [menus],
  streams: [dishes, menuWishes, kitchenIssues],
})
