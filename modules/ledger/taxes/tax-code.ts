/** Taxes by code, with the date from which each rate applies. */
import { proportion } from "@ops/platform/money.ts"
import { Schema } from "effect"
import { command, find, forbidden, invalid, newId, notFound, type CommandGenerator } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, Line, Optional, Parts, Rate, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const rate = {
  from: BusinessDate,
  /** hundredths of a percent: 1800 is 18.00 % */
  rate: Rate,
  /** the law or notice that sets it */
  source: Text(500),
}
export const TaxCode = record(
  "tax_code",
  {
    code: Line(20),
    name: Line(),
    /** `confirmed`: confirmed by finance, as opposed to the initial setup */
    rates: Parts(Schema.Struct({ ...rate, confirmed: Schema.Boolean })),
    /** rates that one person proposed and another has not confirmed yet; none of them applies */
    proposals: Parts(Schema.Struct({ ...rate, proposedBy: Schema.NullOr(Schema.Int) })),
  },
  { label: "Tax", title: "name", unique: [{ fields: ["code"], sentence: "Another tax already has this code" }] },
)
const withoutProposal = <P extends { readonly from: string }>(tax: { readonly proposals: ReadonlyArray<P> }, from: string): ReadonlyArray<P> =>
  tax.proposals.filter((proposal) => proposal.from !== from)

