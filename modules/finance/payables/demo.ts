/** Two months of suppliers' bills in the demo scenario, from received orders to payment runs, in every status. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { goodsReceived } from "./goods-received.ts"
import { approvePayable, creditPayable, disputePayable, enterPayable, type NewPayable, resolvePayable } from "./commands.ts"
import { approvePaymentRun, draftPaymentRun, executePaymentRun, reversePaymentRun } from "../payment-runs/payment-run.ts"
import { payableNowSql } from "../payment-runs/queries.ts"

const finance = "FO-FIN-001"
const chief = "FO-CEO-001"

/** Orders with goods received and nothing billed. */
const arrivedSql = `select q.id, q.request_number as "requestNumber", q.vendor_id as "vendorId", q.justification,
    (select json_agg(json_build_object('id', x.id, 'received', x.received, 'amount', x."estimatedCost" * x.received / x."approvedQuantity") order by x.id)
      from jsonb_to_recordset(q.items) as x(id int, received bigint, "approvedQuantity" bigint, "estimatedCost" bigint) where x.received > 0) as items
  from purchase_request q where q.vendor_id is not null and not exists (select from purchase_billing b where b.id = q.id)
    and exists (select from jsonb_to_recordset(q.items) as x(received bigint) where x.received > 0) order by q.id`
interface Arrived {
  readonly id: number
  readonly requestNumber: string
  readonly vendorId: number
  readonly justification: string
  readonly items: ReadonlyArray<{ readonly id: number; readonly received: number; readonly amount: number }>
}
/** Deliveries of each supplier without an order, from one day until before another. */
const deliveredSql = `select i.preferred_vendor_id as "vendorId", sum(m.value)::bigint as amount from stock_movement m join stock_item i on i.id = m.stock_item_id
  where m.kind = 'receive' and m.source_kind is null and i.preferred_vendor_id is not null and m.date >= $1::date and m.date < $2::date group by 1 order by 1`

const categoryOf = (justification: string) => (/diesel/i.test(justification) ? "fuel" : /clean|gas/i.test(justification) ? "supplies" : "staff_feeding")

/** Vendor, site, category, cents, currency, withholding in hundredths of a percent, description. */
const services: ReadonlyArray<readonly [string, number, string, number, "USD" | "SSP", number | null, string]> = [
  ["CleanCo Juba", 3, "maintenance", 180_000, "USD", 1500, "Cleaning of the offices, a month"],
  ["Upper Nile Fuels", 1, "transport", 260_000_000, "SSP", null, "Tanker to Bentiu"],
  ["Equatoria General Traders", 2, "maintenance", 95_000, "USD", null, "Repair of the cold room"],
  ["Upper Nile Fuels", 2, "fuel", 390_000_000, "SSP", 1500, "Diesel for the boats, with the pump hired"],
]

const plain = {
  currency: null,
  dueDate: null,
  description: null,
  siteId: null,
  purchaseRequestId: null,
  amount: null,
  taxAmount: 0,
  withholdingRate: null,
  lines: [],
} as const
const nothing = { attachments: [], notes: "" } as const

const vendorSql = sql({ id: col.whole }, "select id from vendor where name = $1")

