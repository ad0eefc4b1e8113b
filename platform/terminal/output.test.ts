import { describe, expect, it } from "vitest"
import { type PrintOptions, print, printNext, type TableColumn } from "./output.ts"
import { recordingTerminal } from "./testing/recording-terminal.ts"

const columns: readonly TableColumn[] = [
  { key: "number", title: "Number", kind: "text" },
  { key: "client", title: "Client", kind: "text", priority: 3 },
  { key: "note", title: "Note", kind: "text" },
  { key: "meals", title: "Meals", kind: "integer" },
  { key: "at", title: "Served at", kind: "instant" },
  { key: "total", title: "Total (USD)", kind: "money", priority: 1 },
]
const rows = [
  {
    number: "INV-1",
    client: "UNMISS",
    note: "\u001b[2Jhello",
    meals: 412,
    at: "2026-11-20 09:00:00.5+00",
    total: "1234567.50",
    paid: true,
  },
  { number: "INV-2", client: "古い", note: "a\tb\nc", meals: 2, at: null, total: "-3.00", paid: false },
]

const printed = async (data: object, options: PrintOptions = {}, screen: Parameters<typeof recordingTerminal>[0] = {}) => {
  const terminal = recordingTerminal({ ...screen, env: { NO_COLOR: "1" } })
  await print(data, options, terminal)
  return { out: terminal.out(), err: terminal.err(), lines: terminal.out().split("\n") }
}

