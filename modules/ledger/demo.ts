/** The ledger's part of the demo scenario, created after all others: a change of rate, a revalued month, taxes in every status. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { enterRate } from "./exchange-rates/exchange-rate.ts"
import { draftEntry } from "./journal-drafts/journal-draft.ts"
import { proposeRateChange } from "./exchange-rates/rate-change.ts"
import { revaluePeriod } from "./revaluations/revaluation.ts"
import { openOf } from "./revaluations/queries.ts"
import { approveTaxPayment, payTax, recordTaxPayment } from "./taxes/payments/tax-payment.ts"
import { drawUpReport, fileReport, reviewReport, type TaxType } from "./taxes/tax-report.ts"
import { taxLines } from "./taxes/queries.ts"

const finance = "FO-FIN-001"
const chief = "FO-CEO-001"

/** The rates of the last days of the previous two months: the dollar value of open SSP balances falls. */
export const ratesDemo = ({ days, as, execute }: Scenario) => {
  const lastOf = (day: string) => addDays(`${day.slice(0, 7)}-01`, -1)
  const last = lastOf(days.at(-1)!)
  const ends = [
    { from: lastOf(last), rate: 136_000 },
    { from: last, rate: 142_500 },
  ]
  return Effect.forEach(
    ends.filter(({ from }) => days.includes(from)),
    (end) => execute(`books-rate-${end.from}`, enterRate, { type: "official" as const, source: "Bank of South Sudan", ...end }, as(chief, end.from, "08:05")),
    { discard: true },
  )
}

export const booksDemo = ({ days, as, execute }: Scenario) =>
  Effect.gen(function* () {
    const today = days.at(-1)!
    const by = (who: string) => as(who, today, "23:59")
    const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
    const monthBefore = addDays(`${lastMonth}-01`, -1).slice(0, 7)
    const drawn = (taxPeriod: string, taxType: TaxType) =>
      Effect.gen(function* () {
        const lines = yield* taxLines(taxPeriod, taxType, "USD")
        const asked = { taxPeriod, taxType, currency: "USD" as const, notes: "", lines }
        return { id: yield* execute(`books-tax-${taxPeriod}-${taxType}`, drawUpReport, asked, by(finance)), books: lines }
      })

    const lastDay = addDays(`${today.slice(0, 7)}-01`, -1)
    // the month before last is revalued; last month is not yet
    const { version, balances } = yield* openOf(monthBefore)
    const open = balances.map(({ accountNumber, balance, carriedUsd }) => ({ accountNumber, balance, carriedUsd }))
    yield* execute(`books-revaluation-${monthBefore}`, revaluePeriod, { period: monthBefore, version, balances: open }, by(finance))

    for (const [n, period] of [monthBefore, lastMonth].entries()) {
      const report = yield* drawn(period, "sales")
      yield* execute(`books-tax-${period}-reviewed`, reviewReport, report, by(chief))
      yield* execute(`books-tax-${period}-filed`, fileReport, { ...report, filingDate: null, reference: `NRA-${4711 + n}` }, by(finance))
      if (report.books.reduce((sum, { tax }) => sum + tax, 0) <= 0) continue
      const payment = {
        taxReportId: report.id,
        paymentAmount: null,
        paymentMethod: "bank_transfer" as const,
        paymentDate: today,
        referenceNumber: null,
        notes: "",
      }
      const id = yield* execute(`books-tax-${period}-payment`, recordTaxPayment, payment, by(finance))
      if (period === lastMonth) continue
      yield* execute(`books-tax-${period}-approved`, approveTaxPayment, { id }, by(chief))
      yield* execute(`books-tax-${period}-paid`, payTax, { id, paidDate: null, reference: "TT-2231" }, by(finance))
    }
    yield* drawn(lastMonth, "withholding")

    // drafts that wait for another person
    const draft = {
      date: today,
      description: "Bank charges of the month",
      reference: null,
      currency: "USD" as const,
      lines: [
        { account: "6900", debit: 8_650 },
        { account: "1010", credit: 8_650 },
      ],
    }
    yield* execute("books-draft", draftEntry, draft, by(finance))
    const change = {
      type: "official" as const,
      from: lastDay,
      rate: 142_750,
      source: "Bank of South Sudan, corrected list",
      reason: "The bank corrected its list",
    }
    if (days.includes(lastDay)) yield* execute("books-rate-change", proposeRateChange, change, by(finance))
  })
