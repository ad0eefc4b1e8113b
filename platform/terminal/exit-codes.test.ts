import { describe, expect, it } from "vitest"
import { Exit, exitCodeOfStatus, exitCodes, outcomeOf, outcomes, type Outcome } from "./exit-codes.ts"

describe("exit codes", () => {
  it("are the ones scripts rely on", () => {
    expect(Object.entries(exitCodes)).toEqual([
      ["ok", 0],
      ["failure", 1],
      ["usage", 2],
      ["cancelled", 3],
      ["notAllowed", 4],
      ["refused", 5],
      ["unavailable", 6],
      ["partial", 7],
      ["difference", 8],
      ["interrupted", 130],
    ])
  })

  it("each have a meaning and map back to their outcome", () => {
    for (const outcome of Object.keys(exitCodes) as Outcome[]) {
      expect(outcomes[outcome]).not.toBe("")
      expect(outcomeOf(exitCodes[outcome])).toBe(outcome)
    }
  })

  it.each([
    [0, 6],
    [302, 1],
    [400, 5],
    [401, 4],
    [403, 4],
    [404, 5],
    [408, 6],
    [409, 5],
    [413, 5],
    [415, 5],
    [422, 5],
    [429, 6],
    [500, 6],
    [503, 6],
  ])("HTTP %i maps to %i", (status, code) => {
    expect(exitCodeOfStatus(status)).toBe(code)
  })

  it("an Exit carries its code, sentence and details", () => {
    const cause = new Error("deep")
    const exit = new Exit("refused", "The period is closed.", {
      why: "by Mary",
      next: "ops period reopen",
      requestId: "r1",
      cause,
    })
    expect(exit).toMatchObject({
      code: 5,
      sentence: "The period is closed.",
      message: "The period is closed.",
      why: "by Mary",
      next: "ops period reopen",
      requestId: "r1",
      cause,
    })
    expect(exit).toBeInstanceOf(Error)
  })
})
