import { stringify } from "csv-stringify/sync"
import { type Column, isoInstant, type Row, valueAt } from "../lists/column.ts"
import { textOf } from "../text.ts"

const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/u
const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** The text with a leading apostrophe if a spreadsheet would evaluate it as a formula; plain numbers stay unchanged. */
export const guarded = (text: string) => (startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text)

/**
 * Rows as CSV (RFC 4180, lines end in CRLF). Money stays a decimal string, dates and instants are ISO. It starts with a byte order mark, without
 * which Excel misreads non-ASCII letters; `bom: false` is for pipes.
 */
export const toCsv = (
  columns: readonly Column[],
  rows: readonly Row[],
  { bom = true, headers = true }: { readonly bom?: boolean; readonly headers?: boolean } = {},
): string =>
  stringify(
    [
      ...(headers ? [columns.map((column) => guarded(column.title))] : []),
      ...rows.map((row) =>
        columns.map(({ key, kind }) => {
          const value = valueAt(row, key)
          return guarded(kind === "instant" ? isoInstant(value) : textOf(value))
        }),
      ),
    ],
    // a lone line break needs quotes too, but the library adds them only for its own delimiter
    { bom, record_delimiter: "windows", quoted_match: /[\r\n]/ },
  )
