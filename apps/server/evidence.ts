/** Of which documents evidence is given, to whom, and which of them they may see: as their modules have it. */
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

/** Events are proven whole, so there is no evidence of a record of which the person sees a part only. */
const narrowed = (shape: ListShape, more: ReadonlyArray<Condition>): ListShape => ({ ...shape, where: [...(shape.where ?? []), ...more] })

/** By kind of record; a credit note is an invoice. */
export const evident: Readonly<Record<string, Evident>> = {
  invoice: { may: bills, list: anyInvoice },
  payment: { may: bills, list: (who) => narrowed(payments.shape(who), settlesOneSite(who)) },
  journal_entry: { may: FINANCE, list: (who) => narrowed(journalEntries.shape(who), whollyOfSite(who)) },
  purchase_request: { may: [...APPROVERS, ...FINANCE], list: purchaseRequests.shape },
  client_contract: { may: PRICES, list: contracts.shape },
}
