/** How commands print lists, page after page, and a record with tables below it. */
import { type Command, Option } from "./command.ts"
import { Exit } from "./exit-codes.ts"
import { commonOptions } from "./options.ts"
import type { TableColumn } from "./output.ts"

const output = () => import("./output.ts")

/** How many rows a table on a screen shows unless `--limit` or `--all` is given. */
const screenful = 50

export interface Paging {
  readonly limit?: string | undefined
  readonly all?: boolean | undefined
}

/** Adds `--limit` and `--all` to a list, as for every list. */
export const paged = (command: Command): Command =>
  command
    .option("--limit <count>", `maximum number of rows; a table on a screen shows ${screenful}, files and pipes get every row`)
    .addOption(new Option("--all", "every row, on a screen too").conflicts("limit"))

/** The options of every list: text, order, and number of rows. */
export const plainListOptions = (command: Command): Command =>
  paged(command.option("--q <text>", "with this text").option("--sort <order>", "by a field; a minus sign before it reverses the order"))

/** The same for a list whose rows belong to sites. */
export const listOptions = (command: Command): Command => plainListOptions(command.option("--site <code>", "of one site: its code, name or id"))

/** Adds `--from` and `--to` to a list whose rows have a date. */
export const dayOptions = (command: Command): Command => command.option("--from <date>", "from this day").option("--to <date>", "up to this day")

/** The options of a list whose rows have a site and a date. */
export const datedListOptions = (command: Command): Command => listOptions(dayOptions(command))

/** The columns of a record's history in a table. */
export const historyColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "When", kind: "instant", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "via", title: "Via", kind: "text", priority: 3 },
  { key: "text", title: "What", kind: "text", priority: 0 },
]

type Page<Row> = readonly [ReadonlyArray<Row>, { readonly headers: Readonly<Record<string, string | undefined>> }]

/** The number of rows to read: programs and files get the whole list, and only a table on a screen stops early. */
const wanted = (command: Command, { limit, all }: Paging): number => {
  if (limit !== undefined) {
    if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number, or --all." })
    return Number(limit)
  }
  const { format = "table" } = commonOptions(command)
  return !all && process.stdout.isTTY && (format === "table" || format === "wide") ? screenful : Number.POSITIVE_INFINITY
}

/** Follows the cursor of a list from page to page until the wanted number of rows has been read. */
export const readList = async <Row>(
  command: Command,
  paging: Paging,
  ask: (page: { readonly limit: string; readonly cursor: string | undefined }) => Promise<Page<Row>>,
) => {
  const most = wanted(command, paging)
  const rows: Array<Row> = []
  let total = 0
  let isMore = false
  let cursor: string | undefined
  do {
    const [page, { headers }] = await ask({ limit: String(Math.min(1000, most - rows.length)), cursor })
    rows.push(...page)
    total = Number(headers["x-total-count"] ?? rows.length)
    cursor = headers["x-next-cursor"]
    isMore = cursor !== undefined && headers["x-total-more"] !== undefined
  } while (cursor !== undefined && rows.length < most)
  return { rows, total, isMore }
}

/** Reports on stderr that there are more rows than were printed; `isMore`: more than `total`. */
export const tellRest = (printed: number, total: number, isMore = false) => {
  if (printed < total || isMore) process.stderr.write(`${printed} of ${isMore ? "more than " : ""}${total}. The rest: --all\n`)
}

/** Reads a list, prints it, and reports on stderr if there are more rows. Returns the printed rows. */
export const printList = async <Row>(
  command: Command,
  paging: Paging,
  columns: ReadonlyArray<TableColumn>,
  ask: (page: { readonly limit: string; readonly cursor: string | undefined }) => Promise<Page<Row>>,
  shown: (row: Row) => object = (row) => row as object,
) => {
  const { rows, total, isMore } = await readList(command, paging, ask)
  const { print } = await output()
  await print(rows.map(shown), { ...commonOptions(command), columns })
  tellRest(rows.length, total, isMore)
  return rows
}

/** Prints one row, or several. */
export const printRows = async (command: Command, rows: object | ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) =>
  (await output()).print(rows, { ...commonOptions(command), columns })

/** Prints a record, then further tables below it; in JSON everything is one object. */
export const printWith = async (
  command: Command,
  row: object,
  columns: ReadonlyArray<TableColumn>,
  tables: Readonly<Record<string, readonly [rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>]>>,
) => {
  const { print } = await output()
  // the tables below a record are in its currency, unless their rows state another
  const { currency } = row as { readonly currency?: unknown }
  const options = { ...commonOptions(command), ...(typeof currency === "string" && { currency }) }
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

/** The columns of a table: by key the title, the kind of value, and the priority on a narrow screen (0 is dropped last). */
export const columnsOf = (
  columns: Readonly<Record<string, readonly [title: string, kind?: TableColumn["kind"], priority?: TableColumn["priority"]]>>,
): ReadonlyArray<TableColumn> =>
  Object.entries(columns).map(([key, [title, kind = "text", priority]]) => ({ key, title, kind, ...(priority !== undefined && { priority }) }))
