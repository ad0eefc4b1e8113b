import { expect, test } from "vitest"
import { controls } from "@ops/ledger/setup.ts"
import { ties } from "../modules.ts"

/** Reconciliations without a sub-ledger: the suspense account, and the sum of both sides. */
const noSubLedger = ["suspense", "balance"]

test("every account reconciled with a sub-ledger is a control account in the chart and refuses manual journals", () => {
  const tied = ties.filter(({ key }) => !noSubLedger.includes(key)).flatMap(({ accounts }) => accounts)
  expect(tied.length).toBeGreaterThan(10)
  expect(tied.filter((account) => controls[account] === undefined)).toEqual([])
})
