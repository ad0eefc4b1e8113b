/** What the commands of finance share: finding what a person names, following a list, asking and showing. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

export const output = () => import("@ops/platform/terminal/output.ts")

/** The id of the site that a person means by its code, slug, name or id. */
export const siteNamed = async (call: Call, command: Command, name: string): Promise<number> => {
  const { SitesApi } = await import("@ops/sites/contract.ts")
  const sites = await call(command, SitesApi, (client) => client.sites.list({ query: {} }))
  const small = name.toLowerCase()
  const site = sites.find((site) => [String(site.id), site.code, site.slug, site.name].some((word) => word.toLowerCase() === small))
  if (site) return site.id
  throw new Exit("usage", `There is no site "${name}".`, { next: `Name one of: ${sites.map(({ code }) => code).join(", ")}` })
}

/** Cents of an amount on the command line. */
export const centsOf = async (option: string, text: string): Promise<number> => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const cents = parseMoney(text)
  if (cents === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a decimal with at most two places, such as 120.50." })
  return cents
}

export interface Paging {
  readonly limit: string
  readonly all?: boolean
}

type Page<Row> = readonly [ReadonlyArray<Row>, { readonly headers: Readonly<Record<string, string | undefined>> }]

/** Follows the cursor of a list from page to page, and prints so many rows as are asked for. Gives them. */
export const printList = async <Row>(
  command: Command,
  { limit, all }: Paging,
  columns: ReadonlyArray<TableColumn>,
  ask: (page: { readonly limit: string; readonly cursor: string | undefined }) => Promise<Page<Row>>,
  shown: (row: Row) => object = (row) => row as object,
) => {
  if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number, or --all." })
  const most = all ? Number.POSITIVE_INFINITY : Number(limit)
  const rows: Array<Row> = []
  let total = 0
  let cursor: string | undefined
  do {
    const [page, { headers }] = await ask({ limit: String(Math.min(1000, most - rows.length)), cursor })
    rows.push(...page)
    total = Number(headers["x-total-count"] ?? rows.length)
    cursor = headers["x-next-cursor"]
  } while (cursor !== undefined && rows.length < most)
  const { print } = await output()
  await print(rows.map(shown), { ...commonOptions(command), columns })
  if (rows.length < total) process.stderr.write(`${rows.length} of ${total}. The rest: --all, or --limit ${total}\n`)
  return rows
}

/** The record that a person means by its id, or by its number. */
export const named = async <Row>(
  what: string,
  name: string,
  example: string,
  byId: (id: number) => Promise<Row>,
  byNumber: (number: string) => Promise<Row | undefined>,
): Promise<Row> => {
  if (/^[1-9]\d*$/.test(name)) return byId(Number(name))
  const found = await byNumber(name)
  if (found) return found
  throw new Exit("refused", `There is no ${what} ${name} that you may see.`, { next: `Give its number, like ${example}, or its id.` })
}

export interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Says whether something could be done, asks, does it, and shows what came of it. */
export const decide = async <Row extends object>(
  command: Command,
  given: Deciding,
  about: { readonly question: string; readonly possible: boolean; readonly name: string; readonly columns: ReadonlyArray<TableColumn> },
  work: () => Promise<Row>,
) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (given.dryRun) {
    const told = { name: about.name, what: about.question.replace(/\?$/, ""), possible: about.possible }
    const columns = (["name", "what", "possible"] as const).map((key) => ({ key, title: key[0]!.toUpperCase() + key.slice(1), kind: "text" as const }))
    await print(told, { ...options, columns })
    if (!about.possible) throw new Exit("refused", `You cannot do this to ${about.name} now; nothing was done.`)
    return
  }
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(about.question, given)
  await print(await work(), { ...options, columns: about.columns })
}

/** Prints a record, then its history; JSON has both in one. */
export const printWithHistory = async (command: Command, row: object, columns: ReadonlyArray<TableColumn>, history: ReadonlyArray<object>) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print({ ...row, history }, options)
  await print(row, { ...options, columns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(history, {
    ...options,
    expanded: false,
    columns: [
      { key: "at", title: "When", kind: "instant", priority: 1 },
      { key: "by", title: "By", kind: "text", priority: 1 },
      { key: "via", title: "Via", kind: "text", priority: 3 },
      { key: "text", title: "What", kind: "text", priority: 0 },
    ],
  })
}

export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) => person && `${person.firstName} ${person.lastName}`
/** Adds what every list can be asked for. */
export const listOptions = (command: Command): Command =>
  command
    .option("--site <code>", "of one site: its code, name or id")
    .option("--from <date>", "from this day on")
    .option("--to <date>", "up to this day")
    .option("--q <text>", "with this text")
    .option("--sort <order>", "by a field; a dash before it turns it round")
    .option("--limit <count>", "so many at most", "50")
    .option("--all", "every page of the list")
