/**
 * The tax owed for a month: drawn up from the posted lines of the tax account, reviewed by another person, filed, and paid. One report per month, tax and
 * currency; every line names its journal entry. Amounts are cents of the currency.
 */
import { Schema } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { command, conflict, find, forbidden, get, invalid, newId, nextNumber, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, SeriesNumber, Instant, Line, Literals, Money, MoneyTotal, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { periodTitle } from "../periods/period.ts"
import { spanOf } from "../statements/statement.ts"

export const taxTypes = ["sales", "withholding", "pit", "nsif"] as const
export type TaxType = (typeof taxTypes)[number]
/** The liability account of each tax. */
export const taxAccounts: Record<TaxType, string> = { sales: "2200", withholding: "2210", pit: "2110", nsif: "2120" }
export const taxNames: Record<TaxType, string> = {
  sales: "Sales tax",
  withholding: "Withholding tax",
  pit: "Personal income tax",
  nsif: "Social insurance (NSIF)",
}
const currencies = ["USD", "SSP"] as const

/** What one journal entry adds to a tax, for one site. */
export const TaxLine = Schema.Struct({
  journalEntryId: Schema.Int,
  entryNumber: Schema.String,
  date: Schema.String,
  /** the record that the entry is derived from: invoice 12 */
  sourceKind: Schema.NullOr(Schema.String),
  sourceId: Schema.NullOr(Schema.Int),
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  taxable: Schema.Int,
  tax: Schema.Int,
  /** the tax in the books, in cents of USD */
  taxUsd: Schema.Int,
})
export type TaxLine = typeof TaxLine.Type

const facts = {
  /** 2026-10 */
  taxPeriod: Line(7),
  taxType: Literals(...taxTypes),
  currency: Literals(...currencies),
  lines: Parts(TaxLine),
  totalTaxable: MoneyTotal,
  totalTaxOwed: MoneyTotal,
  /** cents of USD */
  owedUsd: MoneyTotal,
  dueDate: BusinessDate,
  notes: Text(2000),
  /** who last drew it up */
  createdBy: Optional(Ref("person")),
}
export const TaxReport = record(
  "tax_report",
  {
    reportNumber: SeriesNumber("TAX"),
    ...facts,
    status: Literals("draft", "reviewed", "filed", "paid"),
    reviewedBy: Optional(Ref("person")),
    reviewedDate: Optional(Instant),
    filedBy: Optional(Ref("person")),
    filingDate: Optional(BusinessDate),
    filingReference: Optional(Line(100)),
    totalTaxPaid: MoneyTotal,
    /** in payments that are not yet paid */
    reserved: MoneyTotal,
  },
  {
    label: "Tax report",
    title: "report_number",
    unique: [
      { fields: ["reportNumber"], sentence: "Another tax report already has this number" },
      { fields: ["taxPeriod", "taxType", "currency"], sentence: "A report of this tax and month in this currency already exists" },
    ],
  },
)
export const TaxReportDrawnUp = event(
  "TaxReportDrawnUp",
  1,
  { reportNumber: SeriesNumber("TAX"), ...facts },
  ({ reportNumber, taxType, taxPeriod }) => `${reportNumber} drawn up: ${taxNames[taxType].toLowerCase()} of ${taxPeriod}`,
)
export const TaxReportReviewed = event("TaxReportReviewed", 1, { reviewedBy: Optional(Ref("person")) }, () => "Reviewed")
export const TaxReportFiled = event(
  "TaxReportFiled",
  1,
  { filingDate: BusinessDate, filingReference: Optional(Line(100)), filedBy: Optional(Ref("person")) },
  ({ filingDate, filingReference }) => `Filed on ${filingDate}${filingReference === null ? "" : ` as ${filingReference}`}`,
)
export const TaxPaymentPlanned = event(
  "TaxPaymentPlanned",
  1,
  { paymentId: Ref("tax_payment"), amount: Money },
  ({ paymentId }, title) => `${title("tax_payment", paymentId)} recorded`,
)
export const TaxPaymentDropped = event(
  "TaxPaymentDropped",
  1,
  { paymentId: Ref("tax_payment"), amount: Money },
  ({ paymentId }, title) => `${title("tax_payment", paymentId)} cancelled`,
)
export const TaxSettled = event(
  "TaxSettled",
  1,
  { paymentId: Ref("tax_payment"), amount: Money },
  ({ paymentId }, title) => `Paid by ${title("tax_payment", paymentId)}`,
)
export const TaxSettlementReversed = event(
  "TaxSettlementReversed",
  1,
  { paymentId: Ref("tax_payment"), amount: Money },
  ({ paymentId }, title) => `${title("tax_payment", paymentId)} reversed`,
)

export const taxReports = stream(
  TaxReport,
  TaxReportDrawnUp,
  TaxReportReviewed,
  TaxReportFiled,
  TaxPaymentPlanned,
  TaxPaymentDropped,
  TaxSettled,
  TaxSettlementReversed,
).fold({
  TaxReportDrawnUp: (_, drawn) => ({
    ...drawn,
    status: "draft" as const,
    reviewedBy: null,
    reviewedDate: null,
    filedBy: null,
    filingDate: null,
    filingReference: null,
    totalTaxPaid: 0,
    reserved: 0,
  }),
  TaxReportReviewed: (report, { reviewedBy }, at) => ({ ...report, status: "reviewed" as const, reviewedBy, reviewedDate: at }),
  TaxReportFiled: (report, filed) => ({ ...report, ...filed, status: "filed" as const }),
  TaxPaymentPlanned: (report, { amount }) => ({ ...report, reserved: report.reserved + amount }),
  TaxPaymentDropped: (report, { amount }) => ({ ...report, reserved: report.reserved - amount }),
  TaxSettled: (report, { amount }) => {
    const totalTaxPaid = report.totalTaxPaid + amount
    const status = totalTaxPaid >= report.totalTaxOwed ? ("paid" as const) : report.status
    return { ...report, reserved: report.reserved - amount, totalTaxPaid, status }
  },
  // a report with a payment has been filed
  TaxSettlementReversed: (report, { amount }) => ({ ...report, totalTaxPaid: report.totalTaxPaid - amount, status: "filed" as const }),
})

type Report = Row<typeof TaxReport>

export const requireFinance = requiring("finance.full", "Only finance can report and pay taxes")

/** Due on the 15th of the next month. */
export const dueOf = (taxPeriod: string): string => addDays(spanOf(taxPeriod).to, 15)

/** Whether the books still equal the report. */
const isSame = (report: ReadonlyArray<TaxLine>, books: ReadonlyArray<TaxLine>) => {
  const told = (lines: ReadonlyArray<TaxLine>) =>
    lines.map(({ journalEntryId, siteId, description, taxable, tax }) => JSON.stringify([journalEntryId, siteId, description, taxable, tax])).sort()
  const [a, b] = [told(report), told(books)]
  return a.length === b.length && a.every((line, n) => line === b[n])
}
const requireUnchangedBooks = ({ reportNumber, lines }: Report, books: ReadonlyArray<TaxLine>) => {
  if (!isSame(lines, books)) throw conflict(`The ledger has changed since ${reportNumber} was prepared. Prepare it again`)
}

export interface DrawingUp {
  readonly taxPeriod: string
  readonly taxType: TaxType
  readonly currency: "USD" | "SSP"
  readonly notes: string
  /** the current journal lines of the month */
  readonly lines: ReadonlyArray<TaxLine>
}

/** Draws up the report of a past month; can be repeated until it is filed. */
export const drawUpReport = command("tax_report.drawUp", function* ({ taxPeriod, taxType, currency, notes, lines }: DrawingUp, by) {
  requireFinance(by)
  const title = periodTitle(taxPeriod)
  if (spanOf(taxPeriod).to >= by.today) throw invalid(`${title} is not over`)
  const known = yield* find(taxReports, { taxPeriod, taxType, currency })
  if (known && (known.status === "filed" || known.status === "paid"))
    throw conflict(`${known.reportNumber} is already filed. Later documents belong to the next month`)
  if (known && known.status === "draft" && known.notes === notes && isSame(known.lines, lines)) return unchanged(known.id)
  const sum = (of: (line: TaxLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const reportNumber = known?.reportNumber ?? (yield* nextNumber("TAX", taxPeriod.slice(0, 4), 3))
  const drawn = TaxReportDrawnUp({
    reportNumber,
    taxPeriod,
    taxType,
    currency,
    lines,
    totalTaxable: sum(({ taxable }) => taxable),
    totalTaxOwed: sum(({ tax }) => tax),
    owedUsd: sum(({ taxUsd }) => taxUsd),
    dueDate: dueOf(taxPeriod),
    notes,
    createdBy: by.person,
  })
  return [taxReports.at(known?.id ?? (yield* newId(taxReports)), drawn)]
})

interface Looking {
  readonly id: number
  /** the current journal lines of its month */
  readonly books: ReadonlyArray<TaxLine>
}

/** Confirms that a report is right; not by the person who drew it up. */
export const reviewReport = command("tax_report.review", function* ({ id, books }: Looking, by) {
  requireFinance(by)
  const report = yield* get(taxReports, id)
  if (report.status === "reviewed" && report.reviewedBy === by.person) return unchanged(id)
  if (report.status !== "draft") throw conflict(`${report.reportNumber} is ${report.status} already`)
  if (by.person !== null && report.createdBy === by.person) throw forbidden("You prepared this report, so another person must review it")
  requireUnchangedBooks(report, books)
  return [taxReports.at(id, TaxReportReviewed({ reviewedBy: by.person }))]
})

export interface Filing extends Looking {
  readonly filingDate: string | null
  readonly reference: string | null
}

/** Records that a reviewed report was filed. */
export const fileReport = command("tax_report.file", function* ({ id, books, filingDate, reference }: Filing, by) {
  requireFinance(by)
  const report = yield* get(taxReports, id)
  const { reportNumber, status, taxPeriod } = report
  if (status === "draft") throw conflict(`${reportNumber} is not reviewed yet`)
  if (status !== "reviewed") throw conflict(`${reportNumber} is ${status} already`)
  const day = filingDate ?? by.today
  if (day > by.today) throw invalid("Filing date cannot be in the future")
  if (day <= spanOf(taxPeriod).to) throw invalid(`A report of ${periodTitle(taxPeriod)} can be filed only after it is over`)
  requireUnchangedBooks(report, books)
  return [taxReports.at(id, TaxReportFiled({ filingDate: day, filingReference: reference, filedBy: by.person }))]
})

/** The amount that can still be paid on a report; refuses one that is not filed. */
export function* payableOn(id: number): CommandGenerator<{ readonly report: Report; readonly open: number }> {
  const report = yield* get(taxReports, id)
  if (report.status === "draft" || report.status === "reviewed") throw conflict(`${report.reportNumber} is not filed yet`)
  return { report, open: report.totalTaxOwed - report.totalTaxPaid - report.reserved }
}
