import { billingRuns } from "./billing-run.ts"
import { clientAccounts } from "./client-account.ts"
import { billingChecks, billingTies } from "./closing.ts"
import { invoices } from "./invoice.ts"
import { payments } from "./payment.ts"
import { planTables } from "./plan.ts"
import { billingConsequences } from "./postings.ts"
import { setupBilling } from "./setup.ts"

export const billingModule = {
  streams: [invoices, payments, clientAccounts, billingRuns],
  consequences: billingConsequences,
  views: [],
  tables: planTables,
  reactors: [],
  closing: billingChecks,
  ties: billingTies,
  setup: setupBilling,
}
