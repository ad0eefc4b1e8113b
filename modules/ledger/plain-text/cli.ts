/** `ops ledger export`: the books as a file for Beancount or hledger. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { readList } from "@ops/platform/terminal/lists.ts"
import { type PlainTextFormat, plainText, plainTextFormats } from "./plain-text.ts"

interface Asked {
  readonly format: PlainTextFormat
  readonly asAt?: string
  readonly out?: string
}

const everything = { all: true } as const

const read = async (call: Call, asAt: string, command: Command) => {
  const [{ AccountsApi }, { JournalEntriesApi }, { GeneralLedgerApi }, { CompanyApi }] = await Promise.all([
    import("../accounts/resource.ts"),
    import("../journal-entries/resource.ts"),
    import("../general-ledger/contract.ts"),
    import("@ops/sites/contract.ts"),
  ])
  const { rows: accounts } = await readList(command, everything, (page) =>
    call(command, AccountsApi, (client) => client.accounts.list({ query: { sort: "accountNumber", ...page }, responseMode: "decoded-and-response" })),
  )
  const { rows: entries } = await readList(command, everything, (page) =>
    call(command, JournalEntriesApi, (client) =>
      client.journalEntries.list({ query: { to: asAt, sort: "entryDate,entryNumber", ...page }, responseMode: "decoded-and-response" }),
    ),
  )
  const { name: company } = await call(command, CompanyApi, (client) => client.company.read())
  const from = entries[0]?.entryDate ?? asAt
  const balances = await Promise.all(
    (["USD", "SSP"] as const).map(async (currency) => {
      const report = await call(command, GeneralLedgerApi, (client) => client.generalLedger.report({ query: { from, to: asAt, currency, limit: "1" } }))
      return report.accounts.map(({ accountNumber, closing }) => ({ accountNumber, currency, closing }))
    }),
  )
  return { company, asAt, accounts, entries, balances: balances.flat() }
}

const exportBooks = async (call: Call, { format, asAt, out }: Asked, command: Command) => {
  const { dateOf } = await import("@ops/platform/calendar.ts")
  const books = await read(call, asAt ?? dateOf(new Date()), command)
  if (books.entries.some(({ lines }) => lines.some(({ accountId }) => accountId === null))) {
    throw new Exit("refused", "You only see one site's entries, but an export of the ledger needs all.", { next: "Ask someone with access to every site." })
  }
  const { saveStatement } = await import("../statements/terminal.ts")
  const name = `books-${books.asAt}.${format === "beancount" ? "beancount" : "journal"}`
  await saveStatement({ bytes: new TextEncoder().encode(plainText(format, books)), name }, out, command)
}

/** Adds the command to `ledger`. */
export const addPlainTextCommand = (ledger: Command, call: Call): void => {
  ledger
    .command("export")
    .description("all entries as text for Beancount or hledger, with general ledger balances to check")
    .addOption(new Option("--format <format>", "for which program").choices(plainTextFormats).makeOptionMandatory())
    .option("--as-at <day>", "up to the end of this day; today, if not given")
    .option("--out <file>", "the file's name")
    .examples(
      { line: "ops ledger export --format beancount", does: "writes a file; check it with: bean-check books-2026-11-26.beancount" },
      { line: "ops ledger export --format hledger --as-at 2026-10-31 --out october.journal", does: "for hledger -f october.journal check" },
    )
    .action((asked: Asked, command: Command) => exportBooks(call, asked, command))
}
