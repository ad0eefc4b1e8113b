import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Cell, dayOrderOf, editedRow, FileFault, headerKey, type ImportField, mappingOf, missingFields, rowsOf, tableOf, valueOf } from "./table.ts"

const field = (name: string, kind: ImportField["kind"], more: Partial<ImportField> = {}): ImportField => ({ name, label: name, kind, required: false, ...more })
const vendorName = field("vendorName", "line", { label: "Name", required: true, headers: ["Supplier"] })
const day = field("expenseDate", "date", { label: "Date", required: true })
const amount = field("fuelCost", "money", { label: "Fuel" })
const fields = [vendorName, day, amount]
const faultOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof FileFault) return error.message
    throw error
  }
  return undefined
}

describe("the table in a sheet", () => {
  test("titles above the header and empty rows are left out, and a row keeps its line in the file", () => {
    const grid = [["Vendors of 2025"], [], ["Supplier", "Date"], ["Nile", "2026-11-20"], [null, ""], ["Juba Gas", "2026-11-21"]]
    expect(tableOf(grid, fields)).toEqual({
      headers: ["Supplier", "Date"],
      rows: [
        { line: 4, cells: ["Nile", "2026-11-20"] },
        { line: 6, cells: ["Juba Gas", "2026-11-21"] },
      ],
    })
  })

  test.each([
    ["an empty sheet", [], "The file is empty. Its first row must name the columns"],
    ["a header without rows", [["Name", "Date"]], "The file has a header and no rows below it"],
    [
      "a header twice",
      [
        ["Name", "name "],
        ["a", "b"],
      ],
      'Two columns are called "name". Rename or remove one of them',
    ],
    [
      "the header again between the rows",
      [["Name", "Date"], ["a", "2026-11-20"], [], ["Name", "Date"], ["b", "2026-11-21"]],
      "Line 4 repeats the header. Delete it",
    ],
    ["a value without a header", [["Name"], ["a", "b"]], "Line 2 has a value in a column without a header. Give the column a header or empty it"],
  ] as ReadonlyArray<[string, ReadonlyArray<ReadonlyArray<Cell>>, string]>)("%s is refused with what to do", (_, grid, sentence) => {
    expect(faultOf(() => tableOf(grid, fields))).toBe(sentence)
  })

  test("100,000 rows are read, and more are refused", () => {
    const grid = [["Name"], ...Array.from({ length: 100_001 }, (_, n) => [`Vendor ${n}`])]
    expect(tableOf(grid.slice(0, -1), fields).rows).toHaveLength(100_000)
    expect(faultOf(() => tableOf(grid, fields))).toContain("100000 at most")
  })
})

describe("which column holds which field", () => {
  test("headers are recognised by name, label and other headers, whatever their case and unit", () => {
    expect(mappingOf(["SUPPLIER", "expense_date", "Fuel (USD)", "Remarks"], fields)).toEqual({
      SUPPLIER: "vendorName",
      expense_date: "expenseDate",
      "Fuel (USD)": "fuelCost",
      Remarks: "",
    })
  })

  test("what was chosen before goes before what is guessed, and no field is held twice", () => {
    expect(mappingOf(["Who", "Name"], fields, { [headerKey("Who")]: "vendorName" })).toEqual({ Who: "vendorName", Name: "" })
  })

  test("required fields without a column are named", () => {
    expect(missingFields(fields, { Who: "vendorName" })).toEqual([day])
  })
})

