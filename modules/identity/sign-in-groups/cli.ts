/** `ops sign-in-groups`: the levels granted by groups of the sign-in service. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { signInGroups } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds the `sign-in-groups` commands to the program. */
export const addSignInGroupCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof signInGroups>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).SignInGroupsApi,
    description: "access levels of sign-in service groups",
    commands: {
      give: {
        examples: [
          { line: "ops sign-in-groups give --group kitchen --level 3 --from 2026-12-01", does: "asks, then gives the group's members level 3 from that day" },
        ],
      },
      end: { examples: [{ line: "ops sign-in-groups end kitchen --to 2026-12-31", does: "asks, then it grants nothing after that day" }] },
    },
  })
}
