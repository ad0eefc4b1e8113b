/** Which rows a person may see and change: one rule for the SQL of lists, for commands, and in words for the documentation. */
import { type By, type CommandGenerator, get, notFound } from "./command.ts"
import type { RecordKind, Row } from "./record.ts"
import type { AnyEventKind, StreamKind } from "./stream.ts"
import { snake } from "../text.ts"

/** The properties of a signed-in person that decide which rows they see, unless a rule uses more. */
type Confined = Pick<By, "confinedTo">

export interface RowScope<Field extends string = string, Reader = Confined> {
  /** whether the person may see the row, based on this field */
  readonly sees: (row: { readonly [K in Field]: unknown }, by: Reader) => boolean
  /** the same condition over the row `r` of a list, with its values as `?` placeholders */
  readonly where: (by: Reader) => ReadonlyArray<{ readonly sql: string; readonly values: ReadonlyArray<unknown> }>
  /** the same in words, such as "8: its own site if it has one; 7 and 10: all" */
  readonly words: string
}

/** People confined to a site see only the rows of that site. */
export const ownSite = <const Field extends string>(field: Field, words: string) => ({
  sees: (row: { readonly [K in Field]: unknown }, { confinedTo }: Pick<By, "confinedTo">) => confinedTo === null || row[field] === confinedTo,
  where: ({ confinedTo }: Pick<By, "confinedTo">) => (confinedTo === null ? [] : [{ sql: `r.${snake(field)} = ?`, values: [confinedTo] }]),
  words,
})

/** Everyone who may make the call sees every row. `words` may add details, such as fields that fewer people can read. */
export const everyRow = (words = "all"): RowScope<never> => ({ sees: () => true, where: () => [], words })

/** The row of a record if the person may see it; otherwise rejected as if it did not exist. */
export const visible = <R extends RecordKind>(stream: StreamKind<R, AnyEventKind>, scope: RowScope<Extract<keyof Row<R>, string>, By>) =>
  function* (id: number, by: By): CommandGenerator<Row<R>> {
    const row = yield* get(stream, id)
    if (!scope.sees(row as never, by)) throw notFound(`${stream.record.label} ${id} does not exist`)
    return row as Row<R>
  }
