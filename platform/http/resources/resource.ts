/**
 * A resource: one declaration of how a record is reached, read and changed. Its calls, its list, its export, its documentation, its
 * commands in the terminal and its screens are read from it.
 */
import type { Permission } from "../../access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ANYONE, InvalidatedBy, permits, Rule, TokenArea } from "../../access/rule.ts"
import type { SignedIn } from "../../access/who.ts"
import type { Column as TableColumn } from "../../documents/column.ts"
import { labelOf } from "../../faults.ts"
import type { AnyDeclaredCommand } from "../../records/command.ts"
import { type FieldKind, columnOf, defaultsOf, labelIn } from "../../records/field.ts"
import type { Data, RecordKind, RowMeta } from "../../records/record.ts"
import type { AnyEventKind, AnyStream, StreamKind } from "../../records/stream.ts"
import type { RowScope } from "../../records/visibility.ts"
import { snake } from "../../text.ts"
import { Authentication, Authorization, created, ErrorMapping, Id, ListQuery, rejections } from "../contract.ts"
import { ErasureAnswer } from "../erasure-contract.ts"
import { FilterWords } from "../filter-words.ts"
import { HistoryAnswer } from "../history-contract.ts"
import type { ListShape } from "../list-query.ts"
import { type AnswerOf, answerOf, type DecodedOf, type PayloadOf, payloadOf } from "./wire.ts"

type Fields = Schema.Struct.Fields
type FieldsOf<R> = R extends RecordKind<string, infer F> ? F : never

/** Something that an answer has beside the record's own fields: its schema, and its SQL over the row `r`. */
export interface Computed<T = unknown> {
  readonly schema: Schema.Codec<T>
  readonly sql: (who: SignedIn) => string
  readonly kind: FieldKind
  readonly label?: string
}
export const computed = <T>(
  schema: Schema.Codec<T>,
  sql: string | ((who: SignedIn) => string),
  { kind = "text", label }: { readonly kind?: FieldKind; readonly label?: string } = {},
): Computed<T> => ({ schema, sql: typeof sql === "string" ? () => sql : sql, kind, ...(label && { label }) })

/** What every row is read with from other records. The module that owns these declares it. */
export interface Join<F extends Readonly<Record<string, Computed>> = Readonly<Record<string, Computed>>> {
  readonly fields: F
  /** what follows `from record r` */
  readonly from?: string
  /** the kinds of record whose change makes the list another one */
  readonly madeOf?: ReadonlyArray<string>
  readonly sorts?: Readonly<Record<string, string>>
  readonly filters?: Readonly<Record<string, JoinedFilter>>
  readonly search?: ReadonlyArray<string>
}

/** What a filter is about that is no field of the record, or is filtered by in another way than its field. */
interface JoinedFilter {
  /** none where the reader may not ask for it: it is then passed over */
  readonly sql: string | ((who: SignedIn) => string | undefined)
  /** what can be asked for, where that is one of a few words, and what people read for them */
  readonly words?: ReadonlyArray<string>
  readonly names?: Readonly<Record<string, string>>
  readonly label?: string
}

