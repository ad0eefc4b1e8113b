/** The initial policy; finance changes it with a date. Cents, USD. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { setApprovalLimit } from "./policy.ts"

const limits = [
  { level: 6, upTo: 100_000 },
  { level: 8, upTo: 1_000_000 },
  { level: 10, upTo: null },
]

export const setupProcurement = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const { level, upTo } of limits) {
    yield* execute(setApprovalLimit, { from: "2026-01-01", level, upTo }, by, { key: `setup-limit-${level}` })
  }
})
