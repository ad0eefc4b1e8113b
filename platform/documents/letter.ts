/** A business letter with a table and totals, such as an invoice, as a PDF of A4 pages. The same letter and instant give the same bytes. */
import type { Effect } from "effect"
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { pdf } from "./pdf.ts"

const ink = "#1c1d1f"
const quiet = "#60646c"
const rule = "#dcdde0"
const red = "#9b1c1c"
/** The bar at the left edge of every page: the accent of the application. */
export const letterAccent = "#115e59"

type Fact = readonly [label: string, value: string]
/** A column beside the receiver. */
export interface LetterFact {
  readonly label: string
  readonly lines: ReadonlyArray<string>
}
export interface Letter {
  readonly title: string
  readonly number: string
  readonly date: string | null
  /** in red below the number, such as DRAFT */
  readonly stamp?: string | undefined
  readonly sender: ReadonlyArray<string>
  readonly receiverLabel: string
  readonly receiver: ReadonlyArray<string>
  readonly facts: ReadonlyArray<LetterFact>
  readonly head: ReadonlyArray<string>
  /** the number of columns with text, from the left; the others are figures */
  readonly textColumns: number
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** the last one is the total */
  readonly totals: ReadonlyArray<Fact>
  readonly notes: ReadonlyArray<string>
  /** at the foot of every page: how to pay, and the place of the services */
  readonly foot?: ReadonlyArray<string>
  readonly place?: string
}
/** Font sizes, and the left margin. */
export interface LetterSizes {
  readonly text: number
  readonly title: number
  readonly number: number
  readonly label: number
  readonly left: number
}

const lines = (texts: ReadonlyArray<string>, strong = true): Array<Content> => texts.map((text, n) => ({ text, bold: strong && n === 0 }))
const right = (text: string, more: object = {}): TableCell => ({ text, alignment: "right", ...more })

const definition = (of: Letter, sizes: LetterSizes): TDocumentDefinitions => ({
  info: { title: `${of.title} ${of.number}` },
  pageMargins: [sizes.left, 48, 48, 64],
  defaultStyle: { font: "Roboto", fontSize: sizes.text, color: ink, lineHeight: 1.2 },
  background: (_page, { height }) => ({ canvas: [{ type: "rect", x: 0, y: 0, w: 8, h: height, color: letterAccent }] }),
  footer: (page, pages) => ({
    columns: [
      { stack: [...(of.foot ?? [])], width: "*" },
      {
        stack: [`${of.number}, page ${page} of ${pages}`, ...(of.place === undefined ? [] : [of.place])],
        width: "auto",
        alignment: "right",
      },
    ],
    columnGap: 24,
    color: quiet,
    fontSize: 8.5,
    margin: [sizes.left, 16, 48, 0],
  }),
  content: [
    {
      columns: [
        { stack: of.sender.map((text, n): Content => (n === 0 ? { text, bold: true, fontSize: sizes.text + 3 } : text)), width: "*" },
        {
          width: "auto",
          alignment: "right",
          stack: [
            { text: of.title, fontSize: sizes.title, bold: true },
            { text: of.number, fontSize: sizes.number },
            ...(of.date === null ? [] : [of.date]),
            ...(of.stamp === undefined
              ? []
              : [{ text: of.stamp, fontSize: 16, bold: true, color: red, margin: [0, 6, 0, 0] as [number, number, number, number] }]),
          ],
        },
      ],
    },
    {
      margin: [0, 28, 0, 22],
      columnGap: 22,
      columns: [
        { width: "*", stack: [{ text: of.receiverLabel, color: quiet, fontSize: sizes.label }, ...lines(of.receiver)] },
        ...of.facts.map(({ label, lines: values }) => ({
          width: "auto",
          stack: [{ text: label, color: quiet, fontSize: sizes.label }, ...lines(values, label === "Due")],
        })),
      ],
    },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: of.head.map((_, n) => (n === 0 ? "*" : "auto")),
        body: [
          of.head.map((text, n): TableCell => ({ text, color: quiet, alignment: n < of.textColumns ? "left" : "right" })),
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
export const letterPdf = (letter: Letter, sizes: LetterSizes, createdAt: string): Effect.Effect<Uint8Array> => pdf(definition(letter, sizes), { createdAt })
