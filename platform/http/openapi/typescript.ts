/** The calls of an API's document as TypeScript, for programs that only have the document. */
import { isList, isObject, type Json, type JsonObject, listIn, objectIn } from "./json.ts"

const last = (reference: Json | undefined) => String(reference).split("/").at(-1)!
const either = (types: ReadonlyArray<string>) => [...new Set(types)].join(" | ") || "unknown"
const comment = (text: Json | undefined, indent: string) =>
  typeof text === "string" ? `${indent}/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n` : ""

const fieldsOf = (schema: JsonObject, indent: string) => {
  const needed = listIn(schema, "required")
  const lines = Object.entries(objectIn(schema, "properties")).map(
    ([name, field]) =>
      `${comment(isObject(field) ? field["description"] : undefined, indent)}${indent}${JSON.stringify(name)}${needed.includes(name) ? "" : "?"}: ${typeOf(field, indent)}\n`,
  )
  const more = schema["additionalProperties"]
  return isObject(more) ? [...lines, `${indent}[name: string]: ${typeOf(more, indent)}\n`] : lines
}

/** The TypeScript type of a schema. */
const typeOf = (schema: Json | undefined, indent = ""): string => {
  if (!isObject(schema)) return "unknown"
  if ("$ref" in schema) return last(schema["$ref"])
  if ("const" in schema) return JSON.stringify(schema["const"])
  if ("enum" in schema) return either(listIn(schema, "enum").map((word) => JSON.stringify(word)))
  const { allOf, ...own } = schema
  if (isList(allOf)) return [...allOf.map((member) => typeOf(member, indent)), typeOf(own, indent)].join(" & ")
  const members = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")]
  if (members.length > 0) return either(members.map((member) => typeOf(member, indent)))
  const { type } = schema
  if (isList(type)) return either(type.map((one) => typeOf({ ...schema, type: one }, indent)))
  if (type === "array") {
    const parts = listIn(schema, "prefixItems")
    return parts.length > 0 ? `readonly [${parts.map((part) => typeOf(part, indent)).join(", ")}]` : `ReadonlyArray<${typeOf(schema["items"], indent)}>`
  }
  if (type === "object") {
    const fields = fieldsOf(schema, `${indent}  `)
    return fields.length > 0 ? `{\n${fields.join("")}${indent}}` : "object"
  }
  return type === "integer" || type === "number" ? "number" : type === "string" || type === "boolean" || type === "null" ? type : "unknown"
}

const json = "application/json"
const resolved = (document: JsonObject, kind: string, part: Json | undefined): JsonObject =>
  isObject(part) ? ("$ref" in part ? objectIn(objectIn(objectIn(document, "components"), kind), last(part["$ref"])) : part) : {}
const contentOf = (part: JsonObject) => objectIn(part, "content")

/** Which records the calls of a group reach, unless they say otherwise. */
const usualRecords = (document: JsonObject, group: Json | undefined): string => {
  const tag = listIn(document, "tags").find((one) => isObject(one) && one["name"] === group)
  const [, records] = /\*\*Records,\*\* unless a call says otherwise: (.*)$/.exec(String(isObject(tag) ? tag["description"] : "")) ?? []
  return records === undefined ? "" : `**Records:** ${records}`
}

const callText = (document: JsonObject, path: string, method: string, call: JsonObject) => {
  const place = path.replace(/\{(\w+)\}/g, ":$1")
  const asked = listIn(call, "parameters").flatMap((parameter) => {
    const { in: where, name, description, schema, required } = resolved(document, "parameters", parameter)
    return where === "query"
      ? [`${comment(description, "      ")}      ${JSON.stringify(name)}${required === true ? "" : "?"}: ${typeOf(schema, "      ")}\n`]
      : []
  })
  const body = resolved(document, "requestBodies", call["requestBody"])
  const sent = contentOf(body)
  const payload = json in sent ? either([typeOf(objectIn(objectIn(sent, json), "schema"), "    "), ...(body["required"] === true ? [] : ["null"])]) : "never"
  const success = Object.entries(objectIn(call, "responses")).find(([status]) => status.startsWith("2"))?.[1]
  const given = contentOf(resolved(document, "responses", success))
  const answer = json in given ? typeOf(objectIn(objectIn(given, json), "schema"), "    ") : "never"
  const rule = String(call["description"] ?? "")
  const usual = rule.includes("**Records:**") ? "" : usualRecords(document, listIn(call, "tags")[0])
  const said = [call["summary"], [rule, usual].filter((text) => text !== "").join(" ")].filter((text) => text !== undefined && text !== "").join(". ")
  const query = asked.length === 0 ? "{}" : `{\n${asked.join("")}    }`
  return `${comment(said, "  ")}  "${method} ${place}": DeclaredCall<"${method}", "${place}", ${query}, ${payload}, ${answer}>\n`
}

/** Declares the schemas of a document, and `Calls`: its calls by method and path, as the client uses them. */
export const typesOfDocument = (document: JsonObject): string => {
  const schemas = Object.entries(objectIn(objectIn(document, "components"), "schemas")).map(
    ([name, schema]) => `${comment(isObject(schema) ? schema["description"] : undefined, "")}export type ${name} = ${typeOf(schema)}\n`,
  )
  const calls = Object.entries(objectIn(document, "paths")).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, call]) => (isObject(call) ? [callText(document, path, method.toUpperCase(), call)] : [])),
  )
  return `${schemas.join("")}\nexport interface Calls {\n${calls.join("")}}\n`
}
