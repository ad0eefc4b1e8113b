/** For which documents evidence packs exist, for whom, and which of the documents they may see, as declared by their modules. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { APPROVERS, FINANCE } from "@ops/platform/access/rule.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import type { Evident } from "@ops/audit/evidence/evidence.ts"
import { payments, settlesOneSite } from "@ops/billing/payments/resource.ts"
import { anyInvoice } from "@ops/billing/queries.ts"
import { contracts } from "@ops/clients/contracts/resource.ts"
import { PRICES } from "@ops/clients/permissions.ts"
import { journalEntries, whollyOfSite } from "@ops/ledger/journal-entries/resource.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"

const bills: ReadonlyArray<Permission> = ["invoices.manage", "finance.departmental"]

/** Events can only be proven as a whole, so there is no evidence for a record that the person may see only in part. */
const narrowed = (shape: ListShape, more: ReadonlyArray<Condition>): ListShape => ({ ...shape, where: [...(shape.where ?? []), ...more] })

/** By kind of record; a credit note is an invoice. */
export const evident: Readonly<Record<string, Evident>> = {
  invoice: { may: bills, list: anyInvoice },
  payment: { may: bills, list: (who) => narrowed(payments.shape(who), settlesOneSite(who)) },
  journal_entry: { may: FINANCE, list: (who) => narrowed(journalEntries.shape(who), whollyOfSite(who)) },
  purchase_request: { may: [...APPROVERS, ...FINANCE], list: purchaseRequests.shape },
  client_contract: { may: PRICES, list: contracts.shape },
}
