/** `ops reports ledger`: an account's entries with the running balance, or every account's. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { GeneralLedgerAnswer } from "./contract.ts"

interface Asked {
  readonly account?: string
  readonly period?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
  readonly currency?: "USD" | "SSP"
  readonly limit: string
  readonly format?: "pdf" | "xlsx" | "csv"
  readonly out?: string
}

const entryColumns: ReadonlyArray<TableColumn> = [
  { key: "entryDate", title: "Date", kind: "date", priority: 0 },
  { key: "entryNumber", title: "Entry", kind: "text", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 0 },
  { key: "reference", title: "Reference", kind: "text", priority: 3 },
  { key: "siteName", title: "Site", kind: "text", priority: 3 },
  { key: "debit", title: "Debit", kind: "money", priority: 0 },
  { key: "credit", title: "Credit", kind: "money", priority: 0 },
  { key: "balance", title: "Balance", kind: "money", priority: 0 },
]
const accountColumns: ReadonlyArray<TableColumn> = [
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
  { key: "opening", title: "Opening", kind: "money", priority: 0 },
  { key: "debit", title: "Debit", kind: "money", priority: 1 },
  { key: "credit", title: "Credit", kind: "money", priority: 1 },
  { key: "closing", title: "Closing", kind: "money", priority: 0 },
  { key: "entries", title: "Entries", kind: "integer", priority: 2 },
]

/** Reads page by page until the limit is reached. */
const read = async (call: Call, command: Command, query: object, limit: number): Promise<GeneralLedgerAnswer> => {
  const { GeneralLedgerApi } = await import("./contract.ts")
  const page = (cursor: string | null, left: number) =>
    call(command, GeneralLedgerApi, (client) =>
      client.generalLedger.report({ query: { ...query, limit: String(Math.min(1000, left)), ...(cursor !== null && { cursor }) } }),
    )
  let report = await page(null, limit)
  while (report.next !== null && report.entries.length < limit) {
    const more = await page(report.next, limit - report.entries.length)
    report = { ...more, entries: [...report.entries, ...more.entries] }
  }
  return report
}

const printLedger = async (report: GeneralLedgerAnswer, command: Command) => {
  const [{ print }, { currencyOf }] = await Promise.all([import("@ops/platform/terminal/output.ts"), import("../statements/terminal.ts")])
  const options = { ...commonOptions(command), currency: currencyOf(report.measure) }
  if (options.format === "json") return print(report, options)
  const { title, period, siteName, measure, accountName, accounts, entries, total } = report
  process.stderr.write(`${[title, accountName, period.title, siteName, measure].filter(Boolean).join(", ")}\n`)
  if (accountName === null) return print(accounts, { ...options, columns: accountColumns })
  const [account] = accounts
  const ends = (entryDate: string, description: string, balance: string, sides: object = {}) => ({ entryDate, description, balance, ...sides })
  const shown = [
    ends(period.from, "Opening balance", account?.opening ?? "0.00"),
    ...entries,
    ...(entries.length < total
      ? []
      : [ends(period.to, "Closing balance", account?.closing ?? "0.00", account && { debit: account.debit, credit: account.credit })]),
  ]
  await print(shown, { ...options, columns: entryColumns })
  if (entries.length < total) process.stderr.write(`${entries.length} of ${total} entries. The rest: --limit ${total}, or --format csv\n`)
}

const show = async (call: Call, { site, format, out, limit, ...asked }: Asked, command: Command) => {
  if (out !== undefined && format === undefined) throw new Exit("usage", "--out works only with --format.", { next: "Add --format pdf, xlsx or csv" })
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number." })
  const query = { ...asked, ...(site !== undefined && { siteId: site }) }
  if (format === undefined) return printLedger(await read(call, command, query, Number(limit)), command)
  const [{ fileOf, saveStatement }, { GeneralLedgerApi }, Effect] = await Promise.all([
    import("../statements/terminal.ts"),
    import("./contract.ts"),
    import("effect/Effect"),
  ])
  const file = await call(command, GeneralLedgerApi, (client) =>
    Effect.flatMap(client.generalLedger.report({ query: { ...query, format }, responseMode: "response-only" }), fileOf),
  )
  return saveStatement(file, out, command)
}

/** Adds the command to the reports. */
export const addGeneralLedgerCommand = (reports: Command, call: Call): void => {
  reports
    .command("ledger")
    .description("an account's entries with the running balance; without an account, movements of every account")
    .option("--account <number>", "the account: 1100")
    .option("--period <period>", "a month (2026-10), a quarter (2026-Q4) or a year; this month, if nothing is given")
    .option("--from <day>", "from this day")
    .option("--to <day>", "up to this day")
    .option("--site <site>", "of one site, by id or name")
    .addOption(new Option("--currency <currency>", "only entries in this currency, in that currency").choices(["USD", "SSP"]))
    .option("--limit <n>", "maximum number of entries", "500")
    .addOption(new Option("--format <format>", "write all entries to a file instead").choices(["pdf", "xlsx", "csv"]))
    .option("--out <file>", "the file's name")
    .examples(
      { line: "ops reports ledger --account 1100 --period 2026-10", does: "opening balance, entries, closing balance" },
      { line: "ops reports ledger --period 2026-10", does: "movements of every account" },
      { line: "ops reports ledger --period 2026 --format csv --out ledger.csv", does: "all accounts, entry by entry" },
    )
    .action((asked: Asked, command: Command) => show(call, asked, command))
}
