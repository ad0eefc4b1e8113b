/** `… reverse`: one command for every reversible document. `--dry-run` shows the entries and documents it would change. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Effect } from "effect"
import { confirm } from "@ops/platform/terminal/confirm.ts"
import type { Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import type { ReversalAnswer, ReversalPreview } from "./contract.ts"
import { moneyReversalKinds, type reversalKinds, reversalWords } from "./labels.ts"

type Preview = typeof ReversalPreview.Type
type Kind = (typeof reversalKinds)[number]

/** The payload of the call. */
export interface ReversingPayload {
  readonly reason: string
  readonly kind: Kind
  readonly version?: number
}

interface Reversible<Row extends { readonly id: number; readonly version: number }, Given> {
  /** the argument after the verb: "<payment>"; empty if an option names the document */
  readonly argument: string
  /** the verb, if `reverse` already reverses another document of the same command group */
  readonly verb?: string
  readonly description: string
  readonly columns: ReadonlyArray<TableColumn>
  /** an example of its number, and what the example does */
  readonly example: string
  readonly options?: (command: Command) => Command
  /** the possible kinds of reversal, if it is not about money */
  readonly kinds?: ReadonlyArray<Kind>
  readonly find: (name: string, command: Command, given: Given) => Promise<Row>
  readonly nameOf: (row: Row, given: Given) => string
  readonly preview: (row: Row, command: Command, given: Given) => Promise<Preview>
  readonly reverse: (row: Row, payload: ReversingPayload, command: Command, given: Given) => Promise<object>
}

const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "account", title: "Account", kind: "text", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "debitAmount", title: "Debit", kind: "money", priority: 0 },
  { key: "creditAmount", title: "Credit", kind: "money", priority: 0 },
  { key: "debitUsd", title: "Debit (USD)", kind: "money", priority: 2 },
  { key: "creditUsd", title: "Credit (USD)", kind: "money", priority: 2 },
  { key: "reverses", title: "Reverses", kind: "text", priority: 1 },
]
const documentColumns: ReadonlyArray<TableColumn> = [
  { key: "title", title: "Document", kind: "text", priority: 0 },
  { key: "from", title: "Status", kind: "text", priority: 1 },
  { key: "to", title: "Becomes", kind: "text", priority: 0 },
  { key: "text", title: "What happens", kind: "text", priority: 0 },
]

/** "2 journal entries; INV-2026-00003 sent again" */
const summary = ({ entries, documents }: Preview) =>
  [
    `${entries.length === 1 ? "1 journal entry" : `${entries.length} journal entries`} over ${entries.map(({ currency, total }) => `${currency} ${total}`).join(" and ")}`,
    ...documents.filter(({ from, to }) => from !== to).map(({ title, to }) => `${title} becomes ${to?.replaceAll("_", " ")}`),
  ].join("; ")

const show = async (command: Command, preview: Preview) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(preview, options)
  const lines = preview.entries.flatMap(({ currency, reverses, lines }) =>
    lines.map(({ accountNumber, accountName, ...line }) => ({ account: `${accountNumber} ${accountName}`, currency, reverses, ...line })),
  )
  await print(lines, { ...options, columns: lineColumns })
  const changed = preview.documents.filter(({ from, to, text }) => from !== to || (from === null && text !== null))
  if (changed.length === 0 || options.format === "csv") return
  process.stdout.write("\n")
  await print(changed, { ...options, columns: documentColumns })
}

/** Adds `reverse` to the commands for a kind of document. */
export const addReverseCommand = <Row extends { readonly id: number; readonly version: number }, Given extends object = object>(
  parent: Command,
  of: Reversible<Row, Given>,
): void => {
  const command = parent
    .command(`${of.verb ?? "reverse"} ${of.argument}`.trim())
    .description(of.description)
    .option("--reason <text>", "why; it stays in the history")
    .addOption(
      new Option(
        "--kind <word>",
        of.kinds
          ? "whether goods were returned to the supplier, or it was recorded in error"
          : "whether the bank returned the money, or it was recorded in error",
      )
        .choices(of.kinds ?? moneyReversalKinds)
        .default("error"),
    )
  const asked = of.options?.(command) ?? command
  asked
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show what it would post and change").conflicts("yes"))
    .examples(
      { line: `${of.example} --dry-run`, does: "shows what it would post and change" },
      { line: `${of.example} --reason "Entered twice" --yes`, does: "without asking" },
    )
    .action(async (...typed: ReadonlyArray<unknown>) => {
      const [given, command] = typed.slice(-2) as [Deciding & Given & { readonly reason?: string; readonly kind: Kind }, Command]
      const { reason, kind } = given
      if (reason === undefined && !given.dryRun)
        throw new Exit("usage", "The reason is missing.", { next: 'Add --reason "…", or look at what it does first with --dry-run' })
      const row = await of.find(typed.length > 2 ? String(typed[0]) : "", command, given)
      const preview = await of.preview(row, command, given)
      if (given.dryRun || reason === undefined) return show(command, preview)
      await confirm(`Reverse ${of.nameOf(row, given)}, ${reversalWords[kind]}: ${summary(preview)}?`, given)
      const payload = { reason, kind, version: row.version }
      const { print } = await import("@ops/platform/terminal/output.ts")
      await print(await of.reverse(row, payload, command, given), { ...commonOptions(command), columns: of.columns })
    })
}

type Resource = AnyResource & { readonly api: object; readonly Row: object }
type Reversal<R extends Resource> = R["Row"] & Pick<AnyRow, "id" | "version"> & { readonly reversal: typeof ReversalAnswer.Type }
interface AnyRow {
  readonly id: number
  readonly version: number
}
type Of<Given> = Given & { readonly params: { readonly id: number } }
interface Calls<R extends Resource> {
  readonly reversal: (of: Of<object>) => Effect.Effect<Preview, unknown>
  readonly reverse: (of: Of<{ readonly payload: ReversingPayload }>) => Effect.Effect<Reversal<R>, unknown>
}
type Ask<R extends Resource> = <A>(command: Command, use: (calls: Calls<R>) => Effect.Effect<A, unknown>) => Promise<A>
/** Adds `reverse` to the commands of a resource that has the calls `reversal` and `reverse`. */
export const addReversing = <R extends Resource>(
  { parent, columns, find, ask }: Pick<ReturnType<typeof addResourceCommands<R>>, "parent" | "columns" | "find"> & { readonly ask: Ask<R> },
  of: Pick<Reversible<Reversal<R>, object>, "argument" | "description" | "example" | "kinds" | "nameOf">,
): void =>
  addReverseCommand<Reversal<R>>(parent, {
    ...of,
    columns: [...columns, ...reversalColumns],
    find: async (name, command) => (await find(name, command)) as Reversal<R>,
    preview: ({ id }, command) => ask(command, (calls) => calls.reversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => {
      const row = await ask(command, (calls) => calls.reverse({ params: { id }, payload }))
      return { ...row, ...flatReversal(row) }
    },
  })

/** Table columns that show how a document was reversed. */
export const reversalColumns: ReadonlyArray<TableColumn> = [
  { key: "reversedOn", title: "Reversed on", kind: "date" },
  { key: "reversedBecause", title: "Reversed because", kind: "text" },
  { key: "reversedByEntry", title: "Reversed by", kind: "text" },
]
export const flatReversal = ({ reversal }: { readonly reversal: typeof ReversalAnswer.Type }) => ({
  reversedOn: reversal?.date ?? null,
  reversedBecause: reversal && `${reversalWords[reversal.kind]}: ${reversal.reason}`,
  reversedByEntry: reversal?.journalEntryNumber ?? null,
})
