/**
 * Figures that explain themselves. A figure is declared once, beside the query that produces it: its name, who may see it, its parameters, and how it
 * is computed. Its value comes from the query of the screen, so the two cannot disagree.
 */
import type { Permission } from "../access/levels.ts"
import { Effect, Schema, SchemaAST } from "effect"
import { holdsAny } from "../access/levels.ts"
import type { SignedIn } from "../access/who.ts"
import { Database, type DatabaseError } from "../database/database.ts"
import { col, type Columns, type RowOf, sql, sqlOf } from "../database/statement.ts"
import type { Condition, ListShape } from "../lists/list-shape.ts"
import { formatMoney } from "../money.ts"
import { likeness } from "../text.ts"
import { notFound, Rejection } from "./command.ts"
import { type Asked, type Parameter, parameters } from "./figure-parameters.ts"
import { logWhere } from "./history.ts"
import { Model } from "./records.ts"

/** A reference to another figure, by name and parameters. */
export interface FigureRef {
  readonly name: string
  readonly parameters: Readonly<Record<string, string | number | null | undefined>>
}

type Value = string | number | null

/** An input of a figure's calculation. */
export interface Input {
  readonly label: string
  readonly value: Value
  /** if it differs from the unit of the figure */
  readonly unit?: string
  /** set if the part is itself a figure that can be explained */
  readonly figure?: FigureRef
}

/** A record that contributes to a figure. */
export interface MadeOfRecord {
  /** kind/id; missing on a line that stands for records which the person may not see */
  readonly stream?: string
  readonly title: string
  readonly value: Value
  readonly unit?: string
  /** the screen that shows it */
  readonly path?: string
  readonly figure?: FigureRef
}

/** A term valid on the day that a figure uses: a price, a tax, a rate, a plan. */
export interface Term {
  readonly label: string
  readonly value: Value
  readonly unit?: string
  /** the first day on which it applies */
  readonly from: string | null
  readonly source?: string | null
  /** kind/id of the record that defines it, if the person may see its history */
  readonly stream?: string
  readonly path?: string
}

/** The first parts, their total number, and their sum; the sum is null if they are not added up. */
export interface Parts<Part> {
  readonly rows: ReadonlyArray<Part>
  readonly total: number
  readonly sum: Value
}

export interface Explained {
  /** as shown on the screen */
  readonly value: Value
  /** if it differs from the unit of the figure, such as the currency of an invoice */
  readonly unit?: string
  /** the calculation in words, with its numbers filled in */
  readonly formula: string
  readonly inputs?: Parts<Input> | ReadonlyArray<Input>
  readonly terms?: ReadonlyArray<Term>
  readonly records?: Parts<MadeOfRecord> | ReadonlyArray<MadeOfRecord>
  /** the figure of the days before that its screen compares it with */
  readonly before?: Before
}
interface Before {
  /** such as "2026-10-01 to 2026-10-27" */
  readonly label: string
  readonly value: Value
}

export interface Figure {
  /** such as `invoice.total` */
  readonly name: string
  readonly label: string
  /** USD, SSP, %, or the counted thing: meals, people */
  readonly unit: string
  readonly needs: ReadonlyArray<Parameter>
  readonly takes: ReadonlyArray<Parameter>
  /** any one of these permissions suffices, as for the screen that shows it */
  readonly may: ReadonlyArray<Permission>
  /** it sums postings, of which some belong to no site */
  readonly isOfBooks?: true
  /** document numbers that refer to this figure: $1 is the number, the result its id */
  readonly document?: { readonly pattern: RegExp; readonly sql: string } | undefined
  /** `asked` holds the parameters, decoded as the figure declares them */
  explain(asked: Readonly<Record<string, unknown>>, who: SignedIn): Effect.Effect<Explained, Rejection | DatabaseError, Database | Model>
}

/** Declares a figure. The requested site, or the site that the person is confined to, is passed as its id. */
export const figure = <const Needs extends Parameter = never, const Takes extends Parameter = never>(
  name: string,
  {
    needs = [],
    takes = [],
    ...of
  }: Omit<Figure, "name" | "needs" | "takes" | "explain"> & {
    readonly needs?: ReadonlyArray<Needs>
    readonly takes?: ReadonlyArray<Takes>
    readonly explain: (asked: Asked<Needs, Takes>, who: SignedIn) => Effect.Effect<Explained, Rejection | DatabaseError, Database | Model>
  },
): Figure => ({ name, needs, takes, ...of })

