/** Parameters, payloads and responses that are the same in several calls become shared components. */
import { isObject, type Json, type JsonObject, listIn, mapCalls, mapped, objectIn } from "./json.ts"

type Change = (part: JsonObject, status: string) => JsonObject
/** Functions that change the parts of a kind in each call. */
const changing = {
  parameters: (call: JsonObject, change: Change): JsonObject =>
    "parameters" in call ? { ...call, parameters: listIn(call, "parameters").map((one) => (isObject(one) ? change(one, "") : one)) } : call,
  requestBodies: (call: JsonObject, change: Change): JsonObject =>
    isObject(call["requestBody"]) ? { ...call, requestBody: change(call["requestBody"], "") } : call,
  responses: (call: JsonObject, change: Change): JsonObject => ({
    ...call,
    responses: mapped(objectIn(call, "responses"), (one, status) => (isObject(one) ? change(one, status) : one)),
  }),
}

const last = (reference: Json | undefined) => String(reference).split("/").at(-1)!
/** A parameter keeps its own name, except Idempotency-Key, which is short because every change has it; a response is named after its schema: PurchaseRequest, PurchaseRequests, NewPurchaseRequest. */
const naming = {
  parameters: (part: JsonObject) => (part["in"] === "header" ? "key" : String(part["name"])),
  /** ReasonInput, or MaybeReasonInput if the payload is optional */
  requestBodies: (part: JsonObject) => {
    const schema = objectIn(objectIn(objectIn(part, "content"), "application/json"), "schema")
    const named = listIn(schema, "anyOf").find((member) => isObject(member) && "$ref" in member)
    if ("$ref" in schema) return last(schema["$ref"])
    return isObject(named) ? `Maybe${last(named["$ref"])}` : undefined
  },
  responses: (part: JsonObject, status: string) => {
    const schema = objectIn(objectIn(objectIn(part, "content"), "application/json"), "schema")
    if ("$ref" in schema) return `${status === "201" ? "New" : ""}${last(schema["$ref"])}`
    return "$ref" in objectIn(schema, "items") ? `ListOf${last(objectIn(schema, "items")["$ref"])}` : undefined
  },
}

const shared = (document: JsonObject, kind: keyof typeof changing): JsonObject => {
  const counts = new Map<string, { readonly part: JsonObject; readonly name: string | undefined; count: number }>()
  mapCalls(document, (call) =>
    changing[kind](call, (part, status) => {
      const key = JSON.stringify(part)
      const before = counts.get(key)
      if (before) before.count++
      else counts.set(key, { part, name: "$ref" in part ? undefined : naming[kind](part, status), count: 1 })
      return part
    }),
  )
  const names = new Map<string, string>()
  const components: Record<string, Json> = { ...objectIn(objectIn(document, "components"), kind) }
  for (const [key, { part, name, count }] of [...counts].toSorted(([, a], [, b]) => b.count - a.count)) {
    if (count < 2 || name === undefined || name in components) continue
    components[name] = part
    names.set(key, name)
  }
  const replaced = mapCalls(document, (call) =>
    changing[kind](call, (part) => {
      const name = names.get(JSON.stringify(part))
      return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
    }),
  )
  return { ...replaced, components: { ...objectIn(replaced, "components"), [kind]: components } }
}

export const shareParts = (document: JsonObject): JsonObject => shared(shared(shared(document, "parameters"), "requestBodies"), "responses")
