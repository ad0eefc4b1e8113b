/** Answers that a browser caches for offline use: none whose reading is audited. */
import { Context } from "effect"
import { expect, test } from "vitest"
import { Rule } from "@ops/platform/access/rule.ts"
import { isKept } from "@ops/platform/ui/data/kept-answers.ts"
import { Api } from "../api.ts"

interface Endpoint {
  readonly path: string
  readonly method: string
  readonly annotations: Context.Context<never>
}
const reads = Object.values(Api.groups as unknown as Record<string, { readonly endpoints: Record<string, Endpoint> }>)
  .flatMap((group) => Object.values(group.endpoints))
  .filter(({ method }) => method === "GET")
const kept = reads.filter(({ path }) => isKept(path.replaceAll(/:\w+/g, "1")))

test("a browser keeps no answer of pay, bank, identity or the log; of health only the diets that the kiosk shows", () => {
  const audited = kept.flatMap(({ path, annotations }) => (Context.get(annotations, Rule)?.audited ? [path] : []))
  expect([...new Set(audited)].filter((path) => !path.startsWith("/api/staff-members"))).toEqual([])
})
test("a browser keeps the lists that people work with on a site", () => {
  const paths = new Set(kept.map(({ path }) => path))
  for (const path of [
    "/api/auth/user",
    "/api/sites",
    "/api/meal-sessions",
    "/api/meal-sessions/:id",
    "/api/staff-members",
    "/api/work-orders",
    "/api/purchase-requests",
    "/api/stock/levels",
  ])
    expect(paths, path).toContain(path)
})
