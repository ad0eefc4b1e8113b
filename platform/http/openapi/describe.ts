/** Adds to each call in the API's document its rule, its parameters and its errors, derived from the declarations. */
import { capitalised } from "../../text.ts"
import { Context, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { holdsAny, levels, type Permission, permissionsOf } from "../../access/levels.ts"
import { Rule } from "../../access/rule.ts"
import { asOfParameter } from "../as-of.ts"
import { ListOrder, ParameterExamples } from "../contract.ts"
import { filterWords } from "../filter-words.ts"
import { sampleOf } from "./sample.ts"
import { isList, isObject, type Json, type JsonObject, listIn, mapCalls, mapped, objectIn } from "./json.ts"

/** Why calls are rejected, by status. Every rejection is one sentence. */
const refused = `One sentence. 400: a field or a parameter is missing, unknown or not valid. 401: not signed in. 403: the rule of the call does not permit it,
or with \`x-step-up: required\` the person must confirm their identity first. 404: the record does not exist, or you cannot see it.
408, 413, 415: the body timed out, is too large, or is not JSON. 409: the record has changed in the meantime, or its state does not allow this.
422: a business rule does not allow it. 429: too many calls, see \`retry-after\`. 500: an internal error. 503: the database is not reachable, see
\`x-recorded\``

const refusal: JsonObject = {
  description: refused,
  content: { "text/plain": { schema: { type: "string" } }, "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
}
const problem: JsonObject = {
  type: "object",
  description: "Problem details (RFC 9457), for callers that accept application/problem+json",
  properties: {
    type: { type: "string", examples: ["about:blank"] },
    title: { type: "string", examples: ["Unprocessable Entity"] },
    status: { type: "integer", examples: [422] },
    detail: { type: "string", description: "The sentence", examples: ["Reason is required"] },
    instance: { type: "string", description: "Request id, as in x-request-id" },
  },
  required: ["type", "title", "status", "detail", "instance"],
}

/** Parameters of lists and files that mean the same in every call. */
const known: Readonly<Record<string, string>> = {
  siteId: "Only records of these sites: ids separated by commas",
  status: "Only these statuses, separated by commas; a leading ! excludes them",
  from: "From this day, inclusive",
  to: "Up to this day, inclusive",
  q: "Only rows with this text in a name or number",
  sort: "Fields to sort by, separated by commas; a leading - sorts in descending order",
  limit: "Rows per page, at most 1000",
  cursor: "Cursor of the page: x-next-cursor of the previous page",
  format: "json, or a file",
  asOf: asOfParameter.description,
  "idempotency-key": "Up to 100 letters, digits or . : _ - of your choice. A request with the same key is executed only once, however often it is sent",
}
/** An example of a parameter that lists take. */
const usualExamples: Readonly<Record<string, string>> = { limit: "20" }
const written = "idempotency-key"
/** The header that a program sends beside its token. As a scheme it is written once, not with each call, and is in the examples of all; /docs takes its value from the last field. */
const program = { type: "apiKey", in: "header", name: "X-Ops-Client", description: "Always 1: a change is sent by a program", "x-scalar-secret-token": "1" }

/** The levels that have one of these permissions. */
const levelsOf = (may: ReadonlyArray<Permission>) => {
  const those = levels.map(({ level }) => level).filter((level) => holdsAny({ level, permissions: permissionsOf(level) }, may))
  return those.length === levels.length ? "All levels." : `Levels ${those.toSorted((a, b) => a - b).join(", ")}.`
}

const areas: Readonly<Record<string, string>> = {
  public: "Everyone, without signing in.",
  session: "Every signed-in person.",
  demo: "Everyone, in demo mode only.",
}
const sentence = (text: string) => `${capitalised(text)}${/[.!?]$/.test(text) ? "" : "."}`
/** Numbers in the scope of a rule are levels: "6: own site". */
const withLevels = (scope: string) =>
  scope.replace(/(^|; )(\d+)((?:,| and)[\d, and]*)?:/g, (_, before, one, more = "") => `${before}${more === "" ? "level" : "levels"} ${one}${more}:`)

const scopeText = (scope: string) => sentence(withLevels(scope))

/** The scope that most calls of a group have; empty if it is no scope, or that of one call only. */
export const usualScope = (endpoints: ReadonlyArray<HttpApiEndpoint.Top>): string => {
  const scopes = endpoints.flatMap(({ annotations }) => Context.get(annotations, Rule)?.scope ?? [])
  const [most] = [...Map.groupBy(scopes, (scope) => scope)].toSorted(([, a], [, b]) => b.length - a.length)
  return most && most[1].length > 1 && most[0] !== "all" ? most[0] : ""
}
/** The sentence of a group that its calls do not repeat. */
export const usualScopeText = (scope: string) => (scope === "" ? "" : `**Records,** unless a call says otherwise: ${scopeText(scope)}`)

/** The rule of a call, in sentences. */
const ruleText = ({ may, scope, duties, audited, stepUp, isTap }: Rule): ReadonlyArray<string> => [
  typeof may === "string" ? areas[may]! : levelsOf(may),
  ...(scope === "" ? [] : [`**Records:** ${scopeText(scope)}`]),
  ...(duties === undefined ? [] : [`**Duties:** ${sentence(duties)}`]),
  ...(stepUp ? ["Needs an identity confirmed within ten minutes."] : []),
  ...(audited === undefined ? [] : [`Each read is recorded for the auditor (${audited}).`]),
  ...(isTap ? ["It has its own rate limit, for queues of people."] : []),
]

/** The rule of a call; the scope is left out if it is that of its group. */
const descriptionOf = (endpoint: HttpApiEndpoint.Top, usual: string): string => {
  const declared = Context.get(endpoint.annotations, Rule)
  const rule = declared && { ...declared, scope: declared.scope === (usual || "all") ? "" : declared.scope }
  const order = Context.get(endpoint.annotations, ListOrder)
  return [
    ...(rule ? ruleText(rule) : []),
    ...(order ? [`**Sorted** by ${order.usual.replace(/^-(.*)/, "$1, descending")}; or by ${order.fields.join(", ")}.`] : []),
  ].join(" ")
}

const isListCall = (call: JsonObject) =>
  Object.values(objectIn(objectIn(objectIn(call, "responses"), "200"), "content")).some((content) => objectIn(content, "schema")["type"] === "array")

/** The description of a parameter, if its name does not explain it. */
const meaning = (name: string, place: Json | undefined, words: ReadonlyArray<string> | undefined) => {
  const text = place === "path" ? undefined : known[name]
  if (name === "status" && words) return `Statuses, separated by commas; a leading ! excludes them: ${words.join(", ")}`
  const choice = words && `One of: ${words.join(", ")}`
  return [text, choice].filter((part) => part !== undefined).join(". ") || undefined
}

/** An example of a parameter, or of a payload where no field is named: made from its schema. */
const exampleOf = (field: string, of: Schema.Top | undefined): Json | undefined => {
  if (field === "") return of && (sampleOf(of, { field: "value" }) as Json | undefined)
  const ast = of?.ast
  const type = ast?._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === field)?.type : undefined
  return type && (sampleOf(Schema.make(type), { field }) as Json | undefined)
}
/** A payload with its example. */
const withExample = (body: JsonObject, payload: Schema.Top): JsonObject => {
  const content = objectIn(body, "content")
  const example = "multipart/form-data" in content ? { file: "%PDF-1.7" } : exampleOf("", payload)
  if (example === undefined) return body
  return { ...body, content: mapped(content, (kind) => (isObject(kind) ? { ...kind, example } : kind)) }
}

const parametersOf = (endpoint: HttpApiEndpoint.Top, call: JsonObject): ReadonlyArray<JsonObject> => {
  const words = filterWords(endpoint)
  const unused = Context.get(endpoint.annotations, ListOrder)?.unused ?? []
  const examples = Context.get(endpoint.annotations, ParameterExamples)
  return listIn(call, "parameters").flatMap((parameter): ReadonlyArray<JsonObject> => {
    if (!isObject(parameter)) return []
    const { required, ...rest } = parameter
    const name = String(rest["name"])
    if (unused.includes(name)) return []
    const description = meaning(name, rest["in"], words[name])
    const example =
      examples[name] ?? usualExamples[name] ?? (required === true ? exampleOf(name, rest["in"] === "path" ? endpoint.params : endpoint.query) : undefined)
    return [
      {
        ...rest,
        ...(required === true && { required }),
        ...(description !== undefined && { description }),
        ...(example !== undefined && { example: String(example) }),
      },
    ]
  })
}

/** A file that is answered as it was uploaded is of its own kind. */
const anyFile = (response: JsonObject): JsonObject =>
  "content" in response
    ? {
        ...response,
        content: Object.fromEntries(
          Object.entries(objectIn(response, "content")).map(([kind, content]) => [kind === "application/octet-stream" ? "*/*" : kind, content]),
        ),
      }
    : response

/** Short descriptions of a call's successful responses. */
const successes = (responses: JsonObject, list: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => /^[23]/.test(status))
      .map(([status, response]) => [
        status,
        {
          ...(isObject(response) ? anyFile(response) : {}),
          description: status === "201" ? "Written" : status === "204" ? "Done" : list ? "One page" : "Done",
        },
      ]),
  )

