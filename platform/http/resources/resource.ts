/**
 * A resource: one declaration of how a record is accessed, read and changed. Its calls, list, export, documentation, CLI commands and screens are
 * derived from it.
 */
import type { Permission } from "../../access/levels.ts"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { AcrossSites, ANYONE, InvalidatedBy, permits, Rule } from "../../access/rule.ts"
import type { SignedIn } from "../../access/who.ts"
import type { Column as TableColumn } from "../../lists/column.ts"
import type { AnyDeclaredCommand, By } from "../../records/command.ts"
import { type FieldKind, columnOf, defaultsOf, labelIn } from "../../records/field.ts"
import type { Data, RecordKind, RowMeta } from "../../records/record.ts"
import { filledIn, wholesIn } from "../../records/row-columns.ts"
import type { AnyEventKind, AnyStream, StreamKind } from "../../records/stream.ts"
import type { RowScope } from "../../records/visibility.ts"
import { canOf, labelOf, snake } from "../../text.ts"
import { apiOf, groupOf, ruled } from "../call-group.ts"
import { created, Id, ListOrder, ListQuery, rejections } from "../contract.ts"
import { ErasureAnswer } from "../erasure-contract.ts"
import { FilterWords } from "../filter-words.ts"
import { HistoryAnswer } from "../history-contract.ts"
import type { ListShape } from "../list-query.ts"
import { type AnswerOf, answerOf, type DecodedOf, type PayloadOf, payloadOf } from "./wire.ts"

type Fields = Schema.Struct.Fields
type FieldsOf<R> = R extends RecordKind<string, infer F> ? F : never

/** A field of an answer that is not a field of the record: its schema, and its SQL over the row `r`. */
export interface Computed<T = unknown> {
  readonly schema: Schema.Codec<T>
  readonly sql: (who: SignedIn) => string
  readonly kind: FieldKind
  readonly label?: string
}
export const computed = <T>(
  schema: Schema.Codec<T>,
  sql: SqlFor,
  { kind = "text", label }: { readonly kind?: FieldKind; readonly label?: string } = {},
): Computed<T> => ({ schema, sql: (who) => sqlFor(sql, who), kind, ...(label && { label }) })

/** SQL over the row `r`, which may depend on the caller. */
type SqlFor = string | ((who: SignedIn) => string)
const sqlFor = (sql: SqlFor, who: SignedIn) => (typeof sql === "string" ? sql : sql(who))

/** Fields read from other records for every row. Declared by the module that owns these records. */
export interface Join<F extends Readonly<Record<string, Computed>> = Readonly<Record<string, Computed>>> {
  readonly fields: F
  /** SQL that follows `from record r` */
  readonly from?: SqlFor
  /** the kinds of record whose change makes the list another one */
  readonly dependsOn?: ReadonlyArray<string>
  readonly sorts?: Readonly<Record<string, SqlFor>>
  readonly filters?: Readonly<Record<string, JoinedFilter>>
  readonly search?: ReadonlyArray<SqlFor>
}

/** A filter on something other than a field of the record, or on a field with other SQL. */
interface JoinedFilter {
  readonly sql: SqlFor
  /** the accepted values, if there are only a few, and their display names */
  readonly words?: ReadonlyArray<string>
  readonly names?: Readonly<Record<string, string>>
  readonly label?: string
  /** a condition for API calls only: screens do not offer it */
  readonly unshown?: true
}