describe("print", () => {
  it("prints plain lines in a pipe: raw values, tab-separated, one row per line", async () => {
    const { out, err } = await printed(rows, { columns })
    expect(out).toBe(
      "Number\tClient\tNote\tMeals\tServed at\tTotal (USD)\n" +
        "INV-1\tUNMISS\t␛[2Jhello\t412\t2026-11-20T09:00:00.5Z\t1234567.50\n" +
        "INV-2\t古い\ta␉b␊c\t2\t\t-3.00\n",
    )
    expect(err).toBe("")
  })

  it("omits the header on request", async () => {
    for (const format of ["plain", "csv"] as const) expect((await printed(rows, { columns, format, headers: false })).out).toMatch(/^INV-1/)
    expect((await printed(rows, { columns, format: "table", headers: false })).out).toMatch(/^INV-1/)
  })

  it("prints a table on a screen: numbers right-aligned, digits grouped, wide characters counted as two", async () => {
    const { lines } = await printed(rows, { columns }, { tty: true, columns: 120 })
    expect(lines).toEqual([
      "Number  Client  Note       Meals  Served at          Total (USD)",
      "──────  ──────  ─────────  ─────  ────────────────  ────────────",
      "INV-1   UNMISS  ␛[2Jhello    412  2026-11-20 11:00  1,234,567.50",
      "INV-2   古い    a␉b␊c          2                           -3.00",
      "",
    ])
  })

  it("shows times in the requested zone", async () => {
    expect((await printed(rows, { columns, format: "table", timeZone: "UTC" })).out).toContain("2026-11-20 09:00")
  })

  it("drops the least important column first, then the rightmost, and reports it on stderr", async () => {
    const narrow = await printed(rows, { columns }, { tty: true, columns: 60 })
    expect(narrow.lines[0]).toBe("Number  Note       Meals  Served at          Total (USD)")
    // the remark wraps between words, not at the edge of the screen
    expect(narrow.err).toBe("To fit 60 columns: left out Client. Use -o wide, --expanded\nor --fields.\n")
    const narrower = await printed(rows, { columns }, { tty: true, columns: 50 })
    expect(narrower.lines[0]).toBe("Number  Note       Meals   Total (USD)")
    const narrowest = await printed(rows, { columns }, { tty: true, columns: 1 })
    expect(narrowest.lines[0]).toBe("Number")
  })

  it("never exceeds the screen width, and truncates long texts before dropping a column", async () => {
    const long = [{ number: "INV-1", note: "古".repeat(60), total: "1.00" }]
    const shown = [columns[0]!, columns[2]!, columns[5]!]
    const { lines, err } = await printed(long, { columns: shown }, { tty: true, columns: 60 })
    expect(lines[2]).toBe(`INV-1   ${"古".repeat(19)}…         1.00`)
    expect(err).toContain("cut long texts")
  })

  it("drops nothing if wide, expanded, or not on a screen", async () => {
    const everything = "Number  Client  Note       Meals  Served at          Total (USD)"
    expect((await printed(rows, { columns, format: "wide" }, { tty: true, columns: 20 })).lines[0]).toBe(everything)
    expect((await printed(rows, { columns, format: "table" }, { columns: 20 })).lines[0]).toBe(everything)
    const { lines, err } = await printed(rows, { columns, expanded: true }, { tty: true, columns: 20 })
    expect(lines.slice(0, 3)).toEqual(["── 1 of 2 ──", "Number       INV-1", "Client       UNMISS"])
    expect(err).toBe("")
  })

  it("shows the currency in an amount's cell on any screen width, without a column of its own", async () => {
    const amounts: readonly TableColumn[] = [
      { key: "number", title: "Number", kind: "text", priority: 0 },
      { key: "currency", title: "Currency", kind: "text", priority: 1 },
      { key: "total", title: "Total", kind: "money", priority: 0 },
      { key: "usd", title: "Worth (USD)", kind: "money", priority: 1 },
      { key: "rate", title: "Rate", kind: "money", currency: null, priority: 3 },
    ]
    const invoices = [
      { number: "INV-1", currency: "USD", total: "516486.00", usd: "516486.00", rate: "1.00" },
      { number: "INV-2", currency: "SSP", total: "299130000.00", usd: "209915.79", rate: "1425.00" },
    ]
    const wide = await printed(invoices, { columns: amounts }, { tty: true, columns: 100 })
    expect(wide.lines.slice(0, 4)).toEqual([
      "Number               Total  Worth (USD)      Rate",
      "──────  ──────────────────  ───────────  ────────",
      "INV-1       USD 516,486.00   516,486.00      1.00",
      "INV-2   SSP 299,130,000.00   209,915.79  1,425.00",
    ])
    expect((await printed(invoices, { columns: amounts }, { tty: true, columns: 28 })).lines.slice(2, 4)).toEqual([
      "INV-1       USD 516,486.00",
      "INV-2   SSP 299,130,000.00",
    ])
    expect((await printed(invoices[1]!, { columns: amounts, format: "table" })).out).toContain("Total        SSP 299,130,000.00\n")
    // programs get the raw field values
    expect((await printed(invoices, { columns: amounts })).lines[1]).toBe("INV-1\tUSD\t516486.00\t516486.00\t1.00")
    expect((await printed(invoices, { columns: amounts, fields: ["currency", "total"], format: "table" })).lines[2]).toBe("USD           USD 516,486.00")
    // lines of a record whose rows do not contain the currency
    expect((await printed([{ total: "1.00" }], { columns: [amounts[2]!], currency: "SSP", format: "table" })).lines[2]).toBe("SSP 1.00")
  })

  it("reports an empty table on stderr", async () => {
    expect(await printed([], { columns }, { tty: true })).toMatchObject({ out: "", err: "Nothing found.\n" })
  })

  it("prints JSON with its schema version, whole rows, money as text, and no control characters", async () => {
    const hostile = [{ number: "\u009b2J\u202e\u001b", meals: 3n, total: "1.10" }]
    const { out } = await printed(hostile, { columns, format: "json" }, { tty: true })
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      data: [{ number: "\u009b2J\u202e\u001b", meals: "3", total: "1.10" }],
    })
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    expect(JSON.parse((await printed(rows, { columns, format: "json" })).out).data).toEqual(rows)
  })

  it("prints one JSON object per line", async () => {
    const { out } = await printed(rows, { format: "ndjson", fields: ["total", "number"] })
    expect(out).toBe('{"total":"1234567.50","number":"INV-1"}\n{"total":"-3.00","number":"INV-2"}\n')
  })

  it("prints CSV without a byte order mark, with formulas defused and escapes visible", async () => {
    const { out } = await printed([{ a: "=1+1", b: "x\ny\rz\u001b", c: "-2.50" }], { format: "csv" })
    expect(out).toBe('a,b,c\r\n\'=1+1,"x\ny␍z␛",-2.50\r\n')
  })

  it("prints requested fields in the given order in every format, including hidden columns", async () => {
    const fields = ["paid", "number"]
    expect((await printed(rows, { columns, fields })).lines[1]).toBe("true\tINV-1")
    expect((await printed(rows, { columns, fields, format: "table" })).lines[2]).toBe("yes   INV-1")
    expect((await printed(rows, { columns, fields, format: "csv" })).lines[1]).toBe("true,INV-1\r")
    expect(JSON.parse((await printed(rows, { columns, fields, format: "json" })).out).data[0]).toEqual({
      paid: true,
      number: "INV-1",
    })
  })

  it("refuses an unknown field and names the known ones", async () => {
    await expect(printed(rows, { columns, fields: ["nope"], format: "json" })).rejects.toMatchObject({
      code: 2,
      next: "Choose from number,client,note,meals,at,total,paid",
    })
  })

  it("prints a single record as one field per line", async () => {
    expect((await printed(rows[0]!, { columns: columns.slice(0, 2), format: "table" })).out).toBe("Number  INV-1\nClient  UNMISS\n")
    expect((await printed(rows[0]!, { columns: columns.slice(0, 2) })).out).toBe("Number\tINV-1\nClient\tUNMISS\n")
    expect(JSON.parse((await printed(rows[0]!, { format: "json", fields: ["number"] })).out)).toEqual({
      schemaVersion: 1,
      data: { number: "INV-1" },
    })
  })

  it("colours only the header, and only when colour is enabled", async () => {
    const coloured = recordingTerminal({ tty: true, columns: 80 })
    await print(rows, { columns: columns.slice(0, 1) }, coloured)
    expect(coloured.out().split("\n")[0]).toBe("\u001b[1mNumber\u001b[22m")
    expect(coloured.out().split("\n")[2]).toBe("INV-1")
  })
})

describe("printNext", () => {
  it("writes to stderr only", () => {
    const terminal = recordingTerminal()
    printNext("ops invoice send --period 2026-10", terminal)
    expect([terminal.out(), terminal.err()]).toEqual(["", "Next: ops invoice send --period 2026-10\n"])
  })
})
