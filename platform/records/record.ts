/** A record kind: its fields, declared once, give the row's type, the table, the upsert and the JSON of the answers. */
import type { Schema } from "effect"
import { fieldValue, rowLiteral } from "../row-literal.ts"
import { snake } from "../text.ts"
import { type Column, columnOf, isNullable } from "./field.ts"

/** What every row has beside its own fields. */
export interface RowMeta {
  readonly id: number
  /** how many events the row's stream has */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface RecordOptions {
  /** what people call one of them: "Purchase request" */
  readonly label: string
  /** the SQL expression that names one of them to people, over its columns */
  readonly title: string
  /** what no two rows may share, in field names, with the sentence that says so */
  readonly unique?: ReadonlyArray<{ readonly fields: ReadonlyArray<string>; readonly sentence: string }>
  /** each day's work adds some, without end: a list of them is read by an index, however many there are */
  readonly grows?: true
  /** what lists look up, in field names */
  readonly indexes?: ReadonlyArray<ReadonlyArray<string>>
}

interface Field extends Column {
  readonly name: string
  readonly column: string
  /** none of what every row has */
  readonly schema?: Schema.Top
  readonly nullable: boolean
}

export interface RecordKind<Kind extends string = string, Fields extends Schema.Struct.Fields = Schema.Struct.Fields> extends RecordOptions {
  readonly kind: Kind
  readonly schemas: Fields
  readonly fields: ReadonlyArray<Field>
  /** DDL without a schema's name: first the table, then what is quicker made once the rows are in it */
  readonly ddl: ReadonlyArray<string>
  /** writes rows out of an array of them, such as `$1`, whose text `rowsLiteral` gives */
  readonly upsert: (rows: string) => string
  /** the same for rows that are all new, which costs less */
  readonly insert: (rows: string) => string
  /** the select list of the row as the fold made it; `alias` names the table */
  readonly state: (alias: string) => string
  /** the select list of the row as the contract answers it */
  answer(alias: string, ...only: ReadonlyArray<keyof Fields | keyof RowMeta>): string
  /** a row as the table's row type reads it */
  readonly toLiteral: (row: object) => string
}

/** The row of a record. */
export type Row<R> = R extends RecordKind<string, infer Fields> ? Schema.Struct.Type<Fields> & RowMeta : never
/** The row's own fields: what a fold gives. */
export type Data<R> = R extends RecordKind<string, infer Fields> ? Schema.Struct.Type<Fields> : never

/** What a new record begins with: nothing in the fields that may be missing, and no parts. */
type Blank<D> = { readonly [K in keyof D as null extends D[K] ? K : D[K] extends ReadonlyArray<unknown> ? K : never]: null extends D[K] ? null : D[K] }
export const blank = <R extends RecordKind>({ fields }: R): Blank<Data<R>> =>
  Object.fromEntries(
    fields.flatMap(
      ({ name, nullable, kind, schema }): ReadonlyArray<readonly [string, unknown]> =>
        schema === undefined ? [] : nullable ? [[name, null]] : kind === "parts" || kind === "files" ? [[name, []]] : [],
    ),
  ) as Blank<Data<R>>

const keptColumns: ReadonlyArray<Field> = (["id", "version", "createdAt", "updatedAt"] as const).map((name) => ({
  name,
  column: snake(name),
  nullable: false,
  ...(name === "id" || name === "version" ? { sql: "bigint", kind: "whole" } : instantColumn()),
}))

/** What a table checks of a column; the word that stands there once a person is erased passes, too. */
const conditionOf = ({ column, check, personal }: Field): string | undefined => {
  const condition = check?.(`"${column}"`)
  if (condition === undefined || typeof personal?.erased !== "string") return condition
  return `${condition} or "${column}" = '${personal.erased.replaceAll("'", "''")}'`
}

/**
 * The checks of a table, made once its rows are in it. Rows that an older version wrote may break some: a table does without
 * these, since otherwise no command could change such a row any more. What is new was checked in its events.
 */
const checksOf = (kind: string, fields: ReadonlyArray<Field>): ReadonlyArray<string> => {
  const checks = fields.flatMap((field, n) => {
    const condition = conditionOf(field)
    return condition === undefined ? [] : [`add constraint ${kind}_check_${n} check (${condition})`]
  })
  if (checks.length === 0) return []
  const each = checks.map((check) => `begin alter table ${kind} ${check}; exception when check_violation then null; end;`)
  return [`do $checks$ begin alter table ${kind} ${checks.join(", ")}; exception when check_violation then ${each.join(" ")} end $checks$`]
}

function instantColumn(): Column {
  const text = (it: string) => `to_char(${it} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return { sql: "timestamptz", kind: "instant", answer: text, state: text }
}

/** Declares a record kind. The table has the kind's name. */
export const record = <const Kind extends string, const Fields extends Schema.Struct.Fields>(
  kind: Kind,
  schemas: Fields,
  options: RecordOptions,
): RecordKind<Kind, Fields> => {
  const own = Object.entries(schemas).map(([name, schema]): Field => {
    return { name, column: snake(name), schema: schema as Schema.Top, nullable: isNullable(schema as Schema.Top), ...columnOf(schema as Schema.Top) }
  })
  const fields = [...keptColumns, ...own]
  const columnNamed = (name: string) => {
    const field = fields.find((field) => field.name === name)
    if (!field) throw new Error(`${kind} has no field ${name}`)
    return `"${field.column}"`
  }
  const names = fields.map(({ column }) => `"${column}"`)
  const ddl = [
    `create table ${kind} (${fields.map(({ column, sql, nullable }) => `"${column}" ${sql}${nullable ? "" : " not null"}`).join(", ")}) with (fillfactor = 80)`,
    `alter table ${kind} add primary key (id)`,
    ...(options.unique ?? []).map(({ fields }, n) => `alter table ${kind} add constraint ${kind}_unique_${n} unique (${fields.map(columnNamed).join(", ")})`),
    ...checksOf(kind, fields),
    ...(options.indexes ?? []).map((fields) => `create index on ${kind} (${fields.map(columnNamed).join(", ")})`),
  ]
  const list = (alias: string, write: "answer" | "state", only: ReadonlyArray<Field>) =>
    only
      .map((field) => {
        const expression = `${alias}."${field.column}"`
        return `${field[write]?.(expression) ?? expression} as "${field.name}"`
      })
      .join(", ")
  // as text, since the tables of another generation have types of their own
  const insert = (rows: string) => `insert into ${kind} (${names.join(", ")}) select ${names.join(", ")} from unnest(${rows}::text::${kind}[])`
  return {
    ...options,
    kind,
    schemas,
    fields,
    ddl,
    insert,
    upsert: (rows) =>
      `${insert(rows)} on conflict (id) do update set ${names
        .slice(1)
        .map((name) => `${name} = excluded.${name}`)
        .join(", ")}`,
    state: (alias) => list(alias, "state", fields),
    answer: (alias, ...only) => list(alias, "answer", only.length === 0 ? fields : fields.filter(({ name }) => only.includes(name))),
    toLiteral: (row) => rowLiteral(fields.map(({ name }) => fieldValue(row, name))),
  }
}
