/** Says on which day a contract ended, and why. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ContractorAnswer } from "../contract.ts"
import { useCommand } from "./client.ts"
import { contractorLists, fullName } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(Schema.Struct({ endedOn: day("Last day"), reason: text("Reason", 500, true) }))

export default function EndContractDialog({ of, onClose }: { readonly of: typeof ContractorAnswer.Type; readonly onClose: () => void }) {
  const end = useCommand("PUT /api/contractors/:id/end", { id: of.id, lists: contractorLists, done: "Contract ended", failed: "Failed to end the contract" })
  return (
    <FormDialog
      title="End Contract"
      help={`${fullName(of)}, ${of.serviceType}. You cannot undo this. Register the contractor again for a new contract.`}
      schema={Form}
      defaults={{ endedOn: today(), reason: "" }}
      submit="End contract"
      pending="Ending..."
      save={end.send}
      onClose={onClose}
    >
      <DateField name="endedOn" label="Last day" min={of.contractStart} max={today()} required />
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  )
}