export const payablesDemo = ({ as, execute, atOnce, until, days }: Scenario) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const last = days.length - 1
    const waiting = (index: number) => last - index < 6
    let entered = 0

    const enter = (input: NewPayable, day: string, index: number) => {
      const name = `payable-${input.purchaseRequestId === null ? `service-${index}` : `order-${input.purchaseRequestId}`}`
      return Effect.map(execute(name, enterPayable, input, as(finance, day, "10:20")), (id) => ({ id, name, n: entered++, day, index }))
    }
    /** The history of a bill in the days after its entry. */
    const dealt = ({ id, name, n, day, index }: Effect.Success<ReturnType<typeof enter>>) =>
      Effect.gen(function* () {
        if (waiting(index)) return
        const on = (later: number) => days[Math.min(last, index + later)]!
        if (n % 13 === 9) {
          const withdrawn = { id, amount: null, date: null, reference: null, reason: "Sent to us by mistake" }
          return yield* execute(`${name}-withdrawn`, creditPayable, withdrawn, as(finance, day, "11:30"))
        }
        const isSpoilt = n % 11 === 6
        if (isSpoilt) {
          yield* execute(`${name}-disputed`, disputePayable, { id, reason: "One crate was spoilt" }, as(finance, day, "11:10"))
          if (last - index < 14) return
          yield* execute(`${name}-settled`, resolvePayable, { id, note: "They credit it" }, as(finance, on(2), "09:40"))
        }
        const reason = "Confirmed with the storekeeper"
        yield* execute(`${name}-approved`, approvePayable, { id, reason }, as(chief, on(isSpoilt ? 3 : 1), "12:15"))
        if (!isSpoilt) return
        const credit = { id, amount: 12_000, date: null, reference: `CN-${n}`, reason: "One crate was spoilt" }
        yield* execute(`${name}-credited`, creditPayable, credit, as(finance, on(4), "10:05"))
      })

    /** Bills goods received by this day; sometimes for a larger quantity or a higher price. */
    const ordered = (day: string, index: number) =>
      Effect.gen(function* () {
        yield* until(as(finance, day, "10:00").at)
        const bills = []
        for (const { id, requestNumber, vendorId, justification, items } of (yield* statement(arrivedSql, [])) as ReadonlyArray<Arrived>) {
          const [more, dearer] = [id % 8 === 3 || waiting(index), id % 9 === 5]
          const lines = items.map(({ id: purchaseItemId, received, amount }, line) => ({
            description: null,
            purchaseItemId,
            quantity: (received + (more && line === 0 ? 5 : 0)) * 1000,
            unitPrice: null,
            amount: Math.round(Number(amount) * (dearer ? 1.06 : 1)),
            accountNumber: null,
          }))
          const input = { ...plain, ...nothing, vendorId, purchaseRequestId: id, lines, category: categoryOf(justification), invoiceDate: addDays(day, -1) }
          bills.push(yield* enter({ ...input, invoiceNumber: `${requestNumber.slice(-4)}/${day.slice(2, 4)}` }, day, index))
        }
        yield* atOnce(bills.map(dealt))
      })

    /** Deliveries without an order in the past two weeks are billed together by their supplier. */
    const delivered = (day: string, index: number) =>
      Effect.gen(function* () {
        yield* until(as(finance, day, "10:25").at)
        const from = days[Math.max(0, index - 14)]!
        for (const { vendorId, amount } of (yield* statement(deliveredSql, [from, day])) as ReadonlyArray<{ vendorId: number; amount: number }>) {
          const line = {
            description: "Weekly deliveries",
            purchaseItemId: null,
            quantity: null,
            unitPrice: null,
            amount: Number(amount),
            accountNumber: goodsReceived,
          }
          const input = {
            ...plain,
            ...nothing,
            vendorId,
            siteId: 3,
            category: "staff_feeding",
            lines: [line],
            currency: "USD" as const,
            invoiceDate: addDays(day, -1),
          }
          const name = `payable-deliveries-${vendorId}-${index}`
          const id = yield* execute(name, enterPayable, { ...input, invoiceNumber: `D-${day.slice(5)}` }, as(finance, day, "10:25"))
          if (!waiting(index)) yield* execute(`${name}-approved`, approvePayable, { id, reason: null }, as(chief, days[Math.min(last, index + 1)]!, "12:20"))
        }
      })

    const service = (day: string, index: number) =>
      Effect.gen(function* () {
        const [vendor, siteId, category, amount, currency, withholdingRate, description] = services[Math.floor(index / 7) % services.length]!
        yield* until(as(finance, day, "10:10").at)
        const [of] = yield* statement(vendorSql, [vendor])
        if (!of) return
        const dueDate = addDays(day, 14)
        const input = {
          ...plain,
          ...nothing,
          vendorId: of.id,
          siteId,
          category,
          amount,
          currency,
          withholdingRate,
          description,
          dueDate,
          invoiceDate: day,
        }
        yield* dealt(yield* enter({ ...input, invoiceNumber: `S-${day.slice(5)}` }, day, index))
      })

    /** Pays what is due; the latest run waits for its checker. */
    const run = (currency: "USD" | "SSP", day: string, index: number) =>
      Effect.gen(function* () {
        const time = currency === "USD" ? "13:30" : "13:50"
        yield* until(as(finance, day, time).at)
        const due = (yield* statement(payableNowSql, [currency, addDays(day, 6)])) as ReadonlyArray<{ payableId: number; vendorId: number; balance: number }>
        if (due.length === 0) return
        const items = due.map(({ payableId, balance }, n) => ({ payableId, amount: n % 4 === 3 ? Math.floor(balance / 2) : null }))
        const name = `payment-run-${currency}-${index}`
        const draft = { currency, account: null, paymentDate: null, items, notes: "" }
        const id = yield* execute(name, draftPaymentRun, draft, as(finance, day, time))
        if (last - index < 6) return
        yield* execute(`${name}-approved`, approvePaymentRun, { id }, as(chief, day, "15:40"))
        yield* execute(`${name}-executed`, executePaymentRun, { id, reference: `TT-${4700 + index}` }, as(finance, day, currency === "USD" ? "16:10" : "16:20"))
        // the bank returns the payment to one vendor of the latest paid run; the next run pays it again
        if (currency !== "USD" || last - index >= 14) return
        const returned = { id, vendorId: due[0]!.vendorId, kind: "bank_return" as const, reason: "The vendor's account is closed" }
        yield* execute(`${name}-returned`, reversePaymentRun, returned, as(chief, days[index + 3]!, "09:50"))
      })

    const story: Array<Effect.Effect<unknown, unknown>> = []
    for (const [index, day] of days.entries()) {
      if (index % 4 === 3 || index === last) story.push(ordered(day, index))
      if (index % 7 === 2) story.push(service(day, index))
      if (index % 14 === 13) story.push(delivered(day, index))
      const left = last - index
      if (left % 9 === 4) story.push(run("USD", day, index))
      if (left % 18 === 4) story.push(run("SSP", day, index))
    }
    yield* atOnce(story)
  })
