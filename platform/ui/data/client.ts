/**
 * The calls of a contract for screens, typed by it. Only types are taken of the contract, so nothing of it reaches the browser.
 */
import type { HttpApiGroup } from "effect/http-api"
import type { UseQueryResult } from "@tanstack/react-query"
import type { Answer, Bodies, Call, Caller, Names, Params, Payload, Query, Reading, Reads, Writes } from "@ops/client/calls.ts"
import { methodOf, placed } from "@ops/client/placing.ts"
import { calls, type Given } from "./calls.ts"
import { type ApiMutation, useApiQuery, useTotal, useApiMutation } from "./data.ts"

type CallsIn<Group> = Group extends HttpApiGroup.HttpApiGroup<string, infer Endpoint, boolean> ? Extract<Endpoint, Call> : never
/** The calls of groups under their method and path. */
type CallsOf<Group> = { readonly [Each in CallsIn<Group> as `${Each["method"]} ${Each["path"]}`]: Each }

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

interface Client<Calls> extends Caller<Calls> {
  /** Reads an answer; `null`, for the call or for what it is asked with, waits until that is known. */
  readonly useApi: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => UseQueryResult<Answer<Calls[Name]>>
  /** How many rows a list has, undefined until that is known. */
  readonly useTotal: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => number | undefined
  /** One command as a button or form uses it. */
  readonly useCommand: UseCommand<Calls>
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
