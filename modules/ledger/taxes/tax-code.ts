/** Taxes by code, with the date from which each rate holds. */
import { proportion } from "@ops/platform/money.ts"
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, type By, find, forbidden, invalid, newId, notFound, type CommandGenerator } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Optional, Parts, Rate, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const rate = {
  from: BusinessDate,
  /** hundredths of a percent: 1800 is 18.00 % */
  rate: Rate,
  /** the law or notice it comes from */
  source: Text(500),
}
export const TaxCode = record(
  "tax_code",
  {
    code: Line(20),
    name: Line(),
    /** confirmed by finance, where it is not what a new company begins with */
    rates: Parts(Schema.Struct({ ...rate, confirmed: Schema.Boolean })),
    /** rates that one person has proposed and another has not yet confirmed; none of them holds */
    proposals: Parts(Schema.Struct({ ...rate, proposedBy: Schema.NullOr(Schema.Int) })),
  },
  { label: "Tax", title: "name", unique: [{ fields: ["code"], sentence: "Another tax has this code" }] },
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

/** What the law says, as far as it is known here, in hundredths of a percent. A month is closed over another rate only once finance has confirmed it. */
export const statutoryRates: ReadonlyArray<{ readonly code: string; readonly from: string; readonly rate: number; readonly source: string }> = [
  { code: "SALES", from: "2023-07-01", rate: 2000, source: "Financial Act 2023/2024: hotel, restaurant and bar services" },
]

/** The rate on a date, in hundredths of a percent; undefined before the first. */
export const taxRateAt = (tax: Pick<Row<typeof TaxCode>, "rates">, date: string): number | undefined =>
  tax.rates.filter(({ from }) => from <= date).at(-1)?.rate
/** The tax on a net amount, cents, half a cent rounded up (away from zero). */
export const taxOn = (net: number, rate: number): number => proportion(net, rate, 10_000)

const requireFinance = (by: By) => {
  if (by.person !== null && !holdsAny(by, ["finance.full", "currency.manage"])) throw forbidden("Only finance can change taxes")
}

/** Adds a tax, still without a rate. */
export const addTaxCode = command("tax_code.add", function* (tax: Parameters<typeof TaxCodeAdded>[0], by) {
  requireFinance(by)
  return [taxCodes.at(yield* newId(taxCodes), TaxCodeAdded(tax))]
})

/**
 * Whether a rate would alter figures that are there: another holds on its day, and its day is not after the present month, whose
 * bills are previewed with it. Such a rate takes two people.
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
  // who sets a rate stands for it
  return [taxCodes.at(tax.id, TaxRateSet(rate)), ...(by.person === null ? [] : [taxCodes.at(tax.id, TaxRateConfirmed({ from: rate.from }))])]
})

/** The proposal of a rate from a day on. Refused (404) if there is none. */
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

/** Confirms a proposed rate: another person than the one who proposed it. It holds from then on; what is posted keeps its own. */
export const confirmTaxRate = command("tax_code.confirm_rate", function* ({ code, from }: { readonly code: string; readonly from: string }, by) {
  requireFinance(by)
  const { tax, proposal } = yield* proposalOf(code, from)
  if (by.simulated) throw forbidden("A simulated sign-in cannot approve money. Sign in with your password")
  if (by.person !== null && proposal.proposedBy === by.person) throw forbidden("You proposed this rate, so someone else confirms it")
  const { rate, source } = proposal
  return [
    taxCodes.at(tax.id, TaxRateProposalAccepted({ from, decidedBy: by.person })),
    taxCodes.at(tax.id, TaxRateSet({ from, rate, source })),
    taxCodes.at(tax.id, TaxRateConfirmed({ from })),
  ]
})

/** Rejects a proposed rate, with a reason; the person who proposed it can withdraw it so. */
export const rejectTaxRate = command(
  "tax_code.reject_rate",
  function* ({ code, from, reason }: { readonly code: string; readonly from: string; readonly reason: string }, by) {
    requireFinance(by)
    const { tax } = yield* proposalOf(code, from)
    if (reason.trim() === "") throw invalid("Reason is required")
    return [taxCodes.at(tax.id, TaxRateProposalRejected({ from, reason: reason.trim(), decidedBy: by.person }))]
  },
)
