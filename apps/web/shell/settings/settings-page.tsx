/** The settings of the company: each tab has its own permission, belongs to a module, and is loaded when it is opened. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { lazyPart, lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { type Part, Parts } from "../pages/parts.tsx"

const Company = lazyWithRetry(async () => ({ default: (await import("@ops/sites/web/company.tsx")).CompanyPart }))
const Sites = lazyWithRetry(async () => ({ default: (await import("@ops/sites/web/sites.tsx")).SitesPart }))
const WorkWeek = lazyPart(async () => ({ default: (await import("@ops/people/working-days/web/work-week.tsx")).WorkWeekPart }))
const Users = lazyWithRetry(async () => ({ default: (await import("@ops/identity/web/users.tsx")).UsersPart }))
const SignInGroups = lazyWithRetry(async () => ({ default: (await import("@ops/identity/sign-in-groups/web/sign-in-groups.tsx")).SignInGroupsPart }))
const Departments = lazyWithRetry(async () => ({ default: (await import("@ops/people/departments/web/departments.tsx")).DepartmentsPart }))
const LeaveTypes = lazyWithRetry(async () => ({ default: (await import("@ops/people/leave/web/leave-types.tsx")).LeaveTypesPart }))
const ApprovalLimits = lazyWithRetry(async () => ({ default: (await import("@ops/finance/approval-limits/web/approval-limits.tsx")).ApprovalLimitsPart }))
const ExchangeRates = lazyWithRetry(async () => ({ default: (await import("@ops/ledger/exchange-rates/web/exchange-rates.tsx")).ExchangeRates }))
const TaxCodes = lazyWithRetry(async () => ({ default: (await import("@ops/ledger/taxes/web/tax-codes.tsx")).TaxCodes }))
const ExpenseCategories = lazyWithRetry(async () => ({
  default: (await import("@ops/finance/expense-categories/web/expense-categories.tsx")).ExpenseCategoriesPart,
}))
const CostCodes = lazyWithRetry(async () => ({ default: (await import("@ops/construction/cost-codes/web/cost-codes.tsx")).CostCodesPart }))
const Webhooks = lazyWithRetry(async () => ({ default: (await import("@ops/connections/webhooks/web/webhooks.tsx")).WebhooksPart }))
const Mail = lazyWithRetry(async () => ({ default: (await import("./settings-mail.tsx")).MailPart }))

interface Known extends Part {
  /** any one of these permissions opens it */
  readonly needs: readonly Permission[]
}

const SiteWeek = ({ siteId }: { readonly siteId: number }) => <WorkWeek siteId={siteId} />

const parts: readonly Known[] = [
  { id: "company", label: "Company", needs: ["settings.system"], part: () => <Company /> },
  { id: "sites", label: "Sites", needs: ["sites.manage"], part: () => <Sites more={({ id }) => <SiteWeek siteId={id} />} /> },
  { id: "users", label: "Users", needs: ["users.manage", "users.department"], part: () => <Users /> },
  { id: "sign-in-groups", label: "Sign-in Groups", needs: ["settings.system"], part: () => <SignInGroups /> },
  { id: "departments", label: "Departments", needs: ["users.manage", "users.department"], part: () => <Departments /> },
  { id: "leave", label: "Leave Types", needs: ["users.manage", "users.department"], part: () => <LeaveTypes /> },
  { id: "limits", label: "Approval Limits", needs: ["finance.full", "finance.departmental"], part: () => <ApprovalLimits /> },
  { id: "rates", label: "Exchange Rates", needs: ["currency.manage"], part: () => <ExchangeRates withHistory /> },
  { id: "taxes", label: "Tax Codes", needs: ["finance.full"], part: () => <TaxCodes /> },
  { id: "categories", label: "Expense Categories", needs: ["finance.full", "finance.departmental"], part: () => <ExpenseCategories /> },
  { id: "codes", label: "Cost Codes", needs: ["finance.full", "budget.manage", "projects.manage"], part: () => <CostCodes /> },
  { id: "mail", label: "E-mail", needs: ["settings.system"], part: () => <Mail /> },
  { id: "webhooks", label: "Webhooks", needs: ["settings.system"], part: () => <Webhooks /> },
]

export const Component = () => {
  const { sees } = useSession()
  const shown = parts.filter(({ needs }) => sees(...needs))
  if (shown.length === 0) {
    return (
      <Page>
        <EmptyState title="You have no settings to manage" />
      </Page>
    )
  }
  return (
    <Page>
      <Parts label="Settings" parts={shown} />
    </Page>
  )
}
