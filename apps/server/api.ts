/** Every module's contract in one. */
import { HttpApi, OpenApi } from "effect/http-api"
import { AuditGroup } from "@ops/audit/contract.ts"
import { EvidenceGroup } from "@ops/audit/evidence/contract.ts"
import { SealsGroup } from "@ops/audit/seals/contract.ts"
import { InvoicesGroup, MealBillingGroup } from "@ops/billing/contract.ts"
import { MenusGroup } from "@ops/catering/contract.ts"
import { RecipesGroup } from "@ops/catering/recipes/contract.ts"
import { ClientsGroup, ContractTermsGroup, ProjectHeadsGroup } from "@ops/clients/contract.ts"
import { ConstructionBillingGroup } from "@ops/construction/billing/contract.ts"
import { ConstructionBudgetGroup } from "@ops/construction/budget/contract.ts"

import { ProspectsGroup } from "@ops/crm/contract.ts"
import { MarketingGroup } from "@ops/crm/marketing/contract.ts"
import { AssigneesGroup } from "@ops/facilities/assignees/contract.ts"
import { SlaGroup } from "@ops/facilities/service-levels/contract.ts"
import { FacilitiesBillingGroup } from "@ops/facilities/billing/contract.ts"
import { ApprovalLimitsGroup } from "@ops/finance/approval-limits/contract.ts"
import { ExpensesGroup } from "@ops/finance/expense-categories/contract.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { FinanceOverviewGroup } from "@ops/finance/overview/contract.ts"
import { payables } from "@ops/finance/payables/resource.ts"
import { paymentRuns } from "@ops/finance/payment-runs/resource.ts"
import { pettyCash } from "@ops/finance/petty-cash/resource.ts"
import { pettyCashFloats } from "@ops/finance/petty-cash-floats/resource.ts"
import { MealsGroup } from "@ops/meals/contract.ts"
import { AuthGroup, SignInGroup, UsersGroup } from "@ops/identity/contract.ts"
import { LedgerGroup } from "@ops/ledger/contract.ts"
import { GeneralLedgerGroup } from "@ops/ledger/general-ledger/contract.ts"
import { PeriodsGroup } from "@ops/ledger/periods/contract.ts"
import { RevaluationsGroup } from "@ops/ledger/revaluations/contract.ts"
import { TaxReportsGroup } from "@ops/ledger/taxes/contract.ts"
import { TiesGroup } from "@ops/ledger/checks/contract.ts"
import { StatementsGroup } from "@ops/ledger/statements/contract.ts"
import { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import { ExplainGroup } from "@ops/platform/http/explain-contract.ts"
import { ImportsGroup } from "@ops/platform/imports/contract.ts"
import { LiveGroup } from "@ops/platform/http/live/live-contract.ts"
import { documentAsOf } from "@ops/platform/http/as-of.ts"
import { MailGroup } from "@ops/platform/mail/contract.ts"
import { version } from "@ops/platform/version.ts"
import { KioskGroup } from "@ops/people/kiosk/contract.ts"
import { StaffGroup } from "@ops/people/contract.ts"
import { LeaveGroup } from "@ops/people/leave/contract.ts"
import { PayrollGroup } from "@ops/payroll/contract.ts"
import { SettlementGroup } from "@ops/payroll/settlements/contract.ts"
import { AcknowledgementGroup } from "@ops/procurement/acknowledgements/contract.ts"
import { ProcurementGroup } from "@ops/procurement/budgets/contract.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import { ApprovalsGroup } from "@ops/reporting/approvals/contract.ts"
import { AnalyticsGroup } from "@ops/reporting/analytics/contract.ts"
import { ReportingGroup } from "@ops/reporting/contract.ts"
import { MarginGroup } from "@ops/reporting/margin/contract.ts"
import { MoneyGroup } from "@ops/reporting/money/contract.ts"
import { MonthEndGroup } from "@ops/reporting/month-end/contract.ts"
import { ReportSchedulesGroup } from "@ops/reporting/schedules/contract.ts"
import { SavedViewsGroup, SearchGroup } from "@ops/search/contract.ts"
import { CompanyGroup, SitesGroup } from "@ops/sites/contract.ts"
import { StockGroup } from "@ops/stock/contract.ts"
import { resources } from "./modules.ts"
import { DemoGroup } from "./demo/demo-contract.ts"

type ResourceGroup = (typeof resources)[number]["group"]
const resourceGroups = resources.map(({ group }) => group) as [ResourceGroup, ...ReadonlyArray<ResourceGroup>]

export class Api extends HttpApi.make("ops")
  .add(SignInGroup)
  .add(AuthGroup)
  .add(UsersGroup)
  .add(CompanyGroup)
  .add(SitesGroup)
  .add(ReportingGroup)
  .add(AnalyticsGroup)
  .add(MarginGroup)
  .add(MonthEndGroup)
  .add(MoneyGroup)
  .add(ReportSchedulesGroup)
  .add(ApprovalsGroup)
  .add(ProcurementGroup)
  .add(purchaseRequests.group)
  .add(AcknowledgementGroup)
  .add(StockGroup)
  .add(ClientsGroup)
  .add(ContractTermsGroup)
  .add(ProjectHeadsGroup)
  .add(MealsGroup)
  .add(RecipesGroup)
  .add(MenusGroup)
  .add(LedgerGroup)
  .add(StatementsGroup)
  .add(GeneralLedgerGroup)
  .add(PeriodsGroup)
  .add(TiesGroup)
  .add(RevaluationsGroup)
  .add(TaxReportsGroup)
  .add(InvoicesGroup)
  .add(MealBillingGroup)
  .add(ExpensesGroup)
  .add(expenseRequests.group)
  .add(PayrollGroup)
  .add(SettlementGroup)
  .add(payables.group)
  .add(paymentRuns.group)
  .add(pettyCash.group)
  .add(pettyCashFloats.group)
  .add(FinanceOverviewGroup)
  .add(ApprovalLimitsGroup)
  .add(AttachmentsGroup)
  .add(ImportsGroup)
  .add(StaffGroup)
  .add(LeaveGroup)
  .add(KioskGroup)
  .add(ConstructionBudgetGroup)
  .add(ConstructionBillingGroup)
  .add(ProspectsGroup)
  .add(MarketingGroup)
  .add(AssigneesGroup)
  .add(SlaGroup)
  .add(FacilitiesBillingGroup)
  .add(MailGroup)
  .add(AuditGroup)
  .add(EvidenceGroup)
  .add(SealsGroup)
  .add(ExplainGroup)
  .add(SearchGroup)
  .add(SavedViewsGroup)
  .add(LiveGroup)
  .add(DemoGroup)
  .add(...resourceGroups)
  .annotateMerge(OpenApi.annotations({ title: "Field Office", version, transform: documentAsOf })) {}
