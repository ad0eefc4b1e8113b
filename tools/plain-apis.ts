/**
 * Extracts from a contract what its plain read calls need (apps/cli/plain-api.ts), and substitutes that for the contract when a command is prepared.
 */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { Exit, Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import type { Plugin } from "vite"
import type { PlainCall } from "../apps/cli/plain-api.ts"
import type { Shape } from "@ops/platform/shape.ts"

/** The checks of a number that a shape can express. */
const numbers: Readonly<Record<string, Shape>> = { "effect/schema/isInt": "integer", "effect/schema/isFinite": "finite" }
const checkOf = ({ checks }: SchemaAST.AST) => {
  const [check, ...more] = checks ?? []
  return more.length === 0 ? (check?.annotations as { readonly representation?: { readonly id?: string } } | undefined)?.representation?.id : undefined
}

type Field = readonly [name: string, shape: Shape, optional?: 1]

/** The shape of values that are decoded unchanged; undefined if a schema does more. */
export const shapeOf = (ast: SchemaAST.AST): Shape | undefined => {
  // in JSON these two are represented as null, and as any JSON
  if (ast._tag === "Undefined" && SchemaAST.toEncoded(ast)._tag === "Null") return "absent"
  if (ast._tag === "Unknown") return "any"
  if ("encodingChecks" in ast && ast.encodingChecks !== undefined) return undefined
  if (ast.encoding || Object.keys(ast.annotations ?? {}).some((name) => /^~?http/i.test(name))) return undefined
  if (ast._tag === "Number") return numbers[checkOf(ast) ?? ""]
  if (ast.checks) return undefined
  switch (ast._tag) {
    case "String":
      return "string"
    case "Boolean":
      return "boolean"
    case "Null":
      return "null"
    case "Literal":
      return typeof ast.literal === "bigint" ? undefined : { oneOf: [ast.literal] }
    case "Union": {
      const either = ast.types.map(shapeOf)
      return isFull(either) ? { either } : undefined
    }
    case "Arrays": {
      const [rest, ...more] = ast.rest
      const list = rest && ast.elements.length + more.length === 0 ? shapeOf(rest) : undefined
      return list && { list }
    }
    case "Objects": {
      const [index, ...more] = ast.indexSignatures
      if (index) {
        const isAnyKey = index.parameter._tag === "String" && !index.parameter.checks && !index.parameter.encoding
        const record = isAnyKey && more.length + ast.propertySignatures.length === 0 ? shapeOf(index.type) : undefined
        return record && { record }
      }
      const fields = ast.propertySignatures.map(({ name, type }): Field | undefined => {
        const shape = shapeOf(type)
        return shape && (SchemaAST.isOptional(type) ? [String(name), shape, 1] : [String(name), shape])
      })
      return isFull(fields) ? { fields } : undefined
    }
    default:
      return undefined
  }
}
const isFull = <A>(list: ReadonlyArray<A | undefined>): list is ReadonlyArray<A> => !list.includes(undefined)

/** Whether anything is checked, here or in the encoded form. */
const isChecked = (ast: SchemaAST.AST): boolean =>
  ast.checks !== undefined || (ast.encoding ?? []).some(({ to }) => isChecked(to)) || (ast._tag === "Union" && ast.types.some(isChecked))
const isSentAs = (ast: SchemaAST.AST, word: string) =>
  Exit.match(Schema.encodeUnknownExit(Schema.make(ast) as Schema.Codec<unknown, unknown>)(word), { onSuccess: (sent) => sent === word, onFailure: () => false })

const mayBeLeftOut = (ast: SchemaAST.AST) => SchemaAST.isOptional(ast) || (ast._tag === "Union" && ast.types.some(({ _tag }) => _tag === "Undefined"))

/** The values of a query field that are sent unchanged: any, or these. */
const wordsOf = (ast: SchemaAST.AST): true | ReadonlyArray<string> | undefined => {
  const members = ast._tag === "Union" ? ast.types.filter(({ _tag }) => _tag !== "Undefined") : [ast]
  if (isChecked(ast)) return undefined
  if (members.length === 1 && members[0]!._tag === "String") return isSentAs(ast, " Äb/1 ") ? true : undefined
  const words = members.flatMap((member) => (member._tag === "Literal" && typeof member.literal === "string" ? [member.literal] : []))
  return words.length === members.length && words.every((word) => isSentAs(ast, word)) ? words : undefined
}

/** A call as data, if it is plain. */
export const plainCall = (endpoint: HttpApiEndpoint.Top): PlainCall | undefined => {
  const { method, path, params, query, headers, payload, success } = endpoint
  const [schema, ...more] = [...success]
  const answer = schema && more.length === 0 ? shapeOf(schema.ast) : undefined
  if (method !== "GET" || !answer || headers || payload.size > 0 || !/^(\/:?[\w-]+)+$/.test(path)) return undefined
  const fieldsOf = (of: typeof query) =>
    of === undefined ? [] : of.ast._tag === "Objects" && of.ast.indexSignatures.length === 0 ? of.ast.propertySignatures : undefined
  const inPath = fieldsOf(params)?.map(({ name, type }) => {
    const isNumber = shapeOf(SchemaAST.toType(type)) === "integer" && SchemaAST.toEncoded(type)._tag === "String"
    const kind = isNumber ? "integer" : wordsOf(type) === true ? "string" : undefined
    return kind && ([String(name), kind] as const)
  })
  const asked = fieldsOf(query)?.map(({ name, type }) => ({ name: String(name), type, words: wordsOf(type) }))
  if (!inPath || !isFull(inPath) || !asked?.every(({ type, words }) => words !== undefined || mayBeLeftOut(type))) return undefined
  return {
    path,
    params: Object.fromEntries(inPath),
    query: Object.fromEntries(asked.flatMap(({ name, words }) => (words === undefined ? [] : [[name, words]]))),
    answer,
  }
}

/** The plain calls of a contract, by group and name. */
export const plainCalls = (api: HttpApi.Top): Readonly<Record<string, Readonly<Record<string, PlainCall>>>> => {
  const calls: Record<string, Record<string, PlainCall>> = {}
  for (const group of Object.values(api.groups) as ReadonlyArray<HttpApiGroup.Top>) {
    if (group.topLevel) continue
    for (const endpoint of Object.values(group.endpoints) as ReadonlyArray<HttpApiEndpoint.Top>) {
      const call = plainCall(endpoint)
      if (call) (calls[group.identifier] ??= {})[endpoint.identifier] = call
    }
  }
  return calls
}

const prefix = "plain:"
const plainApi = path.join(import.meta.dirname, "../apps/cli/plain-api.ts")
/** `(await import("./contract.ts")).SitesApi`, or `const { SitesApi } = await import("./contract.ts")`: imports that use nothing but contracts. */
const taken = /\(await import\("([^"]*(?:contract|resource)\.ts)"\)\)\.\w+Api\b|\{ (?:\w+Api(?:, )?)+ \} = await import\("([^"]*(?:contract|resource)\.ts)"\)/g

/** Gives commands that import only a contract from its module its plain calls instead, and the contract itself when they need more of it. */
export const plainApis: Plugin = {
  name: "plain-apis",
  enforce: "pre",
  transform: (code, id) =>
    !id.startsWith("\0") && code.match(taken) ? code.replace(taken, (text) => text.replace('import("', `import("${prefix}`)) : undefined,
  async resolveId(source, importer) {
    if (!source.startsWith(prefix)) return undefined
    const resolved = await this.resolve(source.slice(prefix.length), importer)
    return resolved && `\0${prefix}${resolved.id}`
  },
  async load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const contract = id.slice(prefix.length + 1)
    const exported = Object.entries((await import(pathToFileURL(contract).href)) as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
      if (!HttpApi.isHttpApi(value)) return []
      const calls = Object.entries(plainCalls(value)).map(([group, of]) => [
        group,
        Object.fromEntries(Object.entries(of).map(([call, plain]) => [call, JSON.stringify(plain)])),
      ])
      return [
        `export const ${name} = new PlainApi(${JSON.stringify(Object.fromEntries(calls))}, async () => (await import(${JSON.stringify(contract)})).${name})`,
      ]
    })
    return { code: [`import { PlainApi } from ${JSON.stringify(plainApi)}`, ...exported].join("\n"), moduleType: "js" }
  },
}
