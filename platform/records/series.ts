/**
 * Number series of documents. Series that may have gaps are database sequences, declared by the field that holds the number.
 *
 * Gapless numbers, for invoices, credit notes and journal entries: the series is a record like any other, and taking its next number is an event in
 * the same commit. A number exists if, and only if, its document does.
 */
import { find, newId, type CommandGenerator } from "./command.ts"
import { Line, Whole } from "./field.ts"
import { record, type RecordKind } from "./record.ts"
import { type AnyStream, type Change, event, stream } from "./stream.ts"

export const DocumentSeries = record(
  "document_series",
  { code: Line(40), last: Whole },
  { label: "Number series", title: "code", unique: [{ fields: ["code"], sentence: "This number series already exists" }] },
)
export const NumberTaken = event("NumberTaken", 1, { code: Line(40), number: Whole }, ({ code, number }) => `${code}: number ${number} taken`)
export const documentSeries = stream(DocumentSeries, NumberTaken).fold({
  NumberTaken: (_, { code, number }) => ({ code, last: number }),
})

/**
 * Takes the next number of a series and year, such as INV-2026-00001. The change must be among the command's changes. A command that takes a second
 * number of a series passes its previous changes, including the first number's, in `after`.
 */
export function* takeNumber(
  code: string,
  year: string,
  digits = 5,
  after: ReadonlyArray<Change> = [],
): CommandGenerator<{ readonly number: string; readonly change: Change }> {
  const series = `${code}-${year}`
  const taken = after.flatMap(({ stream, id, event }) => (stream === documentSeries ? [{ id, ...(event.data as { code: string; number: number }) }] : []))
  const before = taken.findLast(({ code }) => code === series)
  const known = before ? { id: before.id, last: before.number } : yield* find(documentSeries, { code: series })
  const number = (known?.last ?? 0) + 1
  const id = known?.id ?? (yield* newId(documentSeries))
  return { number: `${series}-${String(number).padStart(digits, "0")}`, change: documentSeries.at(id, NumberTaken({ code: series, number })) }
}

/** Takes several consecutive numbers of a series and year at once, for documents that are created together. They are recorded in a single change. */
export function* takeNumbers(
  code: string,
  year: string,
  many: number,
  digits = 5,
): CommandGenerator<{ readonly numbers: ReadonlyArray<string>; readonly change: Change }> {
  const series = `${code}-${year}`
  const known = yield* find(documentSeries, { code: series })
  const last = known?.last ?? 0
  const id = known?.id ?? (yield* newId(documentSeries))
  const numbers = Array.from({ length: many }, (_, n) => `${series}-${String(last + n + 1).padStart(digits, "0")}`)
  return { numbers, change: documentSeries.at(id, NumberTaken({ code: series, number: last + many })) }
}

/** A series whose numbers are drawn from a sequence, usually one per year, and where the numbers are stored: the kind of record and its field. */
export interface Series {
  readonly code: string
  readonly kind: string
  readonly field: string
}

/** Every such series of these streams. */
export const seriesOf = (streams: ReadonlyArray<AnyStream>): ReadonlyArray<Series> =>
  streams.flatMap(({ record: { kind, fields } }: { readonly record: RecordKind }) =>
    fields.flatMap(({ name, series }) => (series === undefined ? [] : [{ code: series, kind, field: name }])),
  )
