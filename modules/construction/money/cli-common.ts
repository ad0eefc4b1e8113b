/** Shared by the commands for project budgets and billing. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

/** Columns of money. */
export const amounts = (...columns: ReadonlyArray<readonly [key: string, title: string, priority: number]>) =>
  columns.map(([key, title, priority]): TableColumn => ({ key, title, kind: "money", priority }))
export const text = (key: string, title: string, priority = 0): TableColumn => ({ key, title, kind: "text", priority })
export const day = (key: string, title: string, priority = 0): TableColumn => ({ key, title, kind: "date", priority })

/** Prints rows. */
export const list = async (command: Command, rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) => {
  await printRows(command, rows, columns)
}
/** Splits "02=34000" into its two sides. */
export const pairOf = (option: string, given: string): readonly [string, string] => {
  const [name, value, ...more] = given.split("=")
  if (name && value && more.length === 0) return [name.trim(), value.trim()]
  throw new Exit("usage", `${option} cannot be "${given}".`, { next: `Give it as ${option} NAME=NUMBER.` })
}
export const gather = (value: string, before: ReadonlyArray<string> = []) => [...before, value]
