/** `ops search` finds records by number or words; `ops views` lists and removes saved views. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { Found, SavedViewAnswer } from "./contract.ts"

const hitColumns: ReadonlyArray<TableColumn> = [
  { key: "label", title: "What", kind: "text", priority: 0 },
  { key: "number", title: "Number", kind: "text", priority: 0 },
  { key: "title", title: "Title", kind: "text", priority: 0 },
  { key: "detail", title: "Detail", kind: "text", priority: 2 },
  { key: "site", title: "Site", kind: "text", priority: 1 },
  { key: "path", title: "Screen", kind: "text", priority: 3 },
]
const viewColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "list", title: "List", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "ownerName", title: "Owner", kind: "text", priority: 1 },
  { key: "seenBy", title: "Seen by", kind: "text", priority: 1 },
  { key: "isDefault", title: "Opens the list", kind: "text", priority: 2 },
  { key: "filters", title: "Filters", kind: "text", priority: 3 },
]
const api = async () => (await import("./contract.ts")).SearchApi
const output = () => import("@ops/platform/terminal/output.ts")

const flat = (groups: ReadonlyArray<typeof Found.Type>) =>
  groups.flatMap(({ kind, label, hits }) => hits.map(({ number, title, detail, site, path, id }) => ({ kind, label, id, number, title, detail, site, path })))
const shown = (view: typeof SavedViewAnswer.Type) => ({
  ...view,
  seenBy: view.sharedFrom === null ? "its owner" : `level ${view.sharedFrom} and above`,
  filters: Object.entries(view.query)
    .map(([field, value]) => `${field}=${value}`)
    .join(" "),
})

/** Adds the `search` and `views` commands to the program. */
export const addSearchCommands = (program: Command, call: Call): void => {
  program
    .command("search <text...>")
    .description("find records by number or text")
    .option("--limit <number>", "maximum number of results of each kind, up to 50", "5")
    .option("--kind <kind>", "only of this kind, such as invoice")
    .examples(
      { line: "ops search PR-2026-0001", does: "the request with this number, and the records that mention it" },
      { line: 'ops search "diesel generator" --limit 20 -o csv', does: "for a spreadsheet" },
      { line: "ops search slb --kind invoice -o json", does: "only invoices" },
    )
    .action(async (text: ReadonlyArray<string>, { limit, kind }: { readonly limit: string; readonly kind?: string }, command: Command) => {
      const q = text.join(" ")
      if (!/[\p{L}\p{N}]/u.test(q)) throw new Exit("usage", "Search text is required.", { next: 'Give a number or a word: ops search "PR-2026-0001".' })
      if (!/^([1-9]|[1-4]\d|50)$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number from 1 to 50." })
      const groups = await call(command, await api(), (client) => client.search.search({ query: { q, limit } }))
      const found = kind === undefined ? groups : groups.filter((group) => group.kind === kind)
      const { print } = await output()
      await print(flat(found), { ...commonOptions(command), columns: hitColumns })
      const more = found.filter((group) => group.more).map(({ heading }) => heading.toLowerCase())
      if (found.length === 0) process.stderr.write(`Nothing found for ${q}.\n`)
      if (more.length > 0) process.stderr.write(`There are more ${more.join(", ")}: --limit 50, or more words.\n`)
    })

  const views = program.command("views").description("saved views of the lists: filters, order and columns under a name")
  paged(views.command("list").description("list your views, and views shared with you").option("--list <path>", "of one list, such as /api/purchase-requests"))
    .examples({ line: "ops views list", does: "all" }, { line: "ops views list --list /api/invoices -o json", does: "views of the invoices" })
    .action(async ({ list, limit, all }: Paging & { readonly list?: string }, command: Command) => {
      const contract = await api()
      await printList(
        command,
        { limit, all },
        viewColumns,
        (page) => call(command, contract, (client) => client.savedViews.list({ query: { list, ...page }, responseMode: "decoded-and-response" })),
        shown,
      )
    })
  views
    .command("remove <id>")
    .description("remove a view: your own, or with level 10 a shared one")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show the confirmation question").conflicts("yes"))
    .examples({ line: "ops views remove 12", does: "asks, then removes it" }, { line: "ops views remove 12 --yes", does: "without asking" })
    .action(async (id: string, given: Deciding, command: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Exit("usage", `"${id}" is not the id of a view.`, { next: "ops views list shows the ids." })
      const contract = await api()
      const rows = await call(command, contract, (client) => client.savedViews.list({ query: {} }))
      const view = rows.find((row) => row.id === Number(id))
      if (!view) throw new Exit("refused", `View ${id} does not exist.`, { next: "ops views list shows the ids." })
      const question = `Remove the view ${view.name} of ${view.list}?`
      await decide(command, given, { question, possible: true, name: view.name, columns: viewColumns }, async () => {
        await call(command, contract, (client) => client.savedViews.remove({ params: { id: Number(id) } }))
        return shown(view)
      })
    })
}
