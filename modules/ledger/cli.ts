/** `ops accounts`, `ops journal`, `ops rates` and `ops taxes`: looking into the books, and entering rates. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { paged, type Paging, printList, readList, tellRest } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { JournalEntryAnswer } from "./contract.ts"
import { addJournalWriting } from "./journal-entries/cli.ts"
import { addJournalDrafts } from "./journal-drafts/cli.ts"
import { addRateChanges } from "./exchange-rates/cli.ts"

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
  { key: "rate", title: "Percent", kind: "money", currency: null, priority: 0 },
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

interface Asked extends Paging {
  readonly account?: string
  readonly from?: string
  readonly to?: string
  readonly status?: string
  readonly q?: string
}

const listEntries = async (call: Call, { limit, all, ...query }: Asked, command: Command) => {
  const contract = await api()
  await printList(command, { limit, all }, entryColumns, (page) =>
    call(command, contract, (client) => client.ledger.entries({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
  )
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
  await print(entry.lines, { ...options, currency: entry.currency, expanded: false, columns: lineColumns })
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
  await confirm(`Enter the ${type} rate of ${rate} SSP per dollar from ${day}?`, { yes })
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
  const { name, rates, proposals } = tax
  if (proposals.some(({ from }) => from === day)) {
    process.stderr.write(`Proposed: it holds once another person confirms it, with: ops taxes confirm ${tax.code} ${day}\n`)
  }
  await print(
    rates.map((rate) => ({ code: tax.code, name, ...rate })),
    { ...commonOptions(command), columns: taxColumns },
  )
}

const decideTax = async (call: Call, code: string, from: string, { yes, reason }: { readonly yes?: boolean; readonly reason?: string }, command: Command) => {
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`${reason === undefined ? "Confirm" : "Reject"} the rate of ${code} from ${from}?`, { yes: yes ?? false })
  const params = { code, from }
  const tax = await call(command, await api(), (client) =>
    reason === undefined ? client.ledger.confirmTaxRate({ params }) : client.ledger.rejectTaxRate({ params, payload: { reason } }),
  )
  const { print } = await output()
  await print(
    tax.rates.map((rate) => ({ code: tax.code, name: tax.name, ...rate })),
    { ...commonOptions(command), columns: taxColumns },
  )
}

/** Adds `accounts`, `journal`, `rates` and `taxes` to the program. */
export const addLedgerCommands = (program: Command, call: Call): void => {
  addExamples(
    paged(
      program
        .command("accounts")
        .description("the chart of accounts")
        .command("list")
        .description("the accounts with their balances in USD")
        .option("--type <words>", "asset, liability, equity, income or expense; several with commas"),
    ).action(async ({ type: accountType, limit, all }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, accountColumns, (page) =>
        call(command, contract, (client) => client.ledger.accounts({ query: { accountType, ...page }, responseMode: "decoded-and-response" })),
      )
    }),
    [
      { line: "ops accounts list", does: "all accounts" },
      { line: "ops accounts list --type income,expense -o csv", does: "what the result is made of, as a file" },
    ],
  )

  const journal = program.command("journal").description("journal entries")
  addExamples(
    paged(
      journal
        .command("list")
        .description("list entries, the newest first")
        .option("--account <number>", "that touch this account")
        .option("--from <day>", "from this day on")
        .option("--to <day>", "up to this day")
        .option("--status <words>", "posted or reversed")
        .option("--q <text>", "with this text in number, description or reference"),
    ).action((given: Asked, command: Command) => listEntries(call, given, command)),
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
    paged(rates.command("list").description("the rates, the newest first").option("--type <words>", "official, parallel or contract")).action(
      async ({ type, limit, all }, command: Command) => {
        const contract = await api()
        await printList(command, { limit, all }, rateColumns, (page) =>
          call(command, contract, (client) => client.ledger.rates({ query: { type, ...page }, responseMode: "decoded-and-response" })),
        )
      },
    ),
    [{ line: "ops rates list --type official", does: "the rates of the books" }],
  )
  addExamples(
    rates
      .command("set <rate>")
      .description("enter the rate of the dollar from a given day")
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
    paged(taxes.command("list").description("each rate with the first day it applies")).action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      const { rows: taxes, total } = await readList(command, { limit, all }, (page) =>
        call(command, contract, (client) => client.ledger.taxes({ query: page, responseMode: "decoded-and-response" })),
      )
      const { print } = await output()
      const rows = taxes.flatMap(({ code, name, rates }) => rates.map((rate) => ({ code, name, ...rate })))
      await print(rows, { ...commonOptions(command), columns: taxColumns })
      tellRest(taxes.length, total)
      for (const { code, proposals } of taxes) {
        for (const { from, rate, canConfirm } of proposals) {
          process.stderr.write(
            `${code} ${rate} % from ${from} is proposed${canConfirm ? `: ops taxes confirm ${code} ${from}` : " and waits for another person"}\n`,
          )
        }
      }
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
    [{ line: 'ops taxes set SALES 20 --from 2027-01-01 --source "Finance Act 2027"', does: "asks, then sets it, or proposes it where figures would change" }],
  )
  addExamples(
    taxes
      .command("confirm <code> <from>")
      .description("confirm a rate that another person has proposed")
      .option("--yes", "do not ask")
      .action((code: string, from: string, { yes }: { yes?: boolean }, command: Command) => decideTax(call, code, from, { yes: yes ?? false }, command)),
    [{ line: "ops taxes confirm SALES 2026-11-01", does: "asks, then confirms it" }],
  )
  addExamples(
    taxes
      .command("reject <code> <from>")
      .description("reject a proposed rate, or withdraw your own")
      .requiredOption("--reason <text>", "why")
      .option("--yes", "do not ask")
      .action((code: string, from: string, { yes, reason }: { yes?: boolean; reason: string }, command: Command) =>
        decideTax(call, code, from, { yes: yes ?? false, reason }, command),
      ),
    [{ line: 'ops taxes reject SALES 2026-11-01 --reason "Not in force yet"', does: "asks, then rejects it" }],
  )
}
