/** Reports people who were served, or were not, at a meal that is already on an invoice. */
import { today } from "@ops/platform/ui/date.tsx"
import { chosen, day, formOf, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Schema } from "effect"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"

const meals = [
  { value: "breakfast", label: "Breakfast" },
  { value: "lunch", label: "Lunch" },
  { value: "dinner", label: "Dinner" },
] as const
const Form = formOf({
  siteId: chosen("Site"),
  clientId: chosen("Client"),
  date: day("Day"),
  mealType: one(meals, "Meal"),
  heads: Schema.Int.annotate({ message: "People is required" }),
  reason: text("Reason", 500, true),
})

export const ReportLateMealDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const clients = useApi("GET /api/clients").data ?? []
  const report = useCommand("POST /api/late-meals", {
    body: (typed: typeof Form.Type) => typed,
    lists: pathsOf("GET /api/late-meals"),
    done: "Late meal reported. Finance will decide",
    failed: "Failed to report the late meal",
  })
  return (
    <FormDialog
      title="Report a Late Meal"
      help="The meal and its invoice do not change. Finance bills or credits the difference, or declines it."
      schema={Form}
      defaults={{ date: today(), mealType: "dinner", reason: "" }}
      submit="Report late meal"
      pending="Reporting..."
      save={report.send}
      onClose={onClose}
    >
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <SelectField name="clientId" label="Client" required options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))} />
      </div>
      <div className="pair">
        <DateField name="date" label="Day" max={today()} required />
        <SelectField name="mealType" label="Meal" options={meals} required />
      </div>
      <NumberField name="heads" label="People, more than billed; below 0 for fewer" step={1} required />
      <TextField name="reason" label="Reason for the late report" required />
    </FormDialog>
  )
}
