/** `ops delegations`: who decides in whose place, and when. */
import type { Call } from "@ops/platform/terminal/call.ts"
import type { Command } from "@ops/platform/terminal/command.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { personNamed } from "../person-named.ts"
import type { delegations } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `delegations` to the program. */
export const addDelegationCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof delegations>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).DelegationsApi,
    description: "delegations of approvals, for example during leave",
    commands: {
      create: {
        named: { delegateId: personNamed },
        examples: [
          { line: "ops delegations create --delegate FO-MGT-001 --from 2026-12-01 --to 2026-12-28", does: "lets a person decide in your place for four weeks" },
        ],
      },
      end: { examples: [{ line: "ops delegations end 3", does: "asks, then ends it at once" }] },
    },
  })
}
