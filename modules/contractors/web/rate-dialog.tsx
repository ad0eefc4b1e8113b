/** Agrees what a contractor is paid from a day on. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { amount, day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ContractorAnswer } from "../contract.ts"
import { useCommand } from "./client.ts"
import { contractorLists, fullName, unitOptions } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({ from: day("Date from"), unit: Schema.Literals(["hour", "day", "month"]), amount: amount("Rate"), reason: text("Reason", 500) }),
)

export default function RateDialog({ of, onClose }: { readonly of: typeof ContractorAnswer.Type; readonly onClose: () => void }) {
  const agree = useCommand("POST /api/contractors/:id/rates", { id: of.id, lists: contractorLists, done: "Rate agreed", failed: "Failed to agree the rate" })
  return (
    <FormDialog
      title="Agree Rate"
      help={`${fullName(of)}. The rates before stay; months that are billed do not change.`}
      schema={Form}
      defaults={{ from: today(), unit: of.rate?.unit ?? "hour", amount: "", reason: "" }}
      submit="Agree rate"
      pending="Saving..."
      save={agree.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="amount" label="Rate" currency={of.currency} required />
        <SelectField name="unit" label="For each" options={unitOptions} required />
      </div>
      <DateField name="from" label="From" min={of.contractStart} required />
      <TextField name="reason" label="Reason" />
    </FormDialog>
  )
}
