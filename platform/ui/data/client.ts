/**
 * The calls of a contract, typed: `GET /api/vendors/:id` is one string that the compiler checks, with what the call takes and what it answers.
 * Only types are taken of the contract, so nothing of it reaches the browser.
 */
import type { HttpApiGroup } from "effect/http-api"
import type { UseQueryResult } from "@tanstack/react-query"
import type { Query } from "./api.ts"
import { calls, type Given, methodOf, placed } from "./calls.ts"
import { type ApiMutation, useApiQuery, useTotal, useApiMutation } from "./data.ts"

type Id = number | string

declare const answers: unique symbol
/** The path of a reading call, and what it answers. */
export type Path<Answer = unknown> = string & { readonly [answers]: Answer }

/** A call of a contract, as far as its callers are concerned: an endpoint is one. */
interface Call {
  readonly method: string
  readonly path: string
  readonly "~Query": unknown
  readonly "~Payload": unknown
  readonly "~Success": unknown
}
type CallsIn<Group> = Group extends HttpApiGroup.HttpApiGroup<string, infer Endpoint, boolean> ? Extract<Endpoint, Call> : never
/** The calls of groups under their method and path. */
type CallsOf<Group> = { readonly [Each in CallsIn<Group> as `${Each["method"]} ${Each["path"]}`]: Each }
type Reads<Calls> = Extract<keyof Calls, `GET ${string}`>
type Writes<Calls> = Exclude<Extract<keyof Calls, string>, `GET ${string}`>

/** What a value looks like as JSON, in an answer and in a payload. */
type Wire<Codec> = [Codec] extends [never] ? void : Codec extends { readonly schema: { readonly Encoded: infer Encoded } } ? Encoded : unknown
type Answer<Of> = Of extends Call ? Wire<Of["~Success"]> : never
/** JSON leaves out what is undefined, so a field that may be missing may be undefined too. */
type Sent<Value> = Value extends readonly unknown[] | object
  ? { readonly [Name in keyof Value]: Sent<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never) }
  : Value
/** A payload that may be null may be left out. */
type Nothing<Value> = null extends Value ? Value | void : Value
/** Where a call is chosen among several, what it takes is fit for each of them. */
type Payload<Of> = (Of extends Call ? (payload: Nothing<Sent<Wire<Of["~Payload"]>>>) => void : never) extends (payload: infer All) => void ? All : never
/** A body is made for the call that is chosen, and fits one of them. */
type Bodies<Of> = Of extends Call ? Nothing<Sent<Wire<Of["~Payload"]>>> : never
type QueryOf<Of> = Of extends Call
  ? Of["~Query"] extends { readonly schema: { readonly Encoded: infer Encoded } }
    ? { readonly [Name in keyof Encoded]?: Query[string] }
    : never
  : never

type NamesIn<Text> = Text extends `${string}:${infer Name}/${infer Rest}` ? Name | NamesIn<Rest> : Text extends `${string}:${infer Name}` ? Name : never
type Names<Of> = Of extends Call ? NamesIn<Of["path"]> : never
type Lacks<Of, Name> = Of extends Call ? (Name extends NamesIn<Of["path"]> ? never : true) : never
/** The parts of a path that stand for something: `id` of `/api/vendors/:id`. Undefined is for those of several calls that do without. */
type Params<Of> = { readonly [Name in Names<Of>]: [Lacks<Of, Name>] extends [never] ? Id : Id | undefined }

type Reading<Of, More = unknown> = [Names<Of>] extends [never]
  ? [asked?: ({ readonly query?: QueryOf<Of> | undefined } & More) | null]
  : [asked: (Params<Of> & { readonly query?: QueryOf<Of> | undefined } & More) | null]

interface Outcome<Input, Said> {
  /** Paths of lists to read again afterwards. */
  readonly lists?: readonly string[] | undefined
  /** The sentence of success. */
  readonly done?: string | ((answer: Said, input: Input) => string)
  /** What to say when the server gives no sentence of its own. */
  readonly failed?: string
  readonly onDone?: ((answer: Said, input: Input) => void) | undefined
}
type Command<Input, Said> = ReturnType<typeof useApiMutation<Input, Said>>
type KeysOf<Value> = Value extends unknown ? keyof Value : never
/** Nothing but the fields of the payload. */
type Exactly<Body, Whole> = [Exclude<KeysOf<Body>, KeysOf<Whole>>] extends [never]
  ? unknown
  : { readonly body: { readonly unknown: Exclude<KeysOf<Body>, KeysOf<Whole>> } }
