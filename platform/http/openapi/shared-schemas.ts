/** Shortens the schemas of an OpenAPI document: one type for values with several wire formats, and each schema written once. */
import { capitalised } from "../../text.ts"
import { canonical, isList, isObject, type Json, type JsonObject, listIn, mapCalls, mapped, objectIn } from "./json.ts"

const none: Json = { type: "null" }
/** Null, or anything but null. */
const anything = canonical([none, { not: none }])
const isPlain = (schema: Json): schema is JsonObject & { readonly type: string } =>
  isObject(schema) && typeof schema["type"] === "string" && !["null", "object"].includes(schema["type"]) && schema["enum"] === undefined
/** Schemas of empty text, which means no value, and of numbers that JSON cannot represent. */
const isNoValue = (schema: Json) => {
  const words = listIn(schema, "enum")
  return words.length > 0 && words.every((word) => ["", "Infinity", "-Infinity", "NaN"].includes(String(word)))
}

/** A union of schemas: each once, without those for no value; two types are written as one list. */
const oneOf = (members: ReadonlyArray<Json>, rest: JsonObject): Json => {
  const flat = members.flatMap((member) => (isObject(member) && Object.keys(member).length === 1 && "anyOf" in member ? listIn(member, "anyOf") : [member]))
  const known = [...new Map(flat.map((member) => [canonical(member), member])).values()]
  const valued = known.filter((member) => !isNoValue(member))
  const kept = valued.some((member) => canonical(member) !== canonical(none)) ? valued : known
  const [first, second] = kept
  if (kept.length === 1 && isObject(first)) return { ...first, ...rest }
  if (kept.length === 2 && second !== undefined && first !== undefined && isPlain(first)) {
    if (canonical(second) === canonical(none)) return { ...first, ...rest, type: [first.type, "null"] }
    if (isPlain(second) && Object.keys({ ...first, ...second }).length === 1) return { ...rest, type: [first.type, second.type] }
  }
  return { ...rest, anyOf: kept }
}

/** A schema in its shortest form. Decimals and whole numbers are accepted as text or number: the document shows the form that answers use. */
const simple = (schema: Json): Json => {
  if (isList(schema)) return schema.map(simple)
  if (!isObject(schema)) return schema
  const { anyOf, ...rest }: Record<string, Json> = mapped(schema, simple)
  // properties of letters in a pattern are not known to many linters and generators
  if (String(rest["pattern"]).includes("\\p{")) delete rest["pattern"]
  if (rest["type"] === "array" && !("items" in rest)) return { ...rest, items: {} }
  if (isList(anyOf) && canonical(anyOf) === anything) return rest
  if (rest["maximum"] === Number.MAX_SAFE_INTEGER && rest["minimum"] === Number.MIN_SAFE_INTEGER) {
    const { maximum: _, minimum: __, ...whole } = rest
    return whole
  }
  if (!isList(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf }
  if (rest["format"] === "decimal") return { ...rest, type: "string" }
  if (rest["format"] === "int64") return { ...rest, type: "integer" }
  return oneOf(anyOf, rest)
}

const prefix = "#/components/schemas/"
const reference = (name: string): JsonObject => ({ $ref: `${prefix}${name}` })
const renamed = (value: Json, names: ReadonlyMap<string, string>): Json => {
  if (isList(value)) return value.map((member) => renamed(member, names))
  if (!isObject(value)) return value
  const { $ref } = value
  if (typeof $ref === "string" && $ref.startsWith(prefix)) return reference(names.get($ref.slice(prefix.length)) ?? $ref.slice(prefix.length))
  return mapped(value, (member) => renamed(member, names))
}

/** Merges equal components: the library numbers those with the same name. */
const merged = (document: JsonObject): JsonObject => {
  const schemas = objectIn(objectIn(document, "components"), "schemas")
  const shortest = Object.entries(schemas).toSorted(([a], [b]) => a.length - b.length)
  const byContent = Map.groupBy(shortest, ([name, schema]) => `${name.replace(/_\d+$/, "")} ${canonical(schema)}`)
  const names = new Map([...byContent.values()].flatMap((equal) => equal.map(([name]) => [name, equal[0]![0]] as const)))
  if (byContent.size === names.size) return document
  const left = Object.fromEntries([...byContent.values()].map((equal) => equal[0]!))
  const next = renamed({ ...document, components: { ...objectIn(document, "components"), schemas: left } }, names)
  return isObject(next) ? merged(next) : document
}

const pascal = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map(capitalised)
    .join("")
const singular = (word: string) =>
  /(ss|us|[^aeiou]is)$/.test(word)
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(ss|x|ch|sh)es$/, "$1")
        .replace(/s$/, "")
/** The noun for a path: /api/hr/payroll-periods/{id}/items → Item */
const nounOf = (path: string) => {
  const words = path.split("/").filter((part) => part !== "" && !part.startsWith("{"))
  return pascal(singular(words.at(-1) ?? ""))
}

