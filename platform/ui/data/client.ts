/** The calls of a contract for screens, typed by it. Only types are imported from the contract, so none of its code reaches the browser. */
import type { HttpApiGroup } from "effect/http-api"
import type { UseQueryResult } from "@tanstack/react-query"
import type { Answer, Bodies, Call, Caller, Names, Params, Payload, Query, Reading, Reads, Writes } from "@ops/client/calls.ts"
import { methodOf, placed } from "@ops/client/placing.ts"
import { calls, type Given } from "./calls.ts"
import { type ApiMutation, useApiQuery, useTotal, useApiMutation } from "./data.ts"

type CallsIn<Group> = Group extends HttpApiGroup.HttpApiGroup<string, infer Endpoint, boolean> ? Extract<Endpoint, Call> : never
/** The calls of groups by method and path. */
type CallsOf<Group> = { readonly [Each in CallsIn<Group> as `${Each["method"]} ${Each["path"]}`]: Each }

interface Outcome<Input, Said> {
  /** Paths of lists to reload afterwards. */
  readonly lists?: readonly string[] | undefined
  /** The success message. */
  readonly done?: string | ((answer: Said, input: Input) => string)
  /** The message if the server gives none of its own. */
  readonly failed?: string
  readonly onDone?: ((answer: Said, input: Input) => void) | undefined
}
type Command<Input, Said> = ReturnType<typeof useApiMutation<Input, Said>>
type KeysOf<Value> = Value extends unknown ? keyof Value : never
/** Permits only the fields of the payload. */
type Exactly<Body, Whole> = [Exclude<KeysOf<Body>, KeysOf<Whole>>] extends [never]
  ? unknown
  : { readonly body: { readonly unknown: Exclude<KeysOf<Body>, KeysOf<Whole>> } }
/** A function from input to body, required only if the call has a body. */
type Made<Input, Whole> = void extends Whole ? { readonly body?: (input: Input) => Whole } : { readonly body: (input: Input) => Whole }

interface UseCommand<Calls> {
  /** The input is the payload. */
  <Name extends Writes<Calls>>(
    call: Name,
    ...given: [Names<Calls[Name]>] extends [never]
      ? [given?: Outcome<Payload<Calls[Name]>, Answer<Calls[Name]>> & { readonly body?: never }]
      : [given: Params<Calls[Name]> & Outcome<Payload<Calls[Name]>, Answer<Calls[Name]>> & { readonly body?: never }]
  ): Command<Payload<Calls[Name]>, Answer<Calls[Name]>>
  /** The payload is made from the input, such as the fields of a form. */
  <Name extends Writes<Calls>, Body extends Bodies<Calls[Name]>, Input = void>(
    call: Name,
    given: Params<Calls[Name]> & Outcome<Input, Answer<Calls[Name]>> & { readonly body: (input: Input) => Body } & Exactly<Body, Bodies<Calls[Name]>>,
  ): Command<Input, Answer<Calls[Name]>>
  /** The path parameters are made from the input too; nothing is sent unless `body` is given. */
  <Name extends Writes<Calls>, Input>(
    call: Name,
    given: Outcome<Input, Answer<Calls[Name]>> & { readonly params: (input: Input) => Params<Calls[Name]> } & Made<Input, Bodies<Calls[Name]>>,
  ): Command<Input, Answer<Calls[Name]>>
}

interface Client<Calls> extends Caller<Calls> {
  /** Reads an answer; with `null`, for the call or its parameters, it waits until they are known. */
  readonly useApi: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => UseQueryResult<Answer<Calls[Name]>>
  /** The number of rows in a list, undefined until known. */
  readonly useTotal: <Name extends Reads<Calls>>(call: Name | null, ...asked: Reading<Calls[Name]>) => number | undefined
  /** One command as used by a button or form. */
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
