/** Sets the monthly purchase budget of a site from a month on; shows the current budget, how much of it is used, and earlier ones. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SiteField } from "@ops/platform/ui/forms/form-fields.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSites, useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { checkedNumber, checkedText, filled, formOf, isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { useWatch } from "react-hook-form"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"

const Form = formOf({
  siteId: filled(checkedNumber((id) => (id ? undefined : "Site is required"))),
  from: checkedText((month) => (month === "" ? "From is required" : undefined)),
  monthly: checkedText((amount) =>
    amount === "" ? "Monthly budget is required" : isAmount(amount) ? undefined : "Monthly budget must be a number with at most two decimals",
  ),
})
type Form = typeof Form.Type

/** The current budget of the chosen site. */
const Standing = () => {
  const siteId = useWatch({ name: "siteId" }) as number | undefined
  const figures = useApi("GET /api/purchase-requests/figures", siteId ? { query: { siteId } } : null)
  if (!siteId) return null
  const usd = (amount: string | undefined) => (amount === undefined ? "..." : formatMoney(amount, "USD"))
  return (
    <>
      <KeyValues
        of={[
          ["Budget now", usd(figures.data?.monthlyBudget)],
          ["Used this month", usd(figures.data?.budgetUsed)],
        ]}
      />
      <HistoryPart path={pathOf("GET /api/procurement-budgets/:id/history", { id: siteId })} title="Set before" />
    </>
  )
}

export default function BudgetDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const sites = useSites()
  const set = useCommand("PUT /api/procurement-budgets", {
    body: ({ from, ...form }: Form) => ({ ...form, from: `${from}-01` }),
    lists: [...pathsOf("GET /api/purchase-requests/figures"), "/api/procurement-budgets"],
    // a budget from a later month on does not change this month's figure, as the message says
    done: (now, { siteId, from }) =>
      `${sites.find(({ id }) => id === siteId)?.name}: budget set from ${formatDay(`${from}-01`)}. Now ${formatMoney(now.monthlyBudget, "USD")} a month, ${formatMoney(now.budgetUsed, "USD")} used`,
    failed: "Failed to set the budget",
  })
  return (
    <FormDialog
      title="Set procurement budget"
      help="It applies from the first day of its month until another is set."
      schema={Form}
      defaults={{ siteId, from: today().slice(0, 7), monthly: "" }}
      submit="Set budget"
      pending="Setting..."
      save={set.send}
      onClose={onClose}
    >
      <SiteField name="siteId" label="Site" required />
      <div className="pair">
        <MoneyField name="monthly" label="Monthly budget" currency="USD" required />
        <DateField name="from" label="From" type="month" required />
      </div>
      <Standing />
    </FormDialog>
  )
}
