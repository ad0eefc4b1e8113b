/** The API's document: complete, short, and each schema written once. */
import { OpenApi } from "effect/http-api"
import { expect, test } from "vitest"
import { canonical, isList, isObject, type Json, type JsonObject, objectIn } from "@ops/platform/http/openapi/json.ts"
import { Api } from "./api.ts"

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(Api))) as JsonObject
const calls = Object.entries(objectIn(document, "paths")).flatMap(([path, item]) =>
  Object.entries(isObject(item) ? item : {}).flatMap(([method, call]) => (isObject(call) ? [{ name: `${method} ${path}`, call }] : [])),
)
const components = objectIn(document, "components")

/** Every object in a value, including nested ones. */
const objects = (value: Json): ReadonlyArray<JsonObject> =>
  isList(value) ? value.flatMap(objects) : isObject(value) ? [value, ...Object.values(value).flatMap(objects)] : []
const all = objects(document)

test("every call says what it does and what its rule is", () => {
  expect(calls.length).toBeGreaterThan(600)
  expect(calls.filter(({ call }) => !call["summary"] || !call["description"]).map(({ name }) => name)).toEqual([])
  const { get } = objectIn(objectIn(document, "paths"), "/api/purchase-requests")
  expect(objectIn({ get: get! }, "get")["description"]).toMatch(/^All levels\. \*\*Sorted\*\* by /)
  // what the calls of a group have in common is said once, with the group
  const tag = (isList(document["tags"]) ? document["tags"] : []).find((one) => isObject(one) && one["name"] === "purchaseRequests")
  expect(tag).toMatchObject({
    description: expect.stringMatching(/ \*\*Records,\*\* unless a call says otherwise: Levels 1 to 6 with a site: their own; level 8: its own /),
  })
  expect(isList(document["tags"]) && document["tags"].every((tag) => isObject(tag) && tag["description"] !== "")).toBe(true)
})

test("every change documents its Idempotency-Key, and every call its refusals", () => {
  const lacking = calls.filter(({ name, call }) => {
    const text = JSON.stringify(call)
    return !text.includes('"4XX":{"$ref":"#/components/responses/Refused"}') || name.startsWith("get ") === text.includes("#/components/parameters/key")
  })
  expect(lacking.map(({ name }) => name)).toEqual([])
  expect(Object.keys(objectIn(objectIn(objectIn(components, "responses"), "Refused"), "content"))).toEqual(["text/plain", "application/problem+json"])
})

test("no record and no choice is written twice, and every reference is kept", () => {
  const schemas = all.filter(
    ({ type, properties, enum: words }) => (type === "object" && isObject(properties)) || (type === "string" && isList(words) && words.length > 1),
  )
  const twice = [...Map.groupBy(schemas, canonical).values()].filter((equal) => equal.length > 1)
  expect(twice.map(([one]) => one)).toEqual([])
  const names = Object.keys(objectIn(components, "schemas"))
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
  const kept = new Set(Object.keys(components).flatMap((kind) => Object.keys(objectIn(components, kind)).map((name) => `#/components/${kind}/${name}`)))
  expect(all.flatMap(({ $ref }) => (typeof $ref === "string" && !kept.has($ref) ? [$ref] : []))).toEqual([])
})

test("an amount of money has one type", () => {
  expect(objectIn(objectIn(components, "schemas"), "Money")).toMatchObject({ type: "string", format: "decimal" })
  const payload = JSON.stringify(objectIn(objectIn(objectIn(document, "paths"), "/api/stock/items"), "post")["requestBody"])
  expect(payload).toContain('"unitCost":{"$ref":"#/components/schemas/Money"}')
  // text or number is accepted as the name of a site, and for any cell of a file
  const payloads = [
    ...calls.map(({ call }) => call["requestBody"] ?? null),
    ...Object.entries(objectIn(components, "schemas")).flatMap(([name, schema]) => (/Input|Name/.test(name) ? [schema] : [])),
  ]
  const either = payloads.flatMap(objects).filter(({ type, anyOf }) => /"string".*"number"/.test(JSON.stringify(type ?? anyOf ?? "")))
  expect([...new Set(either.map((schema) => schema["description"] ?? JSON.stringify(schema)))]).toEqual([
    "A site by its id, its code or its slug",
    '{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"}]}',
  ])
})

test("the document has at most 1,150 bytes for each call, with its examples", () => {
  expect(Buffer.byteLength(JSON.stringify(document)) / calls.length).toBeLessThan(1_150)
})
