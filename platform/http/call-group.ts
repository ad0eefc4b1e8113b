/** A group of calls that are for people who are signed in, each by its rule. */
import { Context, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AcrossSites, InvalidatedBy, Rule, TokenArea } from "../access/rule.ts"
import { Authentication, Authorization, ErrorMapping, Id, ListQuery, ParameterExamples, rejections } from "./contract.ts"
import { FilterWords } from "./filter-words.ts"

/** A call's summary for the API documentation, and its rule: `.annotateMerge(ruled("Open a site", manages))`. */
export const ruled = (summary: string, rule: Rule) => OpenApi.annotations({ summary }).pipe(Context.add(Rule, rule))

type Fields = Schema.Struct.Fields
type Asked = Schema.optional<typeof Schema.String>
/** What the path of a call names: the record by its id, unless the call says otherwise. */
type ParamsOf<Path extends string, Params extends Fields> = [Params] extends [never]
  ? Path extends `${string}/:id` | `${string}/:id/${string}`
    ? { readonly id: typeof Id }
    : never
  : Params
/** The rule of a call, and what else it takes. */
interface Taking<Params, Query> extends Rule {
  /** what its path names, where that is more than the id of a record */
  readonly params?: Params
  readonly query?: Query
}
/** What can be said of a call that reads. */
interface Reading {
  /** the kinds of record whose change makes the answer another one */
  readonly dependsOn?: ReadonlyArray<string>
  /** who sees in it what happens at every site, though they are confined to one */
  readonly acrossSites?: Rule["may"]
  /** by the name of a filter, what can be asked for */
  readonly words?: Readonly<Record<string, ReadonlyArray<string>>>
  /** examples of parameters that it needs though they are optional one by one */
  readonly examples?: Readonly<Record<string, string>>
}

const idIn = (path: string) => (/\/:id(\/|$)/.test(path) ? { id: Id } : undefined)
const annotated = <E>(endpoint: E, summary: string, { dependsOn, acrossSites, words, examples, ...rule }: Rule & Reading): E => {
  let made = (endpoint as HttpApiEndpoint.Top).annotateMerge(ruled(summary, rule))
  if (dependsOn) made = made.annotate(InvalidatedBy, dependsOn)
  if (acrossSites) made = made.annotate(AcrossSites, acrossSites)
  if (words) made = made.annotate(FilterWords, words)
  if (examples) made = made.annotate(ParameterExamples, examples)
  return made as E
}

const get = <
  const Name extends string,
  const Path extends `/${string}`,
  const Success extends Schema.Top,
  Params extends Fields = never,
  Query extends Fields = never,
>(
  name: Name,
  path: Path,
  summary: string,
  success: Success,
  { params, query, ...rule }: Taking<Params, Query> & Reading,
) => {
  const named = (params ?? idIn(path)) as ParamsOf<Path, Params>
  return annotated(HttpApiEndpoint.get(name, path, { params: named, query, success, error: rejections }), summary, rule)
}
const list = <const Name extends string, const Path extends `/${string}`, Row extends Schema.Top, const Filter extends string = never>(
  name: Name,
  path: Path,
  summary: string,
  row: Row,
  { filters = [], ...rule }: Rule & Reading & { readonly filters?: ReadonlyArray<Filter> },
) => {
  const asked = Object.fromEntries(filters.map((filter) => [filter, Schema.optional(Schema.String)])) as Readonly<Record<Filter, Asked>>
  return get(name, path, summary, Schema.Array(row), { query: { ...ListQuery, ...asked }, ...rule })
}
type Method = "POST" | "PUT" | "PATCH" | "DELETE"
type Sent<E, M extends Method> =
  E extends HttpApiEndpoint.HttpApiEndpoint<infer Name, Method, infer Path, infer Params, infer Query, infer Payload, infer Headers, infer Success, infer Error>
    ? HttpApiEndpoint.HttpApiEndpoint<Name, M, Path, Params, Query, Payload, Headers, Success, Error>
    : never
const changing =
  <M extends Method>(method: M) =>
  <
    const Name extends string,
    const Path extends `/${string}`,
    const Success extends Schema.Top,
    Params extends Fields = never,
    Query extends Fields = never,
    const Payload extends Schema.Top | ReadonlyArray<Schema.Top> = never,
  >(
    name: Name,
    path: Path,
    summary: string,
    success: Success,
    { params, query, payload, ...rule }: Taking<Params, Query> & { readonly payload?: Payload },
  ) => {
    const named = (params ?? idIn(path)) as ParamsOf<Path, Params>
    const made = HttpApiEndpoint.make(method as "POST")(name, path, { params: named, query, payload, success, error: rejections })
    return annotated(made, summary, rule) as Sent<typeof made, M>
  }
/**
 * A call by its name, its path, what the API says of it in a few words, what it answers, its rule, and what it takes:
 * `call.post("add", "/api/users", "Add an account", AccountAnswer.pipe(created), { payload: NewUser, ...adds })`. `call.list` answers rows of one kind.
 */
export const call = { get, list, post: changing("POST"), put: changing("PUT"), patch: changing("PATCH"), delete: changing("DELETE") } as const

/** The same of calls in a list, and with the area that personal tokens have for them, where that is not the group's own name. */
export const groupOf = <N extends string, E extends HttpApiEndpoint.Constraint>(name: N, calls: ReadonlyArray<E>, area?: string) =>
  HttpApiGroup.make(name)
    .add(...(calls as unknown as readonly [E]))
    .middleware(Authorization)
    .middleware(Authentication)
    .middleware(ErrorMapping)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotate(TokenArea, area)

/** Declares a group as a class: `class UsersGroup extends callGroup("users", HttpApiEndpoint.get(…), …) {}`. */
export const callGroup = <const N extends string, const Calls extends ReadonlyArray<HttpApiEndpoint.Constraint>>(name: N, ...calls: Calls) =>
  groupOf<N, Calls[number]>(name, calls)

/** A contract with one group only, as the terminal uses it. */
export const apiOf = <G extends HttpApiGroup.Constraint>(group: G) => HttpApi.make("ops").add(group)
