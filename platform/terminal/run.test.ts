import { execFile, spawn } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { printNext } from "./output.ts"
import { hasPty, onPty } from "./testing/pty.ts"
import { isReading, readOnly } from "./reading.ts"
import { recordingTerminal } from "./testing/recording-terminal.ts"
import { withSafeSuggestions as safely } from "./run.ts"

const file = path.join(import.meta.dirname, "testing/example-program.ts")

const ops = (...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [file, ...words], (_, out, err) => resolve({ code: child.exitCode!, out, err }))
    child.stdin!.end()
  })

describe("a program", { timeout: 40_000 }, () => {
  it("prints data on stdout and exits with 0", async () => {
    expect(await ops("period", "list", "--no-headers")).toEqual({
      code: 0,
      out: "2026-09\tclosed\t1234567.50\n2026-10\topen\t-3.00\n",
      err: "",
    })
  })

  it.each([
    [["perod"], "(Did you mean period?)"],
    [["period", "lst"], "(Did you mean list?)"],
    [["period", "list", "--feilds", "a"], "(Did you mean --fields?)"],
    [["period", "list", "-o", "xml"], "Allowed choices are table"],
    [["period", "close"], "missing required argument"],
    [["complete", "tcsh"], "Allowed choices are zsh, bash, fish, powershell"],
    [["period"], "Usage: ops period"],
    [["period", "send"], "--yes"],
    [["period", "list", "--fields", "nope"], "Choose from period,state,total"],
  ])("exits with 2 when used as %j", async (words, said) => {
    const { code, out, err } = await ops(...words)
    expect(err).toContain(said)
    expect({ code, out }).toEqual({ code: 2, out: "" })
  })

  it("points to the help of the misused command with a line to paste", async () => {
    expect((await ops("period", "list", "-o", "xml")).err).toContain("Next:  ops period list --help")
  })

  it("never suggests a writing command in place of a reading one", async () => {
    // `list` of a program without one is closest to `post`
    const commands = ["post", "preview"]
    expect(safely("error: unknown command 'list'\n(Did you mean post?)")).toBe("error: unknown command 'list'")
    expect(safely("error: unknown command 'list'\n(Did you mean one of post, preview?)")).toBe("error: unknown command 'list'\n(Did you mean preview?)")
    expect(safely("error: unknown command 'pots'\n(Did you mean post?)")).toBe("error: unknown command 'pots'\n(Did you mean post?)")
    expect(commands.filter(isReading)).toEqual(["preview"])
    // a program without `read` has `send`
    expect((await ops("period", "read")).err).toMatch(/^Error: unknown command 'read'\nNext:/)
  })

  it("suggests no writing command to people who can only read", () => {
    const next = (line: string) => {
      const terminal = recordingTerminal()
      printNext(line, terminal)
      return terminal.err()
    }
    readOnly(true)
    expect(next("ops invoices send INV-2026-00012")).toBe("")
    expect(next("ops requests approve PR-2026-0001 --dry-run")).toBe("")
    expect(next("ops bills show AP-2026-00085")).toContain("ops bills show")
    readOnly(false)
    expect(next("ops invoices send INV-2026-00012")).toContain("ops invoices send")
  })

  it.each([[["--help"]], [["--version"]], [["help", "exit-codes"]], [["period", "list", "-h"]]])("exits with 0 after %j", async (words) => {
    const { code, out, err } = await ops(...words)
    expect(out).not.toBe("")
    expect({ code, err }).toEqual({ code: 0, err: "" })
  })

  it("adds the stack trace for --debug", async () => {
    const { code, err } = await ops("period", "list", "--fields", "nope", "--debug")
    expect(err).toMatch(/Exit: There is no field "nope"\.\n +at /)
    expect(code).toBe(2)
  })

  it("does not treat an early-closed pipe as a failure", async () => {
    const child = spawn(process.execPath, [file, "flood"], { stdio: ["ignore", "pipe", "pipe"] })
    let err = ""
    child.stderr.on("data", (text) => (err += text))
    child.stdout.once("data", () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.on("close", resolve))
    expect({ code, err }).toEqual({ code: 0, err: "" })
  })

  it("exits with 130 at Ctrl-C", async () => {
    const child = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `
      const { run } = await import(${JSON.stringify(path.join(import.meta.dirname, "run.ts"))})
      const { Command } = await import("./command.ts")
      const program = new Command("ops")
      program.command("wait").action(() => { process.stdout.write("waiting"); return new Promise((resolve) => setTimeout(resolve, 60000)) })
      await run(program, ["wait"])
    `,
      ],
      { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] },
    )
    child.stdout.once("data", () => child.kill("SIGINT"))
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(130)
  })

  it.runIf(hasPty)("prints a table on a terminal", async () => {
    const { screen, code } = await onPty(`"${process.execPath}" "${file}" period list`)
    expect(screen).toContain("\u001b[1mPeriod   State    Total (USD)\u001b[22m\r\n")
    expect(screen).toContain("2026-09  closed  1,234,567.50\r\n")
    expect(code).toBe(0)
  })
})
