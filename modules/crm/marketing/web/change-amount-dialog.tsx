/** Changes the amount of a target or budget; a budget requires a reason. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { whole } from "../../web/crm-form.ts"
import { type Budget, categoryName, nameOf, periodName, type Target } from "../../web/labels.ts"

const BudgetForm = formOf({ allocatedAmount: amount("Allocated amount"), reason: text("Reason", 500, true) })
const RevenueForm = formOf({ targetValue: amount("Target") })
const CountForm = formOf({ targetValue: whole("Target", 1, 1_000_000) })

export const ChangeBudgetDialog = ({ budget, onClose }: { readonly budget: Budget; readonly onClose: () => void }) => {
  const change = useCommand("PATCH /api/crm/marketing-budgets/:id", {
    id: budget.id,
    lists: pathsOf("GET /api/crm/marketing-budgets", "GET /api/crm/overview"),
    done: "Budget updated successfully",
    failed: "Failed to update budget",
  })
  return (
    <FormDialog
      title={`Change ${categoryName(budget.category)}, ${periodName(budget)}`}
      schema={BudgetForm}
      defaults={{ allocatedAmount: budget.allocatedAmount.toFixed(2), reason: "" }}
      submit="Save budget"
      pending="Saving..."
      save={change.send}
      onClose={onClose}
    >
      <MoneyField name="allocatedAmount" label="Allocated amount" currency="USD" required />
      <TextAreaField name="reason" label="Reason" rows={2} required />
    </FormDialog>
  )
}

export const ChangeTargetDialog = ({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) => {
  const isMoney = target.targetType === "revenue"
  const change = useCommand("PATCH /api/crm/marketing-targets/:id", {
    id: target.id,
    lists: pathsOf("GET /api/crm/marketing-targets"),
    done: "Target updated successfully",
    failed: "Failed to update target",
  })
  const common = {
    title: `Change the target of ${nameOf(target.teamMember)}, ${periodName(target)}`,
    submit: "Save target",
    pending: "Saving...",
    save: change.send,
    onClose,
  }
  return isMoney ? (
    <FormDialog {...common} schema={RevenueForm} defaults={{ targetValue: target.targetValue.toFixed(2) }}>
      <MoneyField name="targetValue" label="Target" currency="USD" required />
    </FormDialog>
  ) : (
    <FormDialog {...common} schema={CountForm} defaults={{ targetValue: target.targetValue }}>
      <NumberField name="targetValue" label="Target" min={1} required />
    </FormDialog>
  )
}
