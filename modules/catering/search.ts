/** Search for dishes and menus. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Dish } from "./recipes/dish.ts"
import { MenuCycle } from "./menus/menu-cycle.ts"
import { menus } from "./menus/resource.ts"

export const cateringSearch: ReadonlyArray<SearchSource> = [
  {
    record: Dish,
    label: "Dish",
    heading: "Dishes",
    call: "/api/recipes",
    list: () => ({ from: "dish d", id: "d.id" }),
    alias: "d",
    words: (d) => [`${d}.name`, `${d}.description`],
    title: "d.name",
    named: true,
    detail: "d.description",
    screen: "/catering/recipes?open=:id",
  },
  {
    record: MenuCycle,
    label: "Menu",
    heading: "Menus",
    call: "/api/menus",
    list: menus.shape,
    alias: "r",
    words: (r) => [`${r}.name`],
    title: "r.name",
    detail: "s.name",
    site: "s.code",
    screen: "/catering/menus?menu=:id",
  },
]
