import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import writeWorkbook from "write-excel-file/node"
import { gridOf } from "./read-file.ts"

const text = (content: string) => new TextEncoder().encode(content)
const workbook = async (...sheets: ReadonlyArray<ReadonlyArray<ReadonlyArray<string | number | Date>>>) =>
  new Uint8Array(
    await writeWorkbook(
      sheets.map((rows, n) => ({
        sheet: `Sheet ${n + 1}`,
        data: rows.map((row) => row.map((value) => (value instanceof Date ? { value, type: Date, format: "dd/mm/yyyy" } : { value }))),
      })),
    ).toBuffer(),
  )

describe("CSV", () => {
  test.each([
    ["commas", "Name,Cost\nNile,12.50\n"],
    ["semicolons, as spreadsheets in Europe write them", "Name;Cost\r\nNile;12.50\r\n"],
    ["tabs and a byte order mark", "\ufeffName\tCost\nNile\t12.50"],
  ])("is read with %s", async (_, content) => {
    expect(await gridOf(text(content))).toEqual([
      ["Name", "Cost"],
      ["Nile", "12.50"],
    ])
  })

  test("quoted cells keep their separators and line breaks", async () => {
    expect(await gridOf(text('Name,Notes\nNile,"a, b\nc"\n'))).toEqual([
      ["Name", "Notes"],
      ["Nile", "a, b\nc"],
    ])
  })

  test("UTF-16 of older spreadsheets is read", async () => {
    expect(await gridOf(new Uint8Array([0xff, 0xfe, 0x41, 0, 0x2c, 0, 0x42, 0]))).toEqual([["A", "B"]])
  })
})

describe("XLSX", () => {
  test("keeps text, numbers and days as they are", async () => {
    expect(
      await gridOf(
        await workbook([
          ["Name", "Cost", "Day"],
          ["Nile", 12.5, new Date("2026-03-04")],
        ]),
      ),
    ).toEqual([
      ["Name", "Cost", "Day"],
      ["Nile", 12.5, new Date("2026-03-04")],
    ])
  })

  test("of an empty sheet there is nothing to read", async () => {
    expect(await gridOf(await workbook([]))).toEqual([])
  })

  test("of a workbook with several sheets one must be named", async () => {
    const file = await workbook([["Name"], ["Nile"]], [["Item"], ["Rice"]])
    await expect(gridOf(file)).rejects.toThrow("The workbook has several sheets: Sheet 1, Sheet 2. Choose one, or keep only one")
    expect(await gridOf(file, "sheet 2")).toEqual([["Item"], ["Rice"]])
    await expect(gridOf(file, "Stock")).rejects.toThrow('The workbook has no sheet "Stock". Its sheets: Sheet 1, Sheet 2')
  })
})

describe("what a sheet shows and its cells do not hold", () => {
  const first = "xl/worksheets/sheet1.xml"
  const changed = async (change: (xml: string) => string) => {
    const title = ["Vendors of 2025", "", ""]
    const parts = unzipSync(await workbook([title, ["Name", "Cost", "Notes"], ["Nile", 30, "a"], ["Juba Gas", 40, "b"]]))
    const before = strFromU8(parts[first]!)
    const after = change(before)
    expect(after).not.toBe(before)
    return zipSync({ ...parts, [first]: strToU8(after) })
  }
  const merging = (ref: string) => (xml: string) => xml.replace("</sheetData>", `</sheetData><mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`)
  const cost = /<c r="B3"[^>]*><v>30<\/v><\/c>/

  test.each([
    ["values merged over two rows", merging("A3:A4"), "A3:A4 are merged: only the first of these cells has a value. Separate them and give each its value"],
    ["headers merged over two columns", merging("B2:C2"), "B2:C2 are merged: only the first of these cells has a value. Separate them and give each its value"],
    [
      "a formula that no spreadsheet has calculated",
      (xml: string) => xml.replace(cost, '<c r="B3"><f>10*3</f></c>'),
      "B3 is a formula without a result. Open the file in a spreadsheet program and save it again",
    ],
    [
      "a formula with an error",
      (xml: string) => xml.replace(cost, '<c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
      "B3 is #DIV/0!: its formula has no result. Correct the formula, or replace it by a value",
    ],
  ])("is refused with its place: %s", async (_, change, sentence) => {
    await expect(gridOf(await changed(change))).rejects.toThrow(sentence)
  })

  test.each([
    ["a merged title above the header", merging("A1:C1")],
    ["a formula with a result", (xml: string) => xml.replace(cost, '<c r="B3"><f>10*3</f><v>30</v></c>')],
  ])("is read where nothing is lost: %s", async (_, change) => {
    expect((await gridOf(await changed(change)))[2]).toEqual(["Nile", 30, "a"])
  })
})

describe("what is no spreadsheet is refused with what to do", () => {
  /** A zip entry that claims to unpack to 4 GB. */
  const bomb = () => {
    const file = zipSync({ "xl/workbook.xml": text("<x/>") })
    const view = new DataView(file.buffer)
    for (let at = 0; at < file.length - 4; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0xfffffff0, true)
    return file
  }
  /** 8 MB of zeros that claim to be a thousand bytes: no more than that may be unpacked. */
  const lying = () => {
    const file = zipSync({ "xl/workbook.xml": new Uint8Array(8 * 1024 * 1024) })
    const view = new DataView(file.buffer)
    for (let at = 0; at < file.length - 4; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 1000, true)
    }
    return file
  }
  test.each([
    ["an empty file", new Uint8Array(), "The file is empty"],
    ["Latin-1", new Uint8Array([0x4a, 0x6f, 0x73, 0xe9, 0x2c, 0x31]), "The file is not in UTF-8: names with accents would be corrupted. Save it as CSV UTF-8"],
    ["a picture", new Uint8Array([0x00, 0x01, 0x02]), "The file is neither text nor an XLSX workbook. Save it as XLSX or as CSV UTF-8"],
    [
      "an old workbook",
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
      "This is a workbook of the old kind (XLS), or one with a password. Save it as XLSX without one",
    ],
    ["a zip that is no workbook", zipSync({ "a.txt": text("a") }), "The workbook could not be read. Save it again as XLSX or as CSV UTF-8"],
    ["a cut workbook", new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00]), "The file is damaged, or not an XLSX workbook. Save it again as XLSX or as CSV UTF-8"],
    ["a zip bomb", bomb(), "The workbook unpacks to more than 200 MB. Save the sheet as CSV UTF-8, or split it"],
    ["a zip bomb that lies about its size", lying(), "The workbook could not be read. Save it again as XLSX or as CSV UTF-8"],
    ["an open quotation mark", text('Name\n"Nile'), "Check the quotation marks"],
    ["21 MB", new Uint8Array(21 * 1024 * 1024), "The file is larger than 20 MB. Split it"],
  ])("%s", async (_, bytes, sentence) => {
    await expect(gridOf(bytes)).rejects.toThrow(sentence)
  })
})
