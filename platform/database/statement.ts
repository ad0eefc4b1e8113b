/**
 * SQL with the row type that its result is decoded to: `sql({ id: col.whole, name: col.text }, "select id, name from site")`. Each row is checked
 * when received, so its type is reliable; and a test prepares every declared statement and compares the columns with Postgres's description
 * (`apps/server/statements.test.ts`), so that a renamed column fails before anyone runs the query.
 */
import { Schema } from "effect"

/** A column of a result. */
export interface Col<out A> {
  /** the SQL types that are read as this kind, as Postgres names them; undefined is any */
  readonly types: ReadonlyArray<string> | undefined
  readonly is: (value: unknown) => boolean
  readonly "~type"?: A
}

export interface Columns {
  readonly [name: string]: Col<unknown>
}
export type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends Col<infer A> ? A : never }

const wholes = ["smallint", "integer", "bigint"]
const texts = ["text", "character varying", "character", "name", "numeric", "date", "timestamp with time zone", "time without time zone", "uuid", "inet"]

const isNumber = (value: unknown) => typeof value === "number"
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === "string"

/** The kinds of column. Dates, instants and numerics are text, as the driver returns them. */
export const col = {
  whole: { types: wholes, is: isNumber } as Col<number>,
  number: { types: [...wholes, "real", "double precision"], is: isNumber } as Col<number>,
  text: { types: texts, is: isText } as Col<string>,
  flag: { types: ["boolean"], is: (value) => typeof value === "boolean" } as Col<boolean>,
  bytes: { types: ["bytea"], is: Buffer.isBuffer } as Col<Buffer>,
  /** any value: the caller checks it */
  unknown: { types: undefined, is: () => true } as Col<unknown>,
  /** a text that is one of a few values */
  words: <const W extends string>(...words: ReadonlyArray<W>): Col<W> => ({ types: texts, is: (value) => words.includes(value as W) }),
  /** any JSON object */
  object: { types: ["json", "jsonb"], is: isObject } as Col<Readonly<Record<string, unknown>>>,
  /** JSON of this shape */
  json: <A>(schema: Schema.Codec<A, unknown>): Col<A> => ({ types: ["json", "jsonb"], is: Schema.is(schema) }),
  list: <A>(of: Col<A>): Col<ReadonlyArray<A>> => ({
    types: of.types?.map((type) => `${type}[]`),
    is: (value) => Array.isArray(value) && value.every(of.is),
  }),
  nullable: <A>(of: Col<A>): Col<A | null> => ({ types: of.types, is: (value) => value === null || of.is(value) }),
}

/** Reads a text column that contains JSON of this shape; throws a description of what is wrong. */
export const jsonText = <A>(schema: Schema.Codec<A, unknown>): ((text: string) => A) => Schema.decodeUnknownSync(Schema.fromJsonString(schema))

export interface Statement<out A> {
  readonly text: string
  readonly columns: Columns
  /** The rows of a result, checked against the declaration; throws a description of what is wrong. `names` are the columns of the result. */
  readonly read: (names: ReadonlyArray<string>, rows: ReadonlyArray<unknown>) => ReadonlyArray<A>
}

export const textOf = (asked: string | Statement<unknown>): string => (typeof asked === "string" ? asked : asked.text)

/** How described columns with their types differ from the declared ones; undefined if they do not. */
export const columnsFault = (columns: Columns, described: ReadonlyArray<{ readonly name: string; readonly type?: string }>): string | undefined => {
  const names = new Set(described.map(({ name }) => name))
  const missing = Object.keys(columns).filter((name) => !names.has(name))
  const faults = [
    ...missing.map((name) => `${name} is declared, but not selected`),
    ...described.flatMap(({ name, type }) => {
      const declared = Object.hasOwn(columns, name) ? columns[name] : undefined
      if (!declared) return [`${name} is selected, but not declared`]
      return type === undefined || !declared.types || declared.types.includes(type) ? [] : [`${name} is ${type}, declared ${declared.types.join(" or ")}`]
    }),
  ]
  return faults.length === 0 ? undefined : faults.join("; ")
}

const briefly = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 200)

/** For statements with one row shape whose text is composed at run time: `const found = sqlOf({ … })`, then `found("select …")`. */
export const sqlOf = <const C extends Columns>(columns: C): ((text: string) => Statement<RowOf<C>>) => {
  const checks = Object.entries(columns)
  return (text) => ({
    text,
    columns,
    read: (names, rows) => {
      if (names.length !== checks.length || !names.every((name) => Object.hasOwn(columns, name))) {
        throw new Error(
          `${columnsFault(
            columns,
            names.map((name) => ({ name })),
          )}: ${briefly(text)}`,
        )
      }
      for (const row of rows as ReadonlyArray<Readonly<Record<string, unknown>>>) {
        const wrong = checks.find(([name, { is }]) => !is(row[name]))
        if (wrong) throw new Error(`${wrong[0]} is not what was declared (${typeof row[wrong[0]]}): ${briefly(text)}`)
      }
      return rows as ReadonlyArray<RowOf<C>>
    },
  })
}

/** Every statement declared with {@link sql}, for the test that prepares them. */
export const declared: Array<Statement<unknown>> = []

/** Declares a statement, once, when its module is loaded. */
export const sql = <const C extends Columns>(columns: C, text: string): Statement<RowOf<C>> => {
  const statement = sqlOf(columns)(text)
  declared.push(statement)
  return statement
}

/** Today as a subquery: it is evaluated once, where `es.today()` in a condition is evaluated for each row (docs/decisions/0160-how-requests-are-planned.md). */
export const todayOnce = "(select es.today())"
