/** `ops sites`: the company's sites. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { SiteAnswer } from "./contract.ts"
import { siteNamed } from "./site-named.ts"

type Site = typeof SiteAnswer.Type

const columns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Site", kind: "integer", priority: 2 },
  { key: "code", title: "Code", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "client", title: "Client", kind: "text", priority: 1 },
  { key: "location", title: "Location", kind: "text", priority: 2 },
  { key: "capacity", title: "Capacity", kind: "integer", priority: 1 },
  { key: "isActive", title: "Open", kind: "text", priority: 1 },
]
const api = async () => (await import("./contract.ts")).SitesApi
const show = async (sites: Site | ReadonlyArray<Site>, command: Command) => {
  await printRows(command, sites, columns)
}
const agree = async (question: string, given: { readonly yes?: boolean }) => {
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(question, given)
}

interface Given {
  readonly name?: string
  readonly code?: string
  readonly label?: string
  readonly client?: string
  readonly location?: string
  readonly capacity?: string
  readonly yes?: boolean
}
const factsOf = ({ name, code, label, client, location, capacity }: Given) => {
  if (capacity !== undefined && capacity !== "" && !/^[1-9]\d{0,5}$/.test(capacity)) {
    throw new Exit("usage", `--capacity cannot be "${capacity}".`, { next: 'Give a whole number of people, or "" for none.' })
  }
  return {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code: code.toUpperCase() }),
    ...(label !== undefined && { label }),
    ...(client !== undefined && { client }),
    ...(location !== undefined && { location }),
    ...(capacity !== undefined && { capacity: capacity === "" ? null : Number(capacity) }),
  }
}
const facts = (command: Command) =>
  command
    .option("--label <text>", "short name in lists")
    .option("--client <name>", "client at the site")
    .option("--location <text>", "where it is")
    .option("--capacity <people>", "capacity: people it can house and feed")
    .option("--yes", "do not ask")

/** Adds the `sites` commands to the program. */
export const addSitesCommands = (program: Command, call: Call): void => {
  const sites = program.command("sites").description("the company's sites")
  listCommand(sites.command("list").description("every site"), {
    columns,
    rows: async (query, command) => call(command, await api(), (client) => client.sites.list({ query, responseMode: "decoded-and-response" })),
    examples: [{ line: "ops sites list -o csv", does: "as CSV" }],
  })
  facts(sites.command("add <code>").description("open a site with a code of two to four letters").requiredOption("--name <name>", "its name"))
    .examples({ line: 'ops sites add BE --name "Bentiu camp" --client SLB --capacity 220', does: "asks, then opens it" })
    .action(async (code: string, given: Given & { readonly name: string }, command: Command) => {
      const payload = { ...factsOf(given), name: given.name, code: code.toUpperCase() }
      await agree(`Open the site ${given.name} (${payload.code})?`, given)
      await show(await call(command, await api(), (client) => client.sites.open({ payload })), command)
    })
  facts(
    sites
      .command("change <site>")
      .description('change the details of a site; "" empties a field')
      .option("--name <name>", "its name")
      .option("--code <code>", "its letters"),
  )
    .examples({ line: "ops sites change US --capacity 260", does: "asks, then changes it" })
    .action(async (name: string, given: Given, command: Command) => {
      const payload = factsOf(given)
      if (Object.keys(payload).length === 0) throw new Exit("usage", "There is nothing to change.", { next: "ops sites change --help" })
      const id = await siteNamed(call, command, name)
      await agree(`Change ${Object.keys(payload).join(", ")} of site ${name}?`, given)
      await show(await call(command, await api(), (client) => client.sites.change({ params: { id }, payload })), command)
    })
  sites
    .command("close <site>")
    .description("close a site: it can no longer be chosen")
    .requiredOption("--reason <text>", "the reason, kept in the log")
    .option("--yes", "do not ask")
    .examples({ line: 'ops sites close PA --reason "Contract ended"', does: "asks, then closes it" })
    .action(async (name: string, given: { readonly reason: string; readonly yes?: boolean }, command: Command) => {
      const id = await siteNamed(call, command, name)
      await agree(`Close site ${name}?`, given)
      await show(await call(command, await api(), (client) => client.sites.close({ params: { id }, payload: { reason: given.reason } })), command)
    })
  sites
    .command("reopen <site>")
    .description("reopen a closed site")
    .option("--yes", "do not ask")
    .examples({ line: "ops sites reopen PA", does: "asks, then opens it" })
    .action(async (name: string, given: { readonly yes?: boolean }, command: Command) => {
      const id = await siteNamed(call, command, name)
      await agree(`Open site ${name} again?`, given)
      await show(await call(command, await api(), (client) => client.sites.reopen({ params: { id } })), command)
    })
}
