/** The meals screen combined with the billing part: neither module's screen imports the other's. */
import { GenerateBilling } from "@ops/billing/meal-billing/web/generate-billing.tsx"
import { EnhancedMealTracking } from "@ops/meals/web/meal-tracking-enhanced-page.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"

const MealBills = lazyWithRetry(async () => ({ default: (await import("@ops/billing/meal-billing/web/meal-bills.tsx")).MealBills }))

const path = "/meal-tracking-enhanced?tab=billing"
const bills = { id: "billing", label: "Billing & Invoices", part: () => <MealBills /> }

export const Component = () => {
  const { can } = useSession()
  return (
    <EnhancedMealTracking
      bills={can("invoices.manage", "finance.departmental") ? bills : undefined}
      acts={can("invoices.manage") && <GenerateBilling to={path} />}
    />
  )
}
