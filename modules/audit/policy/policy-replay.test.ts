import { expect, test } from "vitest"
import fc from "fast-check"
import { type Decision, median, replayLimit, replayPair } from "./policy-replay.ts"

const decision = (level: number, amountUsd: number, days: number, overridden = false): Decision => ({
  level,
  amountUsd,
  overridden,
  askedAt: "2026-10-01T08:00:00.000Z",
  decidedAt: new Date(Date.parse("2026-10-01T08:00:00.000Z") + days * 86_400_000).toISOString(),
})

// proves U-10-1
test("a lower limit stops the decisions of that level above it, and no others", () => {
  const kept = [decision(8, 250_000, 1), decision(10, 900_000, 3), decision(7, 400_000, 1)]
  const { stopped } = replayLimit([...kept, decision(8, 250_001, 1)], { level: 8, upTo: 250_000 })
  expect(stopped.map(({ decision: { amountUsd } }) => amountUsd)).toEqual([250_001])
})

test("what was overridden with a reason would have been overridden again, so it is not stopped", () => {
  expect(replayLimit([decision(8, 900_000, 1, true)], { level: 8, upTo: 0 }).stopped).toEqual([])
})

test("a stopped decision waits as long as the median of higher levels, and never less than it did", () => {
  const of = [decision(8, 500_000, 1), decision(8, 600_000, 9), decision(10, 1, 2), decision(10, 1, 4), decision(10, 1, 60)]
  const { stopped, usual, extra } = replayLimit(of, { level: 8, upTo: 100_000 })
  expect(usual).toBe(4)
  expect(stopped.map(({ waited, extra }) => [waited, extra])).toEqual([
    [1, 3],
    [9, 0],
  ])
  expect(extra).toBe(3)
})

test("the cost is unknown where no higher level decided in the period", () => {
  const { stopped, usual, extra } = replayLimit([decision(8, 500_000, 1)], { level: 8, upTo: 0 })
  expect([usual, extra, stopped[0]!.extra]).toEqual([null, 0, null])
})

test("a pair rule stops the records of which one person held both duties", () => {
  const { askedAt } = decision(8, 0, 0)
  const after = (days: number) => decision(8, 0, days).decidedAt
  const { stopped, usual, extra } = replayPair([
    { askedAt, decidedAt: after(0.5), samePerson: true },
    { askedAt, decidedAt: after(2), samePerson: false },
  ])
  expect([stopped.length, usual, extra]).toEqual([1, 2, 1.5])
})

test("the cost of a pair is the same whichever of its duties is named first", () => {
  const [{ askedAt: start }, after] = [decision(8, 0, 0), (days: number) => decision(8, 0, days).decidedAt]
  const held = [
    { askedAt: start, decidedAt: after(0.5), samePerson: true },
    { askedAt: start, decidedAt: after(2), samePerson: false },
  ]
  const swapped = held.map(({ askedAt, decidedAt, samePerson }) => ({ askedAt: decidedAt, decidedAt: askedAt, samePerson }))
  expect([replayPair(swapped).usual, replayPair(swapped).extra]).toEqual([2, 1.5])
})

test("a lower limit never stops fewer decisions than a higher one", () => {
  const decisions = fc.array(fc.tuple(fc.integer({ min: 6, max: 10 }), fc.integer({ min: 0, max: 1_000_000 }), fc.boolean()))
  fc.assert(
    fc.property(decisions, fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (rows, a, b) => {
      const of = rows.map(([level, amount, overridden]) => decision(level, amount, 1, overridden))
      const stoppedBy = (upTo: number) => replayLimit(of, { level: 8, upTo }).stopped.length
      expect(stoppedBy(Math.min(a, b))).toBeGreaterThanOrEqual(stoppedBy(Math.max(a, b)))
    }),
  )
})

test("half of the numbers are at most the median, and half at least", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (numbers) => {
      const middle = median(numbers)!
      expect(numbers.filter((n) => n <= middle).length * 2).toBeGreaterThanOrEqual(numbers.length)
      expect(numbers.filter((n) => n >= middle).length * 2).toBeGreaterThanOrEqual(numbers.length)
    }),
  )
})
