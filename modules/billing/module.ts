import type { MailAbout } from "@ops/platform/mail/about.ts"
import { defineModule } from "@ops/platform/module.ts"
import { mealAccruals } from "./accruals/accrual.ts"
import { mealsNotBilled } from "./accruals/queries.ts"
import { billingRuns } from "./meal-billing/billing-run.ts"
import { clientAccounts } from "./receivables/client-account.ts"
import { lateMeals } from "./late-meals/resource.ts"
import { billingChecks, billingTies } from "./closing.ts"
import { openInvoices } from "./invoices/import.ts"
import { invoices } from "./invoices/invoice.ts"
import { anyInvoice } from "./queries.ts"
import { payments } from "./payments/resource.ts"
import { planTables } from "./meal-billing/plan.ts"
import { billingConsequences } from "./postings.ts"
import { setupBilling } from "./setup.ts"

export const billingModule = defineModule({
  resources: [payments, lateMeals],
  streams: [invoices, clientAccounts, billingRuns, mealAccruals],
  consequences: billingConsequences,
  tables: planTables,
  closing: billingChecks,
  mailAbout: [
    { kind: "invoice", may: ["invoices.manage", "finance.departmental"], list: anyInvoice, resend: ["invoices.manage"] },
  ] satisfies ReadonlyArray<MailAbout>,
  ties: billingTies,
  notBilled: [mealsNotBilled],
  imports: [openInvoices],
  setup: setupBilling,
})
