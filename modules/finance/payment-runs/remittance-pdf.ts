/** A remittance advice or withholding certificate as a PDF of A4 pages. The same document and instant give the same bytes. */
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { pdf } from "@ops/platform/documents/pdf.ts"
import type { PaymentDocument } from "./remittance.ts"

const ink = "#1c1d1f"
const quiet = "#60646c"
const rule = "#dcdde0"

const lines = (texts: ReadonlyArray<string>): Array<Content> => texts.map((text, n) => ({ text, bold: n === 0 }))
const right = (text: string, more: object = {}): TableCell => ({ text, alignment: "right", ...more })

const definition = (of: PaymentDocument): TDocumentDefinitions => ({
  info: { title: `${of.title} ${of.number}` },
  pageMargins: [48, 48, 48, 56],
  defaultStyle: { font: "Roboto", fontSize: 9.5, color: ink, lineHeight: 1.2 },
  footer: (page, pages) => ({ text: `${of.number}, page ${page} of ${pages}`, color: quiet, fontSize: 8, alignment: "right", margin: [48, 16, 48, 0] }),
  content: [
    {
      columns: [
        [
          { text: of.title, fontSize: 20, bold: true },
          { text: of.number, fontSize: 12 },
        ],
        { stack: lines(of.sender), alignment: "right" },
      ],
    },
    {
      margin: [0, 24, 0, 24],
      columns: [
        [{ text: of.receiverLabel, color: quiet, fontSize: 8.5 }, ...lines(of.receiver)],
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
              const look = { bold: isTotal, fontSize: isTotal ? 12 : 9.5 }
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

/** `createdAt` is stored in the file: the time of execution, so that creating it again gives the same bytes. */
export const paymentPdf = (document: PaymentDocument, createdAt: string) => pdf(definition(document), { createdAt })
