/** `ops signed-days`: the days that clients have signed, and links by which they sign. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { signedDays } from "./resource.ts"
import { screen } from "./screen.ts"

interface Given {
  readonly site: string
  readonly client: string
  readonly date: string
}

/** Adds `signed-days` to the program. */
export const addSignedDaysCommands = (program: Command, call: Call): void => {
  const commands = addResourceCommands<typeof signedDays>(program, call, {
    screen,
    siteNamed,
    api: async () => (await import("./resource.ts")).SignedDaysApi,
    list: { flags: { clientId: "client" }, named: { clientId: clientIdNamed } },
  })
  const asked = async (command: Command, { site, client, date }: Given) => ({
    siteId: await siteNamed(call, command, site),
    clientId: await clientIdNamed(call, command, client),
    date,
  })
  const ofDay = (name: string, description: string) =>
    commands.parent
      .command(name)
      .description(description)
      .requiredOption("--site <code>", "code, name or id")
      .requiredOption("--client <name>", "code, name or id")
      .requiredOption("--date <day>", "the day")
  ofDay("sheet", "the sheet of a day as it can be signed")
    .examples({ line: "ops signed-days sheet --site US --client SLB --date 2026-11-20", does: "what the client would sign, to the byte" })
    .action(async (given: Given, command: Command) => {
      const { siteId, clientId, date } = await asked(command, given)
      const query = { siteId: String(siteId), clientId: String(clientId), date }
      const { text, meals } = await commands.ask(command, (calls) => calls.sheet({ query }))
      const options = commonOptions(command)
      const { print } = await import("@ops/platform/terminal/output.ts")
      if (options.format !== undefined) await print({ text, meals }, options)
      else process.stdout.write(text)
    })
  ofDay("link", "a link by which the client signs a day on their own phone")
    .examples({ line: "ops signed-days link --site US --client SLB --date 2026-11-20", does: "valid for 48 hours, for this one day" })
    .action(async (given: Given, command: Command) => {
      const payload = await asked(command, given)
      const { url, until } = await commands.ask(command, (calls) => calls.link({ payload }))
      const { print } = await import("@ops/platform/terminal/output.ts")
      await print({ url, until }, commonOptions(command))
    })
}
