/** Taxes by code, with the date from which each rate holds. */
import { proportion } from "@ops/platform/money.ts"
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { act, type By, find, forbidden, invalid, newId, notFound } from "@ops/platform/records/act.ts"
import { BusinessDate, Line, Parts, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const rate = {
  from: BusinessDate,
  /** hundredths of a percent: 1800 is 18.00 % */
  rate: Whole,
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
  },
  { label: "Tax", title: "name", unique: [{ fields: ["code"], sentence: "Another tax has this code" }] },
)
export const TaxCodeAdded = event("TaxCodeAdded", 1, { code: Line(20), name: Line() }, ({ name }) => `${name} added`)
export const TaxRateSet = event("TaxRateSet", 1, rate, ({ rate, from }) => `${(rate / 100).toFixed(2)} % from ${from}`)
export const TaxRateConfirmed = event("TaxRateConfirmed", 1, { from: BusinessDate }, ({ from }) => `Rate from ${from} confirmed`)
export const taxCodes = stream(TaxCode, TaxCodeAdded, TaxRateSet, TaxRateConfirmed).fold({
  TaxCodeAdded: (_, tax) => ({ ...tax, rates: [] }),
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

const unlessFinance = (by: By) => {
  if (by.person !== null && !holdsAny(by, ["finance.full", "currency.manage"])) throw forbidden("Only finance can change taxes")
}

/** Adds a tax, still without a rate. */
export const addTaxCode = act("tax_code.add", function* (tax: Parameters<typeof TaxCodeAdded>[0], by) {
  unlessFinance(by)
  return [taxCodes.at(yield* newId(taxCodes), TaxCodeAdded(tax))]
})

/** Sets what a tax is from a day on, in hundredths of a percent. Documents keep the rate they were made with. */
export const setTaxRate = act("tax_code.rate", function* ({ code, ...rate }: Parameters<typeof TaxRateSet>[0] & { readonly code: string }, by) {
  unlessFinance(by)
  const tax = yield* find(taxCodes, { code })
  if (!tax) throw notFound(`There is no tax ${code}`)
  if (rate.rate < 0 || rate.rate > 10_000) throw invalid("A tax rate is between 0 and 100 %")
  // who sets a rate stands for it
  return [taxCodes.at(tax.id, TaxRateSet(rate)), ...(by.person === null ? [] : [taxCodes.at(tax.id, TaxRateConfirmed({ from: rate.from }))])]
})