/** Who may perform a command. */
interface Access extends Omit<Rule, "scope"> {
  /** which records it applies to, in words; by default those of the resource */
  readonly scope?: string
}
type Method = "POST" | "PUT" | "PATCH"
interface Reached {
  /** the call may state the version that the person looked at: 409 if the record has changed since */
  readonly versioned?: boolean
  /** SQL over `r` equivalent to the decision, for lists that count; a test keeps the two consistent */
  readonly hint?: (who: SignedIn) => string
  /** the hint alone determines whether it can be performed, because the decision needs further input */
  readonly onHint?: true
  /** default 200; 201 if it adds something */
  readonly status?: 201
  /** the payload field that identifies the record, for a call at a path of the whole list */
  readonly idIn?: string
}
export interface Exposed<C extends AnyDeclaredCommand = AnyDeclaredCommand, M extends Method = Method, New extends boolean = boolean> extends Reached {
  readonly command: C
  readonly method: M
  /** whether it creates a record; otherwise its input has the `id` of the record that it changes */
  readonly isNew: New
  readonly access: Access
  /** it erases personal data: another call shows beforehand what would be erased */
  readonly erases?: boolean
  /** the end of its path, if it differs from the command's name; empty for the path of the record itself */
  readonly path: string | undefined
  /** alternative names under which callers may send fields: `{ rejectionReason: "reason" }` */
  readonly aliases?: Readonly<Record<string, string>>
  /** fields that callers may send although they are ignored, such as a total that is computed */
  readonly ignored?: Fields
  /** alternative column headers of its fields in imported spreadsheets */
  readonly headers?: { readonly [F in keyof C["fields"] & string]?: ReadonlyArray<string> }
  /** false if it cannot be imported from the rows of a file */
  readonly imported?: false
}
/** A command that creates a record: POST on the path of the resource, answered with 201. */
export const creates = <C extends AnyDeclaredCommand>(
  command: C,
  { ignored, aliases, headers, imported, ...access }: Access & Pick<Exposed<C>, "ignored" | "aliases" | "headers" | "imported">,
): Exposed<C, "POST", true> => ({
  command,
  method: "POST",
  isNew: true,
  access,
  path: undefined,
  ...(ignored && { ignored }),
  ...(aliases && { aliases }),
  ...(headers && { headers }),
  ...(imported === false && { imported }),
})
interface UpdateOptions extends Access, Reached, Pick<Exposed, "aliases"> {
  /** default POST */
  readonly method?: Method
  readonly path?: string
}
type MethodOf<O> = O extends { readonly method: infer M extends Method } ? M : "POST"
type PathOf<O> = O extends { readonly path: infer P extends string } ? P : undefined
type IdInOf<O> = O extends { readonly idIn: infer I extends string } ? { readonly idIn: I } : {}
/** A command on a record: by default POST on `path/:id/<its name>`. */
export const updates = <C extends AnyDeclaredCommand, const O extends UpdateOptions>(
  command: C,
  options: O,
): Exposed<C, MethodOf<O>, false> & { readonly path: PathOf<O> } & IdInOf<O> => {
  const { method = "POST", path, versioned = false, hint, onHint, aliases, status, idIn, ...access } = options as UpdateOptions
  return {
    command,
    isNew: false,
    access,
    method: method as MethodOf<O>,
    path: path as PathOf<O>,
    versioned,
    ...(hint && { hint }),
    ...(onHint && { onHint }),
    ...(aliases && { aliases }),
    ...(status && { status }),
    ...(idIn !== undefined && { idIn }),
  } as Exposed<C, MethodOf<O>, false> & { readonly path: PathOf<O> } & IdInOf<O>
}

/**
 * A command that permanently erases personal data of a record: like one that updates it, but requires a fresh proof of identity and has an additional
 * call that shows what would be erased, GET on `path/:id/erasure`. Rows do not state whether it can be performed.
 */
export const erases = <C extends AnyDeclaredCommand, const Path extends string>(
  command: C,
  { path, ...access }: Omit<Access, "stepUp"> & { readonly path: Path },
): Exposed<C, "POST", false> & { readonly path: Path; readonly erases: true } => ({
  command,
  method: "POST",
  isNew: false,
  erases: true,
  access: { ...access, stepUp: true },
  path,
})

type Joined<J extends ReadonlyArray<Join>> = J[number]["fields"] extends infer U
  ? (U extends U ? (u: U) => void : never) extends (u: infer I) => void
    ? I
    : never
  : never
type SortsOf<J> = J extends { readonly sorts: infer S } ? keyof S & string : never
type FiltersOf<J> = J extends { readonly filters: infer F } ? keyof F & string : never
type Commands = Readonly<Record<string, Exposed>>
type Overriding<C extends Commands> = {
  [K in keyof C & string]: C[K] extends Exposed<infer Command> ? (Command extends { readonly fields: { readonly overrideReason: unknown } } ? K : never) : never
}[keyof C & string]
type Updates<C extends Commands> = {
  [K in keyof C & string]: C[K] extends { readonly isNew: true } | { readonly erases: true } ? never : K
}[keyof C & string]
/** The fields of an answer that may be null: those that can be withheld from some people. */
type Nullable<D> = { [K in keyof D & string]: null extends (D[K] extends Computed<infer T> ? T : D[K]) ? K : never }[keyof D & string]

