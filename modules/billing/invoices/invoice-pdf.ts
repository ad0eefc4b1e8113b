/** An invoice as a PDF of A4 pages. The same document and instant give the same bytes. */
import { letterPdf } from "@ops/platform/documents/letter.ts"
import type { InvoiceDocument } from "./invoice-document.ts"

const sizes = { text: 10, title: 20, number: 10, label: 10, left: 44 }

/** The bytes of a document. `createdAt` is stored in the file: the time of issue, so that creating it again gives the same bytes. */
export const invoicePdf = ({ site, seller, client, currency, lines, totals, total, isDraft, ...of }: InvoiceDocument, createdAt: string) =>
  letterPdf(
    {
      ...of,
      stamp: isDraft ? "DRAFT" : undefined,
      sender: seller,
      receiverLabel: of.title === "Invoice" ? "Billed to" : "Credited to",
      receiver: client,
      head: ["Description", "Quantity", "Price", currency],
      textColumns: 1,
      rows: lines.map(({ description, quantity, unitPrice, amount }) => [description, quantity, unitPrice, amount]),
      totals: [...totals, total],
      place: site,
    },
    sizes,
    createdAt,
  )
