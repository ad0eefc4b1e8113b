/** JSON values in an OpenAPI document. */
export type Json = string | number | boolean | null | ReadonlyArray<Json> | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

export const isList = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)
export const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !isList(value)
/** The object under a name; an empty object if there is none. */
export const objectIn = (value: Json | undefined, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}
export const listIn = (value: Json | undefined, name: string): ReadonlyArray<Json> => {
  const found = isObject(value) ? value[name] : undefined
  return isList(found) ? found : []
}

/** The same with each value changed. */
export const mapped = (value: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]))

const texts = new WeakMap<object, string>()
/** A text that is equal for equal values, whatever the order of their fields. */
export const canonical = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const text = texts.get(value) ?? textOf(value)
  texts.set(value, text)
  return text
}
const textOf = (value: ReadonlyArray<Json> | JsonObject): string => {
  if (!isObject(value)) return `[${value.map(canonical).join()}]`
  const fields = Object.entries(value).map(([name, member]) =>
    name === "required" && isList(member) ? `"required":[${member.toSorted().join()}]` : `${JSON.stringify(name)}:${canonical(member)}`,
  )
  return `{${fields.toSorted().join()}}`
}

/** Changes each call of a document. */
export const mapCalls = (document: JsonObject, change: (call: JsonObject, path: string, method: string) => JsonObject): JsonObject => ({
  ...document,
  paths: mapped(objectIn(document, "paths"), (item, path) =>
    isObject(item) ? mapped(item, (call, method) => (isObject(call) ? change(call, path, method) : call)) : item,
  ),
})