/**
 * A record as calls return it: its fields, the joined fields, and which commands the caller can perform now, with the reasons for those they cannot.
 */
export type RowAnswer<R, Hidden, J extends ReadonlyArray<Join>, C extends Commands> = Omit<AnswerOf<FieldsOf<R>>, Hidden & string> & {
  readonly [K in keyof Joined<J>]: Joined<J>[K] extends Computed<infer T> ? T : never
} & { readonly [K in Updates<C> as `can${Capitalize<K>}`]: boolean } & { readonly cannot: { readonly [K in Updates<C>]?: string } } & {
  readonly [K in "canOverride" as [Overriding<C>] extends [never] ? never : K]: boolean
} & RowMeta

/** What can be shown of a row. */
type Shown<R, Hidden, J extends ReadonlyArray<Join>> = Exclude<keyof Data<R> & string, Hidden> | (keyof Joined<J> & string) | "id" | "createdAt"
type Titles<Field extends string> = { readonly [K in Field]?: string }
/** A filter of the list, where its field alone does not say it. */
interface FilterOptions<Field extends string> {
  readonly field: Field
  /** the query parameter, if it differs from the field's name */
  readonly name?: string
  /** the default value if the call does not give one; empty text selects all */
  readonly usual?: string
}
/** A filter that does not correspond to a single field, such as the account of any line: SQL over `r` with a `?` for the requested texts. */
interface Condition {
  readonly label: string
  readonly where: (who: SignedIn) => string
}
/** A filter of a list: its query parameter, the field of the record, and its default. */
export interface ListFilter extends Partial<FilterOptions<string>>, Omit<JoinedFilter, "sql"> {
  readonly name: string
}

type FilterOf<R, J extends ReadonlyArray<Join>> = (keyof Data<R> & string) | FiltersOf<J[number]> | FilterOptions<keyof Data<R> & string>
/** The filter parameters of a list call, besides those that every list takes. */
type FilterNames<F extends ReadonlyArray<unknown>> = {
  [K in keyof F]: F[K] extends { readonly name: infer N extends string } ? N : F[K] extends { readonly field: infer N extends string } ? N : F[K] & string
}[number]

/** Row visibility by SQL alone, over joined records and all properties of the reader; the commands check it by themselves. */
export interface RowsOfReader {
  readonly sees?: never
  readonly where: (who: SignedIn) => NonNullable<ListShape["where"]>
  readonly words: string
}

export interface ResourceOptions<
  Path extends string,
  R,
  Hidden extends string,
  J extends ReadonlyArray<Join>,
  C extends Commands,
  More,
  Historians,
  F extends ReadonlyArray<unknown>,
  Q extends string,
