/** Estimates what is still to be spent on a cost code besides orders. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { formOf, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { type Budget, codeName, moneyLists } from "./budget-labels.ts"
import { useCommand } from "../../web/client.ts"

const Form = formOf({ toComplete: maybeAmount("Estimate to complete"), note: text("Note", 500) })

export default function BudgetEstimateDialog({ report, codeId, onClose }: { readonly report: Budget; readonly codeId: number; readonly onClose: () => void }) {
  const line = report.lines.find(({ costCode }) => costCode.id === codeId)
  const estimate = useCommand("PATCH /api/construction-projects/:id/budget/estimate", {
    id: report.id,
    body: ({ toComplete, note }: typeof Form.Type) => ({ costCodeId: codeId, toComplete: toComplete || null, note }),
    lists: moneyLists,
    done: "Estimate noted",
    failed: "Failed to save the estimate",
  })
  if (!line) return null
  return (
    <FormDialog
      title={`Estimate to complete: ${codeName(line.costCode)}`}
      help={`Budget ${formatMoney(line.budget, "USD")}, spent ${formatMoney(line.actual, "USD")}, committed ${formatMoney(line.committed, "USD")}.`}
      schema={Form}
      defaults={{ toComplete: line.estimated ?? "", note: "" }}
      submit="Note it"
      pending="Noting..."
      save={estimate.send}
      onClose={onClose}
    >
      <MoneyField name="toComplete" label="Still to be spent" currency="USD" hint="In addition to orders. Leave blank to use the remaining budget" />
      <TextField name="note" label="Note" />
    </FormDialog>
  )
}
