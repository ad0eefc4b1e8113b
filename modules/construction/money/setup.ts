/** The cost codes of the initial setup. A company can change them. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { addCostCode } from "../cost-codes/cost-code.ts"

const first: Record<string, string> = {
  "01": "Preliminaries and site set-up",
  "02": "Earthworks and foundations",
  "03": "Concrete and masonry",
  "04": "Steel, roofing and carpentry",
  "05": "Plumbing and drainage",
  "06": "Electrical works",
  "07": "Finishes",
  "08": "External works",
  "09": "Labour on site",
  "10": "Plant and equipment",
  "99": "Contingency",
}

export const setupCostCodes = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const [code, name] of Object.entries(first).sort()) yield* execute(addCostCode, { code, name }, by, { key: `setup-cost-code-${code}` })
})
