/** Commands of `ops` keep the names that scripts use. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import type { Command } from "@ops/platform/terminal/command.ts"
import { describe, expect, it } from "vitest"
import { withCurrentNames } from "./former-names.ts"
import { opsProgram } from "../program.ts"

/** A line for each command of version 0.1: its words, its arguments, and its options. */
const commands = readFileSync(path.join(import.meta.dirname, "commands-of-0.1.txt"), "utf8")
  .trim()
  .split("\n")

describe("a command line of version 0.1", () => {
  it("is understood, with each of its options", async () => {
    const { program } = await opsProgram([])
    /** Why a line is rejected. */
    const refused = (line: ReadonlyArray<string>): string | undefined => {
      let command: Command = program
      let rest = [...withCurrentNames(line)]
      while (command.commands.length > 0) {
        const child = command.commands.find((one) => one.name() === rest[0] || one.aliases().includes(rest[0]!))
        if (child === undefined) return `${line.join(" ")}: there is no ${rest[0]} in ${command.name()}`
        command = child
        rest = rest.slice(1)
      }
      const unknown = rest.find((word) => word.startsWith("--") && !command.options.some(({ long }) => long === word))
      return unknown && `${line.join(" ")}: ${command.name()} has no ${unknown}`
    }
    const faults = commands.flatMap((known) => {
      const words = known.split(" ")
      const isArgument = (word: string) => /^[<[]/.test(word)
      const name = words.filter((word) => !isArgument(word) && !word.startsWith("--"))
      const given = words.filter(isArgument).map(() => "12")
      const options = words.filter((word) => word.startsWith("--"))
      return [refused([...name, ...given]), ...options.map((option) => refused([...name, ...given, option]))].filter((fault) => fault !== undefined)
    })
    expect(faults).toEqual([])
    expect(commands.length).toBeGreaterThan(300)
  })

  it.each([
    ["tax pay TAX-2026-001 --amount 120.50", "tax payments record --report TAX-2026-001 --amount 120.50"],
    ["tax pay TXP-2026-0001 --approve --yes", "tax payments approve TXP-2026-0001 --yes"],
    ["tax pay TXP-2026-0001 --execute --date 2026-10-01", "tax payments pay TXP-2026-0001 --date 2026-10-01"],
    ["tax pay TXP-2026-0001 --cancel duplicate", "tax payments cancel TXP-2026-0001 --reason duplicate"],
    ["journal drafts --status draft", "journal drafts list --status draft"],
    ["journal drafts discard 12", "journal drafts discard 12"],
    ["contractors hours 3 --worked 7.5", "contractors record-hours 3 --worked 7.5"],
    ["contractors hours 3", "contractors hours --assignment 3"],
    ["contractors hours --status recorded", "contractors hours --status recorded"],
    ["maintenance plan Filters --check=gauge", "maintenance plan Filters --checklist=gauge"],
  ])("%s is %s", (line, now) => {
    expect(withCurrentNames(line.split(" ")).join(" ")).toBe(now)
  })
})
