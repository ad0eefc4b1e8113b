/** Of which documents evidence is given, to whom, and which of them he sees: as their modules have it. */
import { APPROVERS, FINANCE } from "@ops/platform/access/rule.ts"
import type { Evident } from "@ops/audit/evidence.ts"
import { anyInvoice, paymentList } from "@ops/billing/queries.ts"
import { contractList, PRICES } from "@ops/clients/queries.ts"
import { entryList } from "@ops/ledger/queries.ts"
import { requestList } from "@ops/procurement/queries.ts"

const bills = ["invoices.manage", "finance.departmental"]

/** By kind of record; a credit note is an invoice. */
export const evident: Readonly<Record<string, Evident>> = {
  invoice: { may: bills, list: anyInvoice },
  payment: { may: bills, list: paymentList },
  journal_entry: { may: FINANCE, list: (who) => entryList(who) },
  purchase_request: { may: [...APPROVERS, ...FINANCE], list: requestList },
  client_contract: { may: PRICES, list: contractList },
}