/** Who may give a command, and how its call looks. */
interface Access extends Omit<Rule, "scope"> {
  /** which records it is for, in words; by default those of the resource */
  readonly scope?: string
}
type Method = "POST" | "PUT" | "PATCH"
interface Reached {
  /** the call may say which version of the record the person looked at: 409 if it has changed since */
  readonly versioned?: boolean
  /** SQL over `r` that says the same as the decision, for lists that count: a test holds the two together */
  readonly hint?: (who: SignedIn) => string
  /** SQL over `r` of whether it is offered, where the decision needs what is typed, such as a day; it is then not decided for each row */
  readonly offered?: (who: SignedIn) => string
}
export interface Exposed<C extends AnyDeclaredCommand = AnyDeclaredCommand, M extends Method = Method, New extends boolean = boolean> extends Reached {
  readonly command: C
  readonly method: M
  /** it makes a new record; else its input has the `id` of the one that it changes */
  readonly isNew: New
  readonly access: Access
  /** it erases personal data: a further call shows beforehand what would go */
  readonly erases?: boolean
  /** the end of its path, where its name does not do; empty where it is the path of the record itself */
  readonly path: string | undefined
  /** other names under which callers may send fields that may be left out: `{ rejectionReason: "reason" }` */
  readonly aliases?: Readonly<Record<string, string>>
  /** how it is answered where that is not 200, since it adds a part to the record */
  readonly status?: 201
  /** what callers may send along though it is never used, such as a total that is a sum */
  readonly ignored?: Fields
}
/** A command that makes a new record: POST on the path of the resource, answered with 201. */
export const creates = <C extends AnyDeclaredCommand>(
  command: C,
  { ignored, aliases, ...access }: Access & Pick<Exposed, "ignored" | "aliases">,
): Exposed<C, "POST", true> => ({
  command,
  method: "POST",
  isNew: true,
  access,
  path: undefined,
  ...(ignored && { ignored }),
  ...(aliases && { aliases }),
})
interface UpdateOptions extends Access, Reached, Pick<Exposed, "aliases" | "status"> {
  /** by default POST */
  readonly method?: Method
  readonly path?: string
}
type MethodOf<O> = O extends { readonly method: infer M extends Method } ? M : "POST"
type PathOf<O> = O extends { readonly path: infer P extends string } ? P : undefined
/** A command on a record: by default POST on `path/:id/<its name>`. */
export const updates = <C extends AnyDeclaredCommand, const O extends UpdateOptions>(
  command: C,
  options: O,
): Exposed<C, MethodOf<O>, false> & { readonly path: PathOf<O> } => {
  const { method = "POST", path, versioned = false, hint, offered, aliases, status, ...access } = options as UpdateOptions
  return {
    command,
    isNew: false,
    access,
    method: method as MethodOf<O>,
    path: path as PathOf<O>,
    versioned,
    ...(hint && { hint }),
    ...(offered && { offered }),
    ...(aliases && { aliases }),
    ...(status && { status }),
  }
}

/**
 * A command that erases personal data of a record, for good: like one that updates it, with a renewed proof of identity, and with a call that
 * shows what would go, GET on `path/:id/erasure`. Whether it can be given is not decided for each row.
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
/** The fields that may be null: those that can be withheld from some people. */
type Nullable<R> = { [K in keyof Data<R> & string]: null extends Data<R>[K] ? K : never }[keyof Data<R> & string]

/** What a call answers of a record: its fields, what it is joined with, and what the caller may do now and why not. */
export type RowAnswer<R, Hidden, J extends ReadonlyArray<Join>, C extends Commands> = Omit<AnswerOf<FieldsOf<R>>, Hidden & string> & {
  readonly [K in keyof Joined<J>]: Joined<J>[K] extends Computed<infer T> ? T : never
} & { readonly [K in Updates<C> as `can${Capitalize<K>}`]: boolean } & { readonly cannot: { readonly [K in Updates<C>]?: string } } & {
  readonly [K in "canOverride" as [Overriding<C>] extends [never] ? never : K]: boolean
} & RowMeta

/** A column of the list: its title, where that is not the label of the field. */
interface ColumnOptions {
  readonly title?: string
}
interface ListColumnOptions extends ColumnOptions {
  /** shown on screens and in the terminal only */
  readonly exported?: false
}
/** A filter of the list, where its field alone does not say it. */
interface FilterOptions<Field extends string> {
  readonly field: Field
  /** what the call takes, where that is not the field's name */
  readonly name?: string
  /** what holds while the call does not say it; empty text asks for all */
  readonly usual?: string
}
/** A filter of a list: what the call takes, the field of the record that it is about, and what holds without it. */
export interface ListFilter extends FilterOptions<string>, Pick<JoinedFilter, "words" | "names" | "label"> {
  readonly name: string
}

/** Rows that one SQL says of, over joined records and all that is known of the reader; the commands see to it by themselves. */
export interface RowsOfReader {
  readonly sees?: never
  readonly where: (who: SignedIn) => NonNullable<ListShape["where"]>
  readonly words: string
}

type AnyFilter<R, J extends ReadonlyArray<Join>> = (keyof Data<R> & string) | FiltersOf<J[number]> | FilterOptions<keyof Data<R> & string>
/** What the call takes for a filter. */
type FilterName<F> = F extends { readonly name: infer Name extends string } ? Name : F extends { readonly field: infer Field extends string } ? Field : F
/** Whether its history has a call: the permissions to read it are not false. */
type HistoryOption = Rule["may"] | false

