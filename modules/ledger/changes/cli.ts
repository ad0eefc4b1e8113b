/** `ops diff`: what changed in a statement or a list between two moments. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { count } from "@ops/platform/text.ts"
import { type Changing, isChanging } from "./web/kinds.ts"

interface Given {
  readonly month?: string
  readonly period?: string
  readonly site?: string
  readonly currency?: "USD" | "SSP"
  readonly from: string
  readonly to?: string
  readonly lines?: boolean
}

const causeColumns = columnsOf({ cause: ["What changed it", "text", 0], count: ["Entries", "integer", 1], amount: ["Amount", "money", 0] })
const entryColumns = columnsOf({
  cause: ["What changed it", "text", 1],
  entryNumber: ["Entry", "text", 0],
  date: ["Date", "date", 1],
  description: ["For", "text", 0],
  amount: ["Amount", "money", 0],
  by: ["By", "text", 2],
  at: ["Recorded", "instant", 2],
  position: ["Event", "integer", 3],
})
const lineColumns = columnsOf({
  section: ["Part", "text", 2],
  title: ["Line", "text", 0],
  before: ["Then", "money", 0],
  after: ["Now", "money", 0],
  difference: ["Difference", "money", 0],
})

/** Prints what changed in a statement. */
export const printChanges = async (call: Call, kind: Changing, { month, period = month, site, currency, from, to, lines }: Given, command: Command) => {
  const { ChangesApi } = await import("./contract.ts")
  const query = { period, siteId: site, currency, since: from, ...(to !== undefined && { until: to }) }
  const found = await call(command, ChangesApi, (client) => client.changes.statement({ params: { statement: kind }, query }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  if (options.format === "json") return print(found, options)
  const { total, causes, since, until } = found
  const of = { currency: currency ?? "USD" }
  if (lines)
    await print(
      found.lines.map((line) => ({ ...of, ...line })),
      { ...options, columns: lineColumns },
    )
  else if (options.format === "csv" || options.expanded) {
    await print(
      causes.flatMap(({ title: cause, entries }) => entries.map((entry) => ({ ...of, cause, ...entry }))),
      { ...options, expanded: false, columns: entryColumns },
    )
  } else
    await print(
      causes.map(({ title: cause, count, amount }) => ({ ...of, cause, count, amount })),
      { ...options, columns: causeColumns },
    )
  const entries = causes.reduce((sum, cause) => sum + cause.count, 0)
  process.stderr.write(
    `${found.title}, ${found.period.title}, ${since.title} against ${until.title}: ${total.title.toLowerCase()} ${total.before} → ${total.after}, a difference of ${total.difference}, by ${count(entries, "entry", "entries")}.\n`,
  )
}

/** Adds `diff` to the program; `list` prints what changed in a list. */
export const addDiffCommand = (
  program: Command,
  call: Call,
  list: (what: string, given: { readonly from: string; readonly to: string; readonly rows?: boolean }, command: Command) => Promise<void>,
): void => {
  program
    .command("diff <what>")
    .description("what changed in a statement or list between two moments, and why")
    .option("--month <month>", "for a statement: the month, such as 2026-10")
    .option("--period <period>", "for a statement: a month, a quarter (2026-Q4) or a year")
    .option("--site <site>", "for a statement: one site, by id or name")
    .option("--currency <currency>", "for a statement: only entries in this currency")
    .requiredOption("--from <moment>", "a day or month (its end), a time, @ and a position, or published (as published at the close)")
    .option("--to <moment>", "the same; now, if it is not given", "now")
    .option("--lines", "for a statement: line by line")
    .option("--rows", "for a list: field by field")
    .examples(
      { line: "ops diff pnl --month 2026-09 --from published --to now", does: "profit and loss of September: published version and today" },
      { line: "ops diff balance-sheet --month 2026-10 --from 2026-11-05 --lines", does: "line by line" },
      { line: "ops diff pnl --month 2026-10 --from 2026-11-05 --expanded", does: "each entry with the event that recorded it" },
      { line: "ops diff invoices --from 2026-10 --to now", does: "changes to the invoices since the end of October" },
    )
    .action(async (what: string, given: Given & { readonly to: string; readonly rows?: boolean }, command: Command) =>
      isChanging(what) ? printChanges(call, what, given, command) : list(what, given, command),
    )
}
