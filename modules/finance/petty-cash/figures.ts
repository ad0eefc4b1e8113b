/** The explainable figures of petty cash: the amount of a request, the balance of a float, and its open advances. */
import { Effect } from "effect"
import { STAFF } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, said } from "@ops/platform/records/explain.ts"
import { pettyCashFloats } from "../petty-cash-floats/resource.ts"
import { pettyCash } from "./resource.ts"

const requestPath = (id: number) => `/marketing?tab=petty-cash&open=${id}`
const floatPath = (id: number) => `/marketing?tab=petty-cash&view=floats&open=${id}`
const entries = (of: ReadonlyArray<readonly [id: number | null, number: string | null]>) =>
  of.flatMap(([id, number]) =>
    id === null
      ? []
      : [{ stream: `journal_entry/${id}`, title: `Posted by ${number}`, value: null, figure: { name: "journalEntry.total", parameters: { id } } }],
  )

const amount = figure("pettyCash.amount", {
  label: "Amount of a petty cash request",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  document: { pattern: /^PC-\d{4}-\d+$/i, sql: "select id from petty_cash_request where request_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(pettyCash.schema, pettyCash.shape(who), id, "Petty cash request")
      const { requestNumber, amount: value, currency: unit, requestDate, purpose, spent, returned } = of
      const became = spent === null ? "" : `. ${said(spent, unit)} spent, ${said(returned, unit)} returned`
      return {
        value,
        unit,
        formula: `${requestNumber} of ${requestDate} requests ${said(value, unit)}: ${purpose}${became}`,
        records: [
          { stream: `petty_cash_request/${id}`, title: requestNumber, value, path: requestPath(id) },
          ...entries([
            [of.disbursementEntryId, of.disbursementEntryNumber],
            [of.retirementEntryId, of.retirementEntryNumber],
          ]),
        ],
      }
    }),
})

const kinds = { top_up: "Topped up", disbursement: "Paid out", return: "Returned", count: "Found by counts" }

const sumsSql = sql(
  { kind: col.text, value: col.text },
  "select kind, es.money(sum(amount)::bigint) as value from petty_cash_movement where float_id = $1 group by kind",
)

const balance = figure("pettyCashFloat.balance", {
  label: "Cash in a petty cash float",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const { name, currency: unit, balance: value, lastMovedOn } = yield* listedAt(pettyCashFloats.schema, pettyCashFloats.shape(who), id, "Petty cash float")
      const sums = yield* statement(sumsSql, [id])
      const rows = Object.entries(kinds).flatMap(([kind, label]) => sums.filter((sum) => sum.kind === kind).map((sum) => ({ label, value: sum.value })))
      const inputs = { rows, total: rows.length, sum: value }
      return {
        value,
        unit,
        ...(rows.length > 0 && { inputs }),
        formula: rows.length === 0 ? `${name} is new: no cash yet` : `${name} up to ${lastMovedOn}: ${added(inputs, unit, "kinds of movement")}`,
        records: [{ stream: `petty_cash_float/${id}`, title: name, value, path: floatPath(id) }],
      }
    }),
})

const outSql = sql(
  { id: col.whole, number: col.text, value: col.text },
  `select id, request_number as number, es.money(amount) as value from petty_cash_request where float_id = $1 and status = 'disbursed' order by disbursed_date, id`,
)

const out = figure("pettyCashFloat.out", {
  label: "Advances from a petty cash float",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const { name, currency: unit, out: value } = yield* listedAt(pettyCashFloats.schema, pettyCashFloats.shape(who), id, "Petty cash float")
      const rows = yield* statement(outSql, [id])
      const records = rows.map((row) => ({ stream: `petty_cash_request/${row.id}`, title: row.number, value: row.value, path: requestPath(row.id) }))
      return {
        value,
        unit,
        formula: rows.length === 0 ? `${name} has no open advances` : `${rows.length} of ${name} paid out and not yet retired: ${said(value, unit)}`,
        records: { rows: records, total: rows.length, sum: value },
      }
    }),
})

export const pettyCashFigures = [amount, balance, out]
