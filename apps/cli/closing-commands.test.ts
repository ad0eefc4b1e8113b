/** The commands named by the closing checklist exist, with the named options. */
import { expect, it } from "vitest"
import { closingChecks } from "../server/modules.ts"
import { everyCommand } from "./in-process.ts"

it("every check in the closing checklist names an existing ops command and its options", async () => {
  const commands = await everyCommand()
  const wrong = closingChecks.filter(({ command }) => {
    const [ops, ...words] = command.split(" ")
    const found = commands.find((each) => each.words.every((word, n) => words[n] === word))
    const options = words.filter((word) => word.startsWith("--"))
    return ops !== "ops" || !found || !options.every((option) => found.command.options.some(({ long }) => long === option))
  })
  expect(wrong.map(({ key, command }) => `${key}: ${command}`)).toEqual([])
  expect(closingChecks.length).toBeGreaterThan(30)
})
