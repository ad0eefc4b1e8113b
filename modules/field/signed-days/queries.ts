/** The sheet of a day as it is recorded now. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { readSheet, sheetMeals, writeSheet } from "@ops/platform/access/day-sheet.ts"
import { type PasskeyProof, signDay, type Signing } from "./signed-day.ts"

const namesSql = sql(
  { clientName: col.text, siteName: col.text },
  `select c.company_name as "clientName", s.name as "siteName" from client c cross join site s where c.id = $1 and s.id = $2
   and exists (select from client_contract k where k.client_id = c.id and k.site_id = s.id)`,
)
const mealColumns = {
  sessionId: col.whole,
  version: col.whole,
  mealType: col.words(...sheetMeals),
  project: col.nullable(col.text),
  status: col.words("active", "completed", "cancelled"),
  signature: col.nullable(col.words("signed", "disputed")),
  signedBy: col.nullable(col.text),
  signedSheet: col.nullable(col.text),
  served: col.whole,
  late: col.whole,
  undecided: col.whole,
  visitors: col.whole,
  contractors: col.whole,
  own: col.whole,
}
const meals = `select m.id as "sessionId", m.version, m.meal_type as "mealType", (select p.project_name from project p where p.id = m.project_id) as project, m.status, m.signature, m.signed_by as "signedBy", m.signed_sheet as "signedSheet",
   n.served, n.late, n.undecided, m.visitors, m.contractor_diners as contractors, m.own_staff_diners as own
   from meal_session m cross join lateral (select count(*) filter (where a.attended) as served, count(*) filter (where a.attended and a.late) as late,
     count(*) filter (where a.attended and a.exception is not null and a.allowed is null) as undecided from meal_attendance a where a.meal_session_id = m.id) n`
const dayMealsSql = sql(
  mealColumns,
  `${meals} where m.site_id = $1 and m.client_id = $2 and m.session_date = $3::date and m.status <> 'cancelled'
   order by array_position(array['breakfast', 'lunch', 'dinner'], m.meal_type), m.id`,
)
const someMealsSql = sql(mealColumns, `${meals} where m.id = any($1::bigint[])`)
const devicesSql = sql(
  { key: col.text, number: col.whole, digest: col.text },
  `select device_key as key, whole as number, tip as digest from field_device where site_id = $1 and whole > 0 and status = 'enrolled' order by id`,
)

const servicesSql = sql(
  { orderId: col.whole, number: col.text, what: col.text },
  `select o.id as "orderId", o.order_number as number, o.description as what from work_order o
   where o.site_id = $1 and o.client_id = $2 and o.status in ('completed', 'verified') and (o.completed_at at time zone 'Africa/Juba')::date = $3::date
     and not exists (select from signed_day d where d.client_id = $2 and strpos(d.text, E'\\nservice ' || o.id || ' ') > 0)
   order by o.completed_at, o.id limit 60`,
)

const signedSql = sql({ sheet: col.text }, "select sheet from signed_day where site_id = $1 and client_id = $2 and date = $3::date order by id")

export interface DayAsked {
  readonly siteId: number
  readonly clientId: number
  readonly date: string
}

/** What can be signed of a day, what is signed, and what is not closed yet. */
export const dayOf = ({ siteId, clientId, date }: DayAsked) =>
  Effect.gen(function* () {
    const [names] = yield* statement(namesSql, [clientId, siteId])
    if (!names) return yield* Effect.fail(notFound(`Client ${clientId} does not exist`))
    const all = yield* statement(dayMealsSql, [siteId, clientId, date])
    const devices = yield* statement(devicesSql, [siteId])
    const services = yield* statement(servicesSql, [siteId, clientId, date])
    const after = (yield* statement(signedSql, [siteId, clientId, date])).map(({ sheet }) => sheet)
    const open = all.filter(({ status, signature }) => status === "completed" && signature !== "signed")
    const text = writeSheet({ clientId, siteId, date, ...names, meals: open, services, after, devices })
    return {
      ...names,
      siteId,
      clientId,
      date,
      text,
      services,
      meals: all.map(({ version: _, status, ...meal }) => ({ ...meal, isClosed: status === "completed" })),
    }
  })

/** The command that keeps a signature, knowing the meals of its sheet as they are recorded now. */
export const signing = ({ text }: Pick<Signing, "text">, passkey?: PasskeyProof) =>
  Effect.gen(function* () {
    const ids = readSheet(text)?.meals.map(({ sessionId }) => sessionId) ?? []
    return signDay(yield* statement(someMealsSql, [ids]), passkey)
  })
