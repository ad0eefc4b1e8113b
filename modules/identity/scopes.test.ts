/** The scopes of a personal token. */
import { HttpApiGroup } from "effect/http-api"
import { expect, test } from "vitest"
import { TokenArea } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { IdentityApi } from "./contract.ts"
import { allows } from "./sessions.ts"
import { areaOf, areasFor, areasOf, faultOfScopes } from "./token-areas.ts"

test.each([
  // scopes, group, method, as of a past instant, allowed
  [["all"], "invoices", "POST", false, true],
  [["read"], "invoices", "GET", false, true],
  [["read"], "invoices", "POST", false, false],
  [["billing:read"], "billing", "GET", false, true],
  [["billing:read"], "audit", "GET", false, false],
  [["audit:read"], "audit", "GET", false, true],
  [["audit:read"], "auditSeals", "GET", false, true],
  [["audit:write"], "auditSeals", "POST", false, true],
  [["audit:read"], "auditor", "GET", false, false],
  [["audit:read"], "invoices", "GET", false, false],
  [["audit:read"], "invoices", "GET", true, true],
  [["audit:read"], "invoices", "POST", true, false],
  [["billing:read"], "invoices", "GET", true, false],
] as const)("%j allow %s %s (past: %s): %s", (scopes, group, method, isPast, allowed) => {
  expect(allows(scopes, group, method, isPast)).toBe(allowed)
})

test("the area of a group is the one that it names, else that of its own name", () => {
  const group = HttpApiGroup.make("vendors")
  expect([areaOf(group), areaOf(group.annotate(TokenArea, "procurement"))]).toEqual(["vendors", "procurement"])
  expect(areaOf(HttpApiGroup.make("auditSeals"))).toBe("audit")
})

const areas = areasOf(IdentityApi)
test("the areas cover the calls that require a sign-in, each within the person's own rights", () => {
  expect(areas.map(({ id }) => id)).toEqual(["auth", "users"])
  const as = (level: number) => areasFor(areas, { level, permissions: permissionsOf(level) } as SignedIn)
  expect(as(10)).toEqual([
    { id: "auth", name: "Own account", reads: true, writes: true },
    { id: "users", name: "Users", reads: true, writes: true },
  ])
  expect(as(1).map(({ id }) => id)).toEqual(["auth"])
})

test.each([
  [["all"], undefined],
  [["users:read", "auth:write"], undefined],
  [[], "Choose what the token may be used for: all, read, or areas such as stock:read"],
  [["everything please"], "Scopes are: all, read, or an area with :read or :write, such as stock:read"],
  [["users:read", "billing:read"], "There is no area billing. Areas are: auth, users"],
])("scopes %j: %s", (scopes, fault) => {
  expect(faultOfScopes(scopes, areas)).toBe(fault)
})
