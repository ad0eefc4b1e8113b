/** What commands print of lists: page after page, and a record with tables below it. */
import type { Command } from "commander"
import { Exit } from "./exit-codes.ts"
import { commonOptions } from "./options.ts"
import type { TableColumn } from "./output.ts"

const output = () => import("./output.ts")

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
