/** `ops journal drafts`, `ops journal draft` and `ops journal post-draft`: one person writes an entry, another posts it. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { entriesIn } from "../journal-entries/entry-file.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { journalDrafts } from "./resource.ts"
import { screen } from "./screen.ts"

type Draft = (typeof journalDrafts)["Row"]

const api = async () => (await import("./resource.ts")).JournalDraftsApi
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
  { key: "debitAmount", title: "Debit", kind: "money", priority: 0 },
  { key: "creditAmount", title: "Credit", kind: "money", priority: 0 },
  { key: "description", title: "Description", kind: "text", priority: 3 },
]

/** Adds `drafts` to `journal`, and the commands that write a draft from a file and post several. */
export const addJournalDrafts = (journal: Command, call: Call): void => {
  const { columns, find, ask } = addResourceCommands<typeof journalDrafts>(journal, call, {
    screen,
    api,
    name: "journal drafts",
    description: "journal entries written by one person and posted by another",
    list: {
      description: "draft entries, latest first",
      next: ({ canPost, draftNumber }) => (canPost ? `ops journal drafts post ${draftNumber} --dry-run` : undefined),
      examples: [
        { line: "ops journal drafts list --status draft", does: "transactions to post" },
        { line: "ops journal drafts list -o json", does: "with their lines, for a program" },
      ],
    },
    show: { tables: ({ lines }) => ({ lines: [lines, lineColumns] }) },
    commands: {
      post: { question: posting },
      discard: { question: ({ draftNumber }) => `Discard ${draftNumber}? It can no longer be changed or posted.` },
    },
  })
  const show = async (drafts: Draft | ReadonlyArray<Draft>, command: Command) => {
    await printRows(command, drafts, columns)
  }
  journal
    .command("draft <file>")
    .description("write a draft from a JSON file with one entry, for another person to post")
    .examples(
      { line: "ops journal draft entry.json", does: "the file is a list with one entry, as for ops journal post" },
      { line: "ops journal draft - < entry.json", does: "from standard input" },
    )
    .action(async (file: string, _: object, command: Command) => {
      const payload = await entryIn(file)
      await show(await ask(command, (calls) => calls.write({ payload })), command)
    })
  journal
    .command("post-draft <drafts...>")
    .description("post drafts written by another person, one after the other")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops journal post-draft JD-2026-00001", does: "asks, then posts it" },
      { line: "ops journal post-draft JD-2026-00001 JD-2026-00002 --yes", does: "several, without asking" },
    )
    .action(async (names: ReadonlyArray<string>, { yes }: { readonly yes?: boolean }, command: Command) => {
      const drafts: Array<Draft> = []
      for (const name of names) drafts.push(await find(name, command))
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(drafts.length === 1 ? posting(drafts[0]!) : `Post ${drafts.length} drafts? ${lasting}`, { yes })
      const posted: Array<Draft> = []
      for (const { id, version } of drafts) posted.push(await ask(command, (calls) => calls.post({ params: { id }, payload: { version } })))
      await show(posted.length === 1 ? posted[0]! : posted, command)
    })
}

const lasting = "A posted entry can only be corrected by a reversal."
const posting = ({ draftNumber, description, currency, totalDebit }: Draft) => `Post ${draftNumber}, ${description}: ${currency} ${totalDebit}? ${lasting}`

/** The single entry of a file. */
const entryIn = async (file: string) => {
  const { entries } = await entriesIn(file)
  const [entry, ...more] = entries
  if (entry !== undefined && more.length === 0) return entry
  throw new Exit("usage", `A draft is one entry; ${file === "-" ? "standard input" : file} holds ${entries.length}.`, {
    next: "Give a list with one entry, or draft several: ops journal post <file>",
  })
}
