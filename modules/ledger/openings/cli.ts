/** `ops ledger openings`: what was taken over from earlier books, and its confirmation by another person. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { openings } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `openings` to `ledger`. */
export const addOpeningCommands = (ledger: Command, call: Call): void => {
  addResourceCommands<typeof openings>(ledger, call, {
    screen,
    api: async () => (await import("./resource.ts")).OpeningsApi,
    name: "ledger openings",
    description: "balances of earlier books: what one person has imported, another confirms",
    list: { examples: [{ line: "ops ledger openings list", does: "whose entries are not confirmed yet, and the equity that results" }] },
    commands: {
      confirm: {
        question: ({ waitingFor, equity }) => `Confirm the opening balances entered by ${waitingFor}? Equity is USD ${equity}.`,
        examples: [{ line: "ops ledger openings confirm 1", does: "asks, then confirms what other people have entered" }],
      },
    },
  })
}
