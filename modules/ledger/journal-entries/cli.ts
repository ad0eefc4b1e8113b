/** `ops journal post` and `ops journal reverse`: writing in the books. What one person writes, another posts. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { JournalBatchInput, JournalEntryAnswer } from "../contract.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "entryNumber", title: "Entry", kind: "text", priority: 0 },
  { key: "entryDate", title: "Date", kind: "date", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
]
const draftColumns: ReadonlyArray<TableColumn> = [{ key: "draftNumber", title: "Draft", kind: "text", priority: 0 }, ...columns.slice(1)]

const api = async () => (await import("../contract.ts")).LedgerApi
const named = (file: string) => (file === "-" ? "Standard input" : file)
const contentOf = async (file: string) => {
  const { readFileSync } = await import("node:fs")
  try {
    // 0 is standard input
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (cause) {
    throw new Exit("usage", `${named(file)} cannot be read.`, { why: cause instanceof Error ? cause.message : String(cause), cause })
  }
}

/** Two entries as a file can give them: a row a line, and the rows of one entry have the same word in `entry`. */
const csvExample = `entry,entryDate,description,reference,currency,account,debitAmount,creditAmount,lineDescription,siteId
1,2026-11-20,Bank charges,B-118,USD,6900,45.50,,,
1,2026-11-20,Bank charges,B-118,USD,1010,,45.50,,
2,2026-11-20,Fuel of the generator,,USD,6200,120.00,,Diesel,1
2,2026-11-20,Fuel of the generator,,USD,1000,,120.00,,1
`
const jsonExample = `[
  {
    "entryDate": "2026-11-20",
    "description": "Bank charges",
    "reference": "B-118",
    "currency": "USD",
    "lines": [
      { "account": "6900", "debitAmount": "45.50" },
      { "account": "1010", "creditAmount": "45.50" }
    ]
  }
]
`
const columnsOfEntry = ["entryDate", "description", "reference", "currency"] as const
const columnsOfLine = ["account", "debitAmount", "creditAmount", "lineDescription", "siteId"] as const
const example = "ops journal post --example shows one, with -o json as JSON."

type CsvRow = Readonly<Record<string, string>>

/** The entries of a CSV file: the rows with one word in `entry` are the lines of one entry. Empty cells are left out. */
const entriesOfCsv = async (text: string): Promise<ReadonlyArray<object>> => {
  const { parse } = await import("csv-parse/sync")
  const rows: ReadonlyArray<CsvRow> = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  const known = new Set<string>(["entry", ...columnsOfEntry, ...columnsOfLine])
  const unknown = Object.keys(rows[0] ?? {}).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`There is no column ${unknown.join(", ")}. The columns are ${[...known].join(", ")}`)
  const given = (row: CsvRow, names: ReadonlyArray<string>) =>
    names.flatMap((name) => (row[name] ? [[name === "lineDescription" ? "description" : name, row[name]]] : []))
  return [...Map.groupBy(rows, ({ entry }) => entry ?? "")].map(([entry, [first, ...more]]) => {
    const head = given(first!, columnsOfEntry)
    const other = more.find((row) => JSON.stringify(given(row, columnsOfEntry)) !== JSON.stringify(head))
    if (other) throw new Error(`The lines of entry ${entry} differ in their date, description, reference or currency`)
    return { ...Object.fromEntries(head), lines: [first!, ...more].map((row) => Object.fromEntries(given(row, columnsOfLine))) }
  })
}

/** The entries of a JSON or CSV file, as the call takes them. What is not one is a wrong use; nothing has been sent then. */
export const entriesIn = async (file: string): Promise<typeof JournalBatchInput.Type> => {
  const [contract, Schema, content] = await Promise.all([import("../contract.ts"), import("effect/Schema"), contentOf(file)])
  const isJson = /\.json$/i.test(file) || (!/\.csv$/i.test(file) && /^\s*[[{]/.test(content))
  let entries: unknown
  try {
    entries = isJson ? JSON.parse(content) : await entriesOfCsv(content)
  } catch (error) {
    throw new Exit("usage", `${named(file)} is not ${isJson ? "JSON" : "a CSV of journal entries"}.`, { why: (error as Error).message, next: example })
  }
  try {
    return Schema.decodeUnknownSync(contract.JournalBatchInput)({ entries })
  } catch (error) {
    throw new Exit("usage", `${named(file)} does not hold journal entries.`, { why: (error as Error).message.split("\n")[0], next: example })
  }
}

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
  const drafted = await call(command, await api(), (client) => client.ledger.postBatch({ payload }))
  const { print, printNext } = await import("@ops/platform/terminal/output.ts")
  const rows = drafted.entries.map((draft, n) => ({ ...draft, entryDate: payload.entries[n]!.entryDate, description: payload.entries[n]!.description }))
  await print(rows, { ...commonOptions(command), columns: draftColumns })
  printNext(`ops journal post-draft ${drafted.entries[0]!.draftNumber}`)
}

interface Reversing {
  readonly reason: string
  readonly date?: string
  readonly yes?: boolean
}

const reverse = async (
  find: (call: Call, command: Command, name: string) => Promise<typeof JournalEntryAnswer.Type>,
  call: Call,
  name: string,
  { reason, date, yes }: Reversing,
  command: Command,
) => {
  const { id, entryNumber, description, currency, totalDebit } = await find(call, command, name)
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Reverse ${entryNumber}, ${description}: ${currency} ${totalDebit}?`, { yes })
  const payload = { reason, ...(date !== undefined && { date }) }
  const reversal = await call(command, await api(), (client) => client.ledger.reverse({ params: { id }, payload }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  await print(reversal, { ...commonOptions(command), columns })
}

/** Adds both to `journal`; `find` finds the entry that a person means. */
export const addJournalWriting = (journal: Command, call: Call, find: Parameters<typeof reverse>[0]): void => {
  addExamples(
    journal
      .command("post [file]")
      .description("send the entries of a CSV or JSON file for another person to post: drafts of all of them, or none")
      .option("--yes", "do not ask")
      .option("--example", "print a file with two entries, and post nothing")
      .action((file: string | undefined, given: { readonly yes?: boolean; readonly example?: boolean }, command: Command) => {
        if (given.example) {
          process.stdout.write(commonOptions(command).format === "json" ? jsonExample : csvExample)
          return
        }
        if (file === undefined) throw new Exit("usage", "Name the file with the entries; - is standard input.", { next: example })
        return post(call, file, given, command)
      }),
    [
      { line: "ops journal post --example > entries.csv", does: "a file to start from" },
      { line: "ops journal post entries.csv", does: "asks, then drafts up to 1000 entries for another person to post" },
      { line: "ops journal post - --yes < entries.json", does: "from standard input, without asking" },
    ],
  )
  addExamples(
    journal
      .command("reverse <entry>")
      .description("reverse an entry that was written by hand")
      .requiredOption("--reason <text>", "why")
      .option("--date <day>", "the day of the reversal; today, if not given")
      .option("--yes", "do not ask")
      .action((name: string, given: Reversing, command: Command) => reverse(find, call, name, given, command)),
    [{ line: 'ops journal reverse JE-2026-00012 --reason "Entered twice"', does: "asks, then reverses it" }],
  )
}
