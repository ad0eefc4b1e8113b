/** The values that a list can be filtered by. An unknown value is rejected, because an empty list would look like a valid result. */
import { Context } from "effect"
import { inWords } from "../text.ts"
import { ListQuery } from "./contract.ts"
import { type QueryValues, valuesOf } from "./query.ts"

type Words = Readonly<Record<string, ReadonlyArray<string>>>

/** Annotates a list with filter values that do not come from a field of the same name. */
export const FilterWords = Context.Reference<Words>("@ops/platform/http/FilterWords", { defaultValue: () => ({}) })

/** The parts used of an endpoint of a contract, and of the syntax tree of its schemas. */
interface Endpoint {
  readonly method: string
  readonly annotations: Context.Context<never>
  readonly query?: { readonly ast: Ast } | undefined
  readonly success: Iterable<{ readonly ast: Ast }>
}
interface Ast {
  readonly _tag: string
  readonly literal?: unknown
  readonly types?: ReadonlyArray<Ast>
  readonly rest?: ReadonlyArray<Ast>
  readonly propertySignatures?: ReadonlyArray<{ readonly name: PropertyKey; readonly type: Ast }>
}

/** The values of a type that has only a few; undefined for any other. */
const wordsOf = ({ _tag, literal, types = [] }: Ast): ReadonlyArray<string> | undefined => {
  if (_tag === "Literal") return [String(literal)]
  if (_tag === "Boolean") return ["true", "false"]
  if (_tag !== "Union") return undefined
  const parts = types.filter((type) => type._tag !== "Null" && type._tag !== "Undefined").map(wordsOf)
  return parts.length > 0 && parts.every((words) => words !== undefined) ? parts.flat() : undefined
}

/** Query parameters of every list besides its filters. */
const { status: _, ...general } = ListQuery

const derive = ({ method, annotations, query, success }: Endpoint): Words => {
  if (method !== "GET" || !query) return {}
  const asked = new Set((query.ast.propertySignatures ?? []).map(({ name }) => String(name)).filter((name) => !(name in general)))
  const fields = [...success].flatMap(({ ast }) => (ast._tag === "Arrays" ? (ast.rest?.[0]?.propertySignatures ?? []) : []))
  const more = Context.get(annotations, FilterWords)
  const found = fields.flatMap(({ name, type }) => {
    const words = asked.has(String(name)) ? wordsOf(type) : undefined
    return words ? [[String(name), words] as const] : []
  })
  const names = new Set([...found.map(([name]) => name), ...Object.keys(more)])
  const known = new Map(found)
  return Object.fromEntries([...names].map((name) => [name, [...new Set([...(known.get(name) ?? []), ...(more[name] ?? [])])]]))
}

const kept = new WeakMap<object, Words>()

/** The filters of a call that accept only certain values: those of the row field with the same name, and those of its `FilterWords`. */
export const filterWords = (endpoint: object): Words => {
  const before = kept.get(endpoint)
  if (before) return before
  const words = derive(endpoint as Endpoint)
  kept.set(endpoint, words)
  return words
}

/** The error in the filters of a call: a sentence with the accepted values; undefined if they are valid. */
export const wrongFilter = (endpoint: object, asked: QueryValues): string | undefined => {
  for (const [name, words] of Object.entries(filterWords(endpoint))) {
    // an exclamation mark excludes rows with certain values
    const named = valuesOf(asked, name).flatMap((value) => value.replace(/^!/, "").split(","))
    if (!named.every((word) => words.includes(word))) return `${inWords(name)} must be one of: ${words.join(", ")}`
  }
  return undefined
}
