import { expect, test } from "vitest"
import { faultsOf, type MonthFound, monthPage } from "./report.ts"

const clean: MonthFound = {
  period: "2026-10",
  title: "October 2026",
  position: 900,
  log: { events: 900, sealedTo: 890, outside: 12, found: 0, findings: [] },
  replay: { rows: 4000, differing: [], documents: 7, lost: 0 },
  close: {
    status: "closed",
    closedBy: "Achol Deng Malual",
    closedAt: "2026-11-03T08:00:00.000Z",
    versions: 1,
    statements: [{ report: "pnl", sha256: "ab" }],
    differing: [],
    missing: [],
  },
  overrides: [],
  checks: [{ title: "All meals are billed", ok: true, count: 0, first: null }],
  duties: { pairs: [], overrides: [{ record: "PR-2026-0004", by: "Achol Deng Malual", text: "Approved", reason: "Only one on duty" }] },
  lateEntries: [],
  lateMeals: [],
  balances: [{ title: "Bank on 2026-10-31: statement", currency: "USD", books: "10.00", stated: "10.00", late: "0.00", ok: true }],
}

test("a month of which all holds has no fault, though people allowed exceptions with a reason", () => {
  expect(faultsOf(clean)).toEqual([])
  expect(monthPage(clean, "3 November 2026", "ops on auditor")).toContain("Everything is valid.")
})

test("each thing that does not hold is a fault in words, and a check that was closed over with a reason is none", () => {
  const open = { title: "No invoice is left as a draft", ok: false, count: 2, first: "Draft 12, SLB" }
  expect(
    faultsOf({
      ...clean,
      log: { ...clean.log, found: 1, findings: ["at event 12, another amount"] },
      replay: { ...clean.replay, differing: ["INV-2026-00003"], lost: 1 },
      close: { ...clean.close, differing: ["pnl of 2026-10"] },
      checks: [...clean.checks, open],
      balances: [{ ...clean.balances[0]!, books: "9.00", ok: false }],
    }),
  ).toEqual([
    "The log has been changed: 1 place. The first: at event 12, another amount",
    "INV-2026-00003 is not what the log says",
    "1 document is missing or changed",
    "pnl of 2026-10 differs from the version published at the close",
    "Not so: No invoice is left as a draft. The first: Draft 12, SLB",
    "Bank on 2026-10-31: statement: USD 10.00 is stated, the books have 9.00",
  ])
  expect(faultsOf({ ...clean, checks: [open], overrides: [{ what: open.title, reason: "Waits for the client" }] })).toEqual([])
  expect(faultsOf({ ...clean, close: { ...clean.close, status: "open" } })).toEqual(["October 2026 is not closed"])
})
