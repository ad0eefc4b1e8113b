/** `ops accounts`, `ops journal`, `ops rates` and `ops taxes`: looking into the books, and entering rates. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { JournalEntryAnswer } from "./contract.ts"
import { addJournalWriting } from "./journal-cli.ts"
import { addJournalDrafts } from "./journal-draft-cli.ts"
import { addRateChanges } from "./rate-change-cli.ts"

type Entry = typeof JournalEntryAnswer.Type

const accountColumns: ReadonlyArray<TableColumn> = [
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 0 },
  { key: "accountType", title: "Type", kind: "text", priority: 2 },
  { key: "balance", title: "Balance (USD)", kind: "money", priority: 1 },
  { key: "isActive", title: "Open", kind: "text", priority: 3 },
]
const entryColumns: ReadonlyArray<TableColumn> = [
  { key: "entryNumber", title: "Entry", kind: "text", priority: 0 },
  { key: "entryDate", title: "Date", kind: "date", priority: 0 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
  { key: "reference", title: "Reference", kind: "text", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "totalDebit", title: "Total", kind: "money", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 2 },
]
const entryFields: ReadonlyArray<TableColumn> = [
  ...entryColumns,
  { key: "effectiveDate", title: "Date of the fact", kind: "date" },
  { key: "lateReason", title: "Posted late because", kind: "text" },
  { key: "rate", title: "SSP for a dollar", kind: "money" },
  { key: "source", title: "Follows from", kind: "text" },
  { key: "by", title: "Posted by", kind: "text" },
  { key: "createdAt", title: "Posted", kind: "instant" },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
  { key: "debitAmount", title: "Debit", kind: "money", priority: 0 },
  { key: "creditAmount", title: "Credit", kind: "money", priority: 0 },
  { key: "debitUsd", title: "Debit (USD)", kind: "money", priority: 2 },
  { key: "creditUsd", title: "Credit (USD)", kind: "money", priority: 2 },
  { key: "description", title: "Description", kind: "text", priority: 3 },
]
const rateColumns: ReadonlyArray<TableColumn> = [
  { key: "type", title: "Type", kind: "text", priority: 1 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "rate", title: "SSP for a dollar", kind: "money", priority: 0 },
  { key: "source", title: "Source", kind: "text", priority: 2 },
]
const taxColumns: ReadonlyArray<TableColumn> = [
  { key: "code", title: "Code", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 1 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "rate", title: "Percent", kind: "money", priority: 0 },
  { key: "source", title: "Source", kind: "text", priority: 2 },
]

const api = async () => (await import("./contract.ts")).LedgerApi
const output = () => import("@ops/platform/terminal/output.ts")
const today = async () => (await import("@ops/platform/calendar.ts")).dateOf(new Date())

/** The entry that a person means by its number or its id. */
const entryNamed = async (call: Call, command: Command, name: string): Promise<Entry> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.ledger.entry({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  if (!/^JE-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of a journal entry.`, { next: "Give one like JE-2026-00001, or 12." })
  }
  const found = await call(command, contract, (client) => client.ledger.entries({ query: { q: number, limit: "1000" } }))
  const entry = found.find(({ entryNumber }) => entryNumber === number)
  if (entry) return entry
  throw new Exit("refused", `There is no journal entry ${number} that you may see.`, { next: "ops journal list" })
}

interface Asked {
  readonly account?: string
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly q?: string
  readonly limit: string
}

const listEntries = async (call: Call, { limit, ...query }: Asked, command: Command) => {
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number." })
  const contract = await api()
  const rows: Array<Entry> = []
  let total = 0
  let cursor: string | undefined
  do {
    const page = { ...query, limit: String(Math.min(1000, Number(limit) - rows.length)), cursor }
    const [more, { headers }] = await call(command, contract, (client) => client.ledger.entries({ query: page, responseMode: "decoded-and-response" }))
    rows.push(...more)
    total = Number(headers["x-total-count"] ?? rows.length)
    cursor = headers["x-next-cursor"]
  } while (cursor !== undefined && rows.length < Number(limit))
  const { print } = await output()
  await print(rows, { ...commonOptions(command), columns: entryColumns })
  if (rows.length < total) process.stderr.write(`${rows.length} of ${total}. The rest: --limit ${total}\n`)
}

const showEntry = async (call: Call, name: string, command: Command) => {
  const entry = await entryNamed(call, command, name)
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(entry, options)
  const { createdByUser, sourceKind, sourceId } = entry
  const told = {
    ...entry,
    source: sourceKind && `${sourceKind} ${sourceId}`,
    by: createdByUser && `${createdByUser.firstName} ${createdByUser.lastName}`,
  }
  await print(told, { ...options, columns: entryFields })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(entry.lines, { ...options, expanded: false, columns: lineColumns })
}

interface Setting {
  readonly from?: string
  readonly source?: string
  readonly yes?: boolean
}

const setRate = async (
  call: Call,
  rate: string,
  { from, source, type, yes }: Setting & { readonly type: "official" | "parallel" | "contract" },
  command: Command,
) => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const cents = parseMoney(rate)
  if (cents === undefined) throw new Exit("usage", `"${rate}" is not a rate.`, { next: "Give SSP for one dollar, such as 1350.50." })
  const day = from ?? (await today())
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Enter the ${type} rate ${rate} SSP for a dollar from ${day}?`, { yes })
  const payload = { type, from: day, rate: cents, ...(source && { source }) }
  const entered = await call(command, await api(), (client) => client.ledger.enterRate({ payload }))
  const { print } = await output()
  await print(entered, { ...commonOptions(command), columns: rateColumns })
}

const setTax = async (call: Call, code: string, percent: string, { from, source, yes }: Setting, command: Command) => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const rate = parseMoney(percent)
  if (rate === undefined) throw new Exit("usage", `"${percent}" is not a percentage.`, { next: "Give one such as 18 or 17.50." })
  const day = from ?? (await today())
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Set ${code} to ${percent} % from ${day}? Bills for periods that end before keep theirs.`, { yes })
  const payload = { from: day, rate, ...(source && { source }) }
  const tax = await call(command, await api(), (client) => client.ledger.setTaxRate({ params: { code }, payload }))
  const { print } = await output()
  const { name, rates } = tax
  await print(
    rates.map((rate) => ({ code: tax.code, name, ...rate })),
    { ...commonOptions(command), columns: taxColumns },
  )
}

/** Adds `accounts`, `journal`, `rates` and `taxes` to the program. */
export const addLedgerCommands = (program: Command, call: Call): void => {
  addExamples(
    program
      .command("accounts")
      .description("the chart of accounts")
      .command("list")
      .description("the accounts with their balances in USD")
      .option("--type <words>", "asset, liability, equity, income or expense; several with commas")
      .action(async ({ type: accountType }, command: Command) => {
        const rows = await call(command, await api(), (client) => client.ledger.accounts({ query: { accountType } }))
        const { print } = await output()
        await print(rows, { ...commonOptions(command), columns: accountColumns })
      }),
    [
      { line: "ops accounts list", does: "all accounts" },
      { line: "ops accounts list --type income,expense -o csv", does: "what the result is made of, as a file" },
    ],
  )

  const journal = program.command("journal").description("journal entries")
  addExamples(
    journal
      .command("list")
      .description("list entries, the newest first")
      .option("--account <number>", "that touch this account")
      .option("--from <day>", "from this day on")
      .option("--to <day>", "up to this day")
      .option("--status <words>", "posted or reversed")
      .option("--q <text>", "with this text in number, description or reference")
      .option("--limit <count>", "so many at most", "50")
      .action((given: Asked, command: Command) => listEntries(call, given, command)),
    [
      { line: "ops journal list --account 1100 --from 2026-10-01", does: "what moved the receivables since October" },
      { line: "ops journal list --q INV-2026-00012", does: "what follows from an invoice" },
    ],
  )
  addExamples(
    journal
      .command("show <entry>")
      .description("one entry with its lines")
      .action((name: string, _, command: Command) => showEntry(call, name, command)),
    [
      { line: "ops journal show JE-2026-00001", does: "by its number" },
      { line: "ops journal show 12 -o json", does: "by its id, for a program" },
    ],
  )
  addJournalWriting(journal, call, entryNamed)
  addJournalDrafts(journal, call)

  const rates = program.command("rates").description("exchange rates: SSP for a dollar")
  addExamples(
    rates
      .command("list")
      .description("the rates, the newest first")
      .option("--type <words>", "official, parallel or contract")
      .action(async ({ type }, command: Command) => {
        const rows = await call(command, await api(), (client) => client.ledger.rates({ query: { type } }))
        const { print } = await output()
        await print(rows, { ...commonOptions(command), columns: rateColumns })
      }),
    [{ line: "ops rates list --type official", does: "the rates of the books" }],
  )
  addExamples(
    rates
      .command("set <rate>")
      .description("enter what a dollar costs from a day on")
      .option("--from <day>", "from this day; today, if not given")
      .addOption(new Option("--type <type>", "which rate").choices(["official", "parallel", "contract"]).default("official"))
      .option("--source <text>", "where it comes from")
      .option("--yes", "do not ask")
      .action((rate: string, given, command: Command) => setRate(call, rate, given, command)),
    [
      { line: 'ops rates set 1350.50 --source "Bank of South Sudan"', does: "asks, then enters today's official rate" },
      { line: "ops rates set 6000 --type parallel --from 2026-11-01 --yes", does: "without asking" },
    ],
  )

  addRateChanges(rates, call)
  const taxes = program.command("taxes").description("taxes and their rates")
  addExamples(
    taxes
      .command("list")
      .description("each rate with the day from which it holds")
      .action(async (_, command: Command) => {
        const taxes = await call(command, await api(), (client) => client.ledger.taxes({ query: {} }))
        const { print } = await output()
        const rows = taxes.flatMap(({ code, name, rates }) => rates.map((rate) => ({ code, name, ...rate })))
        await print(rows, { ...commonOptions(command), columns: taxColumns })
      }),
    [{ line: "ops taxes list", does: "all of them" }],
  )
  addExamples(
    taxes
      .command("set <code> <percent>")
      .description("set the rate of a tax from a day on")
      .option("--from <day>", "from this day; today, if not given")
      .option("--source <text>", "the law or notice it comes from")
      .option("--yes", "do not ask")
      .action((code: string, percent: string, given: Setting, command: Command) => setTax(call, code, percent, given, command)),
    [{ line: 'ops taxes set SALES 20 --from 2027-01-01 --source "Finance Act 2027"', does: "asks, then sets it" }],
  )
}
