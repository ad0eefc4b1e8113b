/**
 * Changes of exchange rates that were already entered: one person proposes, another confirms. One person alone may enter the first rate of a type and day; a
 * second rate for the same day, or an official rate for a past day, changes existing figures.
 */
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, forbidden, get, invalid, findById, newId, nextNumber, permitted } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, SeriesNumber, Instant, Line, Literals, Optional, positive, Rate, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { exchangeRates, idOfRate, isChangeOfRate, rateAt, RateEntered, rateTypes } from "./exchange-rate.ts"

const facts = {
  changeNumber: SeriesNumber("RC"),
  type: Literals(...rateTypes),
  from: BusinessDate,
  /** hundredths of SSP per dollar: the rate in effect on that day, and the proposed one */
  was: Rate,
  rate: Rate,
  source: Text(500),
  reason: Line(500),
  proposedBy: Optional(Ref("person")),
}
export const RateChange = record(
  "rate_change",
  {
    ...facts,
    status: Literals("proposed", "confirmed", "rejected"),
    decidedBy: Optional(Ref("person")),
    decidedAt: Optional(Instant),
    rejectionReason: Optional(Text(500)),
  },
  {
    label: "Change of rate",
    title: "change_number",
    unique: [{ fields: ["changeNumber"], sentence: "Another rate change already has this number" }],
    indexes: [["status"]],
  },
)
const ssp = (rate: number) => `${formatMoney(rate)} SSP`
export const RateChangeProposed = event(
  "RateChangeProposed",
  1,
  facts,
  ({ changeNumber, type, from, was, rate, reason }) => `${changeNumber}: the ${type} rate from ${from} is to be ${ssp(rate)} instead of ${ssp(was)}: ${reason}`,
)
export const RateChangeConfirmed = event("RateChangeConfirmed", 1, { decidedBy: Optional(Ref("person")) }, () => "Confirmed by a second person")
export const RateChangeRejected = event(
  "RateChangeRejected",
  1,
  { decidedBy: Optional(Ref("person")), reason: Text(500) },
  ({ reason }) => `Rejected: ${reason}`,
)
export const rateChanges = stream(RateChange, RateChangeProposed, RateChangeConfirmed, RateChangeRejected).fold({
  RateChangeProposed: (_, proposed) => ({ ...proposed, status: "proposed" as const, decidedBy: null, decidedAt: null, rejectionReason: null }),
  RateChangeConfirmed: (change, { decidedBy }, at) => ({ ...change, status: "confirmed" as const, decidedBy, decidedAt: at }),
  RateChangeRejected: (change, { decidedBy, reason }, at) => ({ ...change, status: "rejected" as const, decidedBy, decidedAt: at, rejectionReason: reason }),
})

const requireCurrencyManager = requiring(["currency.manage"], "Only people who manage currencies can change a rate")
const requireProposed = ({ changeNumber, status }: Row<typeof RateChange>) => {
  if (status !== "proposed") throw conflict(`${changeNumber} is ${status} already`)
}

/** Proposes another rate for a day that already has one. It has no effect until another person confirms it. */
const asked = {
  type: withDefault("official", facts.type),
  from: facts.from,
  rate: positive(Rate),
  source: withDefault("", facts.source),
  reason: facts.reason,
}
export const proposeRateChange = command("rate_change.propose", "Propose another rate for a day that has one", asked, function* (input, by) {
  requireCurrencyManager(by)
  const known = yield* findById(exchangeRates, idOfRate(input.type))
  const was = rateAt(known, input.from)
  if (was === undefined || !isChangeOfRate(known, input, by.today)) throw invalid(`There is no ${input.type} rate for ${input.from} to change. Enter the rate`)
  if (was === input.rate) throw invalid(`The ${input.type} rate from ${input.from} is ${formatMoney(was)} already`)
  const [id, changeNumber] = [yield* newId(rateChanges), yield* nextNumber("RC", by.today.slice(0, 4))]
  return [rateChanges.at(id, RateChangeProposed({ changeNumber, was, ...input, proposedBy: by.person }))]
})

/** Confirms a change; not by the person who proposed it. The rate applies from then on; existing postings keep theirs. */
const one = { id: Ref("rate_change") }
export const confirmRateChange = command("rate_change.confirm", "Confirm a change proposed by another person", one, function* ({ id }, by) {
  requireCurrencyManager(by)
  const change = yield* get(rateChanges, id)
  requireProposed(change)
  refuseSimulated(by)
  if (by.person !== null && change.proposedBy === by.person) throw forbidden("You proposed this change, so another person must confirm it")
  yield* permitted()
  const { type, from, rate, source, was, changeNumber, proposedBy } = change
  const now = rateAt(yield* findById(exchangeRates, idOfRate(type)), from)
  if (now !== was) {
    throw conflict(
      `The rate has changed since ${changeNumber} was proposed: it is ${formatMoney(now ?? 0)}, not ${formatMoney(was)}. Reject it and propose a new change`,
    )
  }
  return [
    rateChanges.at(id, RateChangeConfirmed({ decidedBy: by.person })),
    exchangeRates.at(idOfRate(type), RateEntered({ type, from, rate, source, enteredBy: proposedBy })),
  ]
})

/** Rejects a proposed change; the person who proposed it may withdraw it this way. */
export const rejectRateChange = command("rate_change.reject", "Discard a proposed change", { ...one, reason: Line(500) }, function* ({ id, reason }, by) {
  requireCurrencyManager(by)
  requireProposed(yield* get(rateChanges, id))
  yield* permitted()
  if (reason.trim() === "") throw invalid("Reason is required")
  return [rateChanges.at(id, RateChangeRejected({ decidedBy: by.person, reason: reason.trim() }))]
})