> {
  readonly path: Path
  /** singular and plural, in lower case */
  readonly noun: readonly [one: string, several: string]
  /** the name of the answer in the OpenAPI document */
  readonly answer: string
  readonly read: {
    readonly may: Rule["may"]
    readonly rows: RowScope<never, By> | RowScope<Extract<keyof Data<R>, string>, By> | RowsOfReader
    /** sensitive fields shown by each read; reads are recorded for the auditor */
    readonly audited?: Rule["audited"]
    /** fields that only some people may read: null for the others, who cannot search, filter or sort by them */
    readonly fields?: { readonly [K in Exclude<Nullable<Data<R>>, Hidden> | Nullable<Joined<J>>]?: Rule["may"] }
    /** who may read the history, if fewer people than the record; false if it has no call */
    readonly history?: Historians
    /** the sensitive fields shown by a history, if they differ */
    readonly historyAudited?: Rule["audited"]
    /** who sees the history of every site, even though confined to one */
    readonly acrossSites?: Rule["may"]
  }
  /** the area of its calls in personal tokens, if it differs from its own name */
  readonly area?: string
  /** the field that identifies a record to users, such as its document number */
  readonly number?: keyof Data<R> & string
  /** fields left out of answers */
  readonly hidden?: ReadonlyArray<Hidden>
  readonly joins: J
  /** what fields are called in the list and in the facts of a record, where that is not their label */
  readonly titles?: Titles<Shown<R, Hidden, J>>
  readonly list: {
    /** what an export and a table show, in this order */
    readonly columns: ReadonlyArray<Shown<R, Hidden, J>>
    /** what the list calls them, where that is another name still */
    readonly titles?: Titles<Shown<R, Hidden, J>>
    /** the columns that are shown on screens and in the terminal only */
    readonly unexported?: ReadonlyArray<Shown<R, Hidden, J>>
    readonly filters?: F
    /** further filters, by query parameter */
    readonly conditions?: Readonly<Record<Q, Condition>>
    /** sorts by a joined field use its SQL, unless the join defines another */
    readonly sorts: ReadonlyArray<(keyof Data<R> & string) | "createdAt" | SortsOf<J[number]> | (keyof Joined<J> & string)>
    readonly order: string
    readonly search?: ReadonlyArray<keyof Data<R> & string>
    /** the date that `from` and `to` refer to */
    readonly date?: (keyof Data<R> & string) | "createdAt"
    /** the site that `siteId` refers to */
    readonly site?: (keyof Data<R> & string) | FiltersOf<J[number]>
    /** the name of an exported file */
    readonly file: string
    /** it grows without limit: each of its orders has an index and ends with the id, and it is read one page at a time */
    readonly long?: true
  }
  /** the facts of one record, in the order in which they are shown */
  readonly details?: ReadonlyArray<Shown<R, Hidden, J>>
  readonly commands: C
  /** handwritten calls of the same group; those that return a record use the schema passed to the function */
  readonly more?: ReadonlyArray<More> | ((answer: Schema.Codec<RowAnswer<R, Hidden, J, C>>) => ReadonlyArray<More>)
}

// each call with the type inferred by the library
type Asked = Schema.optional<typeof Schema.String>
const listCall = <P extends string, A, Filter extends string>(path: P, answer: Schema.Codec<A>, filters: Readonly<Record<Filter, Asked>>) =>
  HttpApiEndpoint.get("list", path as P & `/${string}`, { query: { ...ListQuery, ...filters }, success: Schema.Array(answer), error: rejections })
const oneCall = <P extends string, A>(path: P, answer: Schema.Codec<A>) =>
  HttpApiEndpoint.get("one", path as P & `/${string}`, { params: { id: Id }, success: answer, error: rejections })
const historyCall = <P extends string>(path: P) =>
  HttpApiEndpoint.get("history", path as P & `/${string}`, { params: { id: Id }, success: HistoryAnswer, error: rejections })
const createCall = <K extends string, P extends string, D, I, A>(name: K, path: P, payload: Schema.Codec<D, I>, answer: Schema.Codec<A>) =>
  HttpApiEndpoint.post(name, path as P & `/${string}`, { payload, success: answer.pipe(created), error: rejections })
const erasureCall = <P extends string>(path: P) =>
  HttpApiEndpoint.get("erasure", path as P & `/${string}`, { params: { id: Id }, success: ErasureAnswer, error: rejections })
const updateCall = (
  name: string,
  { method, status }: Exposed,
  path: string,
  payload: Schema.Codec<unknown>,
  answer: Schema.Codec<unknown>,
  mayBeEmpty: boolean,
) =>
  HttpApiEndpoint.make(method)(name, path as `/${string}`, {
    params: { id: Id },
    // a decision without required input is documented as a call without a body
    payload: (mayBeEmpty ? [Schema.Null, payload] : payload) as never,
    success: status === 201 ? answer.pipe(created) : answer,
    error: rejections,
  })