export const TaxCodeAdded = event("TaxCodeAdded", 1, { code: Line(20), name: Line() }, ({ name }) => `${name} added`)
export const TaxRateSet = event("TaxRateSet", 1, rate, ({ rate, from }) => `${(rate / 100).toFixed(2)}% from ${from}`)
export const TaxRateConfirmed = event("TaxRateConfirmed", 1, { from: BusinessDate }, ({ from }) => `Rate from ${from} confirmed`)
export const TaxRateProposed = event(
  "TaxRateProposed",
  1,
  { ...rate, proposedBy: Optional(Ref("person")) },
  ({ rate, from, source }) => `${(rate / 100).toFixed(2)}% from ${from} proposed: ${source}`,
)
export const TaxRateProposalAccepted = event(
  "TaxRateProposalAccepted",
  1,
  { from: BusinessDate, decidedBy: Optional(Ref("person")) },
  ({ from }) => `Rate from ${from} confirmed by a second person`,
)
export const TaxRateProposalRejected = event(
  "TaxRateProposalRejected",
  1,
  { from: BusinessDate, reason: Text(500), decidedBy: Optional(Ref("person")) },
  ({ from, reason }) => `Proposed rate from ${from} rejected: ${reason}`,
)
export const taxCodes = stream(TaxCode, TaxCodeAdded, TaxRateSet, TaxRateConfirmed, TaxRateProposed, TaxRateProposalAccepted, TaxRateProposalRejected).fold({
  TaxCodeAdded: (_, tax) => ({ ...tax, rates: [], proposals: [] }),
  TaxRateProposed: (tax, proposal) => ({ ...tax, proposals: [...withoutProposal(tax, proposal.from), proposal] }),
  TaxRateProposalAccepted: (tax, { from }) => ({ ...tax, proposals: withoutProposal(tax, from) }),
  TaxRateProposalRejected: (tax, { from }) => ({ ...tax, proposals: withoutProposal(tax, from) }),
  TaxRateSet: (tax, rate) => ({
    ...tax,
    rates: [...tax.rates.filter(({ from }) => from !== rate.from), { ...rate, confirmed: false }].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
  TaxRateConfirmed: (tax, { from }) => ({ ...tax, rates: tax.rates.map((rate) => (rate.from === from ? { ...rate, confirmed: true } : rate)) }),
})

/**
 * The statutory rates known to the product, in hundredths of a percent. If another rate is in effect, a month can be closed only once finance has confirmed
 * that rate.
 */
export const statutoryRates: ReadonlyArray<{ readonly code: string; readonly from: string; readonly rate: number; readonly source: string }> = [
  { code: "SALES", from: "2023-07-01", rate: 2000, source: "Financial Act 2023/2024: hotel, restaurant and bar services" },
]

/** The rate on a date, in hundredths of a percent; undefined before the first. */
export const taxRateAt = (tax: Pick<Row<typeof TaxCode>, "rates">, date: string): number | undefined =>
  tax.rates.filter(({ from }) => from <= date).at(-1)?.rate
/** The tax on a net amount, cents, half a cent rounded up (away from zero). */
export const taxOn = (net: number, rate: number): number => proportion(net, rate, 10_000)

const requireFinance = requiring(["finance.full", "currency.manage"], "Only finance can change taxes")

/** Adds a tax, still without a rate. */
export const addTaxCode = command("tax_code.add", function* (tax: Parameters<typeof TaxCodeAdded>[0], by) {
  requireFinance(by)
  return [taxCodes.at(yield* newId(taxCodes), TaxCodeAdded(tax))]
})

/**
 * Whether a rate would change existing figures: another rate applies on its day, and its day is not after the current month, whose bills are previewed with
 * it. Such a rate takes two people.
 */
export const isChangeOfTax = (
  tax: Pick<Row<typeof TaxCode>, "rates">,
  { from, rate }: { readonly from: string; readonly rate: number },
  today: string,
): boolean => {
  const holds = taxRateAt(tax, from)
  return holds !== undefined && holds !== rate && from.slice(0, 7) <= today.slice(0, 7)
}

/**
 * Sets what a tax is from a day on, in hundredths of a percent. Documents keep the rate of their date. A rate that alters
 * figures that are there is only proposed: it holds when another person confirms it.
 */
export const setTaxRate = command("tax_code.rate", function* ({ code, ...rate }: Parameters<typeof TaxRateSet>[0] & { readonly code: string }, by) {
  requireFinance(by)
  const tax = yield* find(taxCodes, { code })
  if (!tax) throw notFound(`There is no tax ${code}`)
  if (rate.rate < 0 || rate.rate > 10_000) throw invalid("A tax rate is between 0 and 100%")
  if (by.person !== null && isChangeOfTax(tax, rate, by.today)) {
    if (rate.source.trim() === "") throw invalid("Source is required: the second person must see which law or notice the rate comes from")
    return [taxCodes.at(tax.id, TaxRateProposed({ ...rate, proposedBy: by.person }))]
  }
  // a rate that a person sets counts as confirmed
  return [taxCodes.at(tax.id, TaxRateSet(rate)), ...(by.person === null ? [] : [taxCodes.at(tax.id, TaxRateConfirmed({ from: rate.from }))])]
})

/** The proposed rate from a day on. Refused (404) if there is none. */
function* proposalOf(
  code: string,
  from: string,
): CommandGenerator<{
  readonly tax: Row<typeof TaxCode>
  readonly proposal: Row<typeof TaxCode>["proposals"][number]
}> {
  const tax = yield* find(taxCodes, { code })
  if (!tax) throw notFound(`There is no tax ${code}`)
  const proposal = tax.proposals.find((each) => each.from === from)
  if (!proposal) throw notFound(`No rate of ${code} from ${from} is proposed`)
  return { tax, proposal }
}

/** Confirms a proposed rate; not by the person who proposed it. It applies from then on; existing postings keep theirs. */
export const confirmTaxRate = command("tax_code.confirm_rate", function* ({ code, from }: { readonly code: string; readonly from: string }, by) {
  requireFinance(by)
  const { tax, proposal } = yield* proposalOf(code, from)
  refuseSimulated(by)
  if (by.person !== null && proposal.proposedBy === by.person) throw forbidden("You proposed this rate, so another person must confirm it")
  const { rate, source } = proposal
  return [
    taxCodes.at(tax.id, TaxRateProposalAccepted({ from, decidedBy: by.person })),
    taxCodes.at(tax.id, TaxRateSet({ from, rate, source })),
    taxCodes.at(tax.id, TaxRateConfirmed({ from })),
  ]
})

/** Rejects a proposed rate, with a reason; the person who proposed it can withdraw it this way. */
export const rejectTaxRate = command(
  "tax_code.reject_rate",
  function* ({ code, from, reason }: { readonly code: string; readonly from: string; readonly reason: string }, by) {
    requireFinance(by)
    const { tax } = yield* proposalOf(code, from)
    if (reason.trim() === "") throw invalid("Reason is required")
    return [taxCodes.at(tax.id, TaxRateProposalRejected({ from, reason: reason.trim(), decidedBy: by.person }))]
  },
)
