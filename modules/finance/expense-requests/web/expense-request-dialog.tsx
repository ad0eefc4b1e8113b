/** Requests an expense; another person decides. */
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SelectField, SiteField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { amount, chosen, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { categoryOptions, currencyOptions, expenseLists, methodOptions, priorityOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    amount: amount("Amount"),
    currency: one(currencyOptions, "Currency"),
    category: one(categoryOptions, "Category"),
    description: text("Description", 2000, true),
    businessPurpose: text("Business purpose", 2000, true),
    siteId: chosen("Site"),
    paymentMethod: one(methodOptions, "Payment method"),
    priority: one(priorityOptions, "Priority"),
    receipts: Files,
  }),
)
type Form = typeof Form.Type

export default function ExpenseRequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const request = useCommand("POST /api/expense-requests", {
    lists: expenseLists,
    done: "Expense request created successfully",
    failed: "Failed to create expense request",
  })
  return (
    <FormDialog
      title="New Expense Request"
      help="Asks to spend. Someone else approves it, and finance pays."
      schema={Form}
      defaults={{
        amount: "",
        currency: "USD",
        category: "" as Form["category"],
        description: "",
        businessPurpose: "",
        siteId: siteId ?? (sites.length === 1 ? sites[0]!.id : undefined),
        paymentMethod: "" as Form["paymentMethod"],
        priority: "medium",
        receipts: [],
      }}
      draft="expense-request"
      wide
      submit="Submit Request"
      pending="Submitting..."
      save={request.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="amount" label="Amount" required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <div className="pair">
        <SelectField name="category" label="Category" placeholder="Choose a category" options={categoryOptions} required />
        <SiteField name="siteId" label="Site" required />
      </div>
      <TextAreaField name="description" label="Description" hint="What is to be bought or paid" rows={2} required />
      <TextAreaField name="businessPurpose" label="Business purpose" hint="Why the company needs it" rows={2} required />
      <div className="pair">
        <SelectField name="paymentMethod" label="Payment method" placeholder="Choose a method" options={methodOptions} required />
        <SelectField name="priority" label="Priority" options={priorityOptions} required />
      </div>
      <FileField name="receipts" label="Receipts" />
    </FormDialog>
  )
}
