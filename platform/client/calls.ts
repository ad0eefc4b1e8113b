/**
 * The calls of the API as types: `GET /api/vendors/:id` is one string that the compiler checks, with what the call takes and what it answers.
 * Where the calls come from is the user's: of our own contract as it stands (platform/ui/data/client.ts), or of the API's document
 * (apps/server/client-package.ts) for a program elsewhere.
 */
export type Id = number | string

declare const answers: unique symbol
/** The path of a reading call, and what it answers. */
export type Path<Answer = unknown> = string & { readonly [answers]: Answer }

/** What the server is asked with: left-out values are not sent, a list is sent as `a,b`. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>>

/** A call of a contract, as far as its callers are concerned: an endpoint is one. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly "~Query": unknown
  readonly "~Payload": unknown
  readonly "~Success": unknown
}
/** A call as a document declares it. `never` where nothing is sent, or nothing answered. */
export interface DeclaredCall<Method extends string, Path extends string, Asked, Sent, Answered> {
  readonly method: Method
  readonly path: Path
  readonly "~Query": { readonly schema: { readonly Encoded: Asked } }
  readonly "~Payload": [Sent] extends [never] ? never : { readonly schema: { readonly Encoded: Sent } }
  readonly "~Success": [Answered] extends [never] ? never : { readonly schema: { readonly Encoded: Answered } }
}
export type Reads<Calls> = Extract<keyof Calls, `GET ${string}`>
export type Writes<Calls> = Exclude<Extract<keyof Calls, string>, `GET ${string}`>

/** What a value looks like as JSON, in an answer and in a payload. */
type Wire<Codec> = [Codec] extends [never] ? void : Codec extends { readonly schema: { readonly Encoded: infer Encoded } } ? Encoded : unknown
export type Answer<Of> = Of extends Call ? Wire<Of["~Success"]> : never
/** JSON leaves out what is undefined, so a field that may be missing may be undefined too. */
type Sent<Value> = Value extends readonly unknown[] | object
  ? { readonly [Name in keyof Value]: Sent<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never) }
  : Value
/** A payload that may be null may be left out. */
type Nothing<Value> = null extends Value ? Value | void : Value
/** Where a call is chosen among several, what it takes is fit for each of them. */
export type Payload<Of> = (Of extends Call ? (payload: Nothing<Sent<Wire<Of["~Payload"]>>>) => void : never) extends (payload: infer All) => void ? All : never
/** A body is made for the call that is chosen, and fits one of them. */
export type Bodies<Of> = Of extends Call ? Nothing<Sent<Wire<Of["~Payload"]>>> : never
type QueryOf<Of> = Of extends Call
  ? Of["~Query"] extends { readonly schema: { readonly Encoded: infer Encoded } }
    ? { readonly [Name in keyof Encoded]?: Query[string] }
    : never
  : never

type NamesIn<Text> = Text extends `${string}:${infer Name}/${infer Rest}` ? Name | NamesIn<Rest> : Text extends `${string}:${infer Name}` ? Name : never
export type Names<Of> = Of extends Call ? NamesIn<Of["path"]> : never
type Lacks<Of, Name> = Of extends Call ? (Name extends NamesIn<Of["path"]> ? never : true) : never
/** The parts of a path that stand for something: `id` of `/api/vendors/:id`. Undefined is for those of several calls that do without. */
export type Params<Of> = { readonly [Name in Names<Of>]: [Lacks<Of, Name>] extends [never] ? Id : Id | undefined }

export type Reading<Of, More = unknown> = [Names<Of>] extends [never]
  ? [asked?: ({ readonly query?: QueryOf<Of> | undefined } & More) | null]
  : [asked: (Params<Of> & { readonly query?: QueryOf<Of> | undefined } & More) | null]

/** What can be done with calls outside of a screen. */
export interface Caller<Calls> {
  /** The path of a call, for a list page, a link, or what is read again; `href` adds what it is asked with. */
  readonly pathOf: <Name extends Reads<Calls>>(
    call: Name,
    ...given: [Names<Calls[Name]>] extends [never] ? [] : [given: Params<Calls[Name]>]
  ) => Path<Answer<Calls[Name]>>
  /** The paths of calls without parts: the lists that something changes. */
  readonly pathsOf: (...calls: readonly { [Name in Reads<Calls>]: Name extends `${string}:${string}` ? never : Name }[Reads<Calls>][]) => readonly Path[]
  /** Reads one answer outside of a component's render. Throws what is refused. */
  readonly ask: <Name extends Reads<Calls>>(call: Name, ...asked: Reading<Calls[Name], { readonly signal?: AbortSignal }>) => Promise<Answer<Calls[Name]>>
  /** Sends one command outside of a component's render; the same key on a repeat is answered with the first result. Throws what is refused. */
  readonly send: <Name extends Writes<Calls>>(
    call: Name,
    given: Params<Calls[Name]> & { readonly key?: string } & (void extends Payload<Calls[Name]>
        ? { readonly body?: Payload<Calls[Name]> }
        : { readonly body: Payload<Calls[Name]> }),
  ) => Promise<Answer<Calls[Name]>>
}
