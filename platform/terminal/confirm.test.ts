import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as Redacted from "effect/Redacted"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { confirm, confirmByTyping, readSecret } from "./confirm.ts"
import { hasPty, onPty } from "./testing/pty.ts"
import { recordingTerminal } from "./testing/recording-terminal.ts"

const program = `"${process.execPath}" "${path.join(import.meta.dirname, "testing/example-program.ts")}"`

describe("without anyone to answer", () => {
  it("--yes and --confirm answer the question", async () => {
    const terminal = recordingTerminal()
    await confirm("Send it?", { yes: true }, terminal)
    await confirmByTyping("This closes 2026-10.", "2026-10", { confirm: "2026-10" }, terminal)
    expect(terminal.out() + terminal.err()).toBe("")
  })

  it("the error names the flag to use", async () => {
    for (const terminal of [recordingTerminal(), recordingTerminal({ tty: true, env: { CI: "1" } })]) {
      await expect(confirm("Send it?", {}, terminal)).rejects.toMatchObject({
        code: 2,
        next: expect.stringContaining("--yes"),
      })
      await expect(confirmByTyping("This closes it.", "2026-10", {}, terminal)).rejects.toMatchObject({
        code: 2,
        next: expect.stringContaining("--confirm 2026-10"),
      })
      await expect(readSecret("Password", {}, terminal)).rejects.toMatchObject({
        code: 2,
        next: expect.stringContaining("--token-file"),
      })
    }
  })

  it("a wrong --confirm is refused", async () => {
    await expect(confirmByTyping("This closes it.", "2026-10", { confirm: "2026-11" }, recordingTerminal())).rejects.toMatchObject({ code: 2 })
  })
})

describe("a secret", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "ops-secret-"))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("is read from standard input or a file, without the line ending", async () => {
    expect(Redacted.value(await readSecret("Token", { file: "-" }, recordingTerminal({ input: "to ken\r\n" })))).toBe("to ken")
    const file = path.join(folder, "token")
    await writeFile(file, "from-file\n", { mode: 0o600 })
    const terminal = recordingTerminal()
    expect(Redacted.value(await readSecret("Token", { file }, terminal))).toBe("from-file")
    expect(terminal.err()).toBe("")
  })

  it("is accepted with a warning from a file that others can read", async () => {
    const file = path.join(folder, "token")
    await writeFile(file, "x", { mode: 0o644 })
    const terminal = recordingTerminal()
    await readSecret("Token", { file }, terminal)
    expect(terminal.err()).toContain("chmod 600")
  })

  it("cannot be empty", async () => {
    await expect(readSecret("Token", { file: "-" }, recordingTerminal({ input: "\n" }))).rejects.toMatchObject({
      code: 2,
    })
    await expect(readSecret("Token", { file: path.join(folder, "none") }, recordingTerminal())).rejects.toMatchObject({
      code: 2,
    })
  })
})

describe.runIf(hasPty)("on a terminal", { timeout: 40_000 }, () => {
  it.each([
    ["yes", "y", 0],
    ["no", "n", 3],
    ["Enter, which means no", "\r", 3],
    ["Esc", "\u001b", 3],
    ["Ctrl-C", "\u0003", 3],
  ])("%s answers a question", async (_, key, code) => {
    const ended = await onPty(`${program} period send`, [[/Send it\?[^]*No/, key]])
    expect(ended.screen).toContain(code === 0 ? "sent" : "Cancelled; nothing was done.")
    expect(ended.code).toBe(code)
  })

  it("a name must be typed, and is asked for again if wrong", async () => {
    const ended = await onPty(`${program} period close 2026-10`, [
      [/Type 2026-10 to go on/, "2026-11\r"],
      [/press Esc to cancel/, "\u007f0\r"],
    ])
    expect(ended.screen).toContain("closed")
    expect(ended.code).toBe(0)
  })

  it("a password is never displayed", async () => {
    const ended = await onPty(`${program} login`, [[/Password/, "geheim\r"]])
    expect(ended.screen).toContain("6 letters")
    expect(ended.screen).not.toContain("geheim")
    expect(ended.code).toBe(0)
  })
})