interface Place {
  /** the name of the schema or call that contains it */
  readonly within: string
  /** the field that contains it; empty for a whole answer or payload */
  readonly field: string
}

const isStruct = (schema: Json): schema is JsonObject => isObject(schema) && schema["type"] === "object" && isObject(schema["properties"])
const isChoice = (schema: Json): schema is JsonObject => isObject(schema) && schema["type"] === "string" && listIn(schema, "enum").length > 1
const isShared = (schema: Json): schema is JsonObject => isStruct(schema) || isChoice(schema)
/** Fields whose choices differ from record to record. */
const general: ReadonlySet<string> = new Set([
  "status",
  "kind",
  "type",
  "state",
  "report",
  "basis",
  "trigger",
  "key",
  "what",
  "outcome",
  "category",
  "period",
  "reason",
  "shown",
  "response",
  "current",
  "exception",
])

/** Candidate names for a schema, best first. */
const namesFor = (schema: JsonObject, { within, field }: Place): ReadonlyArray<string> => {
  const own = pascal(singular(field))
  const fields = Object.keys(objectIn(schema, "properties"))
  if (isChoice(schema)) return general.has(field) ? [within + own] : [own, within + own]
  if (field !== "") return [within + own]
  return fields.length === 1 && within.endsWith("Input") ? [`${pascal(fields[0]!)}Input`, within] : [within]
}

/** Makes every schema that is used more than once a component, named after its first use. */
export const shareSchemas = (given: JsonObject): JsonObject => {
  const document = merged(shortened(given))
  const components = objectIn(objectIn(document, "components"), "schemas")
  const nameOf = new Map(Object.entries(components).map(([name, schema]) => [canonical(schema), name]))
  const taken = new Set(Object.keys(components))
  const seen = new Map<string, { readonly schema: JsonObject; readonly place: Place; count: number }>()

  /** Counts a schema and its parts; the parts of an already seen schema are not counted again. */
  const look = (schema: Json, place: Place): void => {
    if (isList(schema)) return schema.forEach((member) => look(member, place))
    if (!isObject(schema)) return
    let within = place
    if (isShared(schema)) {
      const key = canonical(schema)
      const before = seen.get(key)
      if (before) {
        before.count++
        return
      }
      seen.set(key, { schema, place, count: 1 })
      within = { within: nameOf.get(key) ?? namesFor(schema, place)[0]!, field: "" }
    }
    for (const [name, member] of Object.entries(schema)) {
      if (name === "properties" && isObject(member)) for (const [field, own] of Object.entries(member)) look(own, { within: within.within, field })
      else look(member, isShared(schema) ? within : place)
    }
  }
  for (const [name, schema] of Object.entries(components)) look(schema, { within: name, field: "" })
  mapCalls(document, (call, path) => {
    const action = pascal(String(call["operationId"]).split(".")[1]!)
    const noun = nounOf(path)
    for (const parameter of listIn(call, "parameters"))
      look(objectIn(parameter, "schema"), { within: noun, field: String(objectIn({ parameter }, "parameter")["name"]) })
    look(objectIn(call, "requestBody"), { within: `${action}${action.endsWith(noun) ? "" : noun}Input`, field: "" })
    look(objectIn(call, "responses"), { within: noun, field: "" })
    return call
  })

  for (const [key, { schema, place, count }] of seen) {
    if (count < 2 || nameOf.has(key)) continue
    const names = namesFor(schema, place)
    const name = names.find((name) => !taken.has(name)) ?? numbered(names.at(-1)!, taken)
    taken.add(name)
    nameOf.set(key, name)
  }

  const shared = (value: Json): Json => {
    if (isList(value)) return value.map(shared)
    if (!isObject(value)) return value
    const name = isShared(value) ? nameOf.get(canonical(value)) : undefined
    return name === undefined ? mapped(value, shared) : reference(name)
  }
  const hoisted = new Map([...seen].map(([key, { schema }]) => [nameOf.get(key), schema]))
  const schemas = Object.fromEntries(
    [...taken]
      .toSorted()
      .map((name): [string, Json] => [name, mapped(components[name] === undefined ? hoisted.get(name)! : objectIn(components, name), shared)]),
  )
  const named = { ...document, paths: shared(objectIn(document, "paths")), components: { ...objectIn(document, "components"), schemas } }
  return shareFields(shareNullable(named))
}

const schemasOf = (document: JsonObject) => objectIn(objectIn(document, "components"), "schemas")
const withSchemas = (document: JsonObject, more: JsonObject): JsonObject => ({
  ...document,
  components: { ...objectIn(document, "components"), schemas: { ...schemasOf(document), ...more } },
})
const changedEverywhere = (value: Json, change: (schema: JsonObject) => Json): Json =>
  isList(value)
    ? value.map((member) => changedEverywhere(member, change))
    : isObject(value)
      ? change(mapped(value, (member) => changedEverywhere(member, change)))
      : value

