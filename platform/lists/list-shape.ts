/** What a list is made of, in SQL: `http/list-query.ts` filters, searches, sorts and pages it. */
import type { Column } from "./column.ts"

/** A piece of SQL with its values in `?` places. */
export interface Condition {
  readonly sql: string
  readonly values?: ReadonlyArray<unknown>
}

export interface ListShape {
  /** `"name"`-quoted select list of one row */
  readonly select: string
  readonly from: string
  /**
   * Where each row is one of a single table: that table with its name, as `from` begins. What follows it there adds to each row, and neither
   * adds nor drops rows. So the page is cut from the table alone, and only its rows are joined.
   */
  readonly base?: string
  /** a query that `from` reads by its name, made once for the page and the count; with the values of its $1, $2 … */
  readonly with?: { readonly name: string; readonly sql: string; readonly values: ReadonlyArray<unknown> }
  /** the expression that identifies a row: breaks ties in the order */
  readonly id: string
  /** what always holds: the caller's scope */
  readonly where?: ReadonlyArray<Condition>
  /** filters by name: what equals one of the given values, or a condition with `?` for all of them */
  readonly filters?: Readonly<Record<string, string | { readonly where: string }>>
  /** the date that from and to speak of */
  readonly date?: string
  /** the site that siteId speaks of */
  readonly site?: string
  /** what q looks through */
  readonly search?: ReadonlyArray<string>
  /** orders by name */
  readonly sorts: Readonly<Record<string, string>>
  /** the expressions among these that no row is without (`filledIn`), so that an index has their order */
  readonly filled?: ReadonlySet<string>
  /** the filters among these columns that are whole numbers (`wholesIn`), so that an index finds them */
  readonly wholes?: ReadonlySet<string>
  /** the order if none is asked: "-requestDate" */
  readonly order: string
  /**
   * For a list of very many rows that come from the log alone: each sort is a column that is never missing, with an index of
   * it and the id, which is read from either end; and what was counted holds until the log goes on.
   */
  readonly long?: true
  /**
   * For a list whose rows are of days and are found by a query (`base`): the newest day, an SQL expression. Its first pages, the newest first, are
   * looked for in the newest days, and read from all days only where that does not fill them; what was counted holds until the log goes on.
   */
  readonly newest?: string
  /** what an export shows; lists without it have none */
  readonly columns?: ReadonlyArray<Column>
  /** the file name of an export */
  readonly file?: string
}
