/** The row of an answer, in the plan that Postgres makes while all tables are empty and then keeps: it finds the record by its key. */
import { ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { rowStatement } from "@ops/platform/http/list-query.ts"
import { system } from "@ops/platform/records/command.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { model, resources } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
afterAll(() => runtime.dispose())

const signedIn = (level: number, siteId: number | null): SignedIn => {
  const by = { ...system("test", "2026-11-28T08:00:00.000Z"), actor: "person:1", person: 1, level, permissions: permissionsOf(level) }
  return { ...by, department: "operations", employeeId: "FO-1", siteId, ...(siteId !== null && { confinedTo: siteId }), sessionId: null, proven: true }
}
/** The CEO, a manager of one site, and one of its staff. */
const people = [signedIn(10, null), signedIn(8, 1), signedIn(3, 1)]

interface Plan {
  readonly Alias?: string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly Plans?: ReadonlyArray<Plan>
}
/** What a plan reads of a table, under its own name or as `r`: an index, or the whole. */
const readsOf = (plan: Plan, table: string): ReadonlyArray<string> => [
  ...(plan["Relation Name"] === table && (plan.Alias === "r" || plan.Alias === table) ? [plan["Index Name"] ?? "the whole table"] : []),
  ...(plan.Plans ?? []).flatMap((part) => readsOf(part, table)),
]

test("the row of each resource is found by its key in the plan of an empty database", { timeout: 120_000 }, async () => {
  const { statement } = await runtime.runPromise(Database)
  const found: Array<string> = []
  for (const resource of resources) {
    const { kind } = resource.stream.record
    for (const who of people) {
      const { text, values } = rowStatement(resource.shape(who))
      const [line] = await runtime.runPromise(
        statement<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(`explain (format json) ${text}`, [...values, [1]]),
      )
      const reads = readsOf(line!["QUERY PLAN"][0]!.Plan, kind)
      if (reads.length !== 1 || reads[0] !== `${kind}_pkey`) found.push(`${resource.path}, level ${who.level}: ${reads.join(", ")}`)
    }
  }
  expect(found).toEqual([])
})