export interface ResourceOptions<
  Path extends string,
  R,
  Hidden extends string,
  J extends ReadonlyArray<Join>,
  C extends Commands,
  More,
  History extends HistoryOption,
  Filter extends AnyFilter<R, J>,
> {
  readonly path: Path
  /** one of them, several of them, in small letters */
  readonly noun: readonly [one: string, several: string]
  /** the name of the answer in the OpenAPI document */
  readonly answer: string
  readonly read: {
    readonly may: Rule["may"]
    readonly rows: RowScope<never> | RowScope<Extract<keyof Data<R>, string>> | RowsOfReader
    /** sensitive fields that each reading shows: it is kept for the auditor */
    readonly audited?: Rule["audited"]
    /** fields that fewer people read: null to the others, who cannot search, filter or sort by them */
    readonly fields?: { readonly [K in Exclude<Nullable<R>, Hidden>]?: Rule["may"] }
    /** who reads the history, where those are fewer; false where it has no call */
    readonly history?: History
    /** the sensitive fields that a history shows, where they are others */
    readonly historyAudited?: Rule["audited"]
  }
  /** the area that personal tokens have for its calls, where that is not its own name */
  readonly area?: string
  /** the field by which people know one, such as its document number */
  readonly number?: keyof Data<R> & string
  /** fields that are not answered */
  readonly hidden?: ReadonlyArray<Hidden>
  readonly joins: J
  readonly list: {
    /** what an export and a table show, in this order */
    readonly columns: { readonly [K in Exclude<keyof Data<R>, Hidden> | keyof Joined<J> | "createdAt"]?: ListColumnOptions }
    readonly filters?: ReadonlyArray<Filter>
    readonly sorts: ReadonlyArray<(keyof Data<R> & string) | "createdAt" | SortsOf<J[number]>>
    readonly order: string
    readonly search?: ReadonlyArray<keyof Data<R> & string>
    /** the day that `from` and `to` speak of */
    readonly date?: keyof Data<R> & string
    /** the site that `siteId` speaks of */
    readonly site?: (keyof Data<R> & string) | FiltersOf<J[number]>
    /** the name of an exported file */
    readonly file: string
    /** it grows without end: each of its orders has an index and ends with the id, and it is read a page at a time */
    readonly long?: true
  }
  /** the facts of one record, in the order in which they are shown */
  readonly details?: { readonly [K in Exclude<keyof Data<R>, Hidden> | keyof Joined<J>]?: ColumnOptions }
  readonly commands: C
  /** calls of the same group that are written by hand */
  readonly more?: ReadonlyArray<More>
}

// each call as the library types it
type FilterQuery<Names extends string> = { readonly [Name in Names]: Schema.optional<typeof Schema.String> }
const listCall = <P extends string, A, Names extends string>(path: P, answer: Schema.Codec<A>, filters: Fields) =>
  HttpApiEndpoint.get("list", path as P & `/${string}`, {
    query: { ...ListQuery, ...(filters as FilterQuery<Names>) },
    success: Schema.Array(answer),
    error: rejections,
  })
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
  method: Method,
  path: string,
  payload: Schema.Codec<unknown>,
  answer: Schema.Codec<unknown>,
  mayBeEmpty: boolean,
  status?: 201,
) =>
  HttpApiEndpoint.make(method)(name, path as `/${string}`, {
    params: { id: Id },
    // a decision that needs nothing is a documented call without a body
    payload: (mayBeEmpty ? [Schema.Null, payload] : payload) as never,
    success: status === undefined ? answer : answer.pipe(created),
    error: rejections,
  })