type Version = { readonly version?: number | undefined }
type CallOf<K extends string, P extends string, E extends Exposed, A> =
  E extends Exposed<infer C, infer M, infer New>
    ? C extends { readonly fields: infer F }
      ? New extends true
        ? ReturnType<typeof createCall<K, P, DecodedOf<F>, PayloadOf<F>, A>>
        : E extends { readonly idIn: infer I extends string; readonly path: infer End extends string }
          ? ReturnType<typeof createCall<K, `${P}/${End}`, DecodedOf<Named<F, I>>, PayloadOf<Named<F, I>>, A>>
          : UpdateCall<
              K,
              M,
              PathOn<P, E["path"] extends string ? E["path"] : K>,
              (DecodedOf<Omit<F, "id">> & Version) | NoBody<E>,
              (PayloadOf<Omit<F, "id">> & Version) | NoBody<E>,
              A
            >
      : never
    : never
type Named<F, I extends string> = Omit<F, "id"> & (F extends { readonly id: infer S } ? { readonly [K in I]: S } : {})
type NoBody<E> = E extends { readonly erases: true } ? never : null
type PathOn<P extends string, End extends string> = End extends "" ? `${P}/:id` : `${P}/:id/${End}`
/** The path of a command on a record. */
export const pathOn = (path: string, end: string, { idIn }: Pick<Exposed, "idIn"> = {}) =>
  idIn !== undefined ? `${path}/${end}` : end === "" ? `${path}/:id` : `${path}/:id/${end}`
type UpdateCall<K extends string, M extends Method, P extends string, D, I, A> = HttpApiEndpoint.HttpApiEndpoint<
  K,
  M,
  P & `/${string}`,
  Schema.toCodecStringTree<Schema.Struct<{ readonly id: typeof Id }>>,
  never,
  Schema.toCodecJson<Schema.Codec<D, I>>,
  never,
  Schema.toCodecJson<Schema.Codec<A>>,
  Schema.toCodecJson<(typeof rejections)[number]>
>
type CallsOf<P extends string, C extends Commands, A, Historians, Filter extends string> =
  | ReturnType<typeof listCall<P, A, Filter>>
  | ReturnType<typeof oneCall<`${P}/:id`, A>>
  | (Historians extends false ? never : ReturnType<typeof historyCall<`${P}/:id/history`>>)
  | ([Historians] extends [never] ? ReturnType<typeof historyCall<`${P}/:id/history`>> : never)
  | ([Extract<C[keyof C], { readonly erases: true }>] extends [never] ? never : ReturnType<typeof erasureCall<`${P}/:id/erasure`>>)
  | { [K in keyof C & string]: CallOf<K, P, C[K], A> }[keyof C & string]

/** A resource as generic code uses it, independent of its types. */
export interface AnyResource {
  readonly name: string
  readonly path: string
  readonly noun: readonly [one: string, several: string]
  readonly number: string | undefined
  readonly stream: AnyStream
  readonly columns: ReadonlyArray<TableColumn>
  readonly details: ReadonlyArray<TableColumn>
  readonly sorts: ReadonlyArray<string>
  /** the fields that the list searches */
  readonly search: ReadonlyArray<string>
  readonly filters: ReadonlyArray<ListFilter>
  readonly hasSite: boolean
  /** the fields that contain attached files */
  readonly files: ReadonlyArray<string>
  readonly mayRead: ReadonlyArray<Permission>
  /** some of its calls are handwritten */
  readonly hasMore: boolean
  /** the list can be filtered by date */
  readonly isDated: boolean
  readonly hasHistory: boolean
  /** who may read the history, if fewer people than may read the record */
  readonly mayReadHistory: ReadonlyArray<Permission>
  readonly latestFirst: boolean
  readonly commands: Commands
  /** the schema of a record in answers */
  readonly schema: Schema.Codec<any>
  /** the fields withheld from this person */
  readonly withheld: (who: SignedIn) => ReadonlySet<string>
  /** the definition of its list in SQL */
  readonly shape: (who: SignedIn) => ListShape
  /** the same with the hint of each command, for statements over rows that are not decided one by one */
  readonly shapeWithHints: (who: SignedIn) => ListShape
}
export interface Resource<
  N extends string,
  P extends string,
  R,
  Hidden extends string,
  J extends ReadonlyArray<Join>,
  C extends Commands,
  More extends HttpApiEndpoint.Constraint,
  Historians = never,
  Filter extends string = string,
