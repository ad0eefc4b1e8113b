/** What the bytes of a published statement are made of: its layout and its fonts. */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { statementVersions } from "../periods/period-pack.ts"
import type { StatementAnswer } from "./contract.ts"
import { definition } from "./file.ts"

const fonts = new URL("../../../platform/documents/fonts/", import.meta.url)
const line = (key: string, title: string, amount: string) => ({ key, title, accountNumber: null, values: { amount }, drill: null })
const statement: StatementAnswer = {
  title: "Profit and loss",
  period: { title: "October 2026", from: "2026-10-01", to: "2026-10-31" },
  measure: "in USD, all currencies",
  siteName: null,
  columns: [{ key: "amount", title: "October 2026", from: "2026-10-01", to: "2026-10-31" }],
  sections: [{ key: "revenue", title: "Revenue", lines: [line("4100", "4100 Meals", "-1234.50")], total: line("revenue-total", "Total revenue", "-1234.50") }],
  checks: [{ name: "debits equal credits", ok: false, difference: "0.01" }],
}
const asAt: StatementAnswer = {
  ...statement,
  title: "Balance sheet",
  period: { ...statement.period, title: "as at 2026-10-31" },
  columns: [{ key: "amount", title: "2026-10-31", from: "2026-10-01", to: "2026-10-31" }],
}

test("a statement writes its days out, as the screens do", () => {
  const text = JSON.stringify(definition(asAt, "The company"))
  expect(text).toContain("as at 31 Oct 2026")
  expect(text).not.toContain("2026-10-31")
})

test("a change of the layout or the fonts of statements raises their versions, so that older packs are not compared with new ones", () => {
  const made = createHash("sha256").update(JSON.stringify([statement, asAt].map((each) => definition(each, "The company"))))
  for (const name of readdirSync(fonts).sort()) made.update(readFileSync(new URL(name, fonts)))
  expect({ versions: statementVersions, made: made.digest("hex").slice(0, 16) }).toEqual({
    versions: { pnl: 2, "balance-sheet": 3, "cash-flow": 3, "trial-balance": 3, expense: 2 },
    made: "731fa43d84b9ef16",
  })
})
