/**
 * The kinds of fields that records have. One declaration gives the check of a value, its table column, and its form in answers: `column` is attached
 * to the Schema as an annotation.
 */
import { Schema, SchemaAST } from "effect"
import { isBirthDate, isDate } from "../calendar.ts"
import { tooLarge } from "../decimal-input.ts"
import { mostCents } from "../money.ts"
import { mostThousandths, mostWhole } from "../quantity.ts"
import { isEmail, labelOf } from "../text.ts"
import { wellFormed } from "../well-formed.ts"

/** The kind of a value as users see it; determines its wire format, its CLI flag, its form field and its table cell. */
export type FieldKind =
  | "text"
  | "line"
  | "email"
  | "phone"
  | "whole"
  | "rate"
  | "days"
  | "money"
  | "percent"
  | "quantity"
  | "flag"
  | "instant"
  | "date"
  | "birthDate"
  | "ref"
  | "choice"
  | "parts"
  | "files"
  | "file"
  | "site"
  | "json"

export interface Column {
  /** the SQL type */
  readonly sql: string
  readonly kind: FieldKind
  /** the values of a choice */
  readonly words?: ReadonlyArray<string>
  /** display names for individual values, if the values themselves are not suitable */
  readonly names?: Readonly<Record<string, string>>
  /** maximum length of a text in characters */
  readonly most?: number
  /** display name of the field, if the words of its name are not suitable */
  readonly label?: string
  /** the number must not be negative, or must be above 0 */
  readonly sign?: "positive" | "nonNegative"
  /** the value used if a command is not given one */
  readonly default?: unknown
  /** the table's check constraint for a value, as an SQL condition */
  readonly check?: (expression: string) => string
  /** error for a value that violates the table's check, as the end of a sentence that begins with the field's name */
  readonly fault?: string
  /** the value in answers, as an SQL expression; the column itself by default */
  readonly answer?: (expression: string) => string
  /** the value as produced by the fold, as an SQL expression; the column itself by default */
  readonly state?: (expression: string) => string
  /** the fields of each line of a command's input */
  readonly line?: Schema.Struct.Fields
  /** never shown: neither in histories nor in exports */
  readonly secret?: true
  /** the kind of record that the value refers to */
  readonly refers?: string
  /** the number series from which the value is drawn, such as PR */
  readonly series?: string
  /** the notation of a line or a number in a command's input, as a regular expression, and the sentence about a value that does not have it */
  readonly notation?: { readonly pattern: string; readonly fault: string }
  /** only image files are allowed */
  readonly pictures?: true
  /** personal data: encrypted in the log; `erased` is the value read after the person is erased */
  readonly personal?: { readonly erased: unknown }
}

const withColumn = <S extends Schema.Top>(schema: S, column: Column) => schema.annotate({ column })

/** A whole number that is sent as a decimal string: cents as "12.50". */
export interface Decimal extends Schema.Finite {
  readonly Rebuild: Decimal
  readonly "~travels": string
}
/** A field that may be omitted in a command's input. */
export type Defaulted<S> = S & { readonly "~defaulted": true }

/** An instant in the format used throughout the product: 2026-11-21T05:17:42.123Z. */
const instantText = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Text that Postgres can store: no NUL, no lone surrogates. At most `most` characters. */
export const Text = (most = 2000) =>
  withColumn(Schema.String.check(wellFormed, longest(most)), { sql: "text", kind: "text", most, check: (it) => `char_length(${it}) <= ${most}` })

const line = (most: number, kind: FieldKind = "line"): Column => ({
  sql: "text",
  kind,
  most,
  check: (it) => `char_length(${it}) between 1 and ${most}`,
  fault: `must have 1 to ${most} characters`,
})
/** One line of non-empty text. */
export const Line = (most = 200) => withColumn(Schema.String.check(wellFormed, longest(most), filled), line(most))

function longest(most: number) {
  return Schema.makeFilter((text: string) => (text.length <= most ? undefined : atMost(most)))
}
function atMost(most: number) {
  return `can have ${most} characters at most`
}
const filled = Schema.makeFilter((text: string) => (text.length > 0 ? undefined : "is required"))

/** An e-mail address. The table accepts any line, because its rows may be older than this check. */
export const Email = withColumn(Line().check(Schema.makeFilter((text) => (isEmail(text) ? undefined : "must be an e-mail address"))), line(200, "email"))
/** A phone number in any notation. */
export const Phone = withColumn(Line(60), line(60, "phone"))

