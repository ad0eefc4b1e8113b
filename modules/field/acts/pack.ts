/** The rows on which a device decides while it has no connection: those of its site and these days. */
import { Effect, Schema } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { notFound } from "@ops/platform/records/command.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { kept, type KeptName } from "./device-acts.ts"

const recent = (column: string) => `${column} >= $2::date - 2`
const sessions = `site_id = $1 and ${recent("session_date")}`
const contracts = `site_id = $1 and service_type = 'catering' and (end_date is null or ${recent("end_date")})`
/** $1: the site, $2: today. */
const where: Record<KeptName, string> = {
  site: "id = $1",
  client: `id in (select client_id from client_contract where ${contracts})`,
  client_contract: contracts,
  staff_member: `site_id = $1 and (end_date is null or ${recent("end_date")})`,
  company_staff: "site_id = $1",
  meal_session: sessions,
  meal_attendance: `meal_session_id in (select id from meal_session where ${sessions})`,
  meal_account: `contract_id in (select id from client_contract where ${contracts})`,
  site_meal_capacity: "site_id = $1 and is_active",
  staff_feeding_record: `site_id = $1 and ${recent("date")}`,
  work_order: `site_id = $1 and (completed_at is null or ${recent("completed_at")}) and status <> 'cancelled'`,
  purchase_request: "site_id = $1 and status = 'approved'",
  stock_item: "true",
  stock_level: "site_id = $1",
}

const deviceSql = sql(
  { siteId: col.whole, last: col.whole },
  `select d.site_id as "siteId",
     (select coalesce(max(a.number), 0) from field_act a where a.device_id = d.id and a.status in ('recorded', 'duplicate', 'late')) as last
   from field_device d where d.device_key = $1 and d.status = 'enrolled'`,
)
const rowsSql = sql(
  { rows: col.json(Schema.Record(Schema.String, Schema.Array(Schema.Unknown))) },
  `select json_build_object(${Object.entries(kept)
    .map(([kind, { stream, fields }]) => {
      const { state } = stream.record as RecordKind
      const rows = `select ${state("r", ...fields)} from (select * from ${kind} where ${where[kind as KeptName]}) r order by r.id`
      return `'${kind}', (select coalesce(json_agg(k), '[]') from (${rows}) k)`
    })
    .join(", ")}) as rows`,
)

export const Pack = Schema.Struct({
  siteId: Schema.Int,
  /** the newest act of the device whose changes the rows have */
  last: Schema.Int,
  rows: Schema.Record(Schema.String, Schema.Array(Schema.Unknown)),
})

export const packOf = (device: string) =>
  Effect.gen(function* () {
    const { confinedTo, today } = yield* Who
    const [known] = yield* statement(deviceSql, [device])
    if (!known || (confinedTo !== null && confinedTo !== known.siteId)) return yield* Effect.fail(notFound("This device is not enrolled at your site"))
    const [row] = yield* statement(rowsSql, [known.siteId, today])
    return { ...known, rows: row!.rows }
  })
