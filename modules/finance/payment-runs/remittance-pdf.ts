/** A remittance advice or withholding certificate as a PDF of A4 pages. The same document and instant give the same bytes. */
import { letterPdf } from "@ops/platform/documents/letter.ts"
import type { PaymentDocument } from "./remittance.ts"

const sizes = { text: 9.5, title: 20, number: 12, label: 8.5, left: 48 }

/** `createdAt` is stored in the file: the time of execution, so that creating it again gives the same bytes. */
export const paymentPdf = (document: PaymentDocument, createdAt: string) => letterPdf(document, sizes, createdAt)
