/** Unplanned meals and meals without a contract: a supervisor decides whether they are billed. */
import { type InboxSource, nameIn } from "@ops/platform/access/inbox.ts"
import { attendanceList } from "./queries.ts"

const waits = (a: string) => `${a}attended and ${a}exception is not null and ${a}allowed is null`
/** A partial index: few of very many attendances await a decision. */
export const waitingIndex = `create index on meal_attendance (meal_session_id) where ${waits("")}`

export const mealInbox: InboxSource = {
  kind: "meal_exception",
  label: "Meal exception",
  may: ["operations.supervise", "department.manage"],
  inLog: { record: "meal_attendance", approve: "meal_attendance.decide", rejected: "not x.allowed" },
  list: (who) => attendanceList(who),
  waiting: waits("a."),
  can: () => "true",
  row: () => ({
    number: `x."staffMember"->>'staffNumber'`,
    title: `${nameIn(`x."staffMember"`)} || ' at ' || x."mealType" || ', ' || left(x."attendanceTime", 10) || ': ' ||
      case x.exception when 'no_contract' then 'no contract is in force' else 'not on the plan' end`,
    requestedBy: `x."recordedBy"`,
    requestedByName: `(select p.first_name || ' ' || p.last_name from person p where p.id = x."recordedBy")`,
    siteId: `(x."mealSession"->>'siteId')::bigint`,
    siteName: `(select s.name from site s where s.id = (x."mealSession"->>'siteId')::bigint)`,
    amount: `x."mealCost"`,
    currency: "x.currency",
    since: `x."createdAt"`,
    rule: "'A supervisor decides whether the meal is billed'",
  }),
  screen: "/meal-tracking-enhanced?tab=attendance",
  approve: { method: "PATCH", path: "/api/meal-attendance/:id/allow" },
  reject: { method: "PATCH", path: "/api/meal-attendance/:id/refuse", reason: "optional" },
}