> extends AnyResource {
  readonly name: N
  readonly path: P
  readonly commands: C
  readonly schema: Schema.Codec<RowAnswer<R, Hidden, J, C>>
  /** its calls, for the product's contract */
  readonly group: ReturnType<typeof groupOf<N, CallsOf<P, C, RowAnswer<R, Hidden, J, C>, Historians, Filter> | More>>
  /** a contract of these calls alone, for the terminal */
  readonly api: ReturnType<typeof apiOf<ReturnType<typeof groupOf<N, CallsOf<P, C, RowAnswer<R, Hidden, J, C>, Historians, Filter> | More>>>>
  /** type only: a record in answers */
  readonly Row: RowAnswer<R, Hidden, J, C>
}

/** How kinds of values are shown in tables and exports. */
const shownAs: Readonly<Partial<Record<FieldKind, TableColumn["kind"]>>> = {
  money: "money",
  rate: "money",
  date: "date",
  birthDate: "date",
  instant: "instant",
  whole: "integer",
  days: "integer",
}

/** Whether a command takes a reason for overriding a rule about who may decide. */
export const takesOverride = ({ command }: Exposed) => "overrideReason" in command.fields

/** Whether each row states if the command can be performed now. */
export const isDecided = ({ isNew, erases = false }: Exposed) => !isNew && !erases

/** Most people whose shapes of a resource are kept. */
const mostKept = 50
/** The shape for each person, made once: it is several kB of SQL. It depends on who they are and the day, not on the time of the call. */
const perPerson = (shapeFor: (who: SignedIn) => ListShape) => {
  const made = new Map<string, ListShape>()
  return (who: SignedIn): ListShape => {
    const { at: _, ...person } = who
    const key = JSON.stringify(person)
    const shape = made.get(key) ?? shapeFor(who)
    if (made.size >= mostKept) made.clear()
    made.set(key, shape)
    return shape
  }
}

/** Declares a resource under the name of its group of calls. */
export const resource = <
  const N extends string,
  const P extends string,
  R extends RecordKind,
  const J extends ReadonlyArray<Join>,
  const C extends Commands,
  const Hidden extends Extract<keyof Data<R>, string> = never,
  More extends HttpApiEndpoint.Constraint = never,
  const Historians extends Rule["may"] | false = never,
  const F extends ReadonlyArray<FilterOf<R, J>> = [],
  Q extends string = never,
