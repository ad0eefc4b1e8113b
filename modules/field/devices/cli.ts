/** `ops devices`: the tablets and phones in the field. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { fieldDevices } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds the `devices` commands to the program. */
export const addDevicesCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof fieldDevices>(program, call, {
    screen,
    siteNamed,
    api: async () => (await import("./resource.ts")).FieldDevicesApi,
  })
}
