/** Finding tax reports by name in the terminal. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TaxReportAnswer } from "./contract.ts"

export type Report = typeof TaxReportAnswer.Type

/** Finds a report by number or id. Throws `Exit` if there is none. */
export const reportNamed = async (call: Call, command: Command, name: string): Promise<Report> => {
  const { TaxesApi } = await import("./contract.ts")
  const found = await call(command, TaxesApi, (client) => client.taxReports.list({ query: { limit: "1000" } }))
  const report = found.find(({ id, reportNumber }) => reportNumber === name.toUpperCase() || String(id) === name)
  if (report) return report
  throw new Exit("refused", `There is no tax report ${name} that you may see.`, { next: "ops tax list" })
}
