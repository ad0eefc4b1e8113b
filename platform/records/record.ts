/** A record kind: its fields, declared once, give the row type, the table, the upsert and the JSON of the answers. */
import type { Schema } from "effect"
import { fieldValue, rowLiteral } from "../row-literal.ts"
import { snake } from "../text.ts"
import { type Column, columnOf, isNullable } from "./field.ts"

/** The columns of every row besides the record's own fields. */
export interface RowMeta {
  readonly id: number
  /** number of events in the row's stream */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface RecordOptions {
  /** display name of the kind: "Purchase request" */
  readonly label: string
  /** the SQL expression for a record's title, over its columns */
  readonly title: string
  /** unique constraints, as field names, with the message for a violation */
  readonly unique?: ReadonlyArray<{ readonly fields: ReadonlyArray<string>; readonly sentence: string }>
  /** set if records are added every day without limit: lists of them are read through an index, however many there are */
  readonly grows?: true
  /** indexes for lookups by lists, as field names */
  readonly indexes?: ReadonlyArray<ReadonlyArray<string>>
}

interface Field extends Column {
  readonly name: string
  readonly column: string
  /** only for the record's own fields */
  readonly schema?: Schema.Top
  readonly nullable: boolean
}

export interface RecordKind<Kind extends string = string, Fields extends Schema.Struct.Fields = Schema.Struct.Fields> extends RecordOptions {
  readonly kind: Kind
  readonly schemas: Fields
  readonly fields: ReadonlyArray<Field>
  /** DDL without a schema name: first the table, then what is faster to create once the rows are in it */
  readonly ddl: ReadonlyArray<string>
  /** writes rows from an array of them, such as `$1`, whose text `rowsLiteral` makes */
  readonly upsert: (rows: string) => string
  /** the same for rows that are all new, which is cheaper */
  readonly insert: (rows: string) => string
  /** the select list of the row as produced by the fold, or of these fields of it; `alias` names the table */
  readonly state: (alias: string, ...only: ReadonlyArray<string>) => string
  /** the select list of the row as returned in answers */
  answer(alias: string, ...only: ReadonlyArray<keyof Fields | keyof RowMeta>): string
  /** a row as a literal of the table's row type */
  readonly toLiteral: (row: object) => string
}

/** The row of a record. */
export type Row<R> = R extends RecordKind<string, infer Fields> ? Schema.Struct.Type<Fields> & RowMeta : never
/** The row's own fields, as a fold returns them. */
export type Data<R> = R extends RecordKind<string, infer Fields> ? Schema.Struct.Type<Fields> : never

/** The initial state of a record: null in optional fields, and no parts. */
type Blank<D> = { readonly [K in keyof D as null extends D[K] ? K : D[K] extends ReadonlyArray<unknown> ? K : never]: null extends D[K] ? null : D[K] }
const blanks = new WeakMap<RecordKind, object>()
export const blank = <R extends RecordKind>(record: R): Blank<Data<R>> => {
  const made =
    blanks.get(record) ??
    Object.fromEntries(
      record.fields.flatMap(
        ({ name, nullable, kind, schema }): ReadonlyArray<readonly [string, unknown]> =>
          schema === undefined ? [] : nullable ? [[name, null]] : kind === "parts" || kind === "files" ? [[name, []]] : [],
      ),
    )
  blanks.set(record, made)
  return made as Blank<Data<R>>
}

const keptColumns: ReadonlyArray<Field> = (["id", "version", "createdAt", "updatedAt"] as const).map((name) => ({
  name,
  column: snake(name),
  nullable: false,
  ...(name === "id" || name === "version" ? { sql: "bigint", kind: "whole" } : instantColumn()),
}))

/** The check constraint of a column; the value that replaces erased personal data passes, too. */
const conditionOf = ({ column, check, personal }: Field): string | undefined => {
  const condition = check?.(`"${column}"`)
  if (condition === undefined || typeof personal?.erased !== "string") return condition
  return `${condition} or "${column}" = '${personal.erased.replaceAll("'", "''")}'`
}

/**
 * The check constraints of a table, added once its rows are in. Constraints that rows of an older version violate are left out, because otherwise no
 * command could change such a row any more. New data was already checked in its events.
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

/** Declares a record kind. Its table has the kind's name. */
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
  const list = (alias: string, write: "answer" | "state", only: ReadonlyArray<PropertyKey>) =>
    (only.length === 0 ? fields : fields.filter(({ name }) => only.includes(name)))
      .map((field) => {
        const expression = `${alias}."${field.column}"`
        return `${field[write]?.(expression) ?? expression} as "${field.name}"`
      })
      .join(", ")
  // as text, because the tables of another generation have their own row types
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
    state: (alias, ...only) => list(alias, "state", only),
    answer: (alias, ...only) => list(alias, "answer", only),
    toLiteral: (row) => rowLiteral(fields.map(({ name }) => fieldValue(row, name))),
  }
}
