/** Reads a CSV or XLSX file into a grid of cells, in the browser and in the terminal. */
import { unzip } from "fflate"
import { parse } from "csv-parse/browser/esm/sync"
import { type Cell, FileFault } from "./table.ts"

/** The maximum unpacked size of a spreadsheet in bytes; larger ones are not genuine. */
const mostUnpacked = 200 * 1024 * 1024
const mostBytes = 20 * 1024 * 1024

/** The total unpacked size in bytes that the entries of a zip file declare; nothing is unpacked. */
const unpackedSize = (bytes: Uint8Array) =>
  new Promise<number>((resolve, reject) => {
    let size = 0
    const filter = ({ originalSize }: { readonly originalSize: number }) => {
      size += originalSize
      return false
    }
    unzip(bytes, { filter }, (error) => (error ? reject(error) : resolve(size)))
  })

const startsWith = (bytes: Uint8Array, ...start: ReadonlyArray<number>) => start.every((byte, n) => bytes[n] === byte)

const gridOfWorkbook = async (bytes: Uint8Array, sheet: string | undefined): Promise<ReadonlyArray<ReadonlyArray<Cell>>> => {
  const size = await unpackedSize(bytes).catch(() => {
    throw new FileFault("The file is damaged, or not an XLSX workbook. Save it again as XLSX or as CSV UTF-8")
  })
  if (size > mostUnpacked) throw new FileFault("The workbook unpacks to more than 200 MB. Save the sheet as CSV UTF-8, or split it")
  const { default: readWorkbook } = await import("read-excel-file/universal")
  const copy = new Uint8Array(bytes).buffer
  const sheets = await readWorkbook(copy).catch(() => {
    throw new FileFault("The workbook could not be read. Save it again as XLSX or as CSV UTF-8")
  })
  const filled = sheets.filter(({ data }) => data.length > 0)
  const chosen = sheet === undefined ? filled[0] : sheets.find(({ sheet: name }) => name.toLowerCase() === sheet.toLowerCase())
  if (!chosen && sheet !== undefined) throw new FileFault(`The workbook has no sheet "${sheet}". Its sheets: ${sheets.map(({ sheet }) => sheet).join(", ")}`)
  if (sheet === undefined && filled.length > 1) {
    throw new FileFault(`The workbook has several sheets: ${filled.map(({ sheet }) => sheet).join(", ")}. Choose one, or keep only one`)
  }
  return (chosen?.data ?? []).map((row) => row.map(cellOf))
}
/** The library declares its own date class for cells that contain a date. */
const cellOf = (cell: unknown): Cell =>
  typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" || cell instanceof Date ? cell : null

const gridOfText = (bytes: Uint8Array): ReadonlyArray<ReadonlyArray<Cell>> => {
  const encoding = startsWith(bytes, 0xff, 0xfe) ? "utf-16le" : startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8"
  const isText = encoding !== "utf-8" || !bytes.includes(0)
  if (!isText) throw new FileFault("The file is neither text nor an XLSX workbook. Save it as XLSX or as CSV UTF-8")
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new FileFault("The file is not in UTF-8: names with accents would be corrupted. Save it as CSV UTF-8")
  }
  const [head = ""] = text.split("\n", 1)
  const separator = [";", "\t", ","].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best), ",")
  try {
    return parse(text, { delimiter: separator, relax_column_count: true, skip_empty_lines: false, bom: true, trim: true }) as Array<Array<string>>
  } catch (error) {
    throw new FileFault(`The file is not valid CSV: ${error instanceof Error ? error.message.replace(/\.$/, "") : error}. Check the quotation marks`)
  }
}

/** The cells of a file. `sheet` selects one of several filled sheets of a workbook. Throws a `FileFault`. */
export const gridOf = async (bytes: Uint8Array, sheet?: string): Promise<ReadonlyArray<ReadonlyArray<Cell>>> => {
  if (bytes.length === 0) throw new FileFault("The file is empty")
  if (bytes.length > mostBytes) throw new FileFault("The file is larger than 20 MB. Split it")
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileFault("This is a workbook of the old kind (XLS), or one with a password. Save it as XLSX without one")
  return startsWith(bytes, 0x50, 0x4b) ? gridOfWorkbook(bytes, sheet) : gridOfText(bytes)
}
