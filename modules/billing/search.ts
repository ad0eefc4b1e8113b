/** Search for invoices and payments. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Invoice } from "./invoices/invoice.ts"
import { payments } from "./payments/resource.ts"
import { invoiceList } from "./queries.ts"

export const billingSearch: ReadonlyArray<SearchSource> = [
  {
    record: Invoice,
    label: "Invoice",
    heading: "Invoices",
    call: "/api/invoices",
    list: (who) => ({ ...invoiceList(who), from: "invoice r join site s on s.id = r.site_id" }),
    alias: "r",
    words: (r) => [`${r}.invoice_number`, `${r}.client->>'name'`, `${r}.billing_period`],
    number: "r.invoice_number",
    title: "r.client->>'name'",
    detail: "r.billing_period || ' · ' || replace(r.status, '_', ' ')",
    site: "s.code",
    screen: "/invoices?view=all&open=:id",
  },
  {
    record: payments.stream.record,
    label: "Payment",
    heading: "Payments",
    call: "/api/payments",
    list: payments.shape,
    alias: "r",
    words: (r) => [`${r}.payment_number`, `${r}.reference`, `${r}.notes`],
    number: "r.payment_number",
    title: "c.company_name",
    detail: "coalesce(r.reference, to_char(r.date, 'YYYY-MM-DD'))",
    screen: "/invoices?view=receipts&open=:id",
  },
]
