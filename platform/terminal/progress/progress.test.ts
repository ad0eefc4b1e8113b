import * as path from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { Exit } from "../exit-codes.ts"
import { withProgress } from "./progress.ts"
import { howFar, inWords, type Step } from "./run.ts"
import { hasPty, onPty } from "../testing/pty.ts"
import { recordingTerminal } from "../testing/recording-terminal.ts"

const step = (change: Partial<Step>): Step => ({
  name: "Posting",
  state: "running",
  count: 0,
  total: undefined,
  began: 0,
  ended: 0,
  ...change,
})

describe("inWords", () => {
  it.each([
    [400, "0 s"],
    [59_400, "59 s"],
    [185_000, "3 min 05 s"],
    [3_600_000 + 125_000, "1 h 02 min"],
  ])("formats %i ms", (milliseconds, words) => {
    expect(inWords(milliseconds)).toBe(words)
  })
})

describe("howFar", () => {
  it.each([
    [step({ count: 120, total: 412 }), 5000, "120 of 412 bills, 29%, 24/s, 12 s left"],
    [step({ count: 2, total: 4 }), 4000, "2 of 4 bills, 50%, 0.5/s, 4 s left"],
    [step({ count: 4, total: 4 }), 4000, "4 of 4 bills, 100%, 1.0/s"],
    [step({ count: 3, total: 412 }), 500, "3 of 412 bills, 0%"],
    [step({ count: 0, total: 412 }), 9000, "0 of 412 bills, 0%"],
    [step({ count: 30 }), 2000, "30 bills, 15/s"],
    [step({}), 7000, "7 s"],
    [step({ total: 0 }), 7000, "0 of 0 bills"],
    [step({ state: "done", count: 412, total: 412, ended: 17_000 }), 99_000, "412 bills, 17 s"],
    [step({ state: "done", count: 1, total: 1, ended: 17_000 }), 99_000, "1 bill, 17 s"],
    [step({ state: "done", ended: 1000 }), 99_000, "1 s"],
  ])("shows count, share, rate and remaining time as far as known", (given, now, words) => {
    expect(howFar(given, "bills", now)).toBe(words)
  })
  it("counts one entry, without a unit only the number", () => {
    expect([howFar(step({ count: 1 }), "entries", 500), howFar(step({ count: 1 }), "", 500)]).toEqual(["1 entry", "1"])
  })
})

describe("plain progress", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("prints one line per step on stderr, and nothing on stdout", async () => {
    const terminal = recordingTerminal()
    const result = await withProgress(
      "Counting",
      { steps: ["Reading", "Adding", "Proving"], unit: "entries" },
      async ({ begin, advance, note }) => {
        begin("Reading")
        begin("Proving", 3)
        advance()
        advance(2)
        note("odd\u001b[2J")
        begin("Unplanned")
        return 42
      },
      terminal,
    )
    expect(result).toBe(42)
    expect(terminal.err()).toBe("Reading: done, 0 s\nodd␛[2J\nProving: done, 3 entries, 0 s\nUnplanned: done, 0 s\n")
    expect(terminal.out()).toBe("")
  })

  it("gives a sign of life every five seconds", async () => {
    const terminal = recordingTerminal()
    await withProgress(
      "Posting",
      { total: 100, unit: "bills" },
      async ({ advance, expect: total }) => {
        advance(50)
        await vi.advanceTimersByTimeAsync(4999)
        expect(terminal.err()).toBe("")
        await vi.advanceTimersByTimeAsync(1)
        expect(terminal.err()).toBe("Posting: 50 of 100 bills, 50%, 10/s, 5 s left\n")
        total(200)
        await vi.advanceTimersByTimeAsync(5000)
        expect(terminal.err()).toContain("Posting: 50 of 200 bills, 25%, 5.0/s, 30 s left\n")
      },
      terminal,
    )
    expect(terminal.err()).toContain("Posting: done, 50 bills, 10 s\n")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("names the step that failed and passes the failure on", async () => {
    const terminal = recordingTerminal()
    const failing = withProgress(
      "Posting",
      3,
      async () => {
        throw new Exit("refused", "closed")
      },
      terminal,
    )
    await expect(failing).rejects.toMatchObject({ code: 5 })
    expect(terminal.err()).toBe("Posting: failed, 0 s\n")
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe.runIf(hasPty)("on a terminal", { timeout: 40_000 }, () => {
  const program = `"${process.execPath}" "${path.join(import.meta.dirname, "../testing/example-program.ts")}"`

  it("is a checklist that is redrawn and stays when done", async () => {
    const { screen, code } = await onPty(`${program} period count`, [], { NO_COLOR: "1" })
    expect(screen).toMatch(/Counting\r\n✓ Adding {2}2, \d+ s\r\n✓ Proving {2}\d+ s\r\n[^]*counted/)
    // the cursor moves up only to redraw, and is restored
    expect(screen).toContain("\u001b[1A")
    expect(screen).toContain("\u001b[?25h")
    expect(code).toBe(0)
  })

  it.each([
    ["the CI variable is set", "", { CI: "1" }],
    ["the terminal is dumb", "", { TERM: "dumb" }],
    ["stdout is a pipe", " | cat", {}],
  ])("is plain when %s", async (_, pipe, env) => {
    // the pipe belongs to the shell, which `exec` would replace
    const { screen } = await onPty(pipe ? `sh -c '${program} period count${pipe}'` : `${program} period count`, [], env as Record<string, string>)
    expect(screen).toMatch(/^Adding: done, 2, \d+ s\r\nProving: done, \d+ s\r\ncounted\r\n$/)
  })

  it("finishes the current item of a resumable run at the first Ctrl-C, and says how to continue", async () => {
    const { screen, code } = await onPty(`${program} period post`, [[/[1-9] of 400 bills/, "\u0003"]], {
      NO_COLOR: "1",
    })
    expect(screen).toContain("Stopping after this item. Ctrl-C again stops immediately.")
    expect(screen).toMatch(/■ Posting {2}stopped, \d+ bills/)
    expect(screen).toContain("Next:  ops period post --resume R1")
    expect(code).toBe(7)
  })

  it("exits at once with 130 at the second Ctrl-C", async () => {
    const { screen, code } = await onPty(`${program} period post --deaf`, [
      [/[1-9] of 400 bills/, "\u0003"],
      [/Stopping after this item/, "\u0003"],
    ])
    expect(code).toBe(130)
    expect(screen.lastIndexOf("\u001b[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001b[?25l"))
  })
})
