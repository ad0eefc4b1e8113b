/** Records of finance with attached files: receipts, vouchers. Those who see a record may open its files. */
import { FINANCE, STAFF } from "@ops/platform/access/rule.ts"
import { type AttachedTo, inColumn } from "@ops/platform/documents/attachment.ts"
import { expenseList } from "./expense-requests/queries.ts"
import { payableList } from "./payables/queries.ts"
import { pettyCashList } from "./petty-cash/queries.ts"

export const financeFiles: ReadonlyArray<AttachedTo> = [
  { kind: "expense_request", may: STAFF, list: expenseList, has: inColumn("r.receipts") },
  { kind: "payable", may: FINANCE, list: payableList, has: inColumn("r.attachments") },
  { kind: "petty_cash_request", may: STAFF, list: pettyCashList, has: inColumn("r.receipts") },
]
