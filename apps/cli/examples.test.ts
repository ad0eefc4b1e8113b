import { describe, expect, it } from "vitest"
import { examplesOf } from "@ops/platform/terminal/help.ts"
import { everyCommand, wordsOf } from "./in-process.ts"

describe("the examples in the help of ops", () => {
  it("name commands that exist, and only options that they have", async () => {
    const commands = await everyCommand()
    const faults = commands.flatMap(({ command }) =>
      examplesOf(command).flatMap(({ line }) => {
        const all = wordsOf(line)
        const typed = all.slice(all.indexOf("ops") + 1, all.includes("--") ? all.indexOf("--") : undefined)
        const named =
          commands.filter(({ words }) => words.every((word, n) => typed[n] === word)).sort((a, b) => b.words.length - a.words.length)[0]?.command ?? command
        const options = [named, named.parent, named.parent?.parent].flatMap((of) => of?.options ?? [])
        return typed
          .filter((word) => /^--\w/.test(word) && !options.some(({ long }) => long === word.split("=")[0]))
          .map((word) => `${line}: no option ${word}`)
      }),
    )
    expect(faults).toEqual([])
  })
})
