/** `ops reports aged-receivables`. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addAgedReport } from "@ops/ledger/statements/aged-cli.ts"

const api = async () => (await import("../payments/resource.ts")).PaymentsApi

/** Adds the command to the reports. */
export const addAgedCommand = (reports: Command, call: Call): void =>
  addAgedReport(reports, {
    name: "aged-receivables",
    description: "amounts owed by clients at the end of a day, by days overdue",
    currency: "invoices in this currency",
    examples: ["open on that day, even if paid since", "into a spreadsheet"],
    read: async (command, query) => call(command, await api(), (client) => client.payments.aged({ query })),
    file: async (command, query, fileOf) => {
      const Effect = await import("effect/Effect")
      return call(command, await api(), (client) => Effect.flatMap(client.payments.aged({ query, responseMode: "response-only" }), fileOf))
    },
  })
