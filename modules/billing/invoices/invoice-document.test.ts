import { Effect } from "effect"
import { extractText } from "unpdf"
import { expect, test } from "vitest"
import type { Row } from "@ops/platform/records/record.ts"
import { type Invoice, sellerOf } from "./invoice.ts"
import { invoiceDocument } from "./invoice-document.ts"
import { invoiceHtml } from "./invoice-html.ts"
import { invoicePdf } from "./invoice-pdf.ts"

const bill: Row<typeof Invoice> = {
  id: 12,
  version: 2,
  createdAt: "2026-11-21T08:00:00.000Z",
  updatedAt: "2026-11-21T08:00:00.000Z",
  kind: "meal",
  invoiceNumber: "INV-2026-00012",
  issueDate: "2026-11-21",
  rate: 130_000,
  status: "issued",
  siteId: 1,
  clientId: 1,
  contractId: 1,
  projectId: null,
  client: { name: "Nile <b>Works</b> & Sons", address: "Plot 4\nJuba", email: "pay@nile.example" },
  seller: { name: "Field Office", address: "Juba, South Sudan", email: null },
  billingPeriod: "October 2026",
  billingType: "monthly",
  periodStart: "2026-10-01",
  periodEnd: "2026-10-31",
  dueDate: "2026-12-21",
  currency: "SSP",
  staffCount: 0,
  mealsServed: 11_160,
  mealsMissed: 0,
  lines: Array.from({ length: 60 }, (_, n) => ({ description: `Lunch ${n + 1}`, quantity: 186, unitPrice: 7_800_000, amount: 1_450_800_000, taxRate: 1800 })),
  taxCode: "SALES",
  taxes: [{ rate: 1800, net: 87_048_000_000, tax: 15_668_640_000 }],
  subtotalAmount: 87_048_000_000,
  taxAmount: 15_668_640_000,
  totalAmount: 102_716_640_000,
  template: "standard",
  notes: "",
  overrideReason: null,
  runId: null,
  planDigest: null,
  creditOf: null,
  replaces: null,
  generatedBy: null,
  paidAmount: 0,
  paidDate: null,
  creditedAmount: 0,
  payments: [],
  creditNotes: [],
  mailings: [],
  sentAt: null,
  pdfSha256: null,
}
const site = { name: "Juba office" }
const textOf = async (document: ReturnType<typeof invoiceDocument>) => {
  const bytes = await Effect.runPromise(invoicePdf(document, "2026-11-21T00:00:00.000Z"))
  return extractText(new Uint8Array(bytes), { mergePages: false })
}
/** Contents required in both forms. */
const said = [
  "INV-2026-00012",
  "October 2026",
  "21 November 2026",
  "USD 1 = SSP 1,300.00",
  "Lunch 60",
  "14,508,000.00",
  "Sales tax 18%",
  "156,686,400.00",
  "Total due, SSP",
  "1,027,166,400.00",
  "21 December 2026",
  "30 days",
]

test("the page shows the invoice and escapes user input", () => {
  const html = invoiceHtml(invoiceDocument(bill, site))
  for (const words of [...said, "Nile &lt;b&gt;Works&lt;/b&gt; &amp; Sons"]) expect(html).toContain(words)
  expect(html).not.toMatch(/<b>Works|DRAFT|<script|https?:/)
})

test("the PDF shows the same content on as many pages as needed, each with header, site and number", async () => {
  const { totalPages, text } = await textOf(invoiceDocument(bill, site))
  expect(totalPages).toBe(3)
  const whole = text.join(" ")
  for (const words of [...said, "Nile <b>Works</b> & Sons"]) expect(whole).toContain(words)
  for (const [n, page] of text.entries()) {
    expect(page).toContain(`INV-2026-00012, page ${n + 1} of 3`)
    expect(page).toContain("Juba office")
  }
  expect(text.filter((page) => page.includes("Price")).length).toBeGreaterThan(1)
  expect(whole).not.toContain("DRAFT")
})

test("a draft is marked as such in both, and has no number or date yet", async () => {
  const draft = invoiceDocument({ ...bill, invoiceNumber: null, issueDate: null, rate: null, status: "draft" }, site)
  const { text } = await textOf(draft)
  for (const form of [invoiceHtml(draft), text.join(" ")]) {
    expect(form).toContain("DRAFT")
    expect(form).toContain("Draft 12")
    expect(form).not.toContain("21 November 2026")
  }
})

test("a credit note shows what it credits and why, and requests no payment", () => {
  const note = invoiceDocument({ ...bill, kind: "credit_note", invoiceNumber: "CN-2026-00001", notes: "Wrong price" }, site, "INV-2026-00012")
  const html = invoiceHtml(note)
  for (const words of ["Credit note", "CN-2026-00001", "Credited, SSP", "reduces invoice INV-2026-00012 by", "Reason: Wrong price"])
    expect(html).toContain(words)
  expect(html).not.toMatch(/>Due</)
})

test("an invoice shows the company's name, tax number and bank details from the settings; a credit note shows no bank details", async () => {
  const company = { name: "Nile Services", address: "Juba", email: "office@nile.example", taxNumber: "100-234-567", bank: "Nile Commercial Bank\n0011-2233" }
  const seller = sellerOf(company as Parameters<typeof sellerOf>[0])
  const invoice = invoiceDocument({ ...bill, seller }, site)
  const pdf = (await textOf(invoice)).text.join(" ")
  for (const words of ["Nile Services", "office@nile.example", "Tax number 100-234-567", "Pay to: Nile Commercial Bank, 0011-2233"]) {
    expect(invoiceHtml(invoice)).toContain(words)
    expect(pdf).toContain(words)
  }
  expect(invoiceDocument({ ...bill, seller, kind: "credit_note" }, site, "INV-1").foot).toEqual([])
  expect(sellerOf(undefined)).toEqual({ name: "Field Office", address: "", email: null })
})