/** A body is made of the input only where the call takes one. */
type Made<Input, Whole> = void extends Whole ? { readonly body?: (input: Input) => Whole } : { readonly body: (input: Input) => Whole }

interface UseCommand<Calls> {
  /** What is sent is the payload. */
  <Name extends Writes<Calls>>(
    call: Name,
    ...given: [Names<Calls[Name]>] extends [never]
      ? [given?: Outcome<Payload<Calls[Name]>, Answer<Calls[Name]>> & { readonly body?: never }]
      : [given: Params<Calls[Name]> & Outcome<Payload<Calls[Name]>, Answer<Calls[Name]>> & { readonly body?: never }]
  ): Command<Payload<Calls[Name]>, Answer<Calls[Name]>>
  /** The payload is made of what is sent, such as the fields of a form. */
  <Name extends Writes<Calls>, Body extends Bodies<Calls[Name]>, Input = void>(
    call: Name,
    given: Params<Calls[Name]> & Outcome<Input, Answer<Calls[Name]>> & { readonly body: (input: Input) => Body } & Exactly<Body, Bodies<Calls[Name]>>,
  ): Command<Input, Answer<Calls[Name]>>
  /** Where to is made of what is sent too; nothing is sent along unless `body` says so. */
  <Name extends Writes<Calls>, Input>(
    call: Name,
    given: Outcome<Input, Answer<Calls[Name]>> & { readonly params: (input: Input) => Params<Calls[Name]> } & Made<Input, Bodies<Calls[Name]>>,
  ): Command<Input, Answer<Calls[Name]>>
}

interface Client<Calls> {
  /** Reads an answer; `null`, for the call or for what it is asked with, waits until that is known. */
  readonly useApi: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => UseQueryResult<Answer<Calls[Name]>>
  /** How many rows a list has, undefined until that is known. */
  readonly useTotal: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => number | undefined
  /** One command as a button or form uses it. */
  readonly useCommand: UseCommand<Calls>
  /** The path of a call, for a list page, a link, or what is read again; `href` adds what it is asked with. */
  readonly pathOf: <Name extends Reads<Calls>>(
    call: Name,
    ...given: [Names<Calls[Name]>] extends [never] ? [] : [given: Params<Calls[Name]>]
  ) => Path<Answer<Calls[Name]>>
  /** The paths of calls without parts: the lists that something changes. */
  readonly pathsOf: (...calls: readonly { [Name in Reads<Calls>]: Name extends `${string}:${string}` ? never : Name }[Reads<Calls>][]) => readonly Path[]
  /** Reads one answer outside of a component's render. Throws `ApiError`. */
  readonly ask: <Name extends Reads<Calls>>(call: Name, ...asked: Reading<Calls[Name], { readonly signal?: AbortSignal }>) => Promise<Answer<Calls[Name]>>
  /** Sends one command outside of a component's render; the same key on a repeat is answered with the first result. Throws `ApiError`. */
  readonly send: <Name extends Writes<Calls>>(
    call: Name,
    given: Params<Calls[Name]> & { readonly key?: string } & (void extends Payload<Calls[Name]>
        ? { readonly body?: Payload<Calls[Name]> }
        : { readonly body: Payload<Calls[Name]> }),
  ) => Promise<Answer<Calls[Name]>>
}

const asking = (call: string | null, asked?: Given | null) =>
  [call === null || asked === null ? null : placed(call, asked), asked?.["query"] as Query | undefined] as const

const client = {
  useApi: (call: string | null, asked?: Given | null) => useApiQuery(...asking(call, asked)),
  useTotal: (call: string | null, asked?: Given | null) => useTotal(...asking(call, asked)),
  useCommand: (call: string, { body, params, lists, done, failed, onDone, ...parts }: Given = {}) =>
    useApiMutation({
      method: methodOf(call),
      path: (input) => placed(call, params ? (params as (input: unknown) => Given)(input) : parts),
      body: body ?? (params ? () => undefined : (input: unknown) => input),
      lists,
      done,
      failed,
      onDone,
    } as ApiMutation<unknown, unknown>),
  ...calls,
}

/** The calls of these groups, for the screens of a module: `clientOf<typeof VendorsGroup | typeof ProcurementGroup>()`. */
/* @__NO_SIDE_EFFECTS__ */
export const clientOf = <Group>() => client as unknown as Client<CallsOf<Group>>
