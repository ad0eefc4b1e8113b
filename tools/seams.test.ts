/** A misspelt name where two parts of a record meet must not pass `npm run check`. All are broken in one copy, which is checked once. */
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { run, typesAndLint } from "./check.ts"
import { copied } from "./copied.ts"
import { makeRecord, namesOf } from "./new.ts"

interface Break {
  readonly seam: string
  readonly file: string
  readonly search: string
  readonly replace: string
  /** the file in which it must be reported, if it is not the broken one */
  readonly noticed?: string
}

const daily = "modules/finance/daily-expenses"
const dips = "modules/finance/fuel-dips"
const breaks: ReadonlyArray<Break> = [
  {
    seam: "the path of a call",
    file: "modules/catering/recipes/contract.ts",
    search: '"/api/recipes/:id/retire"',
    replace: '"/api/recipes/:id/end"',
    noticed: "modules/catering/recipes/web/retire-dialog.tsx",
  },
  {
    seam: "a column of a list",
    file: `${dips}/resource.ts`,
    search: `"notes", "recordedByUser", "status"`,
    replace: `"notes", "recordedByUser", "stat"`,
  },
  { seam: "a joined column", file: `${dips}/screen.ts`, search: 'card: ["siteName"', replace: 'card: ["siteTitle"' },
  { seam: "a field of a command's input", file: `${daily}/web/daily-expense-dialog.tsx`, search: '"staffCount"]', replace: '"staffSum"]' },
  {
    seam: "a field of an answer",
    file: "modules/finance/transactions/web/transaction-drawer.tsx",
    search: "subject: of.description",
    replace: "subject: of.descriptions",
  },
  {
    seam: "the type of a payload",
    file: "modules/identity/web/user-drawer.tsx",
    search: 'useCommand("PUT /api/users/:id/suspend", { ...told,',
    replace: 'useCommand("PUT /api/users/:id/suspend", { ...told, body: () => ({ reason: 7 }),',
  },
  {
    seam: "money used as a number",
    file: "modules/finance/payables/web/payable-drawer.tsx",
    search: "formatFigure(of.rate)",
    replace: "formatFigure(String(of.rate * 2))",
  },
  {
    seam: "a column that is hidden",
    file: "modules/finance/transactions/cli.ts",
    search: "next: ({ canPost, transactionNumber }) =>",
    replace: "next: ({ canPost, transactionNumber, approvedDate: _ }) =>",
  },
  {
    seam: "the name of a permission",
    file: `${daily}/resource.ts`,
    search: 'may: [...OPERATIONS, "finance.full"]',
    replace: 'may: [...OPERATIONS, "finance.fully"]',
  },
  { seam: "a field of an event", file: `${daily}/record.ts`, search: "DailyExpenseRejected({ rejectedBy:", replace: "DailyExpenseRejected({ rejecter:" },
  { seam: "a flag of the terminal", file: `${daily}/cli.ts`, search: 'flags: { staffCount: "staff" }', replace: 'flags: { staffTotal: "staff" }' },
  {
    seam: "a column of an import",
    file: "modules/procurement/vendors/resource.ts",
    search: 'headers: { name: ["Supplier"',
    replace: 'headers: { title: ["Supplier"',
  },
]

/** The files in which the compiler, not the linter, finds an error. */
const refused = (said: string) => [...said.matchAll(/^(\S+?):\d+:\d+: .*typescript\(TS\d+\)/gm)].map(([, file = ""]) => file)

let said = ""
let folder = ""
beforeAll(async () => {
  folder = copied("seams").folder
  makeRecord(folder, namesOf("finance/fuel-dips"))
  for (const { seam, file, search, replace } of breaks) {
    const at = path.join(folder, file)
    const text = fs.readFileSync(at, "utf8")
    expect(text.split(search).length - 1, `${seam}: the text to be broken stands once in ${file}`).toBe(1)
    fs.writeFileSync(at, text.replace(search, replace))
  }
  // as `npm run check` does, but only for broken files and those that must report it; other types are computed as needed
  const checked = [...breaks.flatMap(({ file, noticed = file }) => [file, noticed]), dips]
  const [program, ...args] = typesAndLint
  said = (await run(program, [...args, "--format=unix", ...new Set(checked)], folder)).said
}, 600_000)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test.each(breaks)("$seam, where it is wrong, is refused by the compiler", ({ file, noticed = file }) => {
  expect(refused(said)).toContain(noticed)
})

test("a room that the generator made has no other fault than those that were put in", () => {
  const expected = new Set(breaks.map(({ file, noticed = file }) => noticed))
  expect(refused(said).filter((file) => file.startsWith(dips) && !expected.has(file))).toEqual([])
})
