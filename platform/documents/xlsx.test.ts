import { strFromU8, unzipSync } from "fflate"
import { describe, expect, it } from "vitest"
import type { Column, Row } from "../lists/column.ts"
import { toXlsx } from "./xlsx.ts"

const text: Column = { key: "value", title: "Value", kind: "text" }
const money: Column = { key: "value", title: "Total (USD)", kind: "money" }
const integer: Column = { key: "value", title: "Meals", kind: "integer" }
const date: Column = { key: "value", title: "Day", kind: "date" }
const instant: Column = { key: "value", title: "Served at", kind: "instant" }

const unescaped = (xml: string) =>
  xml
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;|&#39;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/_x([0-9A-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const attribute = (tag: string, name: string) => tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]

/** Reads a workbook the way a spreadsheet does: the cells of its sheet by address, with kind and number format. */
const read = (workbook: Uint8Array) => {
  const files = unzipSync(workbook)
  const file = (path: string) => strFromU8(files[path]!)
  const sheet = file("xl/worksheets/sheet1.xml")
  const styles = file("xl/styles.xml")
  const texts = [...file("xl/sharedStrings.xml").matchAll(/<si><t[^>]*>([^]*?)<\/t><\/si>/g)].map((found) => unescaped(found[1]!))
  const formats = new Map([...styles.matchAll(/<numFmt [^>]*>/g)].map(([tag]) => [attribute(tag, "numFmtId"), unescaped(attribute(tag, "formatCode")!)]))
  const fonts = [...styles.matchAll(/<font>([^]*?)<\/font>/g)].map((found) => found[1]!)
  const looks = [...styles.match(/<cellXfs[^]*<\/cellXfs>/)![0].matchAll(/<xf [^>]*>/g)].map(([tag]) => tag)
  const cells = Object.fromEntries(
    [...sheet.matchAll(/<c ([^>]*)>([^]*?)<\/c>/g)].map(([, tag, content]) => {
      const raw = content!.match(/^<v>([^]*)<\/v>$/)![1]!
      const look = looks[Number(attribute(tag!, "s") ?? 0)]!
      return [
        attribute(tag!, "r")!,
        {
          value: attribute(tag!, "t") === "s" ? texts[Number(raw)] : Number(raw),
          format: formats.get(attribute(look, "numFmtId")),
          bold: /<b\s*\/>/.test(fonts[Number(attribute(look, "fontId") ?? 0)] ?? ""),
        },
      ]
    }),
  )
  return { sheet, cells, name: unescaped(attribute(file("xl/workbook.xml").match(/<sheet [^>]*>/)![0], "name")!) }
}

const cellOf = async (column: Column, value: unknown) => read(await toXlsx("Sheet", [column], [{ value }])).cells.A2

describe("toXlsx", () => {
  it("has a bold, frozen header row and the requested widths", async () => {
    const { cells, sheet } = read(await toXlsx("Invoices", [text, { ...money, key: "total", width: 14 }], [{ value: "INV-1", total: "1.00" }]))
    expect(cells.A1).toMatchObject({ value: "Value", bold: true })
    expect(cells.B1).toMatchObject({ value: "Total (USD)", bold: true })
    expect(cells.A2).toMatchObject({ value: "INV-1", bold: false })
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
    expect(sheet).toMatch(/<col min="2" max="2" width="14"/)
  })

  it("writes money as numbers with two decimals, exact for the largest amount", async () => {
    expect(await cellOf(money, "-1234567890123.45")).toMatchObject({ value: -1234567890123.45, format: "#,##0.00" })
    expect(await cellOf(money, "0.05")).toMatchObject({ value: 0.05 })
  })

  it("writes a number beyond the precision of spreadsheets as text", async () => {
    expect(await cellOf(money, "12345678901234567.89")).toMatchObject({ value: "12345678901234567.89" })
    expect(await cellOf(money, "NaN")).toMatchObject({ value: "NaN" })
    expect(await cellOf(integer, 9007199254740993n)).toMatchObject({ value: "9007199254740993" })
  })

  it("writes integers as numbers", async () => {
    expect(await cellOf(integer, 412)).toMatchObject({ value: 412, format: "0" })
  })

  it("writes dates as the day they name, in any time zone of the server", async () => {
    expect(await cellOf(date, "2026-11-20")).toMatchObject({ value: 46346, format: "yyyy-mm-dd" })
  })

  it("writes instants as local time of the sites and says so in the header", async () => {
    const { cells } = read(await toXlsx("Meals", [instant], [{ value: "2026-11-20 22:00:00.123456+00" }]))
    expect(cells.A1!.value).toBe("Served at (Africa/Juba)")
    expect(cells.A2).toMatchObject({ value: 46347, format: "yyyy-mm-dd hh:mm:ss" })
  })

  it("writes an unreadable date or instant as text", async () => {
    expect(await cellOf(date, "unknown")).toMatchObject({ value: "unknown" })
    expect(await cellOf(instant, "2026-11-20 09:00")).toMatchObject({ value: "2026-11-20 09:00" })
  })

  it.each(["=1+1", "007", " padded ", "a\nb", "<b>&\"'", "_x0041_", "constructor", "__proto__", "toString", "1e5"])("keeps the text %j", async (value) => {
    expect(await cellOf(text, value)).toMatchObject({ value, format: "@" })
  })

  it("writes no formulas", async () => {
    const { sheet } = read(await toXlsx("Sheet", [text], [{ value: "=1+1" }]))
    expect(sheet).not.toContain("<f>")
  })

  it("leaves empty cells empty", async () => {
    const rows: Row[] = [{ value: null }, {}, { value: "" }]
    for (const column of [text, money, date]) expect(Object.keys(read(await toXlsx("Sheet", [column], rows)).cells)).toEqual(["A1"])
  })

  it("truncates text visibly at Excel's limit", async () => {
    const { value } = (await cellOf(text, "x".repeat(40_000)))! as { value: string }
    expect(value).toHaveLength(32_767)
    expect(value.endsWith("…")).toBe(true)
  })

  it.each([
    ["Billing 10/2026 [draft]: all?", "Billing 10-2026 -draft-- all-"],
    ["A name much longer than the thirty-one allowed", "A name much longer than the thi"],
    ["'", "Sheet"],
  ])("names the sheet for %j", async (asked, given) => {
    expect(read(await toXlsx(asked, [text], [])).name).toBe(given)
  })
})
