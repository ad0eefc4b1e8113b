/** `ops field-acts`: what devices have signed, and what was not recorded of it. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { fieldActs } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `field-acts` to the program. */
export const addFieldActsCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof fieldActs>(program, call, { screen, siteNamed, api: async () => (await import("./resource.ts")).FieldActsApi })
}
