/** Sets a marketing budget for a month, a quarter or a year. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, formOf, one } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { maybeWhole, whole } from "../../web/crm-form.ts"
import { PeriodFields } from "../../marketing/web/period-fields.tsx"
import { categoryOptions, periodOptions } from "../../web/labels.ts"

const Form = formOf(
  {
    category: one(categoryOptions, "Category"),
    allocatedAmount: amount("Allocated amount"),
    budgetPeriod: one(periodOptions, "Period"),
    year: whole("Year", 2015, 2100),
    month: maybeWhole("Month", 1, 12),
  },
  (form) => (form.budgetPeriod === "yearly" || form.month !== undefined ? undefined : { path: ["month"], issue: "Month is required" }),
)
type Form = typeof Form.Type

export default function MarketingBudgetDialog({ onClose }: { readonly onClose: () => void }) {
  const set = useCommand("POST /api/crm/marketing-budgets", {
    body: ({ month, ...form }: Form) => ({ ...form, month: form.budgetPeriod === "yearly" ? null : month }),
    lists: pathsOf("GET /api/crm/marketing-budgets", "GET /api/crm/overview"),
    done: "Budget created successfully",
    failed: "Failed to create budget",
  })
  const [year, month] = today().split("-").map(Number) as [number, number, number]
  return (
    <FormDialog
      title="New Budget"
      help="Spending comes from petty cash, campaigns and marketing expenses."
      schema={Form}
      defaults={{ category: "" as Form["category"], allocatedAmount: "", budgetPeriod: "monthly", year, month }}
      draft="marketing-budget"
      submit="Create Budget"
      pending="Creating..."
      save={set.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="category" label="Category" placeholder="Choose a category" options={categoryOptions} required />
        <MoneyField name="allocatedAmount" label="Allocated amount" currency="USD" required />
      </div>
      <PeriodFields name="budgetPeriod" />
    </FormDialog>
  )
}
