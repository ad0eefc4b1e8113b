/** Every module's contract in one. */
import { HttpApi, OpenApi } from "effect/http-api"
import { AlertsGroup } from "@ops/alerts/contract.ts"
import { AuditGroup } from "@ops/audit/contract.ts"
import { InvoicesGroup, MealBillingGroup, PaymentsGroup } from "@ops/billing/contract.ts"
import { ClientsGroup, ContractsGroup, ProjectsGroup, StaffMembersGroup } from "@ops/clients/contract.ts"
import { MealsGroup } from "@ops/meals/contract.ts"
import { AuthGroup, SignInGroup, UsersGroup } from "@ops/identity/contract.ts"
import { LedgerGroup } from "@ops/ledger/contract.ts"
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
  .add(InvoicesGroup)
  .add(PaymentsGroup)
  .add(MealBillingGroup)
  .add(MailGroup)
  .add(AuditGroup)
  .add(LiveGroup)
  .add(DemoGroup)
  .annotateMerge(OpenApi.annotations({ title: "Field Office", version })) {}
