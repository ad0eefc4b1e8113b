import { execFile } from "node:child_process"
import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { Command } from "../command.ts"
import { describe, expect, it } from "vitest"
import { asked, remembered } from "./completion.ts"
import { addCommonOptions } from "../options.ts"

const exec = promisify(execFile)
const file = path.join(import.meta.dirname, "../testing/example-program.ts")
const ops = async (...words: string[]) => (await exec(process.execPath, [file, ...words])).stdout

/** The suggestions of a shell for the words typed so far, the last one incomplete. */
const offered = async (...words: string[]) =>
  (await ops("complete", "--", ...words)).split("\n").flatMap((line) => (line.startsWith(":") || line === "" ? [] : [line.split("\t")[0]]))

describe("completion", { timeout: 40_000 }, () => {
  it("offers commands, at every depth", async () => {
    expect(await offered("p")).toEqual(["period"])
    expect(await offered("period", "c")).toEqual(["close", "count"])
  })

  it("offers options, including the common ones, and the choices of an option", async () => {
    expect(await offered("period", "list", "--s")).toEqual(["--site"])
    expect(await offered("period", "list", "--f")).toEqual(["--fields"])
    expect(await offered("period", "list", "-o", "")).toEqual(["table", "wide", "json", "ndjson", "csv", "plain"])
  })

  it("offers dynamic values for options and arguments", async () => {
    expect(await offered("period", "list", "--site", "")).toEqual(["US", "PA", "JU"])
    expect(await offered("period", "list", "--json", "--site", "P")).toEqual(["PA"])
    expect(await offered("period", "close", "2026-1")).toEqual(["2026-10"])
  })

  it("offers no value that a shell could execute", async () => {
    expect(await offered("period", "list", "--site", "$")).toEqual([])
  })

  it.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s that calls the program", async (shell) => {
    expect(await ops("complete", shell)).toMatch(/ops complete '?--/)
  })

  it("works in a bash without its completion package", async () => {
    const typed = ["ops", "period", "list", "--site", ""]
    const { stdout } = await exec(
      "bash",
      [
        "--norc",
        "-c",
        `
      ops() { "$NODE" "$PROGRAM" "$@"; }
      compopt() { :; }
      source <(ops complete bash)
      COMP_WORDS=(${typed.map((word) => `"${word}"`).join(" ")}) COMP_CWORD=${typed.length - 1}
      __ops_complete
      echo "\${COMPREPLY[*]}"
    `,
      ],
      { env: { ...process.env, NODE: process.execPath, PROGRAM: file } },
    )
    expect(stdout).toBe("US PA JU\n")
  })

  it("is listed in the help without being loaded", async () => {
    expect(await ops("--help")).toMatch(/complete <shell> +print the completion script for a shell/)
  })
})

describe("completion requests", () => {
  const program = new Command("ops")
  const period = program.command("period")
  period.command("close <period>").option("-s, --site <code>")
  period.command("move <from> <to...>")
  addCommonOptions(program)

  it.each([
    [["period", ""], undefined],
    [["period", "close", ""], "period"],
    [["period", "close", "--site", ""], "site"],
    [["period", "close", "-s", "U"], "site"],
    [["period", "close", "--site=U"], "site"],
    [["period", "close", "--site", "US", ""], "period"],
    [["period", "close", "--json", ""], "period"],
    [["period", "close", "2026-10", ""], undefined],
    [["period", "close", "-"], undefined],
    [["period", "move", "a", ""], "to"],
    [["period", "move", "a", "b", ""], "to"],
    [[], undefined],
  ])("after %j return %s", (words, name) => {
    expect(asked(program, words)).toBe(name)
  })
})

describe("cached completions", () => {
  it("are refreshed after ten minutes, each list separately, in private files", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "ops-cache-"))
    try {
      const env = { XDG_CACHE_HOME: folder }
      let reads = 0
      const read = async () => [`value ${++reads}`, "other"]
      const now = Date.now()
      expect(await remembered("sites", read, env, now)).toEqual(["value 1", "other"])
      expect(await remembered("sites", read, env, now + 9 * 60_000)).toEqual(["value 1", "other"])
      expect(await remembered("periods", read, env, now)).toEqual(["value 2", "other"])
      expect(await remembered("sites", read, env, now + 11 * 60_000)).toEqual(["value 3", "other"])
      const files = await readdir(path.join(folder, "ops"))
      expect(files).toHaveLength(2)
      for (const name of files) expect((await stat(path.join(folder, "ops", name))).mode & 0o777).toBe(0o600)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
