/**
 * Receivables in the demo scenario: the meals of the months before the last closed one, billed and mostly paid, and some services. The last closed month is
 * not billed, so that a person can run its month-end.
 */
import { Effect } from "effect"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { entryOf } from "@ops/ledger/reversals/server.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { generateInvoice, type GenerateInput, holdMeals, releaseMeals } from "./invoices/invoice-generation.ts"
import { sendInvoice } from "./invoices/invoice.ts"
import { mealsOf } from "./invoices/invoice-meals.ts"
import { periodNamed } from "./invoices/invoice-period.ts"
import { kept, rendered } from "./invoices/invoice-rendering.ts"
import { proposeLateMeal } from "./late-meals/late-meal.ts"
import { proposalOf } from "./late-meals/server.ts"
import { receivePayment, reversePayment } from "./payments/payment.ts"

const contractsSql = sql(
  { id: col.whole, siteId: col.whole, client: col.text },
  `select k.id, k.site_id as "siteId", c.company_name as client from client_contract k join client c on c.id = k.client_id
  where k.service_type = 'catering' order by k.id`,
)

const billSql = sql(
  { clientId: col.whole, total: col.whole, currency: col.words("USD", "SSP") },
  'select client_id as "clientId", total_amount as total, currency from invoice where id = $1',
)

/** Services billed a number of days into the scenario: days, description, site, cents with tax, days until due, percent paid. */
const services: ReadonlyArray<readonly [number, string, number, number, number, number]> = [
  [6, "Deep cleaning of the kitchens", 1, 354_000, 15, 100],
  [14, "Fumigation of the accommodation", 1, 212_400, 15, 0],
  [33, "Repair of the cold room", 2, 489_700, 30, 40],
  [50, "Extra laundry", 2, 118_000, 30, 0],
]
const finance = "FO-FIN-001"
const plain = { clientAddress: "", template: "standard", notes: "", overrideReason: null, period: null } as const