/** A credential, such as a password hash: stored, but never shown. */
export const Secret = withColumn(Schema.String.check(wellFormed), { sql: "text", kind: "line", secret: true })

/** Whole numbers from -`most` to `most`. `one` is the number of units that are displayed as 1: 100 cents are 1.00. */
const upTo = (most: number, one: number) => {
  const fault = tooLarge(most, one)
  return {
    schema: Schema.Finite.check(Schema.makeFilter((n: number) => (Number.isInteger(n) ? fault(n) : "must be a whole number"))),
    column: { sql: "bigint", kind: "whole", check: (it: string) => `${it} between ${-most} and ${most}`, fault: fault(Infinity)! } as const,
  }
}
const numbers = (most: number, one: number, more: Partial<Column> = {}): Schema.Finite => {
  const { schema, column } = upTo(most, one)
  return withColumn(schema, { ...column, ...more })
}
const moneyText = (it: string) => `es.money(${it})`
const money = { kind: "money", answer: moneyText } as const
const quantity = { kind: "quantity", answer: (it: string) => `es.quantity(${it})` } as const

export const Whole = numbers(mostWhole, 1)
/** A whole number with its own limit, such as the counter of a passkey. */
export const WholeUpTo = (most: number) => numbers(most, 1)
/** An exchange rate, or a percentage, in hundredths. */
export const Rate = numbers(mostWhole, 100, { kind: "rate", answer: (it) => `es.money(${it})` }) as Decimal
/** A percentage up to 100, in hundredths; sent as text: "7.50". */
export const Percent = numbers(10_000, 100, { kind: "percent", answer: moneyText }) as Decimal
/** A number of days, stored in hundredths: 250 is 2.5 days in answers. */
export const Days = numbers(mostWhole, 100, { kind: "days", answer: (it) => `(${it} / 100.0)::float8` })
/** An amount of money in cents. */
export const Money = numbers(mostCents, 100, money) as Decimal
/** A sum of cents over many commands. Each of them is within the limit of Money; the sum only has to stay exact. */
export const MoneyTotal = numbers(Number.MAX_SAFE_INTEGER, 100, money) as Decimal
/** Whether a column holds an amount of money. */
export const isMoney = ({ kind }: Column) => kind === "money"
/** A quantity in thousandths of its unit. */
export const Quantity = numbers(mostThousandths, 1000, quantity) as Decimal
/** A sum of thousandths over many commands. */
export const QuantityTotal = numbers(Number.MAX_SAFE_INTEGER, 1000, quantity) as Decimal
export const Flag = withColumn(Schema.Boolean, { sql: "boolean", kind: "flag" })
export const Instant = withColumn(
  Schema.String.check(Schema.makeFilter((text) => (isInstant(text) ? undefined : "must be an instant such as 2026-11-21T08:00:00Z"))),
  {
    sql: "timestamptz",
    kind: "instant",
    answer: instantText,
    state: instantText,
  },
)
function isInstant(text: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
}
const dayText = (it: string) => `to_char(${it}, 'YYYY-MM-DD')`
const day = { sql: "date", kind: "date", answer: dayText, state: dayText } as const
const businessDate = "must be a day such as 2026-11-21"
export const BusinessDate = withColumn(Schema.String.check(Schema.makeFilter((text) => (isDate(text) ? undefined : businessDate))), {
  ...day,
  fault: businessDate,
  check: (it) => `${it} between '2000-01-01' and '2100-12-31'`,
})
const birthDate = "must be a day such as 1985-11-21"
/** A date of birth, which may be earlier than other business dates. */
export const BirthDate = withColumn(Schema.String.check(Schema.makeFilter((text) => (isBirthDate(text) ? undefined : birthDate))), {
  ...day,
  kind: "birthDate",
  fault: birthDate,
  check: (it) => `${it} between '1900-01-01' and '2100-12-31'`,
})
/** The id of another record. */
export const Ref = (kind: string) => withColumn(Schema.Int, { sql: "bigint", kind: "ref", refers: kind })
/** A document number as shown to users, such as PR-2026-0416. */
export const DocumentNumber = Line(60)
/** A document number drawn from the series with this code (PS-0001), usually by `nextNumber` per year (PR-2026-0416): `SeriesNumber("PR")`. */
export const SeriesNumber = (series: string) => withColumn(DocumentNumber, { ...columnOf(DocumentNumber), series })
/** One of a few values. */
export const Literals = <const L extends ReadonlyArray<string>>(...words: L) => {
  const fault = `must be one of: ${words.join(", ")}`
  return withColumn(Schema.Literals(words).annotate({ message: fault }), {
    sql: "text",
    kind: "choice",
    words,
    check: (it) => `${it} in (${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ")})`,
    fault,
  })
}
/** A value that may be missing: null, never undefined. */
export const Optional = <S extends Schema.Top>(schema: S) => withColumn(Schema.NullOr(schema), columnOf(schema))
/**
 * A value about a person, such as a name: encrypted in the log, so that it can be erased. After the erasure, events contain `erased` in its place:
 * null if the value is optional, otherwise the word "erased".
 */
