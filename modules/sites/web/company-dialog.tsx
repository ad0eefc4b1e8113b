/** Describes the company, for the landing page, invoices and mails. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { email, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import type { CompanySettings } from "../contract.ts"
import { pathsOf, useCommand } from "./client.ts"

const Form = formOf({
  name: text("Name", 200, true),
  tagline: text("Tagline"),
  vision: text("Vision", 2000),
  mission: text("Mission", 2000),
  email,
  phone: text("Phone"),
  address: text("Address", 500),
  taxNumber: text("Tax number"),
  bank: text("Bank", 500),
  services: text("Services", 4000),
})

/** Parses lines of the form "Title: description", one per service. */
const servicesOf = (lines: string) =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [title = "", ...text] = line.split(":")
      return { title: title.trim(), text: text.join(":").trim() }
    })

export default function CompanyDialog({ company, onClose }: { readonly company: typeof CompanySettings.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/company", {
    body: ({ services, ...form }: typeof Form.Type) => ({ ...form, services: servicesOf(services) }),
    lists: pathsOf("GET /api/company", "GET /api/settings/company", "GET /api/settings/company/history"),
    done: "Company saved",
    failed: "Failed to save the company",
  })
  const { name, tagline, vision, mission, email, phone, address, taxNumber, bank, services } = company
  return (
    <FormDialog
      title="Change company"
      help="Shown publicly on the landing page. Tax number and bank appear on invoices only."
      schema={Form}
      wide
      defaults={{
        name,
        tagline,
        vision,
        mission,
        email: email ?? "",
        phone: phone ?? "",
        address: address ?? "",
        taxNumber: taxNumber ?? "",
        bank: bank ?? "",
        services: services.map(({ title, text }) => `${title}: ${text}`).join("\n"),
      }}
      submit="Save company"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="name" label="Name" required />
        <TextField name="phone" label="Phone" type="tel" />
      </div>
      <TextField name="tagline" label="Tagline" />
      <div className="pair">
        <TextField name="email" label="E-mail" type="email" />
        <TextField name="taxNumber" label="Tax number" />
      </div>
      <div className="pair">
        <TextAreaField name="address" label="Address" rows={2} />
        <TextAreaField name="bank" label="Bank" rows={2} hint="Where clients pay: bank, account, holder" />
      </div>
      <TextAreaField name="vision" label="Vision" rows={2} />
      <TextAreaField name="mission" label="Mission" rows={2} />
      <TextAreaField name="services" label="Services" rows={6} hint="One per line: title, colon, description" />
    </FormDialog>
  )
}
