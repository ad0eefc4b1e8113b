import { expect, test } from "vitest"
import { everyCommand } from "../in-process.ts"
import { reversibles, wordsFor } from "./reverse.ts"

// proves U-11
test("one verb reverses every kind of document by the command of its kind, and names the kind where a number is of another", async () => {
  expect(wordsFor("receipt", "RCT-2026-0003", ["--dry-run"])).toEqual(["payments", "reverse", "RCT-2026-0003", "--dry-run"])
  expect(wordsFor("payroll", "2026-10", [])).toEqual(["payroll", "reverse-payment", "--period", "2026-10"])
  expect(() => wordsFor("invoice", "12", [])).toThrow('There is nothing to reverse called "invoice".')
  expect(() => wordsFor("expense", "RCT-2026-0003", [])).toThrow("RCT-2026-0003 is no expense.")

  const commands = await everyCommand()
  const named = new Map(commands.map(({ words, command }) => [words.join(" "), command]))
  for (const { words } of Object.values(reversibles)) {
    const command = named.get(words.filter((word) => !word.startsWith("--")).join(" "))
    expect(command, words.join(" ")).toBeDefined()
    const long = command!.options.map((option) => option.long)
    expect(long, words.join(" ")).toEqual(expect.arrayContaining(["--reason", "--dry-run"]))
  }
})

test("every command that shows what a reversal does has its word under the one verb", async () => {
  const reversing = (await everyCommand()).map(({ words }) => words.join(" ")).filter((name) => /(^| )reverse(-\w+)?$/.test(name) && name !== "reverse")
  const known = Object.values(reversibles).map(({ words }) => words.filter((word) => !word.startsWith("--")).join(" "))
  expect(reversing.filter((name) => !known.includes(name))).toEqual([])
})
