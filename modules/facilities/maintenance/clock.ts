/** Scheduled work: orders of maintenance plans, and escalations when a promised time runs out. */
import { Effect } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { acting, type By, Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { makeDueOrder } from "./commands.ts"
import { escalateSla } from "../service-levels/sla-clock.ts"

/** A higher number in one run indicates an endless loop. */
const mostRounds = 400

const lastSql = sql({ id: col.whole }, "select coalesce(max(id), 0) as id from work_order")
const dueSql = sql(
  { id: col.whole, planNumber: col.text, name: col.text },
  `select p.id, p.plan_number as "planNumber", p.name from maintenance_plan p left join asset a on a.id = p.asset_id
   where p.status = 'active' and ($1::bigint is null or p.site_id = $1) and p.id <> all($2::bigint[])
     and (p.next_due - p.lead_days::int <= $3::date or p.next_use <= a.meter_total) order by p.id`,
)
const madeSql = sql(
  { planNumber: col.text, name: col.text, orderId: col.whole, orderNumber: col.text, due: col.nullable(col.text) },
  `select p.plan_number as "planNumber", p.name, o.id as "orderId", o.order_number as "orderNumber", to_char(o.due_date, 'YYYY-MM-DD') as due
   from work_order o join maintenance_plan p on p.id = o.plan_id where o.id > $1 and o.plan_id = any($2::bigint[]) order by o.id`,
)

/** Creates every order that is due at the sites that the user sees; overdue orders of a plan one after the other. */
export const runMaintenance = (by: By) =>
  Effect.gen(function* () {
    const refused = new Map<number, { planNumber: string; name: string; reason: string }>()
    const before = yield* statement(lastSql, [])
    const plans = new Set<number>()
    for (let round = 0; round < mostRounds; round++) {
      const due = yield* statement(dueSql, [by.confinedTo, [...refused.keys()], by.today])
      if (due.length === 0) break
      for (const { id, planNumber, name } of due) {
        plans.add(id)
        yield* Effect.catchIf(
          execute(makeDueOrder, { id }, by),
          (error) => error instanceof Rejection,
          ({ message }) => Effect.sync(() => refused.set(id, { planNumber, name, reason: message })),
        )
      }
    }
    const made = yield* statement(madeSql, [before[0]!.id, [...plans]])
    return { made, refused: [...refused.values()] }
  })

/** The superiors of the assigned person who have an account; else the site's supervisor, and above that management. */
const dueClocks = sql(
  { id: col.whole, above: col.nullable(col.whole), aboveThat: col.nullable(col.whole) },
  `
  select c.id, coalesce(boss.id, here.id) as above, coalesce(chief.id, management.id) as "aboveThat"
  from sla_clock c join work_order o on o.id = c.id
  left join company_staff worker on worker.id = o.assigned_to
  left join company_staff lead on lead.id = worker.supervisor_id
  left join person boss on boss.id = lead.person_id and boss.is_active
  left join company_staff head on head.id = lead.supervisor_id
  left join person chief on chief.id = head.person_id and chief.is_active
  left join lateral (select p.id from person p where p.is_active and p.access_level = 6 and p.site_id = o.site_id order by p.id limit 1) here on true
  left join lateral (select p.id from person p where p.is_active and p.access_level in (8, 10) order by p.access_level, p.id limit 1) management on true
  where c.next_at <= es.now() order by c.next_at limit 500`,
)

/** Escalates every order that has become due for it. Returns their number. */
export const escalateDue = Effect.gen(function* () {
  const due = yield* statement(dueClocks, [])
  for (const told of due) {
    // one that was completed or escalated by another process meanwhile is no error
    yield* Effect.catchIf(
      execute(escalateSla, told, system("sla")),
      (error) => error instanceof Rejection,
      ({ message }) => Effect.logWarning(`Service level of order ${told.id}: ${message}`),
    )
  }
  return due.length
})

const dueOrders = Effect.suspend(() =>
  Effect.flatMap(runMaintenance(acting(system("maintenance"))), ({ refused }) =>
    Effect.forEach(refused, ({ planNumber, reason }) => Effect.logWarning(`The order of ${planNumber} could not be created: ${reason}`), { discard: true }),
  ),
)

/** Plans run every ten minutes, so that a new day's orders exist soon after midnight in Juba. */
export const facilitiesClocks = [
  clock("sla", "* * * * *", { work: escalateDue, failed: "Service levels could not be checked" }),
  clock("maintenance", "*/10 * * * *", { work: dueOrders, failed: "Maintenance orders could not be created" }),
] as const
