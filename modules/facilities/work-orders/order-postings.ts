/**
 * The cost of work on an order, and its journal entry: on completion, own people's hours are posted from labour charged
 * to jobs (6190) to the cost of facilities services (5300). A contractor's hours are posted by the contractor's bill
 * and only shown here; parts are posted by the stores that issue them.
 */
import { proportion } from "@ops/platform/money.ts"
import { type About, consequence, get, invalid, type CommandGenerator } from "@ops/platform/records/command.ts"
import { contractors } from "@ops/contractors/contractor.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { post } from "@ops/ledger/journal-entries/journal-entry.ts"
import type { Tie } from "@ops/ledger/checks/ties.ts"
import { companyStaff, payOn } from "@ops/people/staff/company-staff.ts"
import { type workOrders, WorkOrderCompleted, type WorkOrderRow } from "./work-order.ts"

const servicesCost = "5300"
const labourCharged = "6190"

/** One person's work on an order, before its cost is known. */
export interface Worked {
  readonly staffId: number | null
  readonly contractorId: number | null
  readonly minutes: number
}
type Hours = WorkOrderRow["hours"][number]

/** Minutes covered by a month's pay: twelve months are 52 weeks of 40 hours, as in payroll. */
const minutesPaid = (52 * 40 * 60) / 12
/** Minutes per unit of a contractor's rate. */
const minutesOf = { hour: 60, day: 8 * 60, month: minutesPaid }

/** Cents for a number of minutes at an amount per `forMinutes`, half a cent rounded up. */
export const costOf = (minutes: number, amount: number, forMinutes: number): number => proportion(minutes, amount, forMinutes)

function* inDollars(cents: number, currency: string, day: string): CommandGenerator<number> {
  return currency === "USD" ? cents : toUsd(cents, yield* officialRate(day))
}

function* costed({ staffId, contractorId, minutes }: Worked, day: string): CommandGenerator<Hours> {
  if ((staffId === null) === (contractorId === null)) throw invalid("Hours belong to one person: choose a staff member or a contractor")
  if (!Number.isInteger(minutes) || minutes < 1) throw invalid("Hours must be more than 0")
  if (minutes > 24 * 60 * 31) throw invalid("Hours of one person cannot exceed a month. Check the number")
  const says = (cost: number): Hours => ({ staffId, contractorId, minutes, cost, date: day })
  if (staffId !== null) {
    const { pay } = yield* get(companyStaff, staffId)
    const { salary, currency } = payOn(pay, day)
    return says(yield* inDollars(costOf(minutes, salary, minutesPaid), currency, day))
  }
  const { rates, currency } = yield* get(contractors, contractorId!)
  const rate = rates.findLast(({ from }) => from <= day) ?? rates[0]
  return says(rate === undefined ? 0 : yield* inDollars(costOf(minutes, rate.amount, minutesOf[rate.unit]), currency, day))
}

/** Hours with their cost on a day, cents of USD: a month's pay covers 173⅓ hours; a contractor's agreed rate applies, 0 without one. */
export function* hoursCosted(hours: ReadonlyArray<Worked>, day: string): CommandGenerator<ReadonlyArray<Hours>> {
  const made: Array<Hours> = []
  for (const each of hours) made.push(yield* costed(each, day))
  return made
}

/** The cost of own people's hours in a completion. */
const ownCost = (hours: ReadonlyArray<Hours>): number => hours.reduce((sum, { staffId, cost }) => (staffId === null ? sum : sum + cost), 0)

export const orderPostings = [
  consequence(WorkOrderCompleted, function* ({ hours }, { id, row, by }: About<typeof workOrders>) {
    const { orderNumber, siteId, clientId }: WorkOrderRow = row
    const cost = ownCost(hours)
    if (cost === 0) return []
    return yield* post(
      {
        date: hours[0]!.date,
        description: `${orderNumber}, hours of our own people`,
        reference: orderNumber,
        source: { kind: "work_order", id },
        currency: "USD",
        lines: [
          { account: servicesCost, debit: cost, siteId, clientId },
          { account: labourCharged, credit: cost, siteId },
        ],
      },
      by,
    )
  }),
]

/** Labour posted by payroll that is charged to orders. */
export const orderTies: ReadonlyArray<Tie> = [
  {
    key: "work-order-labour",
    title: "Hours of work orders equal the labour charged to them in the ledger",
    accounts: [labourCharged],
    sql: `select 'USD', (h->>'cost')::bigint from work_order o cross join jsonb_array_elements(o.hours) h
      where h->>'staffId' is not null and (h->>'date')::date <= $1::date`,
    books: `select l.currency, l.credit - l.debit from journal_line l join journal_entry e on e.id = l.journal_entry_id join account a on a.id = l.account_id
      where a.account_number = '${labourCharged}' and e.source_kind = 'work_order' and l.effective_date <= $1::date`,
    path: "/facilities/orders?view=list&status=completed",
  },
]
