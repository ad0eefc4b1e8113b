/** The definition of a list in SQL: `http/list-query.ts` filters, searches, sorts and pages it. */
import type { Column } from "./column.ts"

/** An SQL condition with values for its `?` placeholders. */
export interface Condition {
  readonly sql: string
  readonly values?: ReadonlyArray<unknown>
}

export interface ListShape {
  /** select list of one row, with `"name"`-quoted aliases */
  readonly select: string
  readonly from: string
  /**
   * If every row corresponds to one row of a single table: that table with its alias, as `from` begins. The joins that follow it in `from` must
   * neither add nor drop rows, so that the page is cut from the table alone and only its rows are joined.
   */
  readonly base?: string
  /** a query that `from` refers to by name, evaluated once for the page and the count; with the values of its $1, $2 … */
  readonly with?: { readonly name: string; readonly sql: string; readonly values: ReadonlyArray<unknown> }
  /** the expression that identifies a row; breaks ties in the order */
  readonly id: string
  /** conditions that always apply: the caller's scope */
  readonly where?: ReadonlyArray<Condition>
  /** filters by name: an expression that must equal one of the given values, or a condition with `?` for all of them */
  readonly filters?: Readonly<Record<string, string | { readonly where: string }>>
  /** the date that from and to refer to */
  readonly date?: string
  /** the site that siteId refers to */
  readonly site?: string
  /** the expressions that q searches */
  readonly search?: ReadonlyArray<string>
  /** sort expressions by name */
  readonly sorts: Readonly<Record<string, string>>
  /** the expressions among these that are never null (`filledIn`), so that an index provides their order */
  readonly filled?: ReadonlySet<string>
  /** the filters among these columns that are whole numbers (`wholesIn`), so that an index finds them */
  readonly wholes?: ReadonlySet<string>
  /** the default order: "-requestDate" */
  readonly order: string
  /**
   * For a list of very many rows that come from the log alone: each sort is a non-null column with an index on it and the id, read from either end; a
   * count remains valid until the log advances.
   */
  readonly long?: true
  /**
   * For a list of dated rows from a query (`base`): the newest date, an SQL expression. The first pages in descending order are searched
   * within the newest dates, and in all dates only if those do not fill them; a count remains valid until the log advances.
   */
  readonly newest?: string
  /** the columns of an export; a list without them cannot be exported */
  readonly columns?: ReadonlyArray<Column>
  /** the file name of an export */
  readonly file?: string
}
