/** How far a personal token reaches. */
import { expect, test } from "vitest"
import { allows, isScope } from "./sessions.ts"

test.each([
  // scopes, group, method, as of a past instant, allowed
  [["all"], "invoices", "POST", false, true],
  [["read"], "invoices", "GET", false, true],
  [["read"], "invoices", "POST", false, false],
  [["billing:read"], "billing", "GET", false, true],
  [["billing:read"], "audit", "GET", false, false],
  [["audit:read"], "audit", "GET", false, true],
  [["audit:read"], "auditSeals", "GET", false, true],
  [["audit:read"], "auditor", "GET", false, false],
  [["audit:read"], "invoices", "GET", false, false],
  [["audit:read"], "invoices", "GET", true, true],
  [["audit:read"], "invoices", "POST", true, false],
  [["billing:read"], "invoices", "GET", true, false],
] as const)("%j allow %s %s (past: %s): %s", (scopes, group, method, isPast, allowed) => {
  for (const scope of scopes) expect(isScope(scope)).toBe(true)
  expect(allows(scopes, group, method, isPast)).toBe(allowed)
})
