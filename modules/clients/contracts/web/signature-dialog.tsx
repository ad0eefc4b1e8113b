/** Agrees whether meals of a contract must be signed by the client before they are billed, from a date. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { contractLists, firstDay } from "../../web/labels.ts"
import type { contracts } from "../resource.ts"

const Form = formOf({ from: day("Date from"), required: Schema.Boolean })

export default function SignatureDialog({ contract, onClose }: { readonly contract: (typeof contracts)["Row"]; readonly onClose: () => void }) {
  const agree = useCommand("POST /api/contracts/:id/signatures", {
    id: contract.id,
    body: (typed: typeof Form.Type) => typed,
    lists: contractLists,
    done: "Signature agreed",
    failed: "Failed to agree the signature",
  })
  return (
    <FormDialog
      title="Require signatures"
      help={`${contract.contractNumber}, ${contract.client.companyName}. Bills for earlier days do not change.`}
      schema={Form}
      defaults={{ from: firstDay(contract), required: !(contract.signatures.at(-1)?.required ?? false) }}
      submit="Agree"
      pending="Saving..."
      save={agree.send}
      onClose={onClose}
    >
      <DateField name="from" label="Date from" required />
      <CheckField name="required" label="Only meals that the client has signed are billed" />
    </FormDialog>
  )
}
