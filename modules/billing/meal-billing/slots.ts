/** The meals that can be billed, as the meals module counts them. */
import { Effect } from "effect"
import { Database, type DatabaseError } from "@ops/platform/database/database.ts"
import type { Slot } from "./bill.ts"

export interface SlotsAsked {
  readonly from: string
  readonly to: string
  /** only these; the default is all */
  readonly contractIds?: ReadonlyArray<number> | null
  readonly siteId?: number | null
  readonly clientId?: number | null
}

/** The slots from one day to another, both inclusive, by contract. */
export const slotsBy = ({ from, to, contractIds = null, siteId = null, clientId = null }: SlotsAsked) =>
  Effect.flatMap(Database, ({ query }) => {
    const values: Array<unknown> = [from, to]
    const only = (sql: string, value: unknown) => (value === null ? [] : [sql.replace("?", `$${values.push(value)}`)])
    const scope = [
      "s.date between $1::date and $2::date",
      ...only("s.contract_id = any(?::bigint[])", contractIds),
      ...only("s.site_id = ?", siteId),
      ...only("s.client_id = ?", clientId),
    ]
    const text = `select s.contract_id as "contractId", to_char(s.date, 'YYYY-MM-DD') as date, s.meal_type as "mealType", s.project_id as "projectId",
      s.planned, s.served, s.missed, s.discrepancy, s.open_session as "openSession", s.exceptions, g.names as "signedBy", g.sheets from meal_slot s
      left join lateral (select string_agg(distinct m.signed_by, ', ') as names, string_agg(distinct m.signed_sheet, ', ') as sheets from meal_session m
        where m.contract_id = s.contract_id and m.session_date = s.date and m.meal_type = s.meal_type and m.status <> 'cancelled'
        having bool_and(m.signature is not distinct from 'signed')) g on true where ${scope.join(" and ")}`
    return Effect.map(
      // planned for its parameters each time: a generic plan assumes few meals, and is slow for a month with many
      query((sql) =>
        sql.unsafe(
          text,
          values.map((value) => sql.typed(value, 0)),
          { prepare: false },
        ),
      ),
      (rows): ReadonlyMap<number, ReadonlyArray<Slot>> => {
        const slots = new Map<number, Array<Slot>>()
        for (const { contractId, ...slot } of rows as unknown as ReadonlyArray<Slot & { readonly contractId: number }>) {
          const of = slots.get(contractId)
          if (of) of.push(slot)
          else slots.set(contractId, [slot])
        }
        return slots
      },
    )
  })

/** The slots of a contract from one day to another, both inclusive. */
export const slotsOf = (contractId: number, from: string, to: string): Effect.Effect<ReadonlyArray<Slot>, DatabaseError, Database> =>
  Effect.map(slotsBy({ from, to, contractIds: [contractId] }), (slots) => slots.get(contractId) ?? [])
