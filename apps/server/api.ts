/** The contracts of all modules combined. */
import { HttpApi, OpenApi } from "effect/http-api"
import { AuditGroup } from "@ops/audit/contract.ts"
import { EvidenceGroup } from "@ops/audit/evidence/contract.ts"
import { SealsGroup } from "@ops/audit/seals/contract.ts"
import { AccrualsGroup, InvoicesGroup, MealBillingGroup } from "@ops/billing/contract.ts"
import { RecipesGroup } from "@ops/catering/recipes/contract.ts"
import { BadgesGroup } from "@ops/clients/badges/contract.ts"
import { ProjectHeadsGroup } from "@ops/clients/contract.ts"
import { CalendarFeedGroup, CalendarsGroup } from "@ops/connections/calendars/contract.ts"
import { ConstructionBillingGroup } from "@ops/construction/billing/contract.ts"
import { ConstructionBudgetGroup } from "@ops/construction/budget/contract.ts"

import { prospectActivities } from "@ops/crm/prospects/activities.ts"
import { prospects } from "@ops/crm/prospects/resource.ts"
import { MarketingGroup } from "@ops/crm/marketing/contract.ts"
import { AssigneesGroup } from "@ops/facilities/assignees/contract.ts"
import { SlaGroup } from "@ops/facilities/service-levels/contract.ts"
import { FacilitiesBillingGroup } from "@ops/facilities/billing/contract.ts"
import { ApprovalLimitsGroup } from "@ops/finance/approval-limits/contract.ts"
import { ExpensesGroup } from "@ops/finance/expense-categories/contract.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { FinanceOverviewGroup } from "@ops/finance/overview/contract.ts"
import { payables } from "@ops/finance/payables/resource.ts"
import { bankAccounts } from "@ops/finance/bank/accounts/resource.ts"
import { bankLines } from "@ops/finance/bank/lines/resource.ts"
import { bankStatements } from "@ops/finance/bank/statements/resource.ts"
import { paymentRuns } from "@ops/finance/payment-runs/resource.ts"
import { pettyCash } from "@ops/finance/petty-cash/resource.ts"
import { pettyCashFloats } from "@ops/finance/petty-cash-floats/resource.ts"
import { FieldPacketsGroup } from "@ops/field/contract.ts"
import { DayLinksGroup } from "@ops/field/signed-days/resource.ts"
import { MealsGroup } from "@ops/meals/contract.ts"
import { areaOf } from "@ops/identity/token-areas.ts"
import { AuthGroup, SignInGroup, UsersGroup } from "@ops/identity/contract.ts"
import { LedgerGroup } from "@ops/ledger/contract.ts"
import { GeneralLedgerGroup } from "@ops/ledger/general-ledger/contract.ts"
import { PeriodsGroup } from "@ops/ledger/periods/contract.ts"
import { ChangesGroup } from "@ops/ledger/changes/contract.ts"
import { RevaluationsGroup } from "@ops/ledger/revaluations/contract.ts"
import { TaxReportsGroup } from "@ops/ledger/taxes/contract.ts"
import { TiesGroup } from "@ops/ledger/checks/contract.ts"
import { StatementsGroup } from "@ops/ledger/statements/contract.ts"
import { levels } from "@ops/platform/access/levels.ts"
import { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import { ExplainGroup } from "@ops/platform/http/explain-contract.ts"
import { ImportsGroup } from "@ops/platform/imports/contract.ts"
import { LiveGroup } from "@ops/platform/http/live/live-contract.ts"
import { finishDocument } from "@ops/platform/http/openapi/document.ts"
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
import { LandingGroup, ReportingGroup } from "@ops/reporting/contract.ts"
import { MarginGroup } from "@ops/reporting/margin/contract.ts"
import { MoneyGroup } from "@ops/reporting/money/contract.ts"
import { MonthEndGroup } from "@ops/reporting/month-end/contract.ts"
import { ReportSchedulesGroup } from "@ops/reporting/schedules/contract.ts"
import { SavedViewsGroup, SearchGroup } from "@ops/search/contract.ts"
import { CompanyGroup } from "@ops/sites/contract.ts"
import { StockGroup } from "@ops/stock/contract.ts"
import { resources } from "./modules.ts"
import { DemoGroup } from "./demo/demo-contract.ts"

type ResourceGroup = (typeof resources)[number]["group"]
const resourceGroups = resources.map(({ group }) => group) as [ResourceGroup, ...ReadonlyArray<ResourceGroup>]

const areaText = (group: Parameters<typeof areaOf>[0]) => `Personal tokens: \`${areaOf(group)}:read\`, \`${areaOf(group)}:write\`.`

const info = { contact: { name: "The administrators of your company" }, license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" } }

const introduction = `Everything that people do on the screens of Field Office is a call of this API.

**Signing in.** A program sends a personal token, made on the page of your own account: \`Authorization: Bearer …\`. It may do what its
person may, within the areas it was made for. Calls that change something also need \`X-Ops-Client: 1\`.

**Values.** Amounts and quantities are decimal texts (\`"1234.50"\`), days \`2026-11-26\`, moments ISO 8601. Business days are Juba's. Fields that
a call does not know are refused. Empty text and null stand for none where a value may be missing.

**Lists** take filters, \`sort\`, \`limit\` and \`cursor\`, and say in \`x-total-count\` how many there are, or 10000 with \`x-total-more\` where there are more, and in \`x-next-cursor\` where the next page begins; \`format=csv\` or \`xlsx\` gives a file.
Every reading call takes \`asOf\` and answers as of that moment of the past.

**Changes** take \`Idempotency-Key\`: the same request under the same key is written once and answered alike, so a program may send it again
whenever it has no answer. \`version\` says which version of the record was looked at.

**Refusals** are one sentence in plain text that a person can act on. With \`Accept: application/problem+json\` they are problem details (RFC 9457) with
the same sentence as \`detail\`. \`x-request-id\` names the request.

**Levels** of access are numbers: ${levels.map(({ level, name }) => `${level} ${name}`).join(", ")}.`

const calls = HttpApi.make("ops")
  .add(SignInGroup)
  .add(AuthGroup)
  .add(UsersGroup)
  .add(CompanyGroup)
  .add(ReportingGroup)
  .add(LandingGroup)
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
  .add(ProjectHeadsGroup)
  .add(BadgesGroup)
  .add(MealsGroup)
  .add(FieldPacketsGroup)
  .add(DayLinksGroup)
  .add(RecipesGroup)
  .add(LedgerGroup)
  .add(StatementsGroup)
  .add(GeneralLedgerGroup)
  .add(PeriodsGroup)
  .add(TiesGroup)
  .add(RevaluationsGroup)
  .add(ChangesGroup)
  .add(TaxReportsGroup)
  .add(AccrualsGroup)
  .add(InvoicesGroup)
  .add(MealBillingGroup)
  .add(ExpensesGroup)
  .add(expenseRequests.group)
  .add(PayrollGroup)
  .add(SettlementGroup)
  .add(payables.group)
  .add(paymentRuns.group)
  .add(bankAccounts.group)
  .add(bankStatements.group)
  .add(bankLines.group)
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
  .add(prospects.group)
  .add(prospectActivities.group)
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
  .add(CalendarsGroup)
  .add(CalendarFeedGroup)
  .add(DemoGroup)
  .add(...resourceGroups)

export class Api extends calls.annotateMerge(
  OpenApi.annotations({
    title: "Field Office",
    version,
    description: introduction,
    servers: [{ url: "/", description: "The server that this document describes" }],
    transform: (document) => finishDocument(calls, areaText, info, document),
  }),
) {}