>(
  name: N,
  stream: StreamKind<R, AnyEventKind>,
  options: ResourceOptions<P, R, Hidden, J, C, More, Historians, F, Q>,
): Resource<N, P, R, Hidden, J, C, More, Historians, Exclude<FilterNames<F> | Q, keyof typeof ListQuery>> => {
  const { path, read, joins, list, commands, noun } = options
  const record = stream.record as RecordKind
  const hidden: ReadonlyArray<string> = options.hidden ?? []
  const joined: Readonly<Record<string, Computed>> = Object.assign({}, ...joins.map(({ fields }) => fields))
  const onRecord = Object.entries<Exposed>(commands).filter(([, exposed]) => isDecided(exposed))
  const answer = answerOf(options.answer, record.schemas, hidden, {
    ...Object.fromEntries(Object.entries(joined).map(([field, { schema }]) => [field, schema])),
    ...Object.fromEntries(onRecord.map(([command]) => [canOf(command), Schema.Boolean])),
    ...(onRecord.some(([, command]) => takesOverride(command)) && { canOverride: Schema.Boolean }),
    // a struct without fields would accept anything
    cannot:
      onRecord.length === 0
        ? Schema.Record(Schema.String, Schema.String)
        : Schema.Struct(Object.fromEntries(onRecord.map(([command]) => [command, Schema.optionalKey(Schema.String)]))),
  })

  const shownOf = (kind: FieldKind) => ({ kind: shownAs[kind] ?? "text", ...((kind === "quantity" || kind === "percent") && { isFigure: true as const }) })
  const columnsOf = (named: ReadonlyArray<string> = [], titles: Titles<string> = {}) =>
    named.map((key): TableColumn => {
      const own = record.schemas[key]
      const other = joined[key]
      const title = titles[key]
      if (own) return { key, title: title ?? other?.label ?? labelIn(record.schemas, key), ...shownOf(columnOf(own as Schema.Top).kind) }
      if (key === "id") return { key, title: title ?? "Id", kind: "integer" }
      if (!other && key !== "createdAt") throw new Error(`${name} has no field ${key}`)
      return { key, title: title ?? other?.label ?? labelOf(key), ...shownOf(other?.kind ?? "instant") }
    })
  const titles: Titles<string> = options.titles ?? {}
  const columns = columnsOf(list.columns, { ...titles, ...list.titles })
  const unexported: ReadonlyArray<string> = list.unexported ?? []
  const exported = columns.filter(({ key }) => !unexported.includes(key))

  const historians: Rule["may"] | false | undefined = read.history
  const restricted = (read.fields ?? {}) as Readonly<Record<string, Rule["may"] | undefined>>
  if (read.fields && historians === undefined) throw new Error(`${name} must say who reads its history, which shows every field`)

  const rule = { may: read.may, scope: read.rows.words }
  const dependsOn = [record.kind, ...joins.flatMap(({ dependsOn = [] }) => dependsOn)]
  const declared = (call: HttpApiEndpoint.Constraint, summary: string, access: Access) =>
    (call as HttpApiEndpoint.Top).annotateMerge(ruled(summary, { scope: rule.scope, ...access }))
  const reading = (call: HttpApiEndpoint.Constraint, summary: string, may = read.may, audited = read.audited) =>
    declared(call, summary, { may, ...(audited && { audited }) })
      .annotate(InvalidatedBy, dependsOn)
      .annotate(AcrossSites, read.acrossSites ?? [])
  const { more: given = [] } = options
  const more = typeof given === "function" ? given(answer) : given
  const joinedFilters: NonNullable<Join["filters"]> = Object.assign({}, ...joins.map(({ filters }) => filters))
  const conditions = Object.entries<Condition>(list.conditions ?? {})
  const filters = [
    ...((list.filters ?? []) as ReadonlyArray<string | FilterOptions<string>>).map((filter): ListFilter => {
      const { field, ...named } = typeof filter === "string" ? { field: filter } : filter
      return { name: field, field, ...joinedFilters[field], ...named }
    }),
    ...conditions.map(([name, { label }]): ListFilter => ({ name, label })),
  ]
  const filterWords = Object.fromEntries(filters.flatMap(({ name, words }) => (words ? [[name, words]] : [])))
  const asked = Object.fromEntries(filters.filter(({ name }) => !(name in ListQuery)).map(({ name }) => [name, Schema.optional(Schema.String)]))
  const unused = [
    ...(list.site === undefined ? ["siteId"] : []),
    ...(list.date === undefined ? ["from", "to"] : []),
    ...(filters.some(({ name }) => name === "status") ? [] : ["status"]),
  ]
  const calls = [
    reading(listCall(path, answer, asked), `List ${noun[1]}`)
      .annotate(FilterWords, filterWords)
      .annotate(ListOrder, { fields: list.sorts, usual: list.order, unused }),
    reading(oneCall(`${path}/:id`, answer), `Read one ${noun[0]}`),
    ...(historians === false ? [] : [reading(historyCall(`${path}/:id/history`), `Read the history of one ${noun[0]}`, historians, read.historyAudited)]),
    ...Object.values<Exposed>(commands).flatMap(({ erases, access: { stepUp: _, ...access } }) =>
      erases ? [declared(erasureCall(`${path}/:id/erasure`), `Read what would be erased of one ${noun[0]}`, access)] : [],
    ),
    ...Object.entries<Exposed>(commands).map(([name, exposed]) => {
      const { command, isNew, access, erases, versioned, idIn, ignored = {}, aliases = {}, path: end = name } = exposed
      const { id, ...own } = command.fields
      const at = pathOn(path, end, exposed)
      if (idIn !== undefined) return declared(createCall(name, at, payloadOf({ [idIn]: id!, ...own }), answer), command.summary, access)
      const named = isNew ? command.fields : own
      const fields = { ...named, ...Object.fromEntries(Object.entries(aliases).map(([alias, field]) => [alias, named[field]!])) }
      const payload = isNew ? payloadOf(fields, ignored) : payloadOf(fields, versioned ? { version: Schema.optional(Schema.Int) } : {})
      const defaults = defaultsOf(fields)
      const mayBeEmpty = !erases && Object.keys(fields).every((field) => field in defaults)
      const call = isNew ? createCall(name, path, payload, answer) : updateCall(name, exposed, at, payload, answer, mayBeEmpty)
      return declared(call, command.summary, access)
    }),
    ...more,
  ]

  const group = groupOf(name, calls as ReadonlyArray<HttpApiEndpoint.Top>, options.area)

  const sql = (field: string) => `r.${snake(field)}`
  const sorts: Readonly<Record<string, SqlFor>> = Object.assign({}, ...joins.map(({ sorts }) => sorts))
  const withheldFrom = (who: SignedIn) => new Set(Object.entries(restricted).flatMap(([field, may]) => (may === undefined || permits(who, may) ? [] : [field])))
  const filterSql = (field: string, who: SignedIn) => sqlFor(joinedFilters[field]?.sql ?? sql(field), who)
  const own = ["id", ...Object.keys(record.schemas).filter((field) => !hidden.includes(field)), "version", "createdAt", "updatedAt"]
  const shapeFor = (who: SignedIn, withHints: boolean): ListShape => {
    const withheld = withheldFrom(who)
    const open = (fields: ReadonlyArray<string> = []) => fields.filter((field) => !withheld.has(field))
    return {
      select: [
        record.answer("r", ...open(own)),
        ...[...withheld].map((field) => `null as "${field}"`),
        ...Object.entries(joined).flatMap(([field, { sql }]) => (withheld.has(field) ? [] : [`${sql(who)} as "${field}"`])),
        ...onRecord.flatMap(([command, { hint, onHint }]) => (hint && (onHint || withHints) ? [`${hint(who)} as "${canOf(command)}"`] : [])),
      ].join(", "),
      from: [`${record.kind} r`, ...joins.flatMap(({ from }) => (from === undefined ? [] : sqlFor(from, who)))].join(" "),
      base: `${record.kind} r`,
      id: "r.id",
      where: read.rows.where(who),
      ...(list.site && !withheld.has(list.site) && { site: filterSql(list.site, who) }),
      ...(list.date && !withheld.has(list.date) && { date: list.date === "createdAt" ? "(r.created_at at time zone 'Africa/Juba')::date" : sql(list.date) }),
      filters: {
        ...Object.fromEntries(filters.flatMap(({ name, field }) => (field === undefined || withheld.has(field) ? [] : [[name, filterSql(field, who)]]))),
        ...Object.fromEntries(conditions.map(([name, { where }]) => [name, { where: where(who) }])),
      },
      search: [...joins.flatMap(({ search = [] }) => search.map((each) => sqlFor(each, who))), ...open(list.search).map(sql)],
      sorts: Object.fromEntries(open(list.sorts).map((field) => [field, sqlFor(sorts[field] ?? joined[field]?.sql ?? sql(field), who)])),
      filled: filledIn(record, "r"),
      wholes: wholesIn(record, "r"),
      order: list.order,
      file: list.file,
      ...(list.long && { long: list.long }),
      columns: exported.filter(({ key }) => !withheld.has(key)),
    }
  }
  return {
    name,
    path,
    noun,
    number: options.number,
    stream,
    columns,
    details: columnsOf(options.details, titles),
    sorts: list.sorts,
    search: list.search ?? [],
    filters,
    hasSite: list.site !== undefined,
    files: Object.keys(record.schemas).filter((field) => !hidden.includes(field) && columnOf(record.schemas[field] as Schema.Top).kind === "files"),
    mayRead: typeof read.may === "string" ? ANYONE : read.may,
    hasMore: more.length > 0,
    isDated: list.date !== undefined,
    hasHistory: historians !== false,
    mayReadHistory: Array.isArray(historians) ? historians : [],
    latestFirst: list.date !== undefined && list.order.startsWith(`-${list.date}`),
    commands,
    schema: answer,
    withheld: withheldFrom,
    group: group as never,
    api: apiOf(group) as never,
    shape: perPerson((who) => shapeFor(who, false)),
    shapeWithHints: perPerson((who) => shapeFor(who, true)),
    Row: undefined as never,
  }
}
