/** Rejects what a call does not accept: body fields and query parameters that its contract does not declare. */
import { Effect, Schema, SchemaAST } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Rejection } from "../records/command.ts"
import { likeness } from "../text.ts"
import { Authorization } from "./contract.ts"

interface Unknown {
  readonly name: string
  /** its path: "lines"; empty at the top */
  readonly within: string
  readonly allowed: ReadonlyArray<string>
}

/** The keys of a JSON value that a schema does not declare. A value of another type has none: the schema itself rejects it. */
export const unknownIn = (ast: SchemaAST.AST, value: unknown, within = ""): ReadonlyArray<Unknown> => {
  switch (ast._tag) {
    case "Objects": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return []
      const fields = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
      return Object.entries(value).flatMap(([name, member]) => {
        const type = fields.get(name) ?? ast.indexSignatures[0]?.type
        return type ? unknownIn(type, member, name) : [{ name, within, allowed: [...fields.keys()] }]
      })
    }
    case "Arrays":
      return Array.isArray(value) ? value.flatMap((member, n) => unknownIn(ast.elements[n] ?? ast.rest[0] ?? SchemaAST.unknown, member, within)) : []
    case "Union": {
      if (typeof value !== "object" || value === null) return []
      // of the alternatives in a union, the one that fits best is the one that is meant
      const [best] = ast.types
        .filter((type) => fits(type, value))
        .map((type) => unknownIn(type, value, within))
        .sort((a, b) => a.length - b.length)
      return best ?? []
    }
    case "Suspend":
      return unknownIn(ast.thunk(), value, within)
    default:
      return []
  }
}
const fits = (ast: SchemaAST.AST, value: unknown): boolean => {
  if (ast._tag === "Union") return ast.types.some((type) => fits(type, value))
  if (ast._tag === "Suspend") return fits(ast.thunk(), value)
  if (Array.isArray(value)) return ast._tag === "Arrays"
  return (ast._tag === "Objects") === (typeof value === "object" && value !== null)
}

const short = (name: string) => name.slice(0, 50)
/** The allowed name that was probably meant, if one is similar. */
const near = (name: string, allowed: ReadonlyArray<string>) => {
  const [best] = allowed.map((one) => ({ one, likeness: likeness(one, name) })).sort((a, b) => b.likeness - a.likeness)
  return best && best.likeness >= 0.5 ? best.one : undefined
}
const sentence = (what: string, { name, within, allowed }: Unknown) => {
  const meant = near(name, allowed)
  const advice = meant !== undefined ? `Did you mean ${meant}?` : allowed.length > 0 ? `Allowed here: ${allowed.join(", ")}` : "This call takes none"
  return `Unknown ${what} ${short(name)}${within && ` in ${within}`}. ${advice}`
}

interface Taken {
  readonly payload: SchemaAST.AST | undefined
  readonly parameters: ReadonlyArray<string>
}
const known = new WeakMap<object, Taken>()
/** The parameters and fields in a call's contract; a body that is not JSON, such as a file, is not checked. */
const takenBy = (endpoint: HttpApiEndpoint.Top): Taken => {
  const before = known.get(endpoint)
  if (before) return before
  const schemas = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
  const isFile = [...endpoint.payload.keys()].some((type) => type !== "application/json")
  const query = endpoint.query && SchemaAST.toEncoded(endpoint.query.ast)
  const taken: Taken = {
    payload: isFile ? undefined : schemas.length === 0 ? Schema.Struct({}).ast : SchemaAST.toEncoded(Schema.Union(schemas).ast),
    // every read call for signed-in people takes asOf; write calls report that the past is read-only
    parameters: [
      ...new Set([
        ...(query?._tag === "Objects" ? query.propertySignatures.map(({ name }) => String(name)) : []),
        ...(endpoint.middlewares.has(Authorization) ? ["asOf"] : []),
      ]),
    ],
  }
  known.set(endpoint, taken)
  return taken
}

/** Fails with a 400 that names the first undeclared field or parameter, and the one that was probably meant. */
export const refuseUnknown = (
  endpoint: HttpApiEndpoint.Top,
): Effect.Effect<void, Rejection, HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { payload, parameters } = takenBy(endpoint)
    for (const name of Object.keys(yield* HttpServerRequest.ParsedSearchParams)) {
      // every call takes it as far as this check; those that are no decision report that
      if (name !== "onBehalfOf" && !parameters.includes(name))
        return yield* Effect.fail(new Rejection(400, sentence("parameter", { name, within: "", allowed: parameters })))
    }
    const isJson = /^application\/json/i.test(request.headers["content-type"] ?? "")
    if (!payload || !isJson || request.method === "GET" || request.method === "HEAD") return
    const text = yield* Effect.orDie(request.text)
    const unknown = text === "" ? [] : unknownIn(payload, JSON.parse(text))
    if (unknown.length > 0) return yield* Effect.fail(new Rejection(400, unknown.map((one) => sentence("field", one)).join(". ")))
  })
