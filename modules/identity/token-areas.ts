/** The areas to which a personal token can be limited: the groups of the contract, or the area that a group declares. */
import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { permits, Rule, TokenArea } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { inWords } from "@ops/platform/text.ts"

/** An area with the rules of its calls. */
interface Area {
  readonly id: string
  readonly reading: ReadonlyArray<Rule["may"]>
  readonly writing: ReadonlyArray<Rule["may"]>
}

/** The areas of the served contract. */
export class TokenAreas extends Context.Service<TokenAreas, ReadonlyArray<Area>>()("@ops/identity/TokenAreas") {}

/** The area of a group by its name: `audit`, `auditSeals` and `auditEvidence` are one. */
export const areaNamed = (group: string) => (/^audit[A-Z]/.test(group) ? "audit" : group)
/** The area of a group: the one that it declares, else the one derived from its name. */
export const areaOf = ({ identifier, annotations }: Pick<HttpApiGroup.Top, "identifier" | "annotations">) =>
  Context.get(annotations, TokenArea) ?? areaNamed(identifier)

/** Derives the areas from a contract, without calls that are made before signing in. */
export const areasOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>): ReadonlyArray<Area> => {
  const areas = new Map<string, { id: string; reading: Array<Rule["may"]>; writing: Array<Rule["may"]> }>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, mergedAnnotations }) => {
      const rule = Context.get(mergedAnnotations, Rule)
      if (!rule || rule.may === "public" || rule.may === "demo") return
      const id = areaOf(group)
      const area = areas.get(id) ?? { id, reading: [], writing: [] }
      areas.set(id, area)
      area[endpoint.method === "GET" ? "reading" : "writing"].push(rule.may)
    },
  })
  return [...areas.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Names for areas whose ids are unclear. */
const names: Readonly<Record<string, string>> = { auth: "Own account", audit: "Audit log and the past", live: "Live updates" }

/** The areas in which a person may do something, with reading and writing, by name. */
export const areasFor = (areas: ReadonlyArray<Area>, who: SignedIn) => {
  const some = (calls: ReadonlyArray<Rule["may"]>) => calls.some((may) => permits(who, may))
  return areas
    .map(({ id, reading, writing }) => ({ id, name: names[id] ?? inWords(id), reads: some(reading), writes: some(writing) }))
    .filter(({ reads, writes }) => reads || writes)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The error in the scopes of a token, if any: `all`, `read`, or the calls of an area such as `mealBilling:read`, `mealBilling:write`. */
export const faultOfScopes = (scopes: ReadonlyArray<string>, areas: ReadonlyArray<Area>): string | undefined => {
  if (scopes.length === 0) return "Choose what the token may be used for: all, read, or areas such as stock:read"
  for (const scope of scopes) {
    if (scope === "all" || scope === "read") continue
    const [, area] = /^([a-zA-Z]{1,40}):(read|write)$/.exec(scope) ?? []
    if (area === undefined) return "Scopes are: all, read, or an area with :read or :write, such as stock:read"
    if (!areas.some(({ id }) => id === area)) return `There is no area ${area}. Areas are: ${areas.map(({ id }) => id).join(", ")}`
  }
  return undefined
}
