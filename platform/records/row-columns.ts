/** The rows of a record, as declared columns of a statement. */
import { col, type Col, type Columns } from "../database/statement.ts"
import type { RecordKind, Row } from "./record.ts"

const columnOf = (sql: string): Col<unknown> =>
  sql === "bigint" ? col.whole : sql === "boolean" ? col.flag : sql === "jsonb" ? { types: ["jsonb"], is: () => true } : col.text

/** The columns of a record of unknown kind. */
interface AnyColumns extends Columns {
  readonly id: Col<number>
  readonly version: Col<number>
  readonly createdAt: Col<string>
  readonly updatedAt: Col<string>
}

/** The columns selected by `record.state`, for any record; JSON values were checked in their events. */
export const columnsOf = ({ fields }: Pick<RecordKind, "fields">): AnyColumns =>
  Object.fromEntries(fields.map(({ name, sql, nullable }) => [name, nullable ? col.nullable(columnOf(sql)) : columnOf(sql)])) as Columns as AnyColumns

/** The same, typed by the record. */
export const stateColumns = <R extends Pick<RecordKind, "fields">>(record: R) =>
  columnsOf(record) as Columns as { readonly [K in keyof Row<R>]: Col<Row<R>[K]> }

/** The columns of a record that are whole numbers, such as ids; `alias` names the table. */
export const wholesIn = ({ fields }: RecordKind, alias: string): ReadonlySet<string> =>
  new Set(fields.flatMap(({ column, kind }) => (kind === "whole" ? [`${alias}.${column}`] : [])))

/** The columns of a record that are never null; `alias` names the table. */
export const filledIn = ({ fields }: RecordKind, alias: string): ReadonlySet<string> =>
  new Set(fields.flatMap(({ column, nullable }) => (nullable ? [] : [`${alias}.${column}`])))
