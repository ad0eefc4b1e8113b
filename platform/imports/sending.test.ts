import * as fc from "fast-check"
import { expect, test } from "vitest"
import { checkRows, partsOf, postRows, prepared, templateOf } from "./sending.ts"
import { type ImportField, type ImportRow, mappingOf, tableOf } from "./table.ts"

const row = fc.record({ values: fc.record({ name: fc.string({ maxLength: 400 }), cost: fc.constantFrom("1", "2") }) })
const numbered = (rows: ReadonlyArray<Pick<ImportRow, "values">>): ReadonlyArray<ImportRow> => rows.map((row, n) => ({ line: n + 2, ...row }))

test("every row is sent once, in order, in parts that a call takes; equal rows are told apart", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 700 }), (drawn) => {
      const rows = numbered(drawn)
      const parts = partsOf(rows)
      expect(parts.flat().map(({ line }) => line)).toEqual(rows.map(({ line }) => line))
      for (const part of parts) {
        expect(part.length).toBeGreaterThan(0)
        expect(part.length).toBeLessThanOrEqual(500)
        expect(Buffer.byteLength(JSON.stringify({ rows: part, digest: "x".repeat(64) }))).toBeLessThan(256 * 1024)
      }
      const keys = parts.flat().map(({ copy, values }) => JSON.stringify([copy, values]))
      expect(new Set(keys).size).toBe(keys.length)
      expect(partsOf(rows)).toEqual(parts)
    }),
  )
})

const calls = (refused: ReadonlyArray<number> = []) => {
  const posted: Array<number> = []
  return {
    posted,
    check: async (rows: ReadonlyArray<{ readonly line: number }>) => ({
      digest: String(rows[0]!.line),
      rows: rows.map(({ line }) =>
        refused.includes(line) ? { line, status: "refused" as const, reason: "No" } : { line, status: "new" as const, reason: null },
      ),
    }),
    post: async (rows: ReadonlyArray<{ readonly line: number }>, digest: string) => {
      expect(digest).toBe(String(rows[0]!.line))
      posted.push(...rows.map(({ line }) => line))
      return { written: rows.length, done: 0 }
    },
  }
}

test("cells that cannot be read are refused beside what the server refuses, in the order of the file", async () => {
  const rows = [
    { line: 2, values: {} },
    { line: 3, values: {}, fault: "Unreadable" },
    { line: 4, values: {} },
  ]
  expect(await checkRows(rows, calls([4]))).toEqual([
    { line: 2, status: "new", reason: null },
    { line: 3, status: "refused", reason: "Unreadable" },
    { line: 4, status: "refused", reason: "No" },
  ])
})

test("a stopped import says how many rows are left, and its progress counts each row once", async () => {
  const stop = new AbortController()
  const rows = numbered(Array.from({ length: 1200 }, (_, n) => ({ values: { n } })))
  const { posted, ...own } = calls()
  let told = 0
  const result = await postRows(rows, {}, own, (n) => ((told += n), stop.abort()), stop.signal)
  expect(result).toEqual({ written: 500, done: 0, left: 700 })
  expect([posted.length, told]).toEqual([500, 500])
})

const fields: ReadonlyArray<ImportField> = [
  { name: "name", label: "Name", kind: "line", required: true },
  { name: "cost", label: 'Cost, "net"', kind: "money", required: false },
]
test("a required field without a column is asked for; the template has a column for each field", () => {
  const table = tableOf([['Cost, "net"'], ["1"]], fields)
  expect(() => prepared(table, fields, mappingOf(table.headers, fields))).toThrow("No column holds Name. Choose the column of each")
  expect(templateOf(fields)).toBe('"Name","Cost, ""net"""\r\n')
})
