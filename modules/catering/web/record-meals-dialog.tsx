/** Records how many were fed at a meal of today. */
import { useWrite } from "@ops/platform/ui/data.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Schema } from "effect"
import { ClientField } from "./client-field.tsx"
import { feedingLists, Heads, mealOptions } from "./feeding-form.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
    clientId: Schema.UndefinedOr(Schema.Finite),
    mealType: Schema.Literals(["breakfast", "lunch", "dinner"]).annotate({ message: "Meal type is required" }),
    staffCount: Heads,
    notes: Schema.String.check(Schema.isMaxLength(500, { message: "Notes can have 500 characters at most" })),
  }),
)

export default function RecordMealsDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const record = useWrite<typeof Form.Type, unknown>({
    method: "POST",
    path: () => "/api/staff-feeding",
    body: ({ clientId, ...meals }) => ({ ...meals, clientId: clientId ?? null }),
    lists: feedingLists,
    done: "Meals recorded successfully",
    failed: "Failed to record meals",
  })
  return (
    <FormDialog
      title="Record Today's Meals"
      help="A second count of the same meal corrects the first; both stay in the history."
      schema={Form}
      defaults={{ siteId: siteId ?? sites[0]?.id ?? 0, clientId: undefined, mealType: "lunch", staffCount: 0, notes: "" }}
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
    </FormDialog>
  )
}
