/** An invoice as a PDF of A4 pages. The same document and instant give the same bytes. */
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { pdf } from "@ops/platform/documents/pdf.ts"
import type { InvoiceDocument } from "./invoice-document.ts"

const ink = "#1c1d1f"
const quiet = "#60646c"
const rule = "#dcdde0"
const stamp = "#9b1c1c"

const lines = (texts: ReadonlyArray<string>): Array<Content> => texts.map((text, n) => ({ text, bold: n === 0 }))

/** The chip of the site, in the margin of every page. */
const chip = ({ code, colour }: InvoiceDocument["site"]): Content => [
  { canvas: [{ type: "rect", x: 0, y: 0, w: 24, h: 15, r: 2, color: colour }], absolutePosition: { x: 20, y: 48 } },
  { text: code, color: "#ffffff", bold: true, fontSize: 10, absolutePosition: { x: 25, y: 50 } },
]

const definition = ({
  title,
  number,
  isDraft,
  site,
  seller,
  client,
  facts,
  currency,
  lines: items,
  totals,
  total,
  notes,
}: InvoiceDocument): TDocumentDefinitions => {
  const head = ["Description", "Quantity", `Price (${currency})`, `Amount (${currency})`]
  const body: Array<Array<TableCell>> = [
    head.map((text, column) => ({ text, bold: true, alignment: column === 0 ? "left" : "right" })),
    ...items.map(({ description, quantity, unitPrice, amount }) => [
      description,
      ...[quantity, unitPrice, amount].map((text): TableCell => ({ text, alignment: "right" })),
    ]),
  ]
  const sums = [...totals, total]
  return {
    info: { title: `${title} ${number}` },
    pageMargins: [56, 48, 48, 56],
    defaultStyle: { font: "Roboto", fontSize: 10, color: ink, lineHeight: 1.2 },
    background: () => chip(site),
    footer: (page, pages) => ({ text: `${number}, page ${page} of ${pages}`, color: quiet, fontSize: 8, alignment: "right", margin: [56, 16, 48, 0] }),
    content: [
      {
        columns: [
          [
            { text: title, fontSize: 22, bold: true },
            { text: number, fontSize: 13 },
            ...(isDraft ? [{ text: "DRAFT", fontSize: 16, bold: true, color: stamp, margin: [0, 6, 0, 0] as [number, number, number, number] }] : []),
          ],
          { stack: lines(seller), alignment: "right" },
        ],
      },
      {
        margin: [0, 24, 0, 24],
        columns: [
          [{ text: title === "Invoice" ? "Invoice to" : "Credit to", color: quiet, fontSize: 9 }, ...lines(client)],
          {
            width: "auto",
            table: {
              body: facts.map(
                ([label, value]): Array<TableCell> => [
                  { text: label, color: quiet },
                  { text: value, alignment: "right" },
                ],
              ),
            },
            layout: { defaultBorder: false, paddingTop: () => 1, paddingBottom: () => 1 },
          },
        ],
      },
      {
        table: { headerRows: 1, dontBreakRows: true, widths: ["*", "auto", "auto", "auto"], body },
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
              body: sums.map(([label, value], n): Array<TableCell> => {
                const isTotal = n === sums.length - 1
                return [label, value].map((text) => ({ text, alignment: "right", bold: isTotal, fontSize: isTotal ? 12 : 10 }))
              }),
            },
            // a rule above the total, a double one below
            layout: {
              vLineWidth: () => 0,
              hLineWidth: (line) => (line === sums.length - 1 ? 0.75 : line === sums.length ? 2 : 0),
              hLineColor: () => ink,
              paddingTop: () => 3,
              paddingBottom: () => 3,
            },
          },
        ],
      },
      { stack: notes.map((text) => ({ text, margin: [0, 0, 0, 4] })), margin: [0, 24, 0, 0] },
    ],
  }
}

/** The bytes of a document. `createdAt` is stored in the file: the time of issue, so that creating it again gives the same bytes. */
export const invoicePdf = (document: InvoiceDocument, createdAt: string) => pdf(definition(document), { createdAt })
