/** Reads a CSV or XLSX file into a grid of cells, in the browser and in the terminal. */
import { strFromU8, unzip } from "fflate"
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

/** The XML of the parts of a workbook whose path matches. */
const partsOf = (bytes: Uint8Array, paths: RegExp) =>
  new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
    unzip(bytes, { filter: ({ name }) => paths.test(name) }, (error, found) =>
      error ? reject(error) : resolve(Object.fromEntries(Object.entries(found).map(([name, part]) => [name, strFromU8(part)]))),
    )
  })
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ""

/** The XML of the nth sheet of a workbook. */
const sheetXml = async (bytes: Uint8Array, index: number): Promise<string> => {
  const parts = await partsOf(bytes, /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/)
  const [tag = ""] = [...(parts["xl/workbook.xml"] ?? "").matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)][index] ?? []
  const related = [...(parts["xl/_rels/workbook.xml.rels"] ?? "").matchAll(/<Relationship\s[^>]*>/g)].map(([related]) => related)
  const target = attribute(related.find((one) => attribute(one, "Id") === attribute(tag, "r:id")) ?? "", "Target")
  return parts[target.startsWith("/") ? target.slice(1) : `xl/${target}`] ?? ""
}

/**
 * What a sheet shows and its cells do not hold: they would be read as empty. Merged cells are harmless in rows without other values, such as
 * titles. Programs that are no spreadsheet write formulas without results.
 */
const lostIn = (xml: string): string | undefined => {
  const merges = [...xml.matchAll(/<mergeCell\s[^>]*>/g)].map(([tag]) => attribute(tag, "ref"))
  if (merges.length === 0 && !/<f[\s>/]|\bt="e"/.test(xml)) return undefined
  const filled = new Map<number, Array<string>>()
  for (const [, head = "", content = ""] of xml.matchAll(/<c\s([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const ref = attribute(head, "r")
    const isText = /\bt="(str|inlineStr)"/.test(head)
    const [, value = ""] = /<v>([^<]*)<\/v>/.exec(content) ?? []
    if (/\bt="e"/.test(head)) return `${ref} is ${value || "an error"}: its formula has no result. Correct the formula, or replace it by a value`
    if (value === "" && !isText && /<f[\s>/]/.test(content))
      return `${ref} is a formula without a result. Open the file in a spreadsheet program and save it again`
    const row = Number(/\d+$/.exec(ref)?.[0])
    if (value !== "" || /<is>/.test(content)) filled.set(row, [...(filled.get(row) ?? []), ref])
  }
  const torn = merges.find((ref) => {
    const [first = "", last = first] = ref.split(":")
    const [top, bottom] = [first, last].map((cell) => Number(/\d+$/.exec(cell)?.[0]))
    return [...filled].some(([row, refs]) => row >= top! && row <= bottom! && refs.some((cell) => cell !== first))
  })
  return torn && `${torn} are merged: only the first of these cells has a value. Separate them and give each its value`
}

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
  const lost = chosen && lostIn(await sheetXml(bytes, sheets.indexOf(chosen)))
  if (lost) throw new FileFault(lost)
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