describe("values of cells", () => {
  test.each([
    [amount, "1,234.50", "1234.50"],
    [amount, "USD 1 234.5", "1234.5"],
    [amount, "1.234,50", "1234.50"],
    [amount, 0.1 + 0.2, "0.30"],
    [amount, -12, "-12.00"],
    [field("n", "whole"), 12, 12],
    [field("n", "whole"), "1,200", 1200],
    [field("q", "quantity"), 2.5, "2.500"],
    [field("r", "rate"), 5400, "5400.00"],
    [day, new Date("2026-03-04T00:00:00Z"), "2026-03-04"],
    [day, "21 November 2026", "2026-11-21"],
    [day, "21/11/2026", "2026-11-21"],
    [field("f", "flag"), "Yes", true],
    [field("f", "flag"), 0, false],
    [field("c", "choice", { words: ["bank_transfer", "hvac"], names: { hvac: "Air conditioning" } }), "Air Conditioning", "hvac"],
    [field("c", "choice", { words: ["bank_transfer"] }), "Bank Transfer", "bank_transfer"],
    [field("t", "line"), "  Nile  ", "Nile"],
    [field("t", "line"), " ", undefined],
  ] as ReadonlyArray<[ImportField, Cell, unknown]>)("a field %o takes %o as %o", (field, cell, value) => {
    expect(valueOf(field, cell, "dmy")).toBe(value)
  })

  test.each([
    [amount, "12,5", "Fuel 12,5 can be read in two ways. Write 12.5 or 125"],
    [day, "03/04/2026", "Date 03/04/2026 can be read in two ways. Write 2026-04-03 or 2026-03-04"],
    [field("f", "flag"), "maybe", "f must be yes or no"],
  ] as ReadonlyArray<[ImportField, Cell, string]>)("what can be read in two ways is refused: %o %o", (field, cell, sentence) => {
    expect(faultOf(() => valueOf(field, cell))).toBe(sentence)
  })

  test("one day above 12 in a column decides the order of the others, and a column that needs both is refused", () => {
    expect(dayOrderOf(["03/04/2026", "21/11/2026"])).toBe("dmy")
    expect(dayOrderOf(["03/04/2026", "11/21/2026"])).toBe("mdy")
    expect(dayOrderOf(["03/04/2026", null])).toBeUndefined()
    expect(faultOf(() => dayOrderOf(["21/11/2026", "11/21/2026"]))).toBe("21/11/2026 and 11/21/2026 are in one column. Write all dates as 2026-11-21")
  })

  test("any amount comes through with its cents, as a number of a spreadsheet and as text with separators", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }), (cents) => {
        const text = (cents / 100).toFixed(2)
        expect(valueOf(amount, cents / 100)).toBe(text)
        expect(valueOf(amount, Number(text).toLocaleString("en-US", { minimumFractionDigits: 2 }))).toBe(text)
        expect(
          valueOf(
            amount,
            Number(text)
              .toLocaleString("de-DE", { minimumFractionDigits: 2, useGrouping: true })
              .replace(/^(-?\d{1,3}),/, "$1."),
          ),
        ).toBe(text)
      }),
    )
  })
})

test("a row with a cell that cannot be read says so and keeps the text, so that it can be mended", () => {
  const table = tableOf(
    [
      ["Name", "Date", "Fuel"],
      ["Nile", "03/04/2026", "12"],
    ],
    fields,
  )
  const mapping = mappingOf(table.headers, fields)
  expect(rowsOf(table, fields, mapping)).toEqual([
    {
      line: 2,
      values: { vendorName: "Nile", expenseDate: "03/04/2026", fuelCost: "12" },
      fault: "Date 03/04/2026 can be read in two ways. Write 2026-04-03 or 2026-03-04",
    },
  ])
  expect(rowsOf(table, fields, mapping, { expenseDate: "dmy" })[0]).toEqual({
    line: 2,
    values: { vendorName: "Nile", expenseDate: "2026-04-03", fuelCost: "12" },
  })
})

test("what a person writes in the place of a cell is read as a cell, and the other cells stay", () => {
  const row = { line: 2, values: { vendorName: "Nile", expenseDate: "03/04/2026", fuelCost: "12" }, fault: "Date 03/04/2026 can be read in two ways" }
  expect(editedRow(row, fields, { expenseDate: "3 Apr 2026" })).toEqual({ line: 2, values: { vendorName: "Nile", expenseDate: "2026-04-03", fuelCost: "12" } })
  expect(editedRow(row, fields, { vendorName: "" })).toEqual({
    line: 2,
    values: { expenseDate: "03/04/2026", fuelCost: "12" },
    fault: "Date 03/04/2026 can be read in two ways. Write 2026-04-03 or 2026-03-04",
  })
  expect(editedRow(row, fields, {})).toBe(row)
})
