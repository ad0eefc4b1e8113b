/** `ops late-meals`: meals reported after their bill, and decisions on them. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { lateMeals } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `late-meals` to the program. */
export const addLateMealCommands = (program: Command, call: Call): void => {
  const commands = addResourceCommands<typeof lateMeals>(program, call, {
    screen,
    siteNamed,
    api: async () => (await import("./resource.ts")).LateMealsApi,
    name: "late-meals",
    description: "late meals: people at meals that are already billed, to be billed, credited or declined",
    list: { flags: { clientId: "client" }, named: { clientId: clientIdNamed } },
  })
  commands.parent
    .command("report")
    .description("report people who were or were not served at a billed meal")
    .requiredOption("--client <name>", "code, name or id")
    .requiredOption("--site <code>", "code, name or id")
    .requiredOption("--date <day>", "the day of the meal")
    .requiredOption("--meal <meal>", "breakfast, lunch or dinner")
    .requiredOption("--people <count>", "how many more than billed; --people=-2 for two fewer")
    .requiredOption("--reason <text>", "reason for the late report")
    .examples({
      line: 'ops late-meals report --client SLB --site US --date 2026-09-28 --meal dinner --people 3 --reason "Night shift, list came late"',
      does: "for finance to bill",
    })
    .action(async (given, command: Command) => {
      const { lateMealTypes } = await import("./late-meal.ts")
      const mealType = lateMealTypes.find((meal) => meal === given.meal)
      if (!mealType) throw new Exit("usage", `--meal cannot be "${given.meal}".`, { next: `Give one of: ${lateMealTypes.join(", ")}.` })
      if (!/^-?\d{1,4}$/.test(given.people)) throw new Exit("usage", `--people cannot be "${given.people}".`, { next: "Give a number such as 3 or -2." })
      const payload = {
        clientId: await clientIdNamed(call, command, given.client),
        siteId: await siteNamed(call, command, given.site),
        date: given.date,
        mealType,
        heads: Number(given.people),
        reason: given.reason,
      }
      const late = await commands.ask(command, (calls) => calls.propose({ payload }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      await print(late, { ...commonOptions(command), columns: commands.columns })
      printNext("ops late-meals list --status proposed")
    })
}
