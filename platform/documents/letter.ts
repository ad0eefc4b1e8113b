/** A business letter with a table and totals, such as an invoice, as a PDF of A4 pages. The same letter and instant give the same bytes. */
import type { Effect } from "effect"
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { pdf } from "./pdf.ts"

const ink = "#1c1d1f"
const quiet = "#60646c"
const rule = "#dcdde0"
const red = "#9b1c1c"

type Fact = readonly [label: string, value: string]
export interface Letter {
  readonly title: string
  readonly number: string
  /** in red below the number, such as DRAFT */
  readonly stamp?: string | undefined
  readonly sender: ReadonlyArray<string>
  readonly receiverLabel: string
  readonly receiver: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly head: ReadonlyArray<string>
  /** the number of columns with text, from the left; the others are figures */
  readonly textColumns: number
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** the last one is the total */
  readonly totals: ReadonlyArray<Fact>
  readonly notes: ReadonlyArray<string>
}
/** Font sizes, and the left margin. */
export interface LetterSizes {
  readonly text: number
  readonly title: number
  readonly number: number
  readonly label: number
  readonly left: number
}

const lines = (texts: ReadonlyArray<string>): Array<Content> => texts.map((text, n) => ({ text, bold: n === 0 }))
const right = (text: string, more: object = {}): TableCell => ({ text, alignment: "right", ...more })

const definition = (of: Letter, sizes: LetterSizes, background: Content | undefined): TDocumentDefinitions => ({
  info: { title: `${of.title} ${of.number}` },
  pageMargins: [sizes.left, 48, 48, 56],
  defaultStyle: { font: "Roboto", fontSize: sizes.text, color: ink, lineHeight: 1.2 },
  ...(background !== undefined && { background: () => background }),
  footer: (page, pages) => ({
    text: `${of.number}, page ${page} of ${pages}`,
    color: quiet,
    fontSize: 8,
    alignment: "right",
    margin: [sizes.left, 16, 48, 0],
  }),
  content: [
    {
      columns: [
        [
          { text: of.title, fontSize: sizes.title, bold: true },
          { text: of.number, fontSize: sizes.number },
          ...(of.stamp === undefined
            ? []
            : [{ text: of.stamp, fontSize: 16, bold: true, color: red, margin: [0, 6, 0, 0] as [number, number, number, number] }]),
        ],
        { stack: lines(of.sender), alignment: "right" },
      ],
    },
    {
      margin: [0, 24, 0, 24],
      columns: [
        [{ text: of.receiverLabel, color: quiet, fontSize: sizes.label }, ...lines(of.receiver)],
        {
          width: "auto",
          table: { body: of.facts.map(([label, value]): Array<TableCell> => [{ text: label, color: quiet }, right(value)]) },
          layout: { defaultBorder: false, paddingTop: () => 1, paddingBottom: () => 1 },
        },
      ],
    },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: of.head.map((_, n) => (n === 0 ? "*" : "auto")),
        body: [
          of.head.map((text, n): TableCell => ({ text, bold: true, alignment: n < of.textColumns ? "left" : "right" })),
          ...of.rows.map((row) => row.map((text, n): TableCell => (n < of.textColumns ? text : right(text)))),
        ],
      },
      layout: {
        vLineWidth: () => 0,
        hLineWidth: (line) => (line === 0 ? 0 : line === 1 ? 1 : 0.5),
        hLineColor: (line) => (line === 1 ? ink : rule),
        paddingTop: () => 5,
        paddingBottom: () => 5,
      },
    },
    {
      unbreakable: true,
      margin: [0, 6, 0, 0],
      columns: [
        { width: "*", text: "" },
        {
          width: "auto",
          table: {
            body: of.totals.map(([label, value], n): Array<TableCell> => {
              const isTotal = n === of.totals.length - 1
              const look = { bold: isTotal, fontSize: isTotal ? 12 : sizes.text }
              return [right(label, look), right(value, look)]
            }),
          },
          // a rule above the total, a double one below
          layout: {
            vLineWidth: () => 0,
            hLineWidth: (line) => (line === of.totals.length - 1 ? 0.75 : line === of.totals.length ? 2 : 0),
            hLineColor: () => ink,
            paddingTop: () => 3,
            paddingBottom: () => 3,
          },
        },
      ],
    },
    { stack: of.notes.map((text) => ({ text, margin: [0, 0, 0, 4] })), margin: [0, 24, 0, 0] },
  ],
})

/** The bytes of a letter. `createdAt` is stored in the file: the time of issue, so that creating it again gives the same bytes. */
export const letterPdf = (letter: Letter, sizes: LetterSizes, createdAt: string, background?: Content): Effect.Effect<Uint8Array> =>
  pdf(definition(letter, sizes, background), { createdAt })