type Version = { readonly version?: number | undefined }
type CallOf<K extends string, P extends string, E extends Exposed, A> =
  E extends Exposed<infer C, infer M, infer New>
    ? C extends { readonly fields: infer F }
      ? New extends true
        ? ReturnType<typeof createCall<K, P, DecodedOf<F>, PayloadOf<F>, A>>
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
type NoBody<E> = E extends { readonly erases: true } ? never : null
type PathOn<P extends string, End extends string> = End extends "" ? `${P}/:id` : `${P}/:id/${End}`
/** The path of a command on a record. */
export const pathOn = (path: string, end: string) => (end === "" ? `${path}/:id` : `${path}/:id/${end}`)
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
type CallsOf<P extends string, C extends Commands, A, History, Filters extends string> =
  | ReturnType<typeof listCall<P, A, Exclude<Filters, keyof typeof ListQuery>>>
  | ReturnType<typeof oneCall<`${P}/:id`, A>>
  | ([History] extends [false] ? never : ReturnType<typeof historyCall<`${P}/:id/history`>>)
  | ([Extract<C[keyof C], { readonly erases: true }>] extends [never] ? never : ReturnType<typeof erasureCall<`${P}/:id/erasure`>>)
  | { [K in keyof C & string]: CallOf<K, P, C[K], A> }[keyof C & string]

const groupOf = <N extends string, E extends HttpApiEndpoint.Constraint>(name: N, calls: ReadonlyArray<E>, area?: string) =>
  HttpApiGroup.make(name)
    .add(...(calls as unknown as readonly [E]))
    .middleware(Authorization)
    .middleware(Authentication)
    .middleware(ErrorMapping)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotate(TokenArea, area)

const apiOf = <G extends HttpApiGroup.Constraint>(group: G) => HttpApi.make("ops").add(group)

/** A resource as programs read it, whatever its types. */
export interface AnyResource {
  readonly name: string
  readonly path: string
  readonly noun: readonly [one: string, several: string]
  readonly number: string | undefined
  readonly stream: AnyStream
  readonly columns: ReadonlyArray<TableColumn>
  readonly details: ReadonlyArray<TableColumn>
  readonly sorts: ReadonlyArray<string>
  readonly filters: ReadonlyArray<ListFilter>
  readonly hasSite: boolean
  /** the fields that hold attached files */
  readonly files: ReadonlyArray<string>
  readonly mayRead: ReadonlyArray<Permission>
  /** some of its calls are answered by hand */
  readonly hasMore: boolean
  /** the list can be asked for days */
  readonly isDated: boolean
  readonly hasHistory: boolean
  readonly latestFirst: boolean
  readonly commands: Commands
  /** the schema of what a call answers of one */
  readonly schema: Schema.Codec<any>
  /** what its list is made of, in SQL */
  readonly shape: (who: SignedIn) => ListShape
}
export interface Resource<
  N extends string,
  P extends string,
  R,
  Hidden extends string,
  J extends ReadonlyArray<Join>,
  C extends Commands,
  More extends HttpApiEndpoint.Constraint,
  History = Rule["may"],
  Filters extends string = never,
> extends AnyResource {
  readonly name: N
  readonly path: P
  readonly commands: C
  /** its calls, for the product's contract */
  readonly group: ReturnType<typeof groupOf<N, CallsOf<P, C, RowAnswer<R, Hidden, J, C>, History, Filters> | More>>
  /** a contract of these calls alone, for the terminal */
  readonly api: ReturnType<typeof apiOf<ReturnType<typeof groupOf<N, CallsOf<P, C, RowAnswer<R, Hidden, J, C>, History, Filters> | More>>>>
  /** only a type: what a call answers of one */
  readonly Row: RowAnswer<R, Hidden, J, C>
}

/** How a kind of value is shown in tables and exports. */
const shownAs: Readonly<Partial<Record<FieldKind, TableColumn["kind"]>>> = {
  money: "money",
  date: "date",
  birthDate: "date",
  instant: "instant",
  whole: "integer",
  days: "integer",
}

/** Whether a command takes the reason by which a rule about who decides is overridden. */
export const takesOverride = ({ command }: Exposed) => "overrideReason" in command.fields

/** Whether each row says if the command can be given now. */
export const isDecided = ({ isNew, erases = false, offered }: Exposed) => !isNew && !erases && offered === undefined

export const canOf = (command: string) => `can${command.charAt(0).toUpperCase()}${command.slice(1)}`

/** Declares a resource under the name of its group of calls. */
export const resource = <
  const N extends string,
  const P extends string,
  R extends RecordKind,
  const J extends ReadonlyArray<Join>,
  const C extends Commands,
  const Hidden extends Extract<keyof Data<R>, string> = never,
  More extends HttpApiEndpoint.Constraint = never,
  const History extends HistoryOption = Rule["may"],
  const Filter extends AnyFilter<R, J> = never,
