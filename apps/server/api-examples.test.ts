/**
 * Every call of the API's document, made from the document alone: the request from its examples, sent over HTTP to a server with the demo data. The
 * answer must have a status and a content that the document gives for the call.
 */
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { OpenApi } from "effect/http-api"
import { afterAll, beforeAll, expect, test } from "vitest"
import { canonical, isList, isObject, type Json, type JsonObject, listIn, objectIn } from "@ops/platform/http/openapi/json.ts"
import { type Server, signIn } from "@ops/platform/testing/server.ts"
import { Api } from "./api.ts"
import { demoServer } from "./demo/demo-server.ts"

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api))) as JsonObject

let server: Server | undefined
beforeAll(async () => {
  server = await demoServer({ limits: false })
}, 300_000)
afterAll(() => server?.stop())

/** What a reference stands for; anything else unchanged. */
const resolved = (part: Json | undefined): JsonObject => {
  if (!isObject(part)) return {}
  const { $ref } = part
  if (typeof $ref !== "string") return part
  return resolved(
    $ref
      .slice(2)
      .split("/")
      .reduce<Json | undefined>((within, name) => objectIn(within, name), document),
  )
}

interface Call {
  readonly name: string
  readonly method: string
  readonly address: string
  readonly body: Json | FormData | undefined
  readonly isPublic: boolean
  readonly responses: JsonObject
}
/** The request of a call from its examples, and the examples that it lacks. */
const requestOf = (path: string, method: string, call: JsonObject): Call & { readonly lacking: ReadonlyArray<string> } => {
  const needed = listIn(call, "parameters")
    .map(resolved)
    .filter(({ required, example }) => required === true || example !== undefined)
  const example = ({ example }: JsonObject) => (typeof example === "string" ? example : "")
  const named = (place: string) => needed.filter((parameter) => parameter["in"] === place)
  const address = named("path").reduce((address, parameter) => address.replace(`{${parameter["name"]}}`, encodeURIComponent(example(parameter))), path)
  const query = new URLSearchParams(named("query").map((parameter) => [String(parameter["name"]), example(parameter)]))
  const [[kind, content] = []] = Object.entries(objectIn(resolved(call["requestBody"]), "content"))
  const sent = isObject(content) ? content["example"] : undefined
  const form = new FormData()
  if (kind === "multipart/form-data") for (const [field, text] of Object.entries(resolved(sent))) form.append(field, new Blob([String(text)]), "example.pdf")
  const isLacking = "requestBody" in call && sent === undefined
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    address: query.size > 0 ? `${address}?${query}` : address,
    body: kind === "multipart/form-data" ? form : sent,
    isPublic: isList(call["security"]),
    responses: objectIn(call, "responses"),
    lacking: [...needed.filter((parameter) => example(parameter) === "").map(({ name }) => String(name)), ...(isLacking ? ["body"] : [])],
  }
}
const calls = Object.entries(objectIn(document, "paths")).flatMap(([path, item]) =>
  Object.entries(resolved(item)).map(([method, call]) => requestOf(path, method, resolved(call))),
)

const typeOf = (value: Json) => (value === null ? "null" : isList(value) ? "array" : typeof value)
/** What a value lacks to be of a schema, with the place in the value. */
const faultsOf = (value: Json, given: Json | undefined, at = ""): ReadonlyArray<string> => {
  const schema = resolved(given)
  const { type, anyOf, allOf, enum: words, properties, required, items, additionalProperties: more } = schema
  const fault = (text: string) => [`${at || "the answer"} ${text}`]
  if (isList(anyOf))
    return anyOf.some((member) => faultsOf(value, member, at).length === 0) ? [] : fault(`is not one of ${JSON.stringify(anyOf).slice(0, 200)}`)
  if ("const" in schema && canonical(value) !== canonical(schema["const"]!)) return fault(`is not ${JSON.stringify(schema["const"])}`)
  if (isList(words) && !words.includes(value as string)) return fault(`is ${JSON.stringify(value)}, which is not in ${JSON.stringify(words).slice(0, 200)}`)
  const types = isList(type) ? type : type === undefined ? [] : [type]
  const isOf = (name: Json) => (name === "integer" ? Number.isInteger(value) : name === typeOf(value))
  if (types.length > 0 && !types.some(isOf)) return fault(`is ${typeOf(value)}, not ${types.join(" or ")}`)
  const found = isList(allOf) ? allOf.flatMap((member) => faultsOf(value, member, at)) : []
  if (isList(value)) return [...found, ...value.flatMap((member, n) => (items === undefined ? [] : faultsOf(member, items, `${at}[${n}]`)))]
  if (!isObject(value)) return found
  const known = resolved(properties)
  return [
    ...found,
    ...(isList(required) ? required : []).flatMap((name) => (String(name) in value ? [] : fault(`lacks ${String(name)}`))),
    ...Object.entries(value).flatMap(([name, member]) =>
      name in known ? faultsOf(member, known[name], `${at}.${name}`) : isObject(more) ? faultsOf(member, more, `${at}.${name}`) : [],
    ),
  ]
}