/** A reference that may be null becomes a component of its own where it is used often: MaybePersonName. */
const shareNullable = (document: JsonObject): JsonObject => {
  const counts = new Map<string, number>()
  const referenceIn = ({ anyOf, ...rest }: JsonObject) => {
    const [first, second, more] = isList(anyOf) ? anyOf : []
    const isNullable = Object.keys(rest).length === 0 && more === undefined && second !== undefined && canonical(second) === canonical(none)
    return isNullable && isObject(first) && typeof first["$ref"] === "string" ? first["$ref"] : undefined
  }
  changedEverywhere(document, (schema) => {
    const found = referenceIn(schema)
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1)
    return schema
  })
  const nameOf = ($ref: string) => `Maybe${$ref.slice(prefix.length)}`
  const often = new Map([...counts].filter(([$ref, count]) => count > 3 && !(nameOf($ref) in schemasOf(document))))
  const changed = changedEverywhere(document, (schema) => {
    const $ref = referenceIn(schema)
    return $ref !== undefined && often.has($ref) ? reference(nameOf($ref)) : schema
  }) as JsonObject
  return withSchemas(changed, Object.fromEntries([...often.keys()].map(($ref) => [nameOf($ref), { anyOf: [{ $ref }, none] }])))
}

const ofEveryRecord = ["id", "version", "createdAt", "updatedAt"]
/** The fields that every record has become one component, RecordFields, which answers with all of them refer to. */
const shareFields = (document: JsonObject): JsonObject => {
  const own = ({ properties, required }: JsonObject): JsonObject | undefined =>
    isObject(properties) && ofEveryRecord.every((name) => name in properties && listIn({ required: required ?? [] }, "required").includes(name))
      ? Object.fromEntries(ofEveryRecord.map((name) => [name, properties[name]!]))
      : undefined
  const found = Object.values(schemasOf(document)).flatMap((schema) => (isObject(schema) ? (own(schema) ?? []) : []))
  const [usual = []] = [...Map.groupBy(found, canonical).values()].toSorted((a, b) => b.length - a.length)
  const [fields] = usual
  if (fields === undefined || usual.length < 3) return document
  const name = "RecordFields"
  const without = (schema: JsonObject): JsonObject => {
    const { properties, required, ...rest } = schema
    const left = Object.entries(objectIn({ properties: properties! }, "properties")).filter(([field]) => !ofEveryRecord.includes(field))
    const needed = listIn({ required: required! }, "required").filter((field) => !ofEveryRecord.includes(String(field)))
    return { ...rest, allOf: [reference(name)], properties: Object.fromEntries(left), ...(needed.length > 0 && { required: needed }) }
  }
  const schemas = mapped(schemasOf(document), (schema) => {
    const those = isObject(schema) ? own(schema) : undefined
    return isObject(schema) && those && canonical(those) === canonical(fields) ? without(schema) : schema
  })
  return withSchemas(document, { ...schemas, [name]: { type: "object", properties: fields, required: ofEveryRecord } })
}
const numbered = (name: string, taken: ReadonlySet<string>) => {
  let n = 2
  while (taken.has(`${name}${n}`)) n++
  return `${name}${n}`
}
/** Answers may gain further fields, payloads may not have any. */
const open = (schema: Json): Json => {
  if (isList(schema)) return schema.map(open)
  if (!isObject(schema)) return schema
  const { additionalProperties, ...rest } = schema
  return mapped(additionalProperties === undefined || additionalProperties === false ? rest : schema, open)
}
/** Optional payload fields also accept null with the same meaning; the document leaves it out. */
const given = (schema: Json): Json => {
  if (isList(schema)) return schema.map(given)
  if (!isObject(schema)) return schema
  const { properties, ...rest } = mapped(schema, given)
  if (!isObject(properties)) return properties === undefined ? rest : { properties, ...rest }
  const needed = listIn(schema, "required")
  return { ...rest, properties: mapped(properties, (field, name) => (needed.includes(name) ? field : withoutNull(field))) }
}
const withoutNull = (schema: Json): Json => {
  if (!isObject(schema)) return schema
  const { type, anyOf, ...rest } = schema
  const [first, second, third] = isList(type) ? type : []
  if (first !== undefined && second === "null" && third === undefined) return { type: first, ...rest }
  return isList(anyOf)
    ? oneOf(
        anyOf.filter((member) => canonical(member) !== canonical(none)),
        rest,
      )
    : schema
}
const shortened = (document: JsonObject): JsonObject => ({
  ...mapCalls(document, (call) =>
    mapped(call, (part, name) => (name === "responses" ? open(simple(part)) : name === "requestBody" ? given(simple(part)) : simple(part))),
  ),
  components: { ...objectIn(document, "components"), schemas: open(simple(objectIn(objectIn(document, "components"), "schemas"))) },
})
