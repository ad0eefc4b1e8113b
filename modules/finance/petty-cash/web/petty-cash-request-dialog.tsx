/** Requests petty cash; another person decides. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { amount, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { pettyCashLists, pettyCategoryOptions } from "./labels.ts"
import { currencyOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    amount: amount("Amount"),
    currency: one(currencyOptions, "Currency"),
    category: one(pettyCategoryOptions, "Category"),
    purpose: text("Purpose", 500, true),
    siteId: Schema.UndefinedOr(Schema.Finite),
    notes: text("Notes", 2000),
  }),
)
type Form = typeof Form.Type

export default function PettyCashRequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteConfined } = useUser()
  const { siteId } = useWorkingSite()
  const request = useCommand("POST /api/crm/petty-cash-requests", {
    body: ({ siteId, ...form }: Form) => ({ ...form, siteId: siteId || null }),
    lists: pettyCashLists,
    done: "Petty cash request submitted successfully",
    failed: "Failed to submit petty cash request",
  })
  return (
    <FormDialog
      title="Submit Petty Cash Request"
      help="Another person approves it, and the custodian of a float pays it out."
      schema={Form}
      defaults={{ amount: "", currency: "USD", category: "" as Form["category"], purpose: "", siteId, notes: "" }}
      draft="petty-cash-request"
      submit="Submit Request"
      pending="Submitting..."
      save={request.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="amount" label="Amount" required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <SelectField name="category" label="Category" placeholder="Choose a category" options={pettyCategoryOptions} required />
      <TextField name="purpose" label="Purpose" required />
      {!siteConfined && <SiteField name="siteId" label="Site" hint="For which it is spent, if for one" />}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
