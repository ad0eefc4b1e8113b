/** How spending is searched. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { expenseList } from "./expense-requests/queries.ts"
import { ExpenseRequest } from "./expense-requests/expense-request.ts"
import { payableList } from "./payables/queries.ts"
import { Payable } from "./payables/payable.ts"
import { paymentRunList } from "./payment-runs/queries.ts"
import { PaymentRun } from "./payment-runs/payment-run.ts"
import { pettyCashList } from "./petty-cash/queries.ts"
import { PettyCashRequest } from "./petty-cash/request.ts"
import { transactions } from "./transactions/resource.ts"
import { Transaction } from "./transactions/transaction.ts"

export const financeSearch: ReadonlyArray<SearchSource> = [
  {
    record: ExpenseRequest,
    label: "Expense request",
    heading: "Expense requests",
    call: "/api/expense-requests",
    list: expenseList,
    alias: "r",
    words: (r) => [`${r}.request_number`, `${r}.description`, `${r}.business_purpose`],
    number: "r.request_number",
    title: "r.description",
    detail: "r.status",
    site: "s.code",
    screen: (who) => (holdsAny(who, FINANCE) ? "/financial?tab=expenses&open=:id" : "/expenses?open=:id"),
  },
  {
    record: PettyCashRequest,
    label: "Petty cash request",
    heading: "Petty cash requests",
    call: "/api/crm/petty-cash-requests",
    list: pettyCashList,
    alias: "r",
    words: (r) => [`${r}.request_number`, `${r}.purpose`, `${r}.notes`],
    number: "r.request_number",
    title: "r.purpose",
    detail: "r.status",
    site: "s.code",
    screen: "/marketing?tab=petty-cash&open=:id",
  },
  {
    record: Payable,
    label: "Bill",
    heading: "Bills",
    call: "/api/accounts-payable",
    list: payableList,
    alias: "r",
    words: (r) => [`${r}.bill_number`, `${r}.invoice_number`, `${r}.description`],
    number: "r.bill_number",
    title: "v.name || ' · ' || r.invoice_number",
    detail: "r.description",
    site: "s.code",
    screen: "/financial?tab=vendors&view=bills&open=:id",
  },
  {
    record: PaymentRun,
    label: "Payment run",
    heading: "Payment runs",
    call: "/api/payment-runs",
    list: paymentRunList,
    alias: "r",
    words: (r) => [`${r}.run_number`, `${r}.reference`, `${r}.notes`],
    number: "r.run_number",
    title: "'Payment run of ' || to_char(r.payment_date, 'YYYY-MM-DD')",
    detail: "r.status",
    screen: "/financial?tab=vendors&view=payments&open=:id",
  },
  {
    record: Transaction,
    label: "Transaction",
    heading: "Transactions",
    call: "/api/transactions",
    list: transactions.shape,
    alias: "r",
    words: (r) => [`${r}.transaction_number`, `${r}.description`, `${r}.reference_number`],
    number: "r.transaction_number",
    title: "r.description",
    detail: "r.status",
    screen: "/financial?tab=transactions&open=:id",
  },
]
