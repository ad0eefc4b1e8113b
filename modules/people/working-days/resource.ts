/** The resource of holidays. */
import { STAFF } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { siteIfAny } from "@ops/sites/joins.ts"
import { addHoliday, callOffHoliday, Holiday, holidays as stream } from "./holiday.ts"

const calendars = { may: ["department.manage", "users.manage"], scope: "8: own site if it has one; 10: all" } as const
const inUse = {
  fields: {},
  filters: { status: { sql: "case when r.is_active then 'active' else 'called_off' end", words: ["active", "called_off"] } },
} as const

export const holidays = resource("holidays", stream, {
  path: "/api/hr/holidays",
  noun: ["holiday", "holidays"],
  answer: "Holiday",
  area: "leave",
  read: { may: STAFF, rows: everyRow(), history: false },
  joins: [siteIfAny(Holiday, "siteId"), inUse],
  titles: { name: "Holiday" },
  list: {
    columns: ["date", "name"],
    filters: ["status"],
    sorts: ["date", "name"],
    order: "date",
    search: ["name"],
    date: "date",
    file: "Holidays",
  },
  commands: {
    add: creates(addHoliday, calendars),
    callOff: updates(callOffHoliday, { ...calendars, method: "PUT", path: "call-off" }),
  },
})

export const HolidaysApi = holidays.api
