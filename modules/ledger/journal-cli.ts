/** `ops journal post` and `ops journal reverse`: writing in the books. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { JournalBatchInput, JournalEntryAnswer } from "./contract.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "entryNumber", title: "Entry", kind: "text", priority: 0 },
  { key: "entryDate", title: "Date", kind: "date", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
]

const api = async () => (await import("./contract.ts")).LedgerApi
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

/** The entries of a file, as the call takes them. What is not one is a wrong use; nothing has been sent then. */
export const entriesIn = async (file: string): Promise<typeof JournalBatchInput.Type> => {
  const [contract, Schema] = await Promise.all([import("./contract.ts"), import("effect/Schema")])
  const shape =
    'Give a list such as [{"entryDate":"2026-11-20","description":"Bank charges","lines":[{"account":"6900","debitAmount":"45.50"},{"account":"1010","creditAmount":"45.50"}]}]'
  let entries: unknown
  try {
    entries = JSON.parse(await contentOf(file))
  } catch (error) {
    if (error instanceof Exit) throw error
    throw new Exit("usage", `${named(file)} is not JSON.`, { why: (error as Error).message, next: shape })
  }
  try {
    return Schema.decodeUnknownSync(contract.JournalBatchInput)({ entries })
  } catch (error) {
    throw new Exit("usage", `${named(file)} does not hold journal entries.`, { why: (error as Error).message.split("\n")[0], next: shape })
  }
}

const post = async (call: Call, file: string, { yes }: { readonly yes?: boolean }, command: Command) => {
  const payload = await entriesIn(file)
  const { count } = await import("@ops/platform/text.ts")
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  const what = count(payload.entries.length, "entry", "entries")
  await confirm(`Post ${what}? They are corrected only by reversing them.`, { yes })
  const posted = await call(command, await api(), (client) => client.ledger.postBatch({ payload }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  const rows = posted.entries.map((entry, n) => ({ ...entry, entryDate: payload.entries[n]!.entryDate, description: payload.entries[n]!.description }))
  await print(rows, { ...commonOptions(command), columns })
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
      .command("post <file>")
      .description("post the entries of a JSON file in one commit: all of them, or none")
      .option("--yes", "do not ask")
      .action((file: string, given: { readonly yes?: boolean }, command: Command) => post(call, file, given, command)),
    [
      { line: "ops journal post entries.json", does: "asks, then posts up to 1000 entries" },
      { line: "ops journal post - --yes < entries.json", does: "from standard input, without asking" },
    ],
  )
  addExamples(
    journal
      .command("reverse <entry>")
      .description("take back an entry that was written by hand, by another with its sides swapped")
      .requiredOption("--reason <text>", "why")
      .option("--date <day>", "the day of the reversal; today, if not given")
      .option("--yes", "do not ask")
      .action((name: string, given: Reversing, command: Command) => reverse(find, call, name, given, command)),
    [{ line: 'ops journal reverse JE-2026-00012 --reason "Entered twice"', does: "asks, then reverses it" }],
  )
}
