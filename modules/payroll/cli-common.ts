/** What the commands of payroll share: the contract, the output, and finding the payroll that a person means. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { PayrollPeriodAnswer } from "./contract.ts"

export type Period = typeof PayrollPeriodAnswer.Type

export const api = async () => (await import("./contract.ts")).PayrollApi
export const output = () => import("@ops/platform/terminal/output.ts")

export const monthOf = (name: string) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(name) ? name : undefined)
export const lastDay = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
export const titleOf = (month: string) =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`))

/** The period that a person means: by its id, its name, or the month in which it ends. Of several the one that stands. */
export const found = async (call: Call, command: Command, name: string): Promise<Period | undefined> => {
  const contract = await api()
  if (/^[1-9]\d{0,14}$/.test(name) && !monthOf(name)) return call(command, contract, (client) => client.payroll.period({ params: { id: Number(name) } }))
  const month = monthOf(name)
  const query = month === undefined ? { q: name } : { from: `${month}-01`, to: lastDay(month) }
  const rows = await call(command, contract, (client) => client.payroll.periods({ query: { ...query, limit: "1000" } }))
  const fits = rows.filter(({ periodName }) => month !== undefined || periodName.toLowerCase() === name.toLowerCase())
  return fits.find(({ status }) => status !== "reversed") ?? fits[0]
}
export const periodNamed = async (call: Call, command: Command, name: string): Promise<Period> => {
  const period = await found(call, command, name)
  if (period) return period
  throw new Exit("refused", `There is no payroll ${name} that you may see.`, { next: "Give a month like 2026-10, its name, or its id: ops payroll status" })
}

export interface Paging {
  readonly limit: string
  readonly all?: boolean
}
type Page<Row> = readonly [ReadonlyArray<Row>, { readonly headers: Readonly<Record<string, string | undefined>> }]

/** Follows the cursor of a list from page to page, and prints so many rows as are asked for. */
export const printList = async <Row>(
  command: Command,
  { limit, all = false }: Paging,
  columns: ReadonlyArray<TableColumn>,
  ask: (page: { readonly limit: string; readonly cursor: string | undefined }) => Promise<Page<Row>>,
  shown: (row: Row) => object,
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
