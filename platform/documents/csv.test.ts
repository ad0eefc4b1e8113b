import { describe, expect, it } from "vitest"
import type { Column } from "../lists/column.ts"
import { toCsv } from "./csv.ts"

const columns: readonly Column[] = [
  { key: "number", title: "Number", kind: "text" },
  { key: "note", title: "Note", kind: "text" },
  { key: "total", title: "Total (USD)", kind: "money" },
  { key: "at", title: "At", kind: "instant" },
]

const linesOf = (csv: string) => csv.split("\r\n")

describe("toCsv", () => {
  it("starts with a byte order mark and a header row, with line endings of RFC 4180", () => {
    expect(toCsv(columns, [{ number: "INV-1", note: "Jambo, Juba", total: "-2.50", at: "2026-11-20 09:00:00.123456+00" }])).toBe(
      '\uFEFFNumber,Note,Total (USD),At\r\nINV-1,"Jambo, Juba",-2.50,2026-11-20T09:00:00.123456Z\r\n',
    )
  })

  it("omits the byte order mark and the header row on request", () => {
    expect(toCsv(columns, [{ number: "INV-1" }], { bom: false, headers: false })).toBe("INV-1,,,\r\n")
  })

  it.each([
    ["=1+1", "'=1+1"],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["＝1+1", "'＝1+1"],
  ])("defuses the formula %j", (note, written) => {
    expect(linesOf(toCsv([columns[1]!], [{ note }], { bom: false }))[1]).toBe(written)
  })

  it("quotes text that starts with a line break, after the apostrophe", () => {
    expect(toCsv([columns[1]!], [{ note: '\r=1+"1"' }], { bom: false, headers: false })).toBe('"\'\r=1+""1"""\r\n')
  })

  it.each(["-2.50", "+211912345678", "-7", "0.00"])("keeps the plain number %s", (note) => {
    expect(linesOf(toCsv([columns[1]!], [{ note }], { bom: false }))[1]).toBe(note)
  })

  it.each(["a\nb", "a\rb", "a\r\nb", "a,b"])("quotes %j", (note) => {
    expect(toCsv([columns[1]!], [{ note }], { bom: false, headers: false })).toBe(`"${note}"\r\n`)
  })

  it("writes an empty cell for null, JSON for nested values, and no inherited field", () => {
    const shown = [
      { key: "a", title: "a", kind: "text" },
      { key: "b", title: "b", kind: "text" },
      { key: "toString", title: "c", kind: "text" },
    ] as const
    expect(linesOf(toCsv(shown, [{ a: null, b: [1, "x"] }], { bom: false }))[1]).toBe(',"[1,""x""]",')
  })
})
