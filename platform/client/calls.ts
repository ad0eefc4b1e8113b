/**
 * The calls of the API as types: `GET /api/vendors/:id` is a string that the compiler checks, with its parameters and its answer. The source of the
 * calls is up to the user: our own contract (platform/ui/data/client.ts), or the API's document (apps/server/client-package.ts) for an external
 * program.
 */
export type Id = number | string

declare const answers: unique symbol
/** The path of a read call, with the type of its answer. */
export type Path<Answer = unknown> = string & { readonly [answers]: Answer }

/** Query parameters: undefined values are not sent, a list is sent as `a,b`. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>>

/** A call of a contract from the caller's perspective; endpoints satisfy it. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly "~Query": unknown
  readonly "~Payload": unknown
  readonly "~Success": unknown
}
/** A call as declared in a document. `never` if nothing is sent, or nothing returned. */
export interface DeclaredCall<Method extends string, Path extends string, Asked, Sent, Answered> {
  readonly method: Method
  readonly path: Path
  readonly "~Query": { readonly schema: { readonly Encoded: Asked } }
  readonly "~Payload": [Sent] extends [never] ? never : { readonly schema: { readonly Encoded: Sent } }
  readonly "~Success": [Answered] extends [never] ? never : { readonly schema: { readonly Encoded: Answered } }
}
export type Reads<Calls> = Extract<keyof Calls, `GET ${string}`>
export type Writes<Calls> = Exclude<Extract<keyof Calls, string>, `GET ${string}`>

/** The JSON type of a value in an answer or in a payload. */
type Wire<Codec> = [Codec] extends [never] ? void : Codec extends { readonly schema: { readonly Encoded: infer Encoded } } ? Encoded : unknown
export type Answer<Of> = Of extends Call ? Wire<Of["~Success"]> : never
/** JSON leaves out undefined, so an optional field may also be undefined. */
type Sent<Value> = Value extends readonly unknown[] | object
  ? { readonly [Name in keyof Value]: Sent<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never) }
  : Value
/** A nullable payload may be omitted. */
type Nothing<Value> = null extends Value ? Value | void : Value
/** If the call is one of several, the payload must fit all of them. */
export type Payload<Of> = (Of extends Call ? (payload: Nothing<Sent<Wire<Of["~Payload"]>>>) => void : never) extends (payload: infer All) => void ? All : never
/** The body belongs to the chosen call, and fits one of them. */
export type Bodies<Of> = Of extends Call ? Nothing<Sent<Wire<Of["~Payload"]>>> : never
type QueryOf<Of> = Of extends Call
  ? Of["~Query"] extends { readonly schema: { readonly Encoded: infer Encoded } }
    ? { readonly [Name in keyof Encoded]?: Query[string] }
    : never
  : never

type NamesIn<Text> = Text extends `${string}:${infer Name}/${infer Rest}` ? Name | NamesIn<Rest> : Text extends `${string}:${infer Name}` ? Name : never
export type Names<Of> = Of extends Call ? NamesIn<Of["path"]> : never
type Lacks<Of, Name> = Of extends Call ? (Name extends NamesIn<Of["path"]> ? never : true) : never
/** The parameters of a path: `id` of `/api/vendors/:id`. Undefined is allowed if one of several calls has no such parameter. */
export type Params<Of> = { readonly [Name in Names<Of>]: [Lacks<Of, Name>] extends [never] ? Id : Id | undefined }

export type Reading<Of, More = unknown> = [Names<Of>] extends [never]
  ? [asked?: ({ readonly query?: QueryOf<Of> | undefined } & More) | null]
  : [asked: (Params<Of> & { readonly query?: QueryOf<Of> | undefined } & More) | null]

/** Operations on calls outside of a screen. */
export interface Caller<Calls> {
  /** The path of a call, for a list page, a link, or a reload; `href` adds query parameters. */
  readonly pathOf: <Name extends Reads<Calls>>(
    call: Name,
    ...given: [Names<Calls[Name]>] extends [never] ? [] : [given: Params<Calls[Name]>]
  ) => Path<Answer<Calls[Name]>>
  /** The paths of calls without parameters: the lists affected by a change. */
  readonly pathsOf: (...calls: readonly { [Name in Reads<Calls>]: Name extends `${string}:${string}` ? never : Name }[Reads<Calls>][]) => readonly Path[]
  /** Reads one answer outside a component's render. Throws rejections. */
  readonly ask: <Name extends Reads<Calls>>(call: Name, ...asked: Reading<Calls[Name], { readonly signal?: AbortSignal }>) => Promise<Answer<Calls[Name]>>
  /** Sends one command outside a component's render; a repeat with the same key gets the first result. Throws rejections. */
  readonly send: <Name extends Writes<Calls>>(
    call: Name,
    given: Params<Calls[Name]> & { readonly key?: string } & (void extends Payload<Calls[Name]>
        ? { readonly body?: Payload<Calls[Name]> }
        : { readonly body: Payload<Calls[Name]> }),
  ) => Promise<Answer<Calls[Name]>>
}
