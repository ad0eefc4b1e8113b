/** `ops reports aged-payables`. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addAgedReport } from "@ops/ledger/statements/aged-cli.ts"

const api = async () => (await import("./resource.ts")).PayablesApi

/** Adds the command to the reports. */
export const addAgedPayablesCommand = (reports: Command, call: Call): void =>
  addAgedReport(reports, {
    name: "aged-payables",
    description: "amounts owed to suppliers at the end of a day, by days overdue",
    currency: "bills in this currency",
    examples: ["open on that day, even if paid since", "into a spreadsheet"],
    read: async (command, query) => call(command, await api(), (client) => client.payables.aged({ query })),
    file: async (command, query, fileOf) => {
      const Effect = await import("effect/Effect")
      return call(command, await api(), (client) => Effect.flatMap(client.payables.aged({ query, responseMode: "response-only" }), fileOf))
    },
  })
