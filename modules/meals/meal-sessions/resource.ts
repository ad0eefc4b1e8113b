/** The resource of meal sessions: how they are listed, read and changed. Money is a decimal string. */
import { Schema } from "effect"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { clientJoin, projectJoin } from "@ops/clients/joins.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { READERS, SUPERVISORS } from "../permissions.ts"
import { maximumSql } from "../queries.ts"
import { countDiners, MealSession, mealSessions as stream, reopenSession, rows } from "./meal-session.ts"

const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const count = (label: string, sql: string) => computed(Schema.Int, sql, { kind: "whole", label })
const maybe = (label: string, sql: string) => computed(Schema.NullOr(Schema.Int), sql, { kind: "whole", label })

const serving = {
  fields: {
    /** when it begins, as an instant; `date` is its business day */
    sessionDate: computed(Schema.String, instant("r.starts_at"), { kind: "instant", label: "Begins" }),
    date: computed(Schema.String, "to_char(r.session_date, 'YYYY-MM-DD')", { kind: "date" }),
    sessionStartTime: computed(Schema.String, instant("r.starts_at"), { kind: "instant" }),
    sessionEndTime: computed(Schema.NullOr(Schema.String), instant("r.ended_at"), { kind: "instant", label: "Ended" }),
    /** served now, including exceptions but not diners on no list */
    totalAttendees: count("Served", "n.attended"),
    /** recorded misses */
    missed: count("Missed", "n.missed"),
    /** exceptions without a decision, and people added after the close */
    exceptions: count("Exceptions", "n.exceptions"),
    late: count("Added late", "n.late"),
    /** how many people the site can feed at this meal; null if no capacity is set */
    capacity: maybe("Capacity", maximumSql({ siteId: "r.site_id", clientId: "r.client_id", date: "r.session_date", mealType: "r.meal_type" })),
    /** the invoice that bills its meals */
    billedOn: maybe(
      "Billed on",
      `(select (b->>'invoiceId')::bigint from meal_account t, jsonb_array_elements(t.billed) b
        where t.id = r.contract_id and r.session_date between (b->>'from')::date and (b->>'to')::date limit 1)`,
    ),
  },
  from: `cross join lateral (select count(*) filter (where a.attended) as attended, count(*) filter (where not a.attended) as missed,
    count(*) filter (where a.late) as late, count(*) filter (where a.attended and a.exception is not null and a.allowed is null) as exceptions
    from meal_attendance a where a.meal_session_id = r.id) n`,
  dependsOn: ["meal_attendance", "site_meal_capacity", "meal_account"],
  sorts: { sessionDate: "r.starts_at", totalAttendees: "n.attended" },
} as const

export const mealSessions = resource("mealSessions", stream, {
  path: "/api/meal-sessions",
  noun: ["session", "sessions"],
  answer: "MealSession",
  area: "meals",
  read: { may: READERS, rows, history: false },
  hidden: ["sessionDate", "startsAt", "endedAt", "slot", "missedAtClose", "overCapacity"],
  joins: [wholeSiteJoin(MealSession, "siteId"), clientJoin(MealSession), projectJoin(MealSession), serving],
  titles: { sessionEndTime: "Ended", mealType: "Meal", signature: "Client", signedBy: "Signed by", signedSheet: "Sheet" },
  list: {
    columns: ["date", "siteName", "companyName", "project", "mealType", "status", "totalAttendees", "missed", "exceptions", "mealCost", "currency"],
    titles: { mealCost: "Cost a meal" },
    unexported: ["siteName", "companyName", "project"],
    filters: ["status", "mealType", "clientId", "projectId"],
    sorts: ["sessionDate", "status", "mealType", "site", "totalAttendees"],
    order: "-sessionDate",
    search: ["notes"],
    date: "sessionDate",
    site: "siteId",
    file: "Meal sessions",
  },
  details: [
    "siteName",
    "companyName",
    "project",
    "mealCost",
    "contractId",
    "billedOn",
    "sessionEndTime",
    "reopened",
    "signature",
    "signedBy",
    "signedSheet",
    "notes",
  ],
  commands: {
    countDiners: updates(countDiners, { method: "PATCH", path: "diners", may: OPERATIONS, scope: "own site" }),
    reopen: updates(reopenSession, {
      method: "PATCH",
      may: SUPERVISORS,
      scope: "6: own site; 8: own site if it has one",
      duties: "with a reason; not once the meal is billed",
    }),
  },
})
