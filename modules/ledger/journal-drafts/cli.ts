/** `ops journal drafts`, `draft`, `post-draft` and `discard`: entries that one writes and another posts. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { entriesIn } from "../journal-entries/cli.ts"
import type { JournalDraftAnswer } from "../contract.ts"

type Draft = typeof JournalDraftAnswer.Type

const columns: ReadonlyArray<TableColumn> = [
  { key: "draftNumber", title: "Draft", kind: "text", priority: 0 },
  { key: "entryDate", title: "Date", kind: "date", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 2 },
  { key: "totalDebit", title: "Debit", kind: "money", priority: 0 },
  { key: "totalCredit", title: "Credit", kind: "money", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "entryNumber", title: "Entry", kind: "text", priority: 1 },
]

const api = async () => (await import("./contract.ts")).JournalDraftsApi
const show = async (drafts: Draft | ReadonlyArray<Draft>, command: Command) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  await print(drafts, { ...commonOptions(command), columns })
}

/** The draft that a person means by its number or its id. */
const draftNamed = async (call: Call, command: Command, name: string): Promise<Draft> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.journalDrafts.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  if (!/^JD-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of a journal draft.`, { next: "Give one like JD-2026-00001, or 12." })
  }
  const found = await call(command, contract, (client) => client.journalDrafts.list({ query: { q: number, limit: "1000" } }))
  const draft = found.find(({ draftNumber }) => draftNumber === number)
  if (draft) return draft
  throw new Exit("refused", `There is no journal draft ${number} that you may see.`, { next: "ops journal drafts" })
}

const write = async (call: Call, file: string, command: Command) => {
  const { entries } = await entriesIn(file)
  const [payload, ...more] = entries
  if (payload === undefined || more.length > 0) {
    throw new Exit("usage", `A draft is one entry; ${file === "-" ? "standard input" : file} holds ${entries.length}.`, {
      next: "Give a list with one entry, or draft several: ops journal post <file>",
    })
  }
  await show(await call(command, await api(), (client) => client.journalDrafts.write({ payload })), command)
}

const post = async (call: Call, names: ReadonlyArray<string>, { yes }: { readonly yes?: boolean }, command: Command) => {
  const drafts: Array<Draft> = []
  for (const name of names) drafts.push(await draftNamed(call, command, name))
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  const [{ draftNumber, description, currency, totalDebit }] = drafts as [Draft, ...Array<Draft>]
  const what = drafts.length === 1 ? `${draftNumber}, ${description}: ${currency} ${totalDebit}` : `${drafts.length} drafts`
  await confirm(`Post ${what}? A posted entry can be corrected only by a reversal.`, { yes })
  const contract = await api()
  const posted: Array<Draft> = []
  for (const { id, version } of drafts) {
    posted.push(await call(command, contract, (client) => client.journalDrafts.post({ params: { id }, payload: { version } })))
  }
  await show(names.length === 1 ? posted[0]! : posted, command)
}

const discard = async (call: Call, name: string, reason: string, command: Command) => {
  const { id } = await draftNamed(call, command, name)
  await show(await call(command, await api(), (client) => client.journalDrafts.discard({ params: { id }, payload: { reason } })), command)
}

/** Adds them to `journal`. */
export const addJournalDrafts = (journal: Command, call: Call): void => {
  addExamples(
    paged(
      journal
        .command("drafts")
        .description("drafts of entries, the latest first")
        .option("--status <words>", "draft, posted or discarded; several with commas"),
    ).action(async ({ status, limit, all }: Paging & { readonly status?: string }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, columns, (page) =>
        call(command, contract, (client) => client.journalDrafts.list({ query: { status, ...page }, responseMode: "decoded-and-response" })),
      )
    }),
    [
      { line: "ops journal drafts --status draft", does: "what waits to be posted" },
      { line: "ops journal drafts -o json", does: "with their lines, for a program" },
    ],
  )
  addExamples(
    journal
      .command("draft <file>")
      .description("write a draft from a JSON file with one entry, for another person to post")
      .action((file: string, _: object, command: Command) => write(call, file, command)),
    [
      { line: "ops journal draft entry.json", does: "the file is a list with one entry, as ops journal post takes it" },
      { line: "ops journal draft - < entry.json", does: "from standard input" },
    ],
  )
  addExamples(
    journal
      .command("post-draft <drafts...>")
      .description("post drafts that another person wrote, one after the other")
      .option("--yes", "do not ask")
      .action((names: ReadonlyArray<string>, given: { readonly yes?: boolean }, command: Command) => post(call, names, given, command)),
    [
      { line: "ops journal post-draft JD-2026-00001", does: "asks, then posts it" },
      { line: "ops journal post-draft JD-2026-00001 JD-2026-00002 --yes", does: "several, without asking" },
    ],
  )
  addExamples(
    journal
      .command("discard <draft>")
      .description("discard a draft that is not to be posted")
      .requiredOption("--reason <text>", "why")
      .action((name: string, { reason }: { readonly reason: string }, command: Command) => discard(call, name, reason, command)),
    [{ line: 'ops journal discard JD-2026-00001 --reason "Booked by the bank import"', does: "discards it" }],
  )
}
