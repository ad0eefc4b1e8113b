/** Releases meals that a process locked for a bill before it died. Meals of a month-end run stay locked for the run. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { releaseMeals } from "./invoices/invoice-generation.ts"

const heldSql = sql(
  { id: col.whole, from: col.text, to: col.text },
  "select id, held->>'from' as from, held->>'to' as to from meal_account where held is not null and held->>'runId' is null",
)

/** Runs at each start. If another process is creating such a bill at that moment, its bill is refused and can be created again. */
export const setupBilling = Effect.gen(function* () {
  const held = yield* statement(heldSql, [])
  for (const { id, from, to } of held) yield* execute(releaseMeals, { contractId: id, from, to }, system("billing"))
})