const isMoney = (unit: string) => unit === "USD" || unit === "SSP"
const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 })
const decimals = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Converts a stored number to its form in answers: cents become a decimal string, counts stay numbers. */
export const valueIn = (unit: string, amount: number | bigint): string | number => (isMoney(unit) ? formatMoney(amount) : Number(amount))
/** A value with its unit, as used in sentences: "USD 2,652.00", "312 meals", "80 %". */
export const said = (value: Value, unit: string): string => {
  if (value === null) return "nothing"
  if (isMoney(unit)) return `${unit} ${decimals.format(value as Intl.StringNumericLiteral)}`
  const one = unit === "people" ? "person" : unit.replace(/s$/, "")
  const [, fraction = ""] = String(value).split(".") // a quantity keeps the decimals it was given with
  const number = Number(value).toLocaleString("en-US", { minimumFractionDigits: fraction.length })
  return [number, Number(value) === 1 ? one : unit].filter(Boolean).join(" ")
}

const shownAtMost = 50
const toldAtMost = 6

/** "120 + 85 = 205 people"; for many parts only their number. */
export const added = ({ rows, total, sum }: Parts<{ readonly value: Value }>, unit: string, what = "parts"): string => {
  if (total === 0) return `there are none, ${said(sum, unit)}`
  if (total === 1) return said(sum, unit)
  if (total > toldAtMost) return `${grouped.format(total)} ${what}, ${said(sum, unit)} in total`
  const terms = rows.map(({ value }) => (isMoney(unit) ? decimals.format(value as Intl.StringNumericLiteral) : grouped.format(value as number)))
  return `${terms.join(" + ").replaceAll("+ -", "− ")} = ${said(sum, unit)}`
}

/**
 * The parts of a figure from SQL, which returns them in order with these columns and their `amount` (cents, or a count): the first fifty, their total
 * number, and their sum. Parts that are counted one by one have no value of their own: `of` receives null.
 */
export const partsBy = <Part extends object, const C extends Columns>(
  unit: string,
  columns: C,
  text: string,
  values: ReadonlyArray<unknown>,
  of: (row: RowOf<C>, amount: number) => Part,
) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [found] = yield* statement(
      partsSql(`with part as materialized (select p.*, row_number() over () as nth from (${text}) p)
       select (select count(*) from part) as total, (select coalesce(sum(amount), 0)::bigint::text from part) as sum,
         (select coalesce(json_agg(amount order by nth), '[]') from part where nth <= ${shownAtMost}) as amounts,
         (select coalesce(json_agg(to_jsonb(part) - '{nth,amount}'::text[] order by nth), '[]') from part where nth <= ${shownAtMost}) as rows`),
      values,
    )
    const { rows, amounts } = found!
    const read = rows.length === 0 ? [] : sqlOf(columns)(text).read(Object.keys(rows[0]!), rows)
    const parts: Parts<Part & { readonly value: Value }> = {
      rows: read.map((row, n) => ({ value: valueIn(unit, amounts[n]!), ...of(row, amounts[n]!) })),
      total: found!.total,
      sum: valueIn(unit, BigInt(found!.sum)),
    }
    return parts
  })

/** A row as its list selects it, without the properties that are decided per row afterwards. */
type Undecided<A> = { readonly [K in keyof A as K extends `can${Capitalize<string>}` | "cannot" ? never : K]: A[K] }
const undecided = <A>({ ast }: Schema.Codec<A, unknown>) => {
  if (!SchemaAST.isObjects(ast)) throw new Error("A row of a list is an object")
  const selected = ast.propertySignatures.filter(({ name }) => !/^can([A-Z]|not$)/.test(String(name)))
  return Schema.decodeUnknownEffect(Schema.make<Schema.Codec<Undecided<A>>>(SchemaAST.toType(new SchemaAST.Objects(selected, []))))
}

/** The matching row of a list, within the person's scope and as the list returns it. 404 if there is none. */
export const listed = <A>(answer: Schema.Codec<A, unknown>, shape: ListShape, more: ReadonlyArray<Condition>, what: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const conditions = [...(shape.where ?? []), ...more]
    let n = 0
    const where = conditions.map(({ sql }) => sql.replaceAll("?", () => `$${++n}`)).join(" and ")
    const [row] = yield* statement(
      bodySql(`select (select row_to_json(r) from (select ${shape.select}) r) as body from ${shape.from} where ${where} limit 1`),
      conditions.flatMap(({ values = [] }) => values),
    )
    if (!row) return yield* Effect.fail(notFound(`${what} does not exist`))
    return yield* Effect.orDie(undecided(answer)(row.body))
  })
