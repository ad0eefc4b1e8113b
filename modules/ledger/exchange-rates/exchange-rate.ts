/** The SSP price of a US dollar, by rate type and date. A document keeps the rate of its own date. */
import { formatMoney, proportion } from "@ops/platform/money.ts"
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { command, conflict, forbidden, invalid, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import { BusinessDate, Literals, Optional, Parts, Ref, Text, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

export const rateTypes = ["official", "parallel", "contract"] as const

const rate = {
  from: BusinessDate,
  /** hundredths of SSP for one USD: 130000 is 1300.00 */
  rate: Rate,
  source: Text(500),
}
/** One record per rate type: official is 1, parallel 2, contract 3. */
export const ExchangeRate = record(
  "exchange_rate",
  { type: Literals(...rateTypes), rates: Parts(Schema.Struct({ ...rate, enteredBy: Schema.NullOr(Schema.Int) })) },
  { label: "Exchange rate", title: "'USD/SSP ' || type", unique: [{ fields: ["type"], sentence: "This type of rate already exists" }] },
)
export const RateEntered = event(
  "RateEntered",
  1,
  { type: Literals(...rateTypes), ...rate, enteredBy: Optional(Ref("person")) },
  ({ type, rate, from }) => `${type} rate ${(rate / 100).toFixed(2)} SSP per USD from ${from}`,
)
export const exchangeRates = stream(ExchangeRate, RateEntered).fold({
  RateEntered: (known, { type, ...entered }) => ({
    type,
    rates: [...(known?.rates ?? []).filter(({ from }) => from !== entered.from), entered].sort((a, b) => (a.from < b.from ? -1 : 1)),
  }),
})

/** The rate on a date, in hundredths of SSP per dollar; undefined before the first. */
export const rateAt = (
  known: { readonly rates: ReadonlyArray<{ readonly from: string; readonly rate: number }> } | undefined,
  date: string,
): number | undefined => (known?.rates ?? []).filter(({ from }) => from <= date).at(-1)?.rate
/** Converts cents of SSP to cents of USD, half a cent rounded up. */
export const toUsd = (cents: number, rate: number): number => proportion(cents, 100, rate)

/** The record id of a rate type. */
export const idOfRate = (type: (typeof rateTypes)[number]) => rateTypes.indexOf(type) + 1

/** The official rate of a date, in hundredths of SSP per dollar. Refused if there is none yet. */
export function* officialRate(date: string): CommandGenerator<number> {
  const rate = rateAt(yield* findById(exchangeRates, idOfRate("official")), date)
  if (rate === undefined) throw invalid(`There is no exchange rate for ${date}`)
  return rate
}

/** One person may enter the first official rate of a day if it differs from the current rate by at most this many percent. */
export const furthestMove = 10

/** Whether a first official rate is so far from the current one that it may be a typing error, or that a second person should confirm it. */
const isFarMove = (was: number | undefined, rate: number) => was !== undefined && Math.abs(rate - was) * 100 > was * furthestMove

/**
 * Whether a rate needs two people: its day already has one of its type, or it is an official rate for a past day that another rate covers, or it is far from
 * the current rate. Bills and previews of that day are converted with it.
 */
export const isChangeOfRate = (
  known: Pick<Row<typeof ExchangeRate>, "rates"> | undefined,
  { type, from, rate }: { readonly type: (typeof rateTypes)[number]; readonly from: string; readonly rate: number },
  today: string,
): boolean => {
  const rates = known?.rates ?? []
  const was = rateAt(known, from)
  const isBackDated = was !== undefined && from < today
  return rates.some((rate) => rate.from === from) || (type === "official" && (isBackDated || isFarMove(was, rate)))
}

/** Enters the SSP price of a dollar from a day on. 409 if it changes a rate that was entered before: see rate-change.ts. */
export const enterRate = command("exchange_rate.enter", function* (input: Omit<Parameters<typeof RateEntered>[0], "enteredBy">, by) {
  if (by.person !== null && !holdsAny(by, ["currency.manage"])) throw forbidden("Only people who manage currencies can enter a rate")
  if (!(input.rate > 0)) throw invalid("Rate must be greater than 0")
  const id = idOfRate(input.type)
  const known = yield* findById(exchangeRates, id)
  if (by.person !== null && isChangeOfRate(known, input, by.today)) {
    const was = formatMoney(rateAt(known, input.from)!)
    const isFirst = input.from >= by.today && !known?.rates.some(({ from }) => from === input.from)
    if (isFirst) {
      throw conflict(
        `The official rate would go from ${was} to ${formatMoney(input.rate)}, more than ${furthestMove}%. That needs two people: propose the change, and another person confirms it`,
      )
    }
    throw conflict(
      `The ${input.type} rate for ${input.from} is ${was} already. Changing it needs two people: propose the change, and another person confirms it`,
    )
  }
  return [exchangeRates.at(id, RateEntered({ ...input, enteredBy: by.person }))]
})
