/** A command for a list of records not declared as a resource: its options, a page of rows, and the columns of its table. */
import type { Command } from "../command.ts"
import { addExamples, type Example } from "../help.ts"
import { paged, type Paging, printList } from "../lists.ts"
import type { TableColumn } from "../output.ts"

/** The query of a list call: the typed options, by parameter name, and the page. */
export type ListAsked = Readonly<Record<string, string | undefined>> & { readonly format?: undefined }
type Typed = Readonly<Record<string, string | undefined>>

interface ListCommand<Row> {
  readonly columns: ReadonlyArray<TableColumn>
  readonly rows: (
    asked: ListAsked,
    command: Command,
  ) => Promise<readonly [rows: ReadonlyArray<Row>, response: { readonly headers: Readonly<Record<string, string | undefined>> }]>
  /** the id of the site given by `--site`, sent as `siteId` */
  readonly site?: (command: Command, name: string) => Promise<number>
  /** converts the options into query parameters, if their names differ */
  readonly asked?: (typed: Typed, command: Command) => Typed | Promise<Typed>
  /** converts a row for display in a table */
  readonly shown?: (row: Row) => object
  /** a suggested next command for a row; the first one found is printed below the list */
  readonly next?: (row: Row) => string | undefined
  readonly examples: ReadonlyArray<Example>
}

/** Adds what a command needs to print a list, page after page; with `site`, the option `--site`. */
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
