/** `ops journal`: the entries of the books. One person writes them, another posts them. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { addReverseCommand } from "../reversals/terminal.ts"
import { addJournalDrafts } from "../journal-drafts/cli.ts"
import { csvExample, entriesIn, example, jsonExample } from "./entry-file.ts"
import type { journalEntries } from "./resource.ts"
import { screen } from "./screen.ts"

const draftColumns: ReadonlyArray<TableColumn> = [
  { key: "draftNumber", title: "Draft", kind: "text", priority: 0 },
  { key: "entryDate", title: "Date", kind: "date", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
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

const api = async () => (await import("./resource.ts")).JournalEntriesApi
const post = async (call: Call, file: string, { yes }: { readonly yes?: boolean }, command: Command) => {
  const payload = await entriesIn(file)
  const [{ count }, { formatMoney }, { confirm }] = await Promise.all([
    import("@ops/platform/text.ts"),
    import("@ops/platform/money.ts"),
    import("@ops/platform/terminal/confirm.ts"),
  ])
  const what = count(payload.entries.length, "entry", "entries")
  const totals = [...Map.groupBy(payload.entries, ({ currency = "USD" }) => currency)].map(
    ([currency, entries]) => `${currency} ${formatMoney(entries.flatMap(({ lines }) => lines).reduce((sum, { debitAmount }) => sum + (debitAmount ?? 0), 0))}`,
  )
  await confirm(`Send ${what} totalling ${totals.join(" and ") || "nothing"} for another person in finance to post?`, { yes })
  const drafted = await call(command, await api(), (client) => client.journalEntries.postBatch({ payload }))
  const { print, printNext } = await import("@ops/platform/terminal/output.ts")
  const rows = drafted.entries.map((draft, n) => ({ ...draft, entryDate: payload.entries[n]!.entryDate, description: payload.entries[n]!.description }))
  await print(rows, { ...commonOptions(command), columns: draftColumns })
  printNext(`ops journal drafts post ${drafted.entries[0]!.draftNumber}`)
}

/** Adds `journal` to the program, with the drafts of entries. */
export const addJournalCommands = (program: Command, call: Call): void => {
  const {
    parent: journal,
    columns,
    find,
    ask,
  } = addResourceCommands<typeof journalEntries>(program, call, {
    screen,
    api,
    name: "journal",
    list: {
      description: "list entries, newest first",
      examples: [
        { line: "ops journal list --account 1100 --from 2026-10-01", does: "entries on receivables since October" },
        { line: "ops journal list --q INV-2026-00012", does: "entries of an invoice" },
      ],
    },
    show: {
      description: "one entry with its lines",
      tables: ({ lines }) => ({ lines: [lines, lineColumns] }),
      examples: [
        { line: "ops journal show JE-2026-00001", does: "by its number" },
        { line: "ops journal show 12 -o json", does: "by its id, for a program" },
      ],
    },
    columns: { reference: { priority: 2 }, sourceKind: { priority: 3 }, status: { priority: 2 } },
    byHand: ["reverse"],
  })
  addReverseCommand<(typeof journalEntries)["Row"], { readonly date?: string }>(journal, {
    argument: "<entry>",
    description: "reverse a manual entry",
    columns,
    kinds: ["error"],
    example: "ops journal reverse JE-2026-00012",
    options: (reverse) => reverse.option("--date <date>", "the day of the reversal; today, if not given"),
    nameOf: ({ entryNumber, description }) => `${entryNumber}, ${description}`,
    find,
    preview: ({ id }, command) => ask(command, (calls) => calls.reversal({ params: { id } })),
    reverse: ({ id }, { reason }, command, { date }) =>
      ask(command, (calls) => calls.reverse({ params: { id }, payload: { reason, ...(date !== undefined && { date }) } })),
  })
  journal
    .command("post [file]")
    .description("draft the entries of a CSV or JSON file for another person to post, all together or none")
    .option("--yes", "do not ask")
    .option("--example", "print a sample file with two entries, and post nothing")
    .examples(
      { line: "ops journal post --example > entries.csv", does: "a sample file" },
      { line: "ops journal post entries.csv", does: "asks, then drafts up to 1000 entries for another person to post" },
      { line: "ops journal post - --yes < entries.json", does: "from standard input, without asking" },
    )
    .action((file: string | undefined, given: { readonly yes?: boolean; readonly example?: boolean }, command: Command) => {
      if (given.example) {
        process.stdout.write(commonOptions(command).format === "json" ? jsonExample : csvExample)
        return
      }
      if (file === undefined) throw new Exit("usage", "Name the file with the entries; - is standard input.", { next: example })
      return post(call, file, given, command)
    })
  addJournalDrafts(journal, call)
}