>(
  name: N,
  stream: StreamKind<R, AnyEventKind>,
  options: ResourceOptions<P, R, Hidden, J, C, More, History, Filter>,
): Resource<N, P, R, Hidden, J, C, More, History, FilterName<Filter> & string> => {
  const { path, read, joins, list, commands, noun } = options
  const record = stream.record as RecordKind
  const hidden: ReadonlyArray<string> = options.hidden ?? []
  const joined: Readonly<Record<string, Computed>> = Object.assign({}, ...joins.map(({ fields }) => fields))
  const onRecord = Object.entries<Exposed>(commands).filter(([, exposed]) => isDecided(exposed))
  const offered = Object.entries<Exposed>(commands).flatMap(([command, { offered }]) => (offered ? [[command, offered] as const] : []))
  const answer = answerOf(options.answer, record.schemas, hidden, {
    ...Object.fromEntries(Object.entries(joined).map(([field, { schema }]) => [field, schema])),
    ...Object.fromEntries([...onRecord, ...offered].map(([command]) => [canOf(command), Schema.Boolean])),
    ...(onRecord.some(([, command]) => takesOverride(command)) && { canOverride: Schema.Boolean }),
    cannot: Schema.Struct(Object.fromEntries(onRecord.map(([command]) => [command, Schema.optionalKey(Schema.String)]))),
  })

  const columnNamed = ([key, { title }]: [string, ColumnOptions]): TableColumn => {
    const own = record.schemas[key]
    if (own) return { key, title: title ?? labelIn(record.schemas, key), kind: shownAs[columnOf(own as Schema.Top).kind] ?? "text" }
    const other = joined[key]
    if (!other && key !== "createdAt") throw new Error(`${name} has no field ${key}`)
    return { key, title: title ?? other?.label ?? labelOf(key), kind: other ? (shownAs[other.kind] ?? "text") : "instant" }
  }
  const columnsOf = (named: object = {}) => Object.entries(named as Readonly<Record<string, ColumnOptions>>).map(columnNamed)
  const columns = columnsOf(list.columns)
  const listed = list.columns as Readonly<Record<string, ListColumnOptions>>
  const exported = columns.filter(({ key }) => listed[key]?.exported !== false)

  const restricted: Readonly<Record<string, Rule["may"] | undefined>> = read.fields ?? {}
  if (read.fields && read.history === undefined) throw new Error(`${name} must say who reads its history, which shows every field`)

  const rule = { may: read.may, scope: read.rows.words }
  const madeOf = [record.kind, ...joins.flatMap(({ madeOf = [] }) => madeOf)]
  const ruled = (call: HttpApiEndpoint.Constraint, summary: string, access: Access) =>
    (call as HttpApiEndpoint.Top).annotate(Rule, { scope: rule.scope, ...access }).annotateMerge(OpenApi.annotations({ summary }))
  const reading = (call: HttpApiEndpoint.Constraint, summary: string, may = read.may, audited = read.audited) =>
    ruled(call, summary, { may, ...(audited && { audited }) }).annotate(InvalidatedBy, madeOf)
  const joinedFilters: NonNullable<Join["filters"]> = Object.assign({}, ...joins.map(({ filters }) => filters))
  const filters = (list.filters ?? []).map((filter): ListFilter => {
    const { field, ...named }: FilterOptions<string> = typeof filter === "string" ? { field: filter as string } : filter
    return { name: field, field, ...joinedFilters[field], ...named }
  })
  const filterWords = Object.fromEntries(filters.flatMap(({ name, words }) => (words ? [[name, words]] : [])))
  const asked = Object.fromEntries(filters.filter(({ name }) => !(name in ListQuery)).map(({ name }) => [name, Schema.optional(Schema.String)]))
  const calls = [
    reading(listCall(path, answer, asked), `List ${noun[1]}`).annotate(FilterWords, filterWords),
    reading(oneCall(`${path}/:id`, answer), `Read one ${noun[0]}`),
    ...(read.history === false
      ? []
      : [reading(historyCall(`${path}/:id/history`), `Read the history of one ${noun[0]}`, read.history as Rule["may"] | undefined, read.historyAudited)]),
    ...Object.values<Exposed>(commands).flatMap(({ erases, access: { stepUp: _, ...access } }) =>
      erases ? [ruled(erasureCall(`${path}/:id/erasure`), `Read what would be erased of one ${noun[0]}`, access)] : [],
    ),
    ...Object.entries<Exposed>(commands).map(
      ([name, { command, method, isNew, access, erases, versioned, ignored = {}, aliases = {}, status, path: end = name }]) => {
        const { id: _, ...own } = command.fields
        const named = isNew ? command.fields : own
        const fields = { ...named, ...Object.fromEntries(Object.entries(aliases).map(([alias, field]) => [alias, named[field]!])) }
        const payload = isNew ? payloadOf(fields, ignored) : payloadOf(fields, versioned ? { version: Schema.optional(Schema.Int) } : {})
        const defaults = defaultsOf(fields)
        const mayBeEmpty = !erases && Object.keys(fields).every((field) => field in defaults)
        const call = isNew ? createCall(name, path, payload, answer) : updateCall(name, method, pathOn(path, end), payload, answer, mayBeEmpty, status)
        return ruled(call, command.summary, access)
      },
    ),
    ...(options.more ?? []),
  ]

  const group = groupOf(name, calls as ReadonlyArray<HttpApiEndpoint.Top>, options.area)

  const sql = (field: string) => `r.${snake(field)}`
  const sorts: Readonly<Record<string, string>> = Object.assign({}, ...joins.map(({ sorts }) => sorts))
  const filterSql = (field: string, who: SignedIn) => {
    const { sql: of = sql(field) } = joinedFilters[field] ?? {}
    return typeof of === "string" ? of : of(who)
  }
  const own = ["id", ...Object.keys(record.schemas).filter((field) => !hidden.includes(field)), "version", "createdAt", "updatedAt"]
  return {
    name,
    path,
    noun,
    number: options.number,
    stream,
    columns,
    details: columnsOf(options.details),
    sorts: list.sorts,
    filters,
    hasSite: list.site !== undefined,
    files: Object.keys(record.schemas).filter((field) => !hidden.includes(field) && columnOf(record.schemas[field] as Schema.Top).kind === "files"),
    mayRead: typeof read.may === "string" ? ANYONE : read.may,
    hasMore: (options.more ?? []).length > 0,
    isDated: list.date !== undefined,
    hasHistory: read.history !== false,
    latestFirst: list.date !== undefined && list.order.startsWith(`-${list.date}`),
    commands,
    schema: answer,
    group: group as never,
    api: apiOf(group) as never,
    shape: (who) => {
      const withheld = new Set(Object.entries(restricted).flatMap(([field, may]) => (may === undefined || permits(who, may) ? [] : [field])))
      const open = (fields: ReadonlyArray<string> = []) => fields.filter((field) => !withheld.has(field))
      return {
        select: [
          record.answer("r", ...open(own)),
          ...[...withheld].map((field) => `null as "${field}"`),
          ...Object.entries(joined).map(([field, { sql }]) => `${sql(who)} as "${field}"`),
          ...offered.map(([command, sql]) => `${sql(who)} as "${canOf(command)}"`),
          ...onRecord.flatMap(([command, { hint }]) => (hint ? [`${hint(who)} as "${canOf(command)}"`] : [])),
        ].join(", "),
        from: [`${record.kind} r`, ...joins.flatMap(({ from }) => from ?? [])].join(" "),
        id: "r.id",
        where: read.rows.where(who),
        ...(list.site && !withheld.has(list.site) && { site: filterSql(list.site, who)! }),
        ...(list.date && !withheld.has(list.date) && { date: sql(list.date) }),
        filters: Object.fromEntries(
          filters.flatMap(({ name, field }) => {
            const of = filterSql(field, who)
            return withheld.has(field) || of === undefined ? [] : [[name, of]]
          }),
        ),
        search: [...joins.flatMap(({ search = [] }) => search), ...open(list.search).map(sql)],
        sorts: Object.fromEntries(open(list.sorts).map((field) => [field, sorts[field] ?? sql(field)])),
        order: list.order,
        file: list.file,
        ...(list.long && { long: list.long }),
        columns: exported.filter(({ key }) => !withheld.has(key)),
      }
    },
    Row: undefined as never,
  }
}
