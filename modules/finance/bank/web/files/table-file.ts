/** A bank's CSV or XLSX file, read with its layout. Rows above the headers are skipped. */
import { type Cell, headerKey } from "@ops/platform/imports/table.ts"
import { isDate } from "@ops/platform/calendar.ts"
import { decimalOf } from "./cents.ts"
import { type BankFile, centsOf, fault, type FileLine, type Layout, oneLine, whole } from "./bank-file.ts"

const shown = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? "" : cell instanceof Date ? cell.toISOString().slice(0, 10) : oneLine(String(cell))

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const two = (n: number | string) => String(n).padStart(2, "0")

const dayOf = (cell: Cell | undefined, days: Layout["days"], where: string): string => {
  const text = shown(cell)
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\D.*)?$/.exec(text) ?? []
  const [, day, name, of] = /^(\d{1,2})[ -]([A-Za-z]{3})[A-Za-z]*[ -](\d{4}|\d{2})$/.exec(text) ?? []
  const century = (year: string) => (year.length === 2 ? `20${year}` : year)
  const date =
    first !== undefined
      ? `${century(year!)}-${days === "dmy" ? `${two(second!)}-${two(first)}` : `${two(first)}-${two(second!)}`}`
      : day !== undefined
        ? `${century(of!)}-${two(months.indexOf(name!.toLowerCase()) + 1)}-${two(day)}`
        : text.slice(0, 10)
  return isDate(date) ? date : fault(`${where}: "${text.slice(0, 30)}" is not a date`)
}

export const readTable = (grid: ReadonlyArray<ReadonlyArray<Cell>>, layout: Layout): BankFile => {
  const named = [layout.date, layout.amount, layout.credit, layout.debit, layout.text, layout.counterparty, layout.reference, layout.balance].filter(
    (name) => name !== null,
  )
  const places = (cells: ReadonlyArray<Cell>) => named.map((name) => cells.findIndex((cell) => headerKey(shown(cell)) === headerKey(name)))
  const at = grid.slice(0, 40).findIndex((cells) => !places(cells).includes(-1))
  if (at < 0) {
    const best =
      grid
        .slice(0, 40)
        .map(places)
        .toSorted((one, other) => other.filter((n) => n >= 0).length - one.filter((n) => n >= 0).length)[0] ?? []
    const missing = named.filter((_, n) => (best[n] ?? -1) < 0)
    return fault(`The file has no column ${missing.map((name) => `"${name}"`).join(", ")}. Choose the layout of this bank, or correct it`)
  }
  const headers = grid[at]!
  const column = (name: string | null) => (name === null ? -1 : headers.findIndex((cell) => headerKey(shown(cell)) === headerKey(name)))
  const of = {
    date: column(layout.date),
    amount: column(layout.amount),
    credit: column(layout.credit),
    debit: column(layout.debit),
    text: column(layout.text),
    counterparty: column(layout.counterparty),
    reference: column(layout.reference),
    balance: column(layout.balance),
  }
  const cents = (cell: Cell | undefined, where: string) =>
    typeof cell === "number" ? centsOf(cell.toFixed(2), ".", where) : shown(cell) === "" ? 0 : centsOf(shown(cell), layout.decimal, where)
  const read = grid.slice(at + 1).flatMap((cells, n): ReadonlyArray<FileLine & { readonly balance: number | null; readonly where: string }> => {
    const where = `Line ${at + n + 2}`
    const isMoved = [of.amount, of.credit, of.debit].some((place) => place >= 0 && shown(cells[place]) !== "")
    // skips totals, a balance brought forward, and notes below the table
    if (!isMoved || shown(cells[of.date]) === "") return []
    const amount = of.amount >= 0 ? cents(cells[of.amount], where) : Math.abs(cents(cells[of.credit], where)) - Math.abs(cents(cells[of.debit], where))
    return [
      {
        date: dayOf(cells[of.date], layout.days, where),
        amount,
        text: shown(cells[of.text]),
        counterparty: of.counterparty < 0 ? "" : shown(cells[of.counterparty]),
        reference: of.reference < 0 ? "" : shown(cells[of.reference]),
        balance: of.balance < 0 || shown(cells[of.balance]) === "" ? null : cents(cells[of.balance], where),
        where,
      },
    ]
  })
  if (read.length === 0) return fault("The file has no line with a date and an amount")
  const inOrder = read[0]!.date > read.at(-1)!.date || (read[0]!.date === read.at(-1)!.date && isBackwards(read)) ? read.toReversed() : read
  for (const [n, line] of inOrder.entries()) {
    const before = inOrder[n - 1]
    if (!before || line.balance === null || before.balance === null || before.balance + line.amount === line.balance) continue
    fault(
      `${line.where} does not follow from the previous one: ${decimalOf(before.balance)} and ${decimalOf(line.amount)} are not ${decimalOf(line.balance)}. A line is missing, or the columns do not match`,
    )
  }
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
  return whole({
    format: "csv",
    account: null,
    currency: null,
    from: null,
    to: null,
    opening: first.balance === null ? null : first.balance - first.amount,
    closing: last.balance,
    lines: inOrder.filter(({ amount }) => amount !== 0).map(({ balance: _, where: __, ...line }) => line),
  })
}

/** Whether the lines of one day are listed from last to first, judging by their balances. */
const isBackwards = (lines: ReadonlyArray<{ readonly amount: number; readonly balance: number | null }>) =>
  lines.length > 1 &&
  lines.every(({ amount, balance }, n) => n + 1 === lines.length || balance === null || lines[n + 1]!.balance === balance - amount) &&
  !lines.every(({ balance }, n) => n === 0 || balance === null || lines[n - 1]!.balance === balance - lines[n]!.amount)
