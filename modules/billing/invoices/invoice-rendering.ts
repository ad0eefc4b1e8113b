/** The PDF of an invoice: created once, stored by its SHA-256, and served byte for byte from then on. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Database, type DatabaseError, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { documentBytes, keepDocument } from "@ops/platform/documents/document.ts"
import { conflict, notFound } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { Invoice, nameOf, type Rendered } from "./invoice.ts"
import { invoiceDocument } from "./invoice-document.ts"
import { invoicePdf } from "./invoice-pdf.ts"

export const pdfType = "application/pdf"

const invoiceSql = sql(
  { ...stateColumns(Invoice), siteName: col.text, creditOfNumber: col.nullable(col.text) },
  `select ${Invoice.state("r")}, s.name as "siteName", (select o.invoice_number from invoice o where o.id = r.credit_of) as "creditOfNumber"
   from invoice r join site s on s.id = r.site_id where r.id = $1`,
)

/** The document of an invoice in its current state. Refused (404) if there is none. */
export const documentOf = (id: number) =>
  Effect.gen(function* () {
    const [row] = yield* statement(invoiceSql, [id])
    if (!row) return yield* Effect.fail(notFound(`Invoice ${id} does not exist`))
    const { siteName, creditOfNumber, ...invoice } = row
    return { invoice, document: invoiceDocument(invoice, { name: siteName }, creditOfNumber) }
  })

/**
 * The PDF of an invoice: the one first created, if any. A draft is rendered each time, and not stored. 409 for a discarded draft, and if the first PDF is
 * lost and cannot be recreated byte for byte.
 */
export const rendered = (id: number) =>
  Effect.gen(function* () {
    const { invoice, document } = yield* documentOf(id)
    const { pdfSha256, issueDate, createdAt } = invoice
    if (invoice.status === "discarded") return yield* Effect.fail(conflict("This draft was discarded"))
    const known = pdfSha256 === null ? undefined : yield* documentBytes(pdfSha256)
    if (known) return { invoice, bytes: known }
    const bytes = yield* invoicePdf(document, `${issueDate ?? createdAt.slice(0, 10)}T00:00:00.000Z`)
    if (pdfSha256 !== null && digest(bytes) !== pdfSha256) {
      return yield* Effect.fail(conflict(`The PDF of ${nameOf(invoice)} as issued is missing, and this version would render it differently`))
    }
    return { invoice, bytes }
  })
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** Stores a PDF, so that what was sent or downloaded can be shown again. */
export const kept = (bytes: Uint8Array): Effect.Effect<Rendered, DatabaseError, Database> =>
  Effect.map(keepDocument(bytes, pdfType), (sha256) => ({ sha256, bytes: bytes.length }))
