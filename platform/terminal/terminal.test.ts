import { describe, expect, it } from "vitest"
import { recordingTerminal } from "./testing/recording-terminal.ts"
import { canAsk, canRedraw, hasColour, painter, visible } from "./terminal.ts"

describe("visible text", () => {
  it.each([
    ["\u001b[2J", "␛[2J"],
    ["\u009b2J", "<009B>2J"],
    ["a\tb\r\n", "a␉b␍␊"],
    ["\u007f", "␡"],
    ["\u202egnp.exe", "<202E>gnp.exe"],
    ["\u2066x\u2069", "<2066>x<2069>"],
    ["Jambo 古い é 👩‍🍳", "Jambo 古い é 👩‍🍳"],
  ])("shows %j as %j", (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it("keeps permitted control characters", () => {
    expect(visible("a\nb\u001b", "\n")).toBe("a\nb␛")
  })
})

describe("colour", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("TTY %s with %j: %s", (tty, env, coloured) => {
    const { stdout } = recordingTerminal({ tty })
    expect(hasColour(stdout, env)).toBe(coloured)
    expect(painter(stdout, env)("red", "x")).toBe(coloured ? "\u001b[31mx\u001b[39m" : "x")
  })
})

describe("a terminal", () => {
  it("can prompt and redraw on a TTY", () => {
    const terminal = recordingTerminal({ tty: true, env: { TERM: "xterm" } })
    expect([canAsk(terminal), canRedraw(terminal)]).toEqual([true, true])
  })

  it.each([{ CI: "true" }, { TERM: "dumb" }])("can neither prompt nor redraw with %j", (env) => {
    const terminal = recordingTerminal({ tty: true, env })
    expect([canAsk(terminal), canRedraw(terminal)]).toEqual([false, false])
  })

  it("prompts but does not redraw for a screen reader", () => {
    const terminal = recordingTerminal({ tty: true, env: { INK_SCREEN_READER: "true" } })
    expect([canAsk(terminal), canRedraw(terminal)]).toEqual([true, false])
  })

  it("does not redraw if only one stream is a TTY", () => {
    const screen = recordingTerminal({ tty: true })
    const { stdout } = recordingTerminal()
    expect(canRedraw({ ...screen, stdout })).toBe(false)
    expect(canAsk({ ...screen, stdout })).toBe(true)
  })
})
