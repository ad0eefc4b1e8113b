/** Adds a client, or changes its details. Completing a draft makes it an active client. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { email, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ClientAnswer } from "../contract.ts"
import { useCommand } from "./client.ts"
import { clientLists, currencyOptions, termsOptions } from "./labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    companyName: text("Company name", 200, true),
    contactPerson: text("Contact person"),
    email,
    phone: text("Phone", 60),
    address: text("Address", 500),
    currency: Schema.Literals(["USD", "SSP"]),
    paymentTerms: Schema.Literals(["due_on_receipt", "15_days", "30_days", "45_days", "60_days"]),
    notes: text("Notes", 2000),
    statementsFrom: Schema.String,
  }),
)

interface Props {
  /** the client to change; omitted to add one */
  readonly client?: typeof ClientAnswer.Type
  readonly onClose: () => void
  readonly onAdded?: (id: number) => void
}

export default function ClientDialog({ client, onClose, onAdded }: Props) {
  const save = useCommand(client ? "PATCH /api/clients/:id" : "POST /api/clients", {
    id: client?.id,
    lists: clientLists,
    done: client ? "Client changed" : "Client added",
    failed: "Failed to save client",
  })
  const { contactPerson, email, phone, address, notes, companyName = "", currency = "USD", paymentTerms = "30_days", statementsFrom } = client ?? {}
  return (
    <FormDialog
      title={client ? `Change ${client.companyName}` : "Add client"}
      help={client?.status === "draft" ? "Created with an invoice. It becomes a client when you save it." : "Invoices are sent to this e-mail address."}
      schema={Form}
      wide
      defaults={{
        companyName,
        contactPerson: contactPerson ?? "",
        email: email ?? "",
        phone: phone ?? "",
        address: address ?? "",
        currency,
        paymentTerms,
        notes: notes ?? "",
        statementsFrom: statementsFrom ?? "",
      }}
      {...(client ? {} : { draft: "client" })}
      submit={client ? "Save client" : "Add client"}
      pending="Saving..."
      onClose={onClose}
      save={async (form) => {
        const { statementsFrom, ...facts } = form
        const saved = await save.send(client ? form : facts)
        // after the dialog has been removed from the address
        if (onAdded) setTimeout(() => onAdded(saved.id), 0)
      }}
    >
      <TextField name="companyName" label="Company name" required />
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
      {client && (
        <DateField
          name="statementsFrom"
          label="Statements from"
          hint="From this day on, month-ends wait for the client's statement of account. Blank if it sends none."
        />
      )}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
