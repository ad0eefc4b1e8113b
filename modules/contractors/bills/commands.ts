/** Turns a contractor's month into a supplier's bill: every approved hour once, at the rate of its day. */
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { command, conflict, consequence, find, forbidden, get, invalid, findById, newId } from "@ops/platform/records/command.ts"
import { holds } from "@ops/platform/access/levels.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { enterPayable } from "@ops/finance/payables/commands.ts"
import { PayableEntered, PayableWithdrawn } from "@ops/finance/payables/payable.ts"
import { sites } from "@ops/sites/site.ts"
import { billLines, firstDayOf } from "./billing.ts"
import { contractorName, contractors, rateOn } from "../contractor.ts"
import { contractorAccounts, ContractorMonthBilled, ContractorMonthReopened } from "../contractor-account.ts"
import { ContractorBilled, contractorBills, ContractorBillWithdrawn } from "./contractor-bill.ts"
import { contractorHours, ContractorHoursBilled, ContractorHoursUnbilled } from "../work/contractor-hours.ts"

/** The category whose account is used for the cost of contractors. */
const category = "contractors"

/** The due date: for monthly terms the end of the next month, otherwise a number of days. */
const dueOf = (date: string, terms: "monthly" | "net_15" | "net_30" | "due_on_receipt"): string => {
  if (terms === "monthly") return lastDayOf(addDays(date, 1).slice(0, 7))
  return addDays(date, { net_15: 15, net_30: 30, due_on_receipt: 0 }[terms])
}

/**
 * Bills the approved hours of a past month, one bill for each site where the contractor worked. The person who enters it cannot approve it: another person in
 * finance does.
 */
export const billMonth = command("contractor.bill", function* ({ id, month }: { readonly id: number; readonly month: string }, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can bill the work of contractors")
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw invalid("Month must be written as 2026-10")
  const row = yield* get(contractors, id)
  const name = contractorName(row)
  const last = lastDayOf(month)
  if (last >= by.today) throw invalid(`${month} is not over. Bill it from ${addDays(last, 1)} on`)
  const account = yield* findById(contractorAccounts, id)
  const inMonth = (account?.hours ?? []).filter(({ date }) => date.slice(0, 7) === month)
  const waiting = inMonth.filter(({ approved }) => !approved)
  if (waiting.length > 0) {
    const days = waiting.length === 1 ? `The hours of ${waiting[0]!.date} wait` : `The hours of ${waiting.length} days of ${month} wait`
    throw conflict(`${days} for approval. Approve or reject them first`)
  }
  if (inMonth.length === 0) {
    const billed = account?.bills.find((bill) => bill.month === month)
    if (billed) throw conflict(`${month} of ${name} is billed already as ${(yield* get(contractorBills, billed.billId)).billNumber}`)
    throw conflict(`No hours of ${name} in ${month} are approved. Record and approve hours first`)
  }
  if (row.vendorId === null) throw conflict(`First choose the vendor for ${name} is paid`)
  const bare = inMonth.find(({ date }) => !rateOn(row.rates, date))
  if (bare) throw conflict(`There is no rate for ${bare.date}. Agree on one with ${name} first`)
  const changes: Array<Change> = []
  for (const siteId of [...new Set(inMonth.map(({ siteId }) => siteId))].sort((a, b) => a - b)) {
    const site = yield* get(sites, siteId)
    const hours = inMonth.filter((each) => each.siteId === siteId)
    const places = account!.places.filter((place) => place.started && place.siteId === siteId)
    const lines = billLines({ month, rates: row.rates, hours, places })
    const number = `${row.contractorNumber}/${month}/${site.code}`
    if (lines.length === 0) throw conflict(`The work of ${name} in ${month} amounts to zero at these rates. Agree on the rate first`)
    const entered = yield* enterPayable.decide(
      {
        vendorId: row.vendorId,
        invoiceNumber: number,
        currency: row.currency,
        invoiceDate: last,
        dueDate: dueOf(last, row.paymentTerms),
        description: `${row.serviceType} of ${month}, ${row.contractorNumber}, ${site.name}`,
        category,
        siteId,
        purchaseRequestId: null,
        amount: null,
        taxAmount: 0,
        withholdingRate: null,
        lines: lines.map(({ description, quantity, rate, amount }) => ({
          description: `${row.serviceType}: ${description}`,
          purchaseItemId: null,
          quantity,
          unitPrice: rate,
          amount,
          accountNumber: null,
        })),
        attachments: [],
        notes: `From ${firstDayOf(month)} to ${last}: ${hours.length} approved ${hours.length === 1 ? "day" : "days"}`,
      },
      by,
    )
    const [first] = entered.changes.flatMap(({ event }) =>
      event.type === PayableEntered.type ? [event.data as ReturnType<typeof PayableEntered>["data"]] : [],
    )
    const billId = yield* newId(contractorBills)
    const { amount, dueDate, billNumber } = first!
    const facts = { number, contractorId: id, siteId, date: last, dueDate, currency: row.currency, amount, lines, hours, payableId: entered.id, billNumber }
    changes.push(
      contractorBills.at(billId, ContractorBilled({ ...facts, createdBy: by.person })),
      contractorAccounts.at(id, ContractorMonthBilled({ billId, siteId, date: last, hours: hours.map(({ hoursId }) => hoursId) })),
      ...hours.map(({ hoursId }) => contractorHours.at(hoursId, ContractorHoursBilled({ billId }))),
      ...entered.changes,
    )
    for (const { hoursId } of hours) yield* get(contractorHours, hoursId)
  }
  return changes
})

/** A bill that finance withdraws before posting releases its hours: they can be billed again. */
export const contractorConsequences = [
  consequence(PayableWithdrawn, function* ({ reason }, { id: payableId }) {
    const bill = yield* find(contractorBills, { payableId }, { expected: false })
    if (!bill || bill.status === "withdrawn") return []
    const { id, contractorId, date, hours } = bill
    yield* get(contractorAccounts, contractorId)
    for (const { hoursId } of hours) yield* get(contractorHours, hoursId)
    return [
      contractorBills.at(id, ContractorBillWithdrawn({ reason })),
      contractorAccounts.at(contractorId, ContractorMonthReopened({ billId: id, date, hours })),
      ...hours.map(({ hoursId }) => contractorHours.at(hoursId, ContractorHoursUnbilled({ billId: id }))),
    ]
  }),
]
