/** What `ops rehearse` refuses. A rehearsal itself is started and thrown away in the quarter (apps/cli/quarter). */
import { afterAll, expect, test } from "vitest"
import { installation } from "../installation.ts"

const demo = installation({})
afterAll(demo.stop)

test("a rehearsal without a moment, one of an unknown name and a port that is none are refused with what to do", async () => {
  for (const [words, said] of [
    [["start"], "ops rehearse start --as-of"],
    [["start", "unknown"], 'There is no rehearsal "unknown"'],
    [["remove", "unknown", "--yes"], 'There is no rehearsal "unknown"'],
    [["start", "a/b", "--as-of", "2026-10-31"], "letters, digits, dots and dashes"],
    [["start", "x", "--port", "http"], "--port cannot be"],
  ] as const) {
    const { code, err } = await demo.opsHere(["rehearse", ...words])
    expect(err, words.join(" ")).toContain(said)
    expect(code, words.join(" ")).not.toBe(0)
  }
})