type Headers = Readonly<Record<string, string>>
/** Sends the request of a call as each of several people, until one is permitted. */
const answerTo = async ({ method, address, body, isPublic }: Call, people: ReadonlyArray<string>, headersOf: (id: string) => Promise<Headers>) => {
  let answer: Response | undefined
  for (const id of people) {
    await answer?.body?.cancel()
    const { "content-type": json, ...own } = isPublic ? { "x-ops-client": "1", "content-type": "application/json" } : await headersOf(id)
    const isForm = body instanceof FormData
    const headers = { ...own, "idempotency-key": randomUUID(), ...(body !== undefined && !isForm && { "content-type": json! }) }
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const ask = () => fetch(`${server!.url}${address}`, { method, headers, redirect: "manual", ...sent })
    answer = await ask()
    // a slow machine: the request is repeated under its key, as the guide says
    while (answer.status === 503) {
      await answer.body?.cancel()
      await setTimeout(Number(answer.headers.get("retry-after") ?? 1) * 1000)
      answer = await ask()
    }
    if (answer.status !== 403) return answer
  }
  return answer!
}

/** What an answer lacks to be one that the document gives for its call. */
const faultOf = async ({ responses }: Call, answer: Response): Promise<string | undefined> => {
  const { status } = answer
  const documented = resolved(responses[String(status)] ?? responses[`${String(status)[0]}XX`])
  const kind = (answer.headers.get("content-type") ?? "").split(";")[0]!
  const isStream = kind === "text/event-stream"
  if (isStream) await answer.body?.cancel()
  const text = isStream ? "" : await answer.text()
  if (Object.keys(documented).length === 0) return `the document does not give ${status} (${text.slice(0, 200)})`
  if (status === 400 || status === 415) return `its example is refused: ${text.slice(0, 200)}`
  const content = objectIn(documented, "content")
  if (text === "" && Object.keys(content).length === 0) return undefined
  if (!(kind in content) && !("*/*" in content)) return `the document does not give ${kind}`
  if (kind !== "application/json") return undefined
  return faultsOf(JSON.parse(text) as Json, objectIn(objectIn(content, kind), "schema"))[0]
}

test("every call has an example of everything that it needs", () => {
  expect(calls.flatMap(({ name, lacking }) => (lacking.length > 0 ? [`${name}: ${lacking.join(", ")}`] : []))).toEqual([])
})

test("every call, made from its examples, is answered as the document says", async () => {
  const kept = new Map<string, Promise<Headers>>()
  const headersOf = (id: string) => kept.get(id) ?? kept.set(id, signIn(server!.url, id)).get(id)!
  const people = ["FO-CEO-001", "FO-FIN-001", "FO-MGT-001", "FO-SUP-001"]
  const faults: Array<string> = []
  const done = new Map<string, number>()
  // what is read first is as the demo data left it
  for (const call of calls.toSorted((a, b) => Number(a.method !== "GET") - Number(b.method !== "GET"))) {
    let answer = await answerTo(call, people, headersOf)
    if (answer.status === 401 && !call.isPublic) {
      // an earlier call ended the session
      kept.clear()
      await answer.body?.cancel()
      answer = await answerTo(call, people, headersOf)
    }
    const fault = await faultOf(call, answer)
    if (fault !== undefined) faults.push(`${call.name}: ${fault}`)
    const outcome = `${call.method === "GET" ? "read" : "change"} ${String(answer.status)[0]}xx`
    done.set(outcome, (done.get(outcome) ?? 0) + 1)
  }
  expect(faults).toEqual([])
  expect(done.get("read 2xx")).toBeGreaterThan(300)
}, 300_000)
