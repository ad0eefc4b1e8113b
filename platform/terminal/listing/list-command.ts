/** A list of records that are not declared as a resource, as a command: its options, a page of it, and what a table shows. */
import type { Command } from "commander"
import { addExamples, type Example } from "../help.ts"
import { paged, type Paging, printList } from "../lists.ts"
import type { TableColumn } from "../output.ts"

/** What a call is asked for: what was typed, by the names that the call has for it, and which page. */
export type ListAsked = Readonly<Record<string, string | undefined>> & { readonly format?: undefined }
type Typed = Readonly<Record<string, string | undefined>>

interface ListCommand<Row> {
  readonly columns: ReadonlyArray<TableColumn>
  readonly rows: (
    asked: ListAsked,
    command: Command,
  ) => Promise<readonly [rows: ReadonlyArray<Row>, response: { readonly headers: Readonly<Record<string, string | undefined>> }]>
  /** the id of the site that `--site` names, which the call has as `siteId` */
  readonly site?: (command: Command, name: string) => Promise<number>
  /** what is asked for by the options, where they are not called as the call calls them */
  readonly asked?: (typed: Typed, command: Command) => Typed | Promise<Typed>
  /** what a table shows of a row */
  readonly shown?: (row: Row) => object
  /** the command that goes on from a row; that of the first such row is printed below the list */
  readonly next?: (row: Row) => string | undefined
  readonly examples: ReadonlyArray<Example>
}

/** Gives a command what it needs to print a list, page after page; with `site`, the option `--site`. */
export const listCommand = <Row>(command: Command, { columns, rows, site: siteNamed, asked = (typed) => typed, shown, next, examples }: ListCommand<Row>) =>
  addExamples(
    paged(siteNamed ? command.option("--site <code>", "of one site: its code, name or id") : command).action(
      async ({ limit, all, site, ...typed }: Paging & Typed, command: Command) => {
        const siteId = site === undefined || !siteNamed ? undefined : String(await siteNamed(command, site))
        const query = { ...(await asked(typed, command)), ...(siteNamed && { siteId }) }
        const printed = await printList(command, { limit, all }, columns, (page) => rows({ ...query, ...page, format: undefined }, command), shown)
        const line = next && printed.map(next).find((found) => found !== undefined)
        if (line !== undefined) (await import("../output.ts")).printNext(line)
      },
    ),
    examples,
  )
