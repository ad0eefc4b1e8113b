/** Adds a vendor. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { email, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useCommand } from "../../web/client.ts"
import { currencyOptions, termsOptions } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: text("Name", 200, true),
    contactPerson: text("Contact person", 200),
    email,
    phone: text("Phone", 60),
    address: text("Address", 500),
    paymentTerms: one(termsOptions, "Payment terms"),
    currency: one(currencyOptions, "Currency"),
  }),
)
type Form = typeof Form.Type

export default function VendorDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useCommand("POST /api/vendors", {
    body: ({ contactPerson, email, phone, address, ...form }: Form) => ({
      ...form,
      contactPerson: contactPerson.trim() || null,
      email: email.trim() || null,
      phone: phone.trim() || null,
      address: address.trim() || null,
    }),
    lists: pathsOf("GET /api/vendors"),
    done: "Vendor created successfully",
    failed: "Failed to create vendor",
  })
  return (
    <FormDialog
      title="Add Vendor"
      help="Orders go to this e-mail address. Who adds a vendor does not approve the first purchase from them."
      schema={Form}
      defaults={{ name: "", contactPerson: "", email: "", phone: "", address: "", paymentTerms: "net_30", currency: "USD" }}
      draft="vendor"
      submit="Add Vendor"
      pending="Creating..."
      save={add.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <div className="pair">
        <TextField name="contactPerson" label="Contact person" />
        <TextField name="phone" label="Phone" type="tel" />
      </div>
      <TextField name="email" label="E-mail" type="email" />
      <TextField name="address" label="Address" />
      <div className="pair">
        <SelectField name="paymentTerms" label="Payment terms" options={termsOptions} required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
    </FormDialog>
  )
}