/** The row of a list with an id. */
export const listedAt = <A>(answer: Schema.Codec<A, unknown>, shape: ListShape, id: number, what: string) =>
  listed(answer, shape, [{ sql: `${shape.id} = ?::bigint`, values: [id] }], `${what} ${id}`)

const unknown = (figures: ReadonlyArray<Figure>, name: string) => {
  const nearest = [...figures].sort((a, b) => likeness(b.name, name) - likeness(a.name, name)).slice(0, 3)
  return notFound(`There is no figure ${name.slice(0, 60)}. The nearest: ${nearest.map((one) => one.name).join(", ")}`)
}

const partsSql = sqlOf({
  total: col.whole,
  sum: col.text,
  amounts: col.json(Schema.Array(Schema.Number)),
  rows: col.json(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
})
const bodySql = sqlOf({ body: col.object })
const documentSql = sqlOf({ id: col.whole })
const siteSql = sql({ id: col.whole }, "select id from site where id::text = $1 or slug = $1")
const nowSql = sql({ at: col.text }, `select to_char(es.now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`)

/** The figure with a name or with a document number, and the parameters that the number implies. */
const named = (figures: ReadonlyArray<Figure>, name: string) =>
  Effect.gen(function* () {
    const found = figures.find((figure) => figure.name === name)
    if (found) return { figure: found, id: undefined }
    const byNumber = figures.find(({ document }) => document?.pattern.test(name))
    if (!byNumber) return yield* Effect.fail(unknown(figures, name))
    const { statement } = yield* Database
    const [record] = yield* statement(documentSql(byNumber.document!.sql), [name.toUpperCase()])
    if (!record) return yield* Effect.fail(notFound(`${name.slice(0, 60)} does not exist`))
    return { figure: byNumber, id: String(record.id) }
  })

const bad = (sentence: string) => new Rejection(400, sentence)

/** Checks and decodes the parameters; resolves the site, or the site that the person is confined to. */
const decoded = ({ name, needs, takes }: Figure, raw: Readonly<Record<string, string | undefined>>, { confinedTo }: SignedIn) =>
  Effect.gen(function* () {
    const asked: Record<string, unknown> = {}
    for (const parameter of [...needs, ...takes]) {
      const text = raw[parameter]
      if (text === undefined || text === "") {
        const isOwn = parameter === "siteId" && confinedTo !== null
        if (needs.includes(parameter) && !isOwn) return yield* Effect.fail(bad(`${name} needs ${needs.join(" and ")}: ${parameter} is missing`))
        asked[parameter] = isOwn ? confinedTo : undefined
      } else if (parameter === "siteId") {
        const { statement } = yield* Database
        const [site] = yield* statement(siteSql, [text])
        if (!site || (confinedTo !== null && site.id !== confinedTo)) return yield* Effect.fail(notFound(`Site ${text.slice(0, 60)} does not exist`))
        asked[parameter] = site.id
      } else {
        asked[parameter] = yield* Effect.mapError(Schema.decodeUnknownEffect(parameters[parameter] as Schema.Codec<unknown, unknown>)(text), ({ message }) =>
          bad(message.split("\n")[0]!),
        )
      }
    }
    return asked
  })

/** Maximum number of events shown per record, the latest ones. */
const toldEvents = 20

/** The last events of each stream, oldest first, in plain words. */
const eventsOf = (streams: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const wanted = [...new Set(streams)]
    const events =
      wanted.length === 0
        ? []
        : yield* logWhere(
            `e.position = any(select x.position from unnest($1::text[]) as s(stream) cross join lateral
               (select v.position from es.event v where v.stream = s.stream and v.position <= es.horizon() order by v.version desc limit ${toldEvents}) x)
             order by e.position`,
            [wanted],
          )
    return Map.groupBy(events, ({ stream }) => stream)
  })

const allOf = <Part>(parts: Parts<Part> | ReadonlyArray<Part> | undefined): Parts<Part> =>
  parts === undefined ? { rows: [], total: 0, sum: null } : "rows" in parts ? parts : { rows: parts, total: parts.length, sum: null }

