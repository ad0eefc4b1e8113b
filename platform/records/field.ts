/**
 * The kinds of field a record has. One declaration gives the check of a value, the column of its table, and how the
 * value is written in the answers: `column` hangs on the Schema as an annotation.
 */
import { Schema } from "effect"
import { isDate } from "../calendar.ts"
import { wellFormed } from "../well-formed.ts"

export interface Column {
  /** the SQL type, with its check */
  readonly sql: string
  /** the value as the contract answers it, as an SQL expression; as it is, if not given */
  readonly answer?: (expression: string) => string
  /** the value as the fold made it, as an SQL expression; as it is, if not given */
  readonly state?: (expression: string) => string
  /** never shown to people: not in histories, not in exports */
  readonly secret?: true
  /** the kind of record that the value points to */
  readonly refers?: string
  /** about a person: encrypted in the log; and what is read there once the person is erased */
  readonly personal?: { readonly erased: unknown }
}

const withColumn = <S extends Schema.Top>(schema: S, column: Column) => schema.annotate({ column })

/** An instant in the form the whole product writes it: 2026-11-21T05:17:42.123Z. */
const instantText = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Text that Postgres can hold: no NUL, no half of a surrogate pair. At most `most` characters. */
export const Text = (most = 2000) => withColumn(Schema.String.check(wellFormed, Schema.isMaxLength(most)), { sql: "text" })

/** One line of text that must say something. */
export const Line = (most = 200) => withColumn(Schema.String.check(wellFormed, Schema.isMaxLength(most), Schema.isMinLength(1)), { sql: "text" })

/** What proves who someone is, such as the hash of a password: kept, and never shown. */
export const Secret = withColumn(Schema.String.check(wellFormed), { sql: "text", secret: true })

export const Whole = withColumn(Schema.Int, { sql: "bigint" })
/** Cents. */
export const Money = withColumn(Schema.Int, { sql: "bigint", answer: (it) => `es.money(${it})` })
/** Thousandths of the unit. */
export const Quantity = withColumn(Schema.Int, { sql: "bigint", answer: (it) => `es.quantity(${it})` })
export const Flag = withColumn(Schema.Boolean, { sql: "boolean" })
export const Instant = withColumn(Schema.String, { sql: "timestamptz", answer: instantText, state: instantText })
export const BusinessDate = withColumn(Schema.String.check(Schema.makeFilter((text) => (isDate(text) ? undefined : "Date must be a day such as 2026-11-21"))), {
  sql: "date",
  answer: (it) => `to_char(${it}, 'YYYY-MM-DD')`,
  state: (it) => `to_char(${it}, 'YYYY-MM-DD')`,
})
/** The id of another record. */
export const Ref = (kind: string) => withColumn(Schema.Int, { sql: "bigint", refers: kind })
/** The number people know a document by, such as PR-2026-0416. */
export const DocumentNumber = withColumn(Schema.String, { sql: "text" })
/** One of a few words. */
export const Literals = <const L extends ReadonlyArray<string>>(...words: L) => withColumn(Schema.Literals(words), { sql: "text" })
/** A value that may be missing: null, never undefined. */
export const Optional = <S extends Schema.Top>(schema: S) => withColumn(Schema.NullOr(schema), columnOf(schema))
/**
 * A value about a person, such as a name: the log holds it encrypted, so that it can be erased. In an event that is read
 * after that stands `erased`: null where the value may be missing, else the word "erased".
 */
export const Personal = <S extends Schema.Top>(schema: S, erased: S["Type"] = (isNullable(schema) ? null : "erased") as S["Type"]) =>
  withColumn(schema, { ...columnOf(schema), personal: { erased } })
/** The parts that a whole is made of, in its own row. */
export const Parts = <S extends Schema.Top>(part: S) => withColumn(Schema.Array(part), { sql: "jsonb" })
/** Any structured value. */
export const Structure = <S extends Schema.Top>(schema: S) => withColumn(schema, { sql: "jsonb" })

/** Whether null is one of the values. */
export const isNullable = (schema: Schema.Top): boolean => {
  const ast = schema.ast as { _tag: string; types?: ReadonlyArray<{ _tag: string }> }
  return ast._tag === "Union" && (ast.types ?? []).some((member) => member._tag === "Null")
}

/** The personal ones of these fields, and what each is once the person is erased. */
export const personalOf = (fields: Schema.Struct.Fields): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(fields).flatMap(([name, schema]) => {
      const { personal } = (Schema.resolveAnnotations(schema as Schema.Top)?.["column"] ?? {}) as Partial<Column>
      return personal ? [[name, personal.erased] as const] : []
    }),
  )

/** What an erased person's fields are. */
export const erasedOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Object.fromEntries(personalOf(fields)) as Partial<Schema.Struct.Type<Fields>>

/** The column a field has in its table. */
export const columnOf = (schema: Schema.Top): Column => {
  const column = Schema.resolveAnnotations(schema)?.["column"] as Column | undefined
  if (!column) throw new Error("A field of a record must be made by the functions of records/field.ts")
  return column
}
