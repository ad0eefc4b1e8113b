import { Command } from "./command.ts"
import { describe, expect, it } from "vitest"
import { addExamples, addHelp } from "./help.ts"

const help = async (...words: string[]) => {
  let out = ""
  const program = new Command("ops").exitOverride().configureOutput({ writeOut: (text) => (out += text), writeErr: () => {} })
  const list = program.command("billing").description("bills").command("list").alias("ls")
  addExamples(
    list.description("list bills").action(() => {}),
    [{ line: "ops billing list --site US", does: "the bills of one site" }],
  )
  addHelp(program, [{ name: "month-end", about: "closing a month", text: "First count, then close." }])
  await program.parseAsync(words, { from: "user" }).catch((error) => {
    if (error.exitCode !== 0) throw error
  })
  return out
}

describe("help", () => {
  it("shows examples for --help and the help command, and only mentions them for -h", async () => {
    const example = "  $ ops billing list --site US\n      the bills of one site\n"
    expect(await help("billing", "list", "--help")).toContain(example)
    expect(await help("help", "billing", "list")).toContain(example)
    expect(await help("help", "billing", "ls")).toContain(example)
    const short = await help("billing", "list", "-h")
    expect(short).not.toContain(example)
    expect(short).toContain("Examples: --help")
  })

  it("lists commands and topics", async () => {
    for (const words of [["help"], ["--help"]]) {
      const shown = await help(...words)
      expect(shown).toContain("billing")
      expect(shown).toMatch(
        /ops help exit-codes .*\n.*ops help output .*\n.*ops help past .*\n.*ops help environment .*\n.*ops help month-end +closing a month/,
      )
    }
  })

  it.each([
    ["exit-codes", "  130  stopped with Ctrl-C"],
    ["output", '"schemaVersion": 1'],
    ["past", /--as-of <time> +the data as known at that moment[^]*--as-at <day> +facts valid on that day as known now/],
    ["environment", "OPS_CONFIG_DIR"],
    ["month-end", "First count, then close."],
  ])("explains %s", async (topic, words) => {
    expect(await help("help", topic)).toMatch(words)
  })

  it("refuses unknown topics", async () => {
    await expect(help("help", "billing", "nope")).rejects.toMatchObject({
      code: 2,
      sentence: 'There is no help about "billing nope".',
    })
  })
})
