/** Reads a bank's file, in the browser and in the terminal. Each format has a reader that is loaded on demand. */
import { type BankFile, type BankFormat, fault, type Layout } from "./bank-file.ts"

/** The text of a file in its declared encoding, or UTF-8. */
const textOf = (bytes: Uint8Array): string => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 400))
  const said = /encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? (/CHARSET:\s*1252/i.test(head) ? "windows-1252" : undefined)
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined
  try {
    return new TextDecoder(mark ?? said ?? "utf-8", { fatal: true }).decode(bytes)
  } catch {
    return fault("The file is not in UTF-8: names with accents would be corrupted. Export it from the bank again, or save it as UTF-8")
  }
}

const mostBytes = 20 * 1024 * 1024
/** The format of a file, detected from its beginning; a table if it is none of the bank formats. */
const formatOf = (head: string): BankFormat =>
  /camt\.053|<BkToCstmrStmt/.test(head) ? "camt053" : /OFXHEADER|<OFX>/i.test(head) ? "ofx" : /(^|\n):20:|\{4:/.test(head) ? "mt940" : "csv"

/** Reads a bank's file. A CSV or XLSX file requires the bank's layout. Throws a `FileFault`. */
export const readBankFile = async (bytes: Uint8Array, layout?: Layout): Promise<BankFile> => {
  if (bytes.length === 0) fault("The file is empty")
  if (bytes.length > mostBytes) fault("The file is larger than 20 MB. Export a shorter span")
  const format = formatOf(new TextDecoder("latin1").decode(bytes.subarray(0, 4000)).replaceAll("\0", ""))
  if (format === "csv") {
    if (!layout) return fault("This file is a table. Choose the layout of the bank")
    const [{ gridOf }, { readTable }] = await Promise.all([import("@ops/platform/imports/read-file.ts"), import("./table-file.ts")])
    return readTable(await gridOf(bytes), layout)
  }
  const text = textOf(bytes)
  if (format === "ofx") return (await import("./ofx.ts")).readOfx(text)
  if (format === "mt940") return (await import("./mt940.ts")).readMt940(text)
  return (await import("./camt.ts")).readCamt(text)
}
