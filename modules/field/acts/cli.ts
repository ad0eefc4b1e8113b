/** `ops field-acts`: the acts signed by devices, and those not recorded. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { fieldActs } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds the `field-acts` commands to the program. */
export const addFieldActsCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof fieldActs>(program, call, { screen, siteNamed, api: async () => (await import("./resource.ts")).FieldActsApi })
}