const sitesSql = sql({ id: col.whole }, "select id from site order by id")
const exact = (value: Value) => Math.round(Number(value) * 1000)

/** The same figure of each site, where these add up; what belongs to no site is the last part of a sum of postings. */
const bySite = (figure: Figure, asked: Readonly<Record<string, unknown>>, total: Value, who: SignedIn) =>
  Effect.gen(function* () {
    if (!figure.takes.includes("siteId") || asked["siteId"] !== undefined || who.confinedTo !== null || total === null) return []
    const { statement } = yield* Database
    const found = yield* Effect.forEach(yield* statement(sitesSql, []), ({ id }) =>
      Effect.map(figure.explain({ ...asked, siteId: id }, who), ({ value }) => ({ siteId: id as number | null, value })),
    )
    const own = found.filter(({ value }) => exact(value) !== 0)
    const left = exact(total) - own.reduce((sum, { value }) => sum + exact(value), 0)
    if (own.length === 0 || (left !== 0 && figure.isOfBooks !== true)) return []
    return left === 0 ? own : [...own, { siteId: null, value: isMoney(figure.unit) ? formatMoney(left / 10) : left / 1000 }]
  }).pipe(
    Effect.catchIf(
      (error) => error instanceof Rejection,
      () => Effect.succeed([]),
    ),
  )

const sees = (who: SignedIn, { may }: Figure) => holdsAny(who, may)

/** Explains a figure to a person. 404 if it does not exist, 403 or 404 according to the rule and the row scope of its screen. */
export const explain = (figures: ReadonlyArray<Figure>, name: string, raw: Readonly<Record<string, string | undefined>>, who: SignedIn, withSites = false) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { figure, id } = yield* named(figures, name)
    if (!sees(who, figure)) return yield* Effect.fail(new Rejection(403, `You do not have access to this. It needs: ${figure.may.join(" or ")}`))
    const asked = yield* decoded(figure, id === undefined ? raw : { ...raw, id }, who)
    const { value, unit = figure.unit, formula, terms = [], ...of } = yield* figure.explain(asked, who)
    const inputs = allOf(of.inputs)
    const records = allOf(of.records)
    const events = yield* eventsOf([...records.rows, ...terms].flatMap(({ stream }) => stream ?? []))
    const told = (stream: string | undefined) =>
      (stream === undefined ? [] : (events.get(stream) ?? [])).map(({ position, occurredAt, by, via, text }) => ({ position, at: occurredAt, by, via, text }))
    /** Removes the link from a part whose figure the person may not see. */
    const open = <Part extends { readonly figure?: FigureRef }>({ figure: ref, ...part }: Part) => {
      const further = ref && figures.find((other) => other.name === ref.name)
      const given =
        ref &&
        Object.fromEntries(Object.entries(ref.parameters).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, String(value)]])))
      return { ...part, ...(further && sees(who, further) && { figure: { name: ref.name, parameters: given! } }) }
    }
    const [now] = yield* statement(nowSql, [])
    const parts = inputs.rows.length > 0 ? inputs : records
    const sites = withSites ? yield* bySite(figure, asked, value, who) : []
    return {
      name: figure.name,
      label: figure.label,
      parameters: Object.fromEntries(Object.entries(asked).flatMap(([key, given]) => (given === undefined ? [] : [[key, String(given)]]))),
      value,
      unit,
      formula,
      inputs: inputs.rows.map(({ unit: own, ...input }) => ({ ...open(input), unit: own ?? unit })),
      terms: terms.map(({ unit: own = "", source = null, ...term }) => ({ ...term, unit: own, source, events: told(term.stream) })),
      records: records.rows.map(({ unit: own, ...record }) => ({ ...open(record), unit: own ?? unit, events: told(record.stream) })),
      /** total number of parts; the first fifty are returned */
      total: parts.total,
      sum: parts.sum,
      before: of.before ?? null,
      sites: sites.map(({ siteId, value: part }) => ({
        siteId,
        value: part,
        unit,
        ...(siteId !== null && { figure: open({ figure: { name: figure.name, parameters: { ...raw, siteId } } }).figure! }),
      })),
      asOf: now!.at,
    }
  })

/** The figures that a person may request. */
export const figuresFor = (figures: ReadonlyArray<Figure>, who: SignedIn) =>
  figures
    .filter((figure) => sees(who, figure))
    .map(({ name, label, unit, needs, takes }) => ({ name, label, unit, needs, takes }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
