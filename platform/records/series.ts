/**
 * Numbers without a gap, for invoices, credit notes and journal entries: the series is a record like any other, and taking
 * its next number is an event of the same commit. A number exists if, and only if, its document does.
 */
import { find, newId, type Steps } from "./act.ts"
import { Line, Whole } from "./field.ts"
import { record } from "./record.ts"
import { type Change, event, stream } from "./stream.ts"

export const DocumentSeries = record(
  "document_series",
  { code: Line(40), last: Whole },
  { label: "Number series", title: "code", unique: [{ fields: ["code"], sentence: "This series of numbers is there already" }] },
)
export const NumberTaken = event("NumberTaken", 1, { code: Line(40), number: Whole }, ({ code, number }) => `${code}: number ${number} taken`)
export const documentSeries = stream(DocumentSeries, NumberTaken).fold({
  NumberTaken: (_, { code, number }) => ({ code, last: number }),
})

/**
 * Takes the next number of a series and year: INV-2026-00001. The change must be among the act's changes. One number of a
 * series a commit: who needs two takes them in two acts.
 */
export function* takeNumber(code: string, year: string, digits = 5): Steps<{ readonly number: string; readonly change: Change }> {
  const series = `${code}-${year}`
  const known = yield* find(documentSeries, { code: series })
  const number = (known?.last ?? 0) + 1
  const id = known?.id ?? (yield* newId(documentSeries))
  return { number: `${series}-${String(number).padStart(digits, "0")}`, change: documentSeries.at(id, NumberTaken({ code: series, number })) }
}
