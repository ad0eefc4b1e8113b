/** Every module's contract in one. */
import { HttpApi, OpenApi } from "effect/http-api"
import { AlertsGroup } from "@ops/alerts/contract.ts"
import { AuditGroup } from "@ops/audit/contract.ts"
import { EvidenceGroup } from "@ops/audit/evidence-contract.ts"
import { SealsGroup } from "@ops/audit/seals-contract.ts"
import { InvoicesGroup, MealBillingGroup, PaymentsGroup } from "@ops/billing/contract.ts"
import { ClientsGroup, ContractsGroup, ProjectsGroup, StaffMembersGroup } from "@ops/clients/contract.ts"
import { DailyExpensesGroup } from "@ops/finance/daily-expenses-contract.ts"
import { ExpensesGroup } from "@ops/finance/expenses-contract.ts"
import { TransactionsGroup } from "@ops/finance/transactions-contract.ts"
import { MealsGroup } from "@ops/meals/contract.ts"
import { AuthGroup, SignInGroup, UsersGroup } from "@ops/identity/contract.ts"
import { LedgerGroup } from "@ops/ledger/contract.ts"
import { PeriodsGroup } from "@ops/ledger/period-contract.ts"
import { StatementsGroup } from "@ops/ledger/statement-contract.ts"
import { ExplainGroup } from "@ops/platform/http/explain-contract.ts"
import { LiveGroup } from "@ops/platform/http/live-contract.ts"
import { MailGroup } from "@ops/platform/mail/contract.ts"
import { version } from "@ops/platform/version.ts"
import { AcknowledgementGroup, ProcurementGroup } from "@ops/procurement/contract.ts"
import { ReportingGroup } from "@ops/reporting/contract.ts"
import { CompanyGroup, SitesGroup } from "@ops/sites/contract.ts"
import { StockGroup } from "@ops/stock/contract.ts"
import { DemoGroup } from "./demo-contract.ts"

export class Api extends HttpApi.make("ops")
  .add(SignInGroup)
  .add(AuthGroup)
  .add(UsersGroup)
  .add(CompanyGroup)
  .add(SitesGroup)
  .add(ReportingGroup)
  .add(AlertsGroup)
  .add(ProcurementGroup)
  .add(AcknowledgementGroup)
  .add(StockGroup)
  .add(ClientsGroup)
  .add(ContractsGroup)
  .add(ProjectsGroup)
  .add(StaffMembersGroup)
  .add(MealsGroup)
  .add(LedgerGroup)
  .add(StatementsGroup)
  .add(PeriodsGroup)
  .add(InvoicesGroup)
  .add(PaymentsGroup)
  .add(MealBillingGroup)
  .add(ExpensesGroup)
  .add(TransactionsGroup)
  .add(DailyExpensesGroup)
  .add(MailGroup)
  .add(AuditGroup)
  .add(EvidenceGroup)
  .add(SealsGroup)
  .add(ExplainGroup)
  .add(LiveGroup)
  .add(DemoGroup)
  .annotateMerge(OpenApi.annotations({ title: "Field Office", version })) {}
