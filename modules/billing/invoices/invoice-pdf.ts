/** An invoice as a PDF of A4 pages. The same document and instant give the same bytes. */
import type { Content } from "pdfmake/interfaces.js"
import { letterPdf } from "@ops/platform/documents/letter.ts"
import type { InvoiceDocument } from "./invoice-document.ts"

/** The chip of the site, in the margin of every page. */
const chip = ({ code, colour }: InvoiceDocument["site"]): Content => [
  { canvas: [{ type: "rect", x: 0, y: 0, w: 24, h: 15, r: 2, color: colour }], absolutePosition: { x: 20, y: 48 } },
  { text: code, color: "#ffffff", bold: true, fontSize: 10, absolutePosition: { x: 25, y: 50 } },
]
const sizes = { text: 10, title: 22, number: 13, label: 9, left: 56 }

/** The bytes of a document. `createdAt` is stored in the file: the time of issue, so that creating it again gives the same bytes. */
export const invoicePdf = ({ site, seller, client, currency, lines, totals, total, isDraft, ...of }: InvoiceDocument, createdAt: string) =>
  letterPdf(
    {
      ...of,
      stamp: isDraft ? "DRAFT" : undefined,
      sender: seller,
      receiverLabel: of.title === "Invoice" ? "Invoice to" : "Credit to",
      receiver: client,
      head: ["Description", "Quantity", `Price (${currency})`, `Amount (${currency})`],
      textColumns: 1,
      rows: lines.map(({ description, quantity, unitPrice, amount }) => [description, quantity, unitPrice, amount]),
      totals: [...totals, total],
    },
    sizes,
    createdAt,
    chip(site),
  )
