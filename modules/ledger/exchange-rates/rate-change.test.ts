/** Changes of exchange rates: one person proposes, another confirms, and nothing applies in between. */
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { enterRate, exchangeRates, rateAt, RateEntered } from "./exchange-rate.ts"
import { confirmRateChange, proposeRateChange, rateChanges, rejectRateChange } from "./rate-change.ts"

const person = (id: number, level: number, simulated = false): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  simulated,
  today: "2026-11-21",
})
const [one, other, chief, manager] = [person(1, 7), person(2, 7), person(3, 10), person(4, 8)]
const entered = (from: string, rate: number) => RateEntered({ type: "official", from, rate, source: "bank", enteredBy: 1 })
const books = given(exchangeRates.at(1, entered("2026-01-01", 130_000)), exchangeRates.at(1, entered("2026-11-01", 140_000)))
const official = { type: "official" as const, source: "bank" }
const change = { ...official, from: "2026-11-01", rate: 141_000, reason: "Mistyped" }
const proposed = books.when(proposeRateChange, change, one)
const holding = (state: { row: typeof proposed.row }, date = "2026-11-15") => rateAt(state.row(exchangeRates, 1)!, date)

describe("changing the rate of a day that already has one", () => {
  test("one person cannot do it alone, but can enter the first rate of a day or a rate of another type", () => {
    books
      .when(enterRate, { ...official, from: "2026-11-01", rate: 150_000 }, one)
      .refuses("The official rate for 2026-11-01 is 1400.00 already. Changing it needs two people: propose the change, and another person confirms it", 409)
    // for a past day: between two rates already in effect, and after the last one
    books.when(enterRate, { ...official, from: "2026-11-20", rate: 150_000 }, one).refuses(/^The official rate for 2026-11-20 is 1400.00 already/, 409)
    books.when(enterRate, { ...official, from: "2026-06-01", rate: 150_000 }, one).refuses(/^The official rate for 2026-06-01 is 1300.00 already/, 409)
    books.when(enterRate, { ...official, from: "2026-11-21", rate: 150_000 }, one).gives(["exchange_rate/1", "RateEntered"])
    books.when(enterRate, { ...official, from: "2025-12-01", rate: 120_000 }, one).gives(["exchange_rate/1", "RateEntered"])
    books.when(enterRate, { ...official, type: "parallel", from: "2026-11-01", rate: 600_000 }, one).gives(["exchange_rate/2", "RateEntered"])
    // the first rate of a day, but more than a tenth above or below the current one
    const far = "The official rate would go from 1400.00 to 1540.01, more than 10%. That needs two people: propose the change, and another person confirms it"
    books.when(enterRate, { ...official, from: "2026-11-21", rate: 154_000 }, one).gives(["exchange_rate/1", "RateEntered"])
    books.when(enterRate, { ...official, from: "2026-11-21", rate: 154_001 }, one).refuses(far, 409)
    books.when(enterRate, { ...official, from: "2026-12-01", rate: 125_999 }, chief).refuses(/from 1400.00 to 1259.99, more than 10%/, 409)
    const agreed = books.when(proposeRateChange, { ...change, from: "2026-11-21", rate: 180_000 }, one).when(confirmRateChange, { id: 1 }, other)
    expect(holding(agreed, "2026-11-21")).toBe(180_000)
    // a rate from the installation itself is not a change by a person
    books
      .when(enterRate, { ...official, from: "2026-11-01", rate: 150_000 }, system("setup", new Date().toISOString()))
      .gives(["exchange_rate/1", "RateEntered"])
  })

  test("one person proposes it and another confirms it, in one commit with the rate", () => {
    proposed
      .gives(["rate_change/1", "RateChangeProposed"])
      .holds(rateChanges, 1, { changeNumber: "RC-2026-0001", was: 140_000, rate: 141_000, proposedBy: 1, status: "proposed", decidedBy: null })
    expect(holding(proposed)).toBe(140_000)
    const confirmed = proposed.when(confirmRateChange, { id: 1 }, other)
    confirmed
      .gives(
        ["rate_change/1", "RateChangeConfirmed", { decidedBy: 2 }],
        ["exchange_rate/1", "RateEntered", { type: "official", from: "2026-11-01", rate: 141_000, source: "bank", enteredBy: 1 }],
      )
      .holds(rateChanges, 1, { status: "confirmed", decidedBy: 2 })
    expect(holding(confirmed)).toBe(141_000)
    expect(holding(confirmed, "2026-10-31")).toBe(130_000)
  })

  test("is refused for the proposer, a simulated sign-in, or anyone without currency.manage", () => {
    proposed.when(confirmRateChange, { id: 1 }, one).refuses("You proposed this change, so another person must confirm it", 403)
    books
      .when(proposeRateChange, change, chief)
      .when(confirmRateChange, { id: 1 }, chief)
      .refuses("You proposed this change, so another person must confirm it", 403)
    proposed.when(confirmRateChange, { id: 1 }, person(2, 7, true)).refuses(/^A simulated sign-in cannot approve money/, 403)
    proposed.when(confirmRateChange, { id: 1 }, manager).refuses("Only people who manage currencies can change a rate", 403)
    books.when(proposeRateChange, change, manager).refuses("Only people who manage currencies can change a rate", 403)
    proposed.when(rejectRateChange, { id: 1, reason: "No" }, manager).refuses("Only people who manage currencies can change a rate", 403)
  })

  test("is refused when nothing changes, and is decided only once", () => {
    books
      .when(proposeRateChange, { ...change, from: "2026-11-21", rate: 141_000 }, one)
      .refuses("There is no official rate for 2026-11-21 to change. Enter the rate", 422)
    books.when(proposeRateChange, { ...change, rate: 140_000 }, one).refuses("The official rate from 2026-11-01 is 1400.00 already", 422)
    books.when(proposeRateChange, { ...change, rate: 0 }, one).refuses("Rate must be greater than 0", 422)
    const rejected = proposed.when(rejectRateChange, { id: 1, reason: "The bank says 1400" }, one).holds(rateChanges, 1, { status: "rejected", decidedBy: 1 })
    expect(holding(rejected)).toBe(140_000)
    rejected.when(confirmRateChange, { id: 1 }, other).refuses("RC-2026-0001 is rejected already", 409)
    proposed.when(rejectRateChange, { id: 1, reason: " " }, other).refuses("Reason is required", 422)
  })

  test("is refused if the rate has changed in the meantime", () => {
    const twice = proposed.when(proposeRateChange, { ...change, rate: 139_000 }, other).when(confirmRateChange, { id: 2 }, one)
    twice
      .when(confirmRateChange, { id: 1 }, other)
      .refuses("The rate has changed since RC-2026-0001 was proposed: it is 1390.00, not 1400.00. Reject it and propose a new change", 409)
    expect(holding(twice)).toBe(139_000)
  })

  test("however people try, only two people together can change the rate of a day", () => {
    const step = fc.record({
      by: fc.constantFrom(one, other, chief),
      act: fc.constantFrom("enter", "propose", "confirm", "reject"),
      day: fc.constantFrom("2026-01-01", "2026-06-01", "2026-11-01", "2026-11-10"),
      rate: fc.integer({ min: 1, max: 300_000 }),
      id: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = books.when(enterRate, { ...official, from: "2026-11-10", rate: 142_000 }, one)
        const ids = new Map<number, { proposer: number; change: { from: string; rate: number } }>()
        for (const { by, act, day, rate, id } of steps) {
          const before = state.row(exchangeRates, 1)!.rates
          const input = { ...official, from: day, rate }
          const next =
            act === "enter"
              ? state.when(enterRate, input, by)
              : act === "propose"
                ? state.when(proposeRateChange, { ...input, reason: "x" }, by)
                : act === "confirm"
                  ? state.when(confirmRateChange, { id }, by)
                  : state.when(rejectRateChange, { id, reason: "x" }, by)
          if (next.refusal) continue
          if (act === "propose") ids.set(ids.size + 1, { proposer: by.person!, change: { from: day, rate } })
          const after = next.row(exchangeRates, 1)!.rates
          const altered = before.filter((told) => after.find(({ from }) => from === told.from)!.rate !== told.rate)
          if (altered.length > 0) {
            expect(act).toBe("confirm")
            expect(ids.get(id)!.proposer).not.toBe(by.person)
          }
          state = next
        }
      }),
      { numRuns: times(50, 200) },
    )
  })
})
