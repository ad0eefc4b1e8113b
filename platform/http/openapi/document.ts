/** The API's document: the library's output for the contract, with descriptions from the declarations, and with each schema written once. */
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { inWords } from "../../text.ts"
import { documentAsOf } from "../as-of.ts"
import { type Declared, describeCalls, usualScope, usualScopeText } from "./describe.ts"
import { isObject, type JsonObject, listIn, objectIn } from "./json.ts"
import { shareParts } from "./shared-parts.ts"
import { shareSchemas } from "./shared-schemas.ts"

/** Finishes a document of this API. `describeGroup` returns the description shared by the calls of a group. */
export const finishDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  describeGroup: (group: Pick<HttpApiGroup.Top, "identifier" | "annotations">) => string,
  info: JsonObject,
  document: Record<string, unknown>,
): Record<string, unknown> => {
  const groups = new Map<string, string>()
  const declarations = new Map<string, Declared>()
  HttpApi.reflect(api, {
    onGroup: ({ group }) => {
      const endpoints = Object.values<HttpApiEndpoint.Top>(group.endpoints)
      const usual = usualScope(endpoints)
      groups.set(group.identifier, [describeGroup(group), usualScopeText(usual)].filter((text) => text !== "").join(" "))
      for (const endpoint of endpoints) declarations.set(`${group.identifier}.${endpoint.identifier}`, { endpoint, usual })
    },
    onEndpoint: () => {},
  })
  const described = shareParts(shareSchemas(describeCalls(documentAsOf(document) as JsonObject, declarations)))
  const tags = listIn(described, "tags").map((tag) => {
    const name = isObject(tag) ? String(tag["name"]) : ""
    return { name, "x-displayName": inWords(name), description: groups.get(name) ?? "" }
  })
  return { ...described, info: { ...objectIn(described, "info"), ...info }, tags }
}