export const Personal = <S extends Schema.Top>(schema: S, erased: S["Type"] = (isNullable(schema) ? null : "erased") as S["Type"]) =>
  withColumn(schema, { ...columnOf(schema), personal: { erased } })
/** The parts of a record, stored in its row. */
export const Parts = <S extends Schema.Top>(part: S) =>
  withColumn(Schema.Array(part), { sql: "jsonb", kind: "parts", check: (it) => `jsonb_typeof(${it}) = 'array'` })
/** The lines of a command's input, such as the items of a request or a checklist: each has its own fields, with defaults and labels. */
export interface LinesField<F extends Schema.Struct.Fields> extends Schema.$Array<Schema.Struct<F>> {
  readonly Rebuild: LinesField<F>
  readonly "~lines": F
}
/** At most `most` lines can be given; `fault` is the message if there are more. */
export const Lines = <const F extends Schema.Struct.Fields>(line: F, most = 200, fault = `can have ${most} lines at most`) =>
  withColumn(Schema.Array(Schema.Struct(line)).check(Schema.isMaxLength(most, { message: fault })) as Schema.Top as LinesField<F>, {
    ...columnOf(Parts(Schema.Struct(line))),
    line,
    most,
    fault,
  })
/** Any structured value. */
export const Structure = <S extends Schema.Top>(schema: S) => withColumn(schema, { sql: "jsonb", kind: "json" })

/** A file attached to a record. The record stores these facts about it, so that its event states what the file was. */
export const AttachedFile = Schema.Struct({ id: Schema.Int, name: Schema.String, type: Schema.String, size: Schema.Int, sha256: Schema.String })
export type AttachedFile = typeof AttachedFile.Type
/** Files attached to a record: a call takes the ids of uploaded files, and the answer describes the files. */
export interface FilesField extends Schema.$Array<typeof AttachedFile> {
  readonly Rebuild: FilesField
  readonly "~takes": ReadonlyArray<number>
}
export const Files = withColumn(Schema.Array(AttachedFile) as FilesField, {
  sql: "jsonb",
  kind: "files",
  check: (it) => `jsonb_typeof(${it}) = 'array'`,
})
/** Photos: files that must be images. */
export const Pictures = withColumn(Files as FilesField, { sql: "jsonb", kind: "files", pictures: true })
/** One image, such as a signature: a call takes the id of the uploaded file. */
export interface PictureField extends Schema.Struct<(typeof AttachedFile)["fields"]> {
  readonly Rebuild: PictureField
  readonly "~takes": number
}
export const Picture = withColumn(AttachedFile as PictureField, { sql: "jsonb", kind: "file", pictures: true })
/** A site as named in a command's input: its id, code or slug. */
export const SiteName = withColumn(Schema.Union([Schema.String, Schema.Finite]), { sql: "bigint", kind: "site", refers: "site" })

/** Gives a field a display name, if the words of its own name are not suitable. */
export const label = <S extends Schema.Top>(name: string, schema: S): S["Rebuild"] => withColumn(schema, { ...columnOf(schema), label: name })
/** Gives individual values of a choice display names, if the values themselves are not suitable: `named({ hvac: "Air conditioning" }, kinds)`. */
export const named = <S extends Schema.Top>(names: { readonly [Value in `${S["Type"] & (string | boolean)}`]?: string }, schema: S): S["Rebuild"] =>
  withColumn(schema, { ...columnOf(schema), names: names as Readonly<Record<string, string>> })
