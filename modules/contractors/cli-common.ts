/** What the commands about contractors share: finding whom or what somebody names, following a list, asking and showing. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { ContractorAnswer } from "./contract.ts"

export const output = () => import("@ops/platform/terminal/output.ts")
export const contractorsApi = async () => (await import("./contract.ts")).ContractorsApi
export const workApi = async () => (await import("./work-contract.ts")).ContractorWorkApi

/** The id of the site that a person means by its code, slug, name or id. */
export const siteNamed = async (call: Call, command: Command, name: string): Promise<number> => {
  const { SitesApi } = await import("@ops/sites/contract.ts")
  const sites = await call(command, SitesApi, (client) => client.sites.list({ query: {} }))
  const small = name.toLowerCase()
  const site = sites.find((site) => [String(site.id), site.code, site.slug, site.name].some((word) => word.toLowerCase() === small))
  if (site) return site.id
  throw new Exit("usage", `There is no site "${name}".`, { next: `Name one of: ${sites.map(({ code }) => code).join(", ")}` })
}

/** The contractor that is meant by number or id. */
export const contractorNamed = async (call: Call, command: Command, name: string): Promise<typeof ContractorAnswer.Type> => {
  const contract = await contractorsApi()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.contractors.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.contractors.list({ query: { q: number, limit: "1000" } }))
  const one = found.find(({ contractorNumber }) => contractorNumber.toUpperCase() === number)
  if (one) return one
  throw new Exit("refused", `There is no contractor ${number} that you may see.`, {
    next: "Give a number like CON-0001, or an id. ops contractors list shows them.",
  })
}

/** Cents of an amount on the command line. */
export const centsOf = async (option: string, text: string): Promise<number> => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const cents = parseMoney(text)
  if (cents === undefined) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a decimal with at most two places, such as 850.50." })
  return cents
}
export const todayInJuba = async () => (await import("@ops/platform/calendar.ts")).dateOf(new Date())

export interface Paging {
  readonly limit: string
  readonly all?: boolean
}
type Page<Row> = readonly [ReadonlyArray<Row>, { readonly headers: Readonly<Record<string, string | undefined>> }]

/** Follows the cursor of a list from page to page, and prints so many rows as are asked for. */
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
}

/** Adds what every list can be asked for. */
export const listOptions = (command: Command): Command =>
  command
    .option("--site <code>", "of one site: its code, name or id")
    .option("--q <text>", "with this text")
    .option("--sort <order>", "by a field; a dash before it turns it round")
    .option("--limit <count>", "so many at most", "50")
    .option("--all", "every page of the list")

export interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Says whether something could be done, or asks, does it, and shows what came of it. */
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

/** Prints a record, then more tables below it; JSON has all in one. */
export const printWith = async (
  command: Command,
  row: object,
  columns: ReadonlyArray<TableColumn>,
  tables: Readonly<Record<string, readonly [rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>]>>,
) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") {
    return print({ ...row, ...Object.fromEntries(Object.entries(tables).map(([name, [rows]]) => [name, rows])) }, options)
  }
  await print(row, { ...options, columns })
  if (options.fields || options.format === "csv") return
  for (const [rows, columns] of Object.values(tables)) {
    if (rows.length === 0) continue
    process.stdout.write("\n")
    await print(rows, { ...options, expanded: false, columns })
  }
}
