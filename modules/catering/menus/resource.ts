/** The resource of menus. */
import { Schema } from "effect"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { menuCalls } from "../contract.ts"
import { plans, READERS } from "../recipes/contract.ts"
import { dishesNamed } from "../queries.ts"
import { archiveMenu, changeMenu, Entry, MenuCycle, menuCycles, planMenu, restoreMenu, rows } from "./menu-cycle.ts"

const Dish = Schema.Struct({ id: Schema.Int, name: Schema.String })
const planned = {
  fields: {
    /** whether it applies at its site today */
    isCurrent: computed(
      Schema.Boolean,
      "r.id is not distinct from (select o.id from menu_cycle o where o.site_id = r.site_id and o.is_active and o.start_date <= es.today() order by o.start_date desc, o.id desc limit 1)",
      { kind: "flag", label: "In force" },
    ),
    entries: computed(
      Schema.Array(Schema.Struct({ ...Entry.fields, dishes: Schema.Array(Dish) })),
      `(select coalesce(json_agg(e.part || jsonb_build_object('dishes', ${dishesNamed("e.part->'dishIds'")}) order by e.n), '[]') from jsonb_array_elements(r.entries) with ordinality as e(part, n))`,
    ),
    /** number of meals with dishes, of the 21 of each week */
    mealsPlanned: computed(Schema.Int, "jsonb_array_length(r.entries)", { kind: "whole" }),
    requests: computed(
      Schema.Array(Schema.Struct({ id: Schema.Int, requestNumber: Schema.String, status: Schema.String })),
      "(select coalesce(json_agg(json_build_object('id', q.id, 'requestNumber', q.request_number, 'status', q.status) order by q.id desc), '[]') from purchase_request q where q.id = any(array(select n::bigint from jsonb_array_elements_text(r.requests) n)))",
    ),
  },
  dependsOn: ["dish", "purchase_request"],
  filters: { status: { sql: "case when r.is_active then 'active' else 'inactive' end", words: ["active", "inactive"] } },
} as const

export const menus = resource("menus", menuCycles, {
  path: "/api/menus",
  noun: ["menu", "menus"],
  answer: "Menu",
  read: { may: READERS, rows, history: false },
  hidden: ["entries", "requests", "createdBy"],
  joins: [wholeSiteJoin(MenuCycle, "siteId"), planned],
  titles: { name: "Menu", startDate: "Starts", isActive: "In use" },
  list: {
    columns: ["name", "siteName", "weeks", "startDate", "mealsPlanned", "isActive"],
    filters: ["status"],
    sorts: ["name", "site", "startDate", "createdAt"],
    order: "site,-startDate",
    search: ["name"],
    site: "siteId",
    file: "Menus",
  },
  commands: {
    plan: creates(planMenu, { ...plans, imported: false }),
    change: updates(changeMenu, { ...plans, method: "PATCH", path: "" }),
    putToUse: updates(restoreMenu, { ...plans, method: "PUT", path: "activate" }),
    setAside: updates(archiveMenu, { ...plans, method: "PUT", path: "deactivate" }),
  },
  more: menuCalls,
})

export const MenusApi = menus.api