/**
 * A line or a whole number of a command's input with a notation of its own: `noted(/^[A-Z]{2}$/, "must be two capital letters", Line(2))`. The fault is a
 * sentence, or its end if it begins with a verb.
 */
export const noted = <S extends Schema.Top>(pattern: RegExp, fault: string, schema: S): S =>
  withColumn((schema as Schema.Top).check(Schema.makeFilter((value: unknown) => (pattern.test(String(value)) ? undefined : fault))), {
    ...columnOf(schema),
    notation: { pattern: pattern.source, fault },
  }) as Schema.Top as S
/** A number that is 0 or more. */
export const nonNegative = <S extends Schema.Finite>(schema: S): S =>
  withColumn(schema.check(Schema.makeFilter((n: number) => (n >= 0 ? undefined : "must not be negative"))), { ...columnOf(schema), sign: "nonNegative" }) as S
/** A number above 0. */
export const positive = <S extends Schema.Finite>(schema: S): S =>
  withColumn(schema.check(Schema.makeFilter((n: number) => (n > 0 ? undefined : "must be greater than 0"))), { ...columnOf(schema), sign: "positive" }) as S
/** A field of a command that may be omitted; this value is then used. */
export const withDefault = <S extends Schema.Top>(value: S["Type"], schema: S): Defaulted<S["Rebuild"]> =>
  withColumn(schema, { ...columnOf(schema), default: value }) as Defaulted<S["Rebuild"]>

/** Numbers that a command need not be given, none of them below 0: each is 0 then. */
export const orZero = <const Fields extends Readonly<Record<string, Schema.Finite>>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withDefault(0, nonNegative(schema))])) as {
    readonly [K in keyof Fields]: Defaulted<Fields[K]["Rebuild"]>
  }

/** The fields of a command that changes only what it is given: `...partly(facts)`. Those that are left out stay as they are. */
export const partly = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Schema.optionalKey(schema)])) as {
    readonly [K in keyof Fields]: Schema.optionalKey<Fields[K]>
  }
/** Whether a field stays unchanged if a command omits it. */
export const isPartial = (schema: Schema.Constraint): boolean => SchemaAST.isOptional(schema.ast)

/** The values used for fields that a command omits: their defaults, and null for optional values. */
export const defaultsOf = (fields: Schema.Struct.Fields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      if (isPartial(schema)) return []
      const column = describedAs(schema)
      if ("default" in column) return [[name, column.default]]
      return isNullable(schema as Schema.Top) ? [[name, null]] : []
    }),
  )

/** The display name of a field: "Fuel cost" for fuelCost, unless it has a label. */
export const labelIn = (fields: Schema.Struct.Fields, name: string): string => describedAs(fields[name]).label ?? labelOf(name)

/** Whether null is a valid value. */
export const isNullable = (schema: Schema.Top): boolean => {
  const ast = schema.ast as { _tag: string; types?: ReadonlyArray<{ _tag: string }> }
  return ast._tag === "Union" && (ast.types ?? []).some((member) => member._tag === "Null")
}

/** The declared column properties of a field; empty if it has no column of its own. */
export const describedAs = (schema: unknown): Partial<Column> =>
  (schema === undefined ? {} : (Schema.resolveAnnotations(schema as Schema.Top)?.["column"] ?? {})) as Partial<Column>

/** The personal ones among these fields, with the value of each after an erasure. */
export const personalOf = (fields: Schema.Struct.Fields): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(fields).flatMap(([name, schema]) => {
      const { personal } = describedAs(schema)
      return personal ? [[name, personal.erased] as const] : []
    }),
  )

/** The values of a person's fields after an erasure. */
export const erasedOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Object.fromEntries(personalOf(fields)) as Partial<Schema.Struct.Type<Fields>>

/** The column a field has in its table. */
export const columnOf = (schema: Schema.Top): Column => {
  const column = describedAs(schema)
  if (column.sql === undefined) throw new Error("A field of a record must be made by the functions of records/field.ts")
  return column as Column
}

/** The input of an erasure besides the record: the reason, which stays in the log, and the person's number, typed again as a confirmation. */
export const erasureFields = { reason: Line(500), confirm: label("Confirmation", Line(100)) }
