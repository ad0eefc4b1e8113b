/** Requests an increase or decrease on cost codes. Another person approves it. */
import { Button } from "@ops/platform/ui/button.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { type Editable, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFieldArray } from "react-hook-form"
import { signedAmount } from "./budget-form.ts"
import { codeName, moneyLists } from "./budget-labels.ts"
import { useCommand } from "../../web/client.ts"
import { useCodesInUse } from "../../cost-codes/web/codes-in-use.ts"

const Form = formOf(
  {
    reason: text("Reason", 500, true),
    lines: Schema.Array(Schema.Struct({ costCodeId: Schema.UndefinedOr(Schema.Finite), amount: signedAmount("Amount") })),
    contractAmount: signedAmount("Contract value"),
  },
  ({ lines, contractAmount }) => {
    const half = lines.findIndex(({ costCodeId, amount }) => (amount.trim() !== "") !== (costCodeId !== undefined))
    if (half >= 0) return { path: ["lines", half, "amount"], issue: "Choose a cost code and give an amount" }
    return lines.some(({ amount }) => amount.trim() !== "") || contractAmount.trim() !== ""
      ? undefined
      : { path: ["lines", 0, "amount"], issue: "Give the change of a cost code" }
  },
)
type Form = typeof Form.Type

export default function BudgetChangeDialog({ projectId, onClose }: { readonly projectId: number; readonly onClose: () => void }) {
  const ask = useCommand("POST /api/construction-projects/:id/changes", {
    id: projectId,
    body: ({ reason, lines, contractAmount }: Form) => ({
      reason,
      lines: lines.filter(({ amount }) => amount.trim() !== "").map(({ costCodeId, amount }) => ({ costCodeId: costCodeId!, amount: amount.trim() })),
      contractAmount: contractAmount.trim() || null,
    }),
    lists: moneyLists,
    done: ({ changeNumber }) => `${changeNumber} asked for`,
    failed: "Failed to request the change",
  })
  return (
    <FormDialog
      title="Budget change"
      help="Another person approves it. Use a negative amount to reduce a code."
      schema={Form}
      defaults={{ reason: "", lines: [{ costCodeId: undefined, amount: "" }], contractAmount: "" }}
      draft={`budget-change-${projectId}`}
      submit="Ask for it"
      pending="Asking..."
      save={ask.send}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} required />
      <Lines />
      <TextField name="contractAmount" label="Change to the contract value" hint="Negative to reduce. It changes the contract value" />
    </FormDialog>
  )
}

const Lines = () => {
  const codes = useCodesInUse() ?? []
  const { fields, append } = useFieldArray<Editable<Form>>({ name: "lines" })
  return (
    <>
      {fields.map((field, n) => (
        <div className="pair" key={field.id}>
          <SelectField
            name={`lines.${n}.costCodeId`}
            label="Cost code"
            options={codes.map((code) => ({ value: code.id, label: codeName(code) }))}
            placeholder="Choose a code"
            numeric
          />
          <TextField name={`lines.${n}.amount`} label="Amount, USD" />
        </div>
      ))}
      <Button kind="quiet" onClick={() => append({ costCodeId: undefined, amount: "" })}>
        Another cost code
      </Button>
    </>
  )
}