export const billingDemo = ({ as, execute, until, days }: Scenario) =>
  Effect.gen(function* () {
    yield* until(as(finance, days[0]!, "06:00").at)
    const contracts = yield* statement(contractsSql, [])
    if (contracts.length === 0) return
    const today = days.at(-1)!
    /** Events of the scenario with their day, in order, so that document numbers follow the dates. */
    const story: Array<{
      readonly day: string
      readonly time: string
      readonly tell: Effect.Effect<void, unknown, Effect.Services<ReturnType<typeof rendered>>>
    }> = []
    const made = new Map<string, number>()

    const generated = (name: string, input: Omit<GenerateInput, keyof typeof plain>, day: string) =>
      Effect.map(execute(name, generateInvoice, { ...plain, ...input }, as(finance, day, "09:00")), (id) => void made.set(name, id))
    const mailed = (name: string, day: string) =>
      Effect.gen(function* () {
        const id = made.get(name)
        if (id === undefined) return
        const { bytes } = yield* rendered(id)
        const letter = { id, rendered: yield* kept(bytes), to: null, cc: null, subject: null, message: null }
        yield* execute(`${name}-sent`, sendInvoice, letter, as(finance, day, "10:15"))
      })
    /** A client pays a percentage of an invoice. */
    const received = (
      name: string,
      percent: number,
      date: string,
      { key, method, reference, time }: { key: string; method: "check" | "bank_transfer"; reference: (invoiceId: number) => string; time: string },
    ) =>
      Effect.gen(function* () {
        const invoiceId = made.get(name)
        if (invoiceId === undefined) return
        const [bill] = yield* statement(billSql, [invoiceId])
        const { clientId, total, currency } = bill!
        const amount = Math.floor((total * percent) / 100)
        const money = { clientId, amount, currency, method, reference: reference(invoiceId), notes: "", date }
        made.set(key, yield* execute(key, receivePayment, { ...money, allocations: [{ invoiceId, amount }] }, as(finance, date, time)))
      })
    const paid = (name: string, percent: number, date: string) =>
      received(name, percent, date, { key: `${name}-paid`, method: "bank_transfer", reference: (id) => `TT-${id}`, time: "11:00" })
    /** A client pays by a cheque, which the bank returns three days later. */
    const bounced = (name: string, percent: number, date: string) =>
      received(name, percent, date, { key: `${name}-cheque`, method: "check", reference: (id) => `CHQ-${1180 + id}`, time: "11:05" })
    const returned = (name: string, date: string) =>
      Effect.gen(function* () {
        const id = made.get(`${name}-cheque`)
        if (id === undefined) return
        const reason = "Cheque returned unpaid, insufficient funds"
        const input = { id, kind: "bank_return", reason, entryId: yield* entryOf("payment", id) } as const
        yield* execute(`${name}-cheque-returned`, reversePayment, input, as(finance, date, "09:35"))
      })

    // months that ended before the last closed one
    const closed = monthOf(addDays(`${monthOf(today)}-01`, -1))
    for (const month of [...new Set(days.map(monthOf))].filter((month) => month < closed)) {
      const period = periodNamed(month)!
      const day = addDays(period.to, 2)
      for (const [n, { id: contractId, siteId, client }] of contracts.entries()) {
        const name = `bill-${month}-${contractId}`
        const slot = { contractId, ...period }
        const bill = Effect.gen(function* () {
          yield* execute(`${name}-held`, holdMeals, slot, as(finance, day, "09:00"))
          const meals = yield* mealsOf(contractId, period)
          if (!meals) return yield* execute(`${name}-released`, releaseMeals, slot, as(finance, day, "09:00"))
          // the third is overdue now
          const dueDate = addDays(day, n === 2 ? 15 : 60)
          const input = { siteId, billingPeriod: formatMonth(month), staffCount: 0, totalAmount: meals.totalAmount, clientName: client, dueDate, meals }
          yield* generated(name, input, day)
        })
        story.push({ day, time: "09:00", tell: Effect.asVoid(bill) })
        if (n !== 3) story.push({ day, time: "10:15", tell: mailed(name, day) })
        // the first is paid, the fourth in part
        const percent = [100, 0, 0, 50][n % 4]!
        if (percent > 0) story.push({ day: addDays(day, 18), time: "11:00", tell: paid(name, percent, addDays(day, 18)) })
      }
    }
    for (const [n, [into, what, siteId, totalAmount, due, percent]] of services.entries()) {
      const contract = contracts.find((contract) => contract.siteId === siteId)
      const day = days[Math.min(into, days.length - 1)]!
      if (!contract) continue
      const name = `service-${n}`
      const service = { siteId, billingPeriod: what, staffCount: 0, totalAmount, clientName: contract.client, dueDate: addDays(day, due), meals: null }
      story.push({ day, time: "09:00", tell: generated(name, service, day) })
      if (n < 2) story.push({ day, time: "10:15", tell: mailed(name, day) })
      if (n === 2) {
        story.push({ day: addDays(day, 5), time: "11:05", tell: bounced(name, percent, addDays(day, 5)) })
        story.push({ day: addDays(day, 8), time: "09:35", tell: returned(name, addDays(day, 8)) })
      }
      if (percent > 0) story.push({ day: addDays(day, 12), time: "11:00", tell: paid(name, percent, addDays(day, 12)) })
    }
    // yesterday a supervisor has found people of a meal that is billed
    const billed = story.length > 0 ? [...new Set(days.map(monthOf))].filter((month) => month < closed).at(-1) : undefined
    const contract = contracts.find(({ siteId }) => siteId === 1)
    if (billed !== undefined && contract) {
      const day = addDays(today, -1)
      const late = Effect.gen(function* () {
        if (!made.has(`bill-${billed}-${contract.id}`)) return
        const fact = { contractId: contract.id, date: addDays(periodNamed(billed)!.to, -1), mealType: "dinner", heads: 2, fieldActId: null } as const
        const proposal = yield* proposalOf({ ...fact, reason: "The night shift ate late; its list came with the next truck" })
        yield* execute("late-meal", proposeLateMeal, proposal, as("FO-SUP-001", day, "16:40"))
      })
      story.push({ day, time: "16:40", tell: Effect.asVoid(late) })
    }
    const told = story.filter(({ day }) => day <= today).sort((a, b) => `${a.day}${a.time}`.localeCompare(`${b.day}${b.time}`))
    for (const { day, time, tell } of told) {
      yield* until(as(finance, day, time).at)
      yield* tell
    }
  })
