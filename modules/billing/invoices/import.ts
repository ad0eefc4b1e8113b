/** Invoices of the earlier books that are still open, from a file: `ops import open-invoices`. They keep their numbers and dates. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { command, find, forbidden, invalid, newId } from "@ops/platform/records/command.ts"
import { BusinessDate, DocumentNumber, label, Literals, Money, Optional, positive, Ref, SiteName, Text, withDefault } from "@ops/platform/records/field.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { activeClient } from "@ops/clients/client.ts"
import { takingOver } from "@ops/ledger/openings/opening.ts"
import { siteOf } from "@ops/sites/site.ts"
import { dollarIn, InvoiceDrafted, InvoiceIssued, invoices, seller } from "./invoice.ts"

const open = {
  clientId: Ref("client"),
  siteId: SiteName,
  invoiceNumber: DocumentNumber,
  invoiceDate: BusinessDate,
  dueDate: BusinessDate,
  /** what is still open, including tax */
  amount: label("Open amount", positive(Money)),
  /** null means that of the client */
  currency: Optional(Literals("USD", "SSP")),
  notes: withDefault("", Text()),
}

const openInvoice = command("invoice.take_over", "Take over an open invoice of the earlier books", open, function* (input, by) {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can create invoices")
  const { invoiceNumber, invoiceDate, dueDate, amount, notes } = input
  if (invoiceDate > by.today) throw invalid("Invoice date cannot be in the future")
  if (dueDate < invoiceDate) throw invalid("Due date must be on or after the invoice date")
  if (/^(INV|CN)-\d{4}-\d+$/i.test(invoiceNumber))
    throw invalid(`${invoiceNumber} is a number that new invoices get here. Add a letter, such as A-${invoiceNumber}`)
  if (yield* find(invoices, { invoiceNumber }, { expected: false })) throw invalid("Another invoice has this number")
  const [client, site] = [yield* activeClient(input.clientId), yield* siteOf(input.siteId, by)]
  const currency = input.currency ?? client.currency
  const id = yield* newId(invoices)
  const draft = InvoiceDrafted({
    kind: "opening",
    siteId: site.id,
    clientId: client.id,
    contractId: null,
    projectId: null,
    client: { name: client.companyName, address: client.address ?? "", email: client.email },
    seller: yield* seller(),
    billingPeriod: `Open from ${invoiceDate}`,
    billingType: null,
    periodStart: null,
    periodEnd: null,
    dueDate,
    currency,
    staffCount: 0,
    mealsServed: 0,
    mealsMissed: 0,
    lines: [{ description: `Open amount of ${invoiceNumber}`, quantity: 1, unitPrice: amount, amount, taxRate: 0 }],
    taxCode: "NONE",
    taxes: [{ rate: 0, net: amount, tax: 0 }],
    subtotalAmount: amount,
    taxAmount: 0,
    totalAmount: amount,
    template: "standard",
    notes,
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: null,
    generatedBy: by.person,
  })
  const rate = yield* dollarIn(currency, invoiceDate)
  const issued = InvoiceIssued({ invoiceNumber, issueDate: invoiceDate, rate })
  return { id, changes: [invoices.at(id, draft), invoices.at(id, issued), ...(yield* takingOver(by))] }
})

export const openInvoices = importBy(
  { noun: ["open invoice", "open invoices"], path: "/api/open-invoices" },
  { command: openInvoice, access: { may: ["invoices.manage"], scope: "all" } },
)