/** The declaration of a call, and the scope that most calls of its group have. */
export interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly usual: string
}

/** Describes each call of a document from its declaration. `declarations` are keyed by operation id. */
export const describeCalls = (document: JsonObject, declarations: ReadonlyMap<string, Declared>): JsonObject => {
  const described = mapCalls(document, (call, _, method) => {
    const declared = declarations.get(String(call["operationId"]))
    if (!declared) return call
    const { endpoint, usual } = declared
    const { security, parameters: __, responses, requestBody, ...rest } = call
    const [payload] = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)
    const key = method === "get" ? [] : [{ name: written, in: "header", schema: { type: "string" }, description: known[written]! }]
    const parameters = [...parametersOf(endpoint, call), ...key]
    return {
      ...rest,
      description: descriptionOf(endpoint, usual),
      ...(parameters.length > 0 && { parameters }),
      ...(isObject(requestBody) && { requestBody: payload ? withExample(requestBody, payload) : requestBody }),
      ...(isList(security) && security.length === 0 && { security }),
      responses: {
        ...successes(objectIn({ responses: responses ?? {} }, "responses"), isListCall(call)),
        "4XX": { $ref: "#/components/responses/Refused" },
      },
    }
  })
  const components = objectIn(described, "components")
  // the name of a scheme is in lower case in the registry, and some programs know no other
  const securitySchemes = mapped(objectIn(components, "securitySchemes"), (one) =>
    isObject(one) && typeof one["scheme"] === "string" ? { ...one, scheme: one["scheme"].toLowerCase() } : one,
  )
  return {
    ...described,
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [], ...(name === "bearer" && { program: [] }) })),
    components: {
      ...components,
      securitySchemes: { ...securitySchemes, program },
      schemas: { ...objectIn(components, "schemas"), Problem: problem },
      responses: { Refused: refusal },
    },
  }
}
