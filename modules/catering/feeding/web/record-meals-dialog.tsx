/** Records how many people were fed at one of today's meals. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { ClientField, clientFields, isClientNamed, noClient } from "./client-field.tsx"
import { useApi, useCommand } from "../../web/client.ts"
import { feedingLists, Heads, mealOptions } from "./feeding-form.ts"

const fields = {
  siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
  ...clientFields,
  mealType: choice("Meal type", ["breakfast", "lunch", "dinner"]),
  staffCount: Heads,
  notes: text("Notes", 500),
  reason: text("Reason", 500),
  seen: Schema.NullOr(Schema.Finite),
}
const Form = formOf(fields, isClientNamed)
type Form = typeof Form.Type

/** Asks for a reason if this meal already has a count. */
const Reason = () => {
  const [siteId, clientId, mealType] = useWatch<Form, ["siteId", "clientId", "mealType"]>({ name: ["siteId", "clientId", "mealType"] })
  const asked = { siteId, mealType, from: today(), to: today() }
  const counts = useApi("GET /api/staff-feeding", siteId > 0 ? { query: asked } : null).data ?? []
  const counted = clientId === undefined ? (counts.length === 1 ? counts[0] : undefined) : counts.find((count) => count.clientId === clientId)
  const { setValue } = useFormContext<Form>()
  useEffect(() => setValue("seen", counted?.staffCount ?? null), [counted?.staffCount, setValue])
  return counted ? <TextField name="reason" label="Reason" hint={`Counted already: ${counted.staffCount}. A correction needs a reason.`} /> : null
}

export default function RecordMealsDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const record = useCommand("POST /api/staff-feeding", {
    body: ({ clientId, fed: _, reason, ...meals }: Form) => ({ ...meals, clientId: clientId ?? null, reason: reason || null }),
    lists: feedingLists,
    done: "Meals recorded successfully",
    failed: "Failed to record meals",
  })
  return (
    <FormDialog
      title="Record Today's Meals"
      help="Another count of the same meal corrects the first, with a reason; both stay in the history."
      schema={Form}
      defaults={{ siteId: siteId ?? sites[0]?.id ?? 0, ...noClient, mealType: "lunch", staffCount: 0, notes: "", reason: "", seen: null }}
      draft="record-meals"
      submit="Record meals"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <SiteField name="siteId" label="Site" required />
      <ClientField />
      <div className="pair">
        <SelectField name="mealType" label="Meal type" options={mealOptions} required />
        <NumberField name="staffCount" label="Staff count" min={0} required />
      </div>
      <TextField name="notes" label="Notes" />
      <Reason />
    </FormDialog>
  )
}
