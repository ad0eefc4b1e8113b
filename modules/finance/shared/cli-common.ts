/** What the commands of finance share: finding the record that is named, amounts, a record with its history, and the options of lists. */
import type { Command } from "commander"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, printWith } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

export const output = () => import("@ops/platform/terminal/output.ts")

/** The record named by its id, or by its number. */
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

const historyColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "When", kind: "instant", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "via", title: "Via", kind: "text", priority: 3 },
  { key: "text", title: "What", kind: "text", priority: 0 },
]
/** Prints a record, then its history; JSON has both in one. */
export const printWithHistory = (command: Command, row: object, columns: ReadonlyArray<TableColumn>, history: ReadonlyArray<object>) =>
  printWith(command, row, columns, { history: [history, historyColumns] })

export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null) => person && `${person.firstName} ${person.lastName}`
/** Adds the options that all lists share. */
export const listOptions = (command: Command): Command =>
  paged(
    command
      .option("--site <code>", "of one site: its code, name or id")
      .option("--from <date>", "from this day on")
      .option("--to <date>", "up to this day")
      .option("--q <text>", "with this text")
      .option("--sort <order>", "by a field; a minus sign before it reverses the order"),
  )
