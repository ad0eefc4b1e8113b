import { assert, test } from "@effect/vitest"
import { formatDaysIn } from "../date.tsx"

test("days, months and amounts in a sentence of the server are written as people read them, and numbers of documents stay", () => {
  const said = {
    "due 2026-11-26 08:30": "due 26 Nov 2026 08:30",
    "Income posted in 2026-11, net of reversals": "Income posted in November 2026, net of reversals",
    "invoice CON-0002/2026-10/PA, INV-2026-00014, PR-2026-0012": "invoice CON-0002/2026-10/PA, INV-2026-00014, PR-2026-0012",
    "SLB: USD 522420.00 not billed, SSP -1000.50, USD 12.00": "SLB: USD 522,420.00 not billed, SSP −1,000.50, USD 12.00",
  }
  for (const [from, to] of Object.entries(said)) assert.strictEqual(formatDaysIn(from), to)
})
