/** Corrects the count of a meal on an earlier day, with a reason. The earlier count stays in the history. */
import type { StaffFeedingAnswer } from "@ops/meals/contract.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, SiteField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { ClientField, clientFields, isClientNamed, noClient } from "./client-field.tsx"
import { useCommand } from "../../web/client.ts"
import { feedingLists, Heads, mealOptions } from "./feeding-form.ts"

const fields = {
  siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
  ...clientFields,
  date: Schema.String.check(Schema.isMinLength(1, { message: "Date is required" })),
  mealType: choice("Meal type", ["breakfast", "lunch", "dinner"]),
  staffCount: Heads,
  reason: text("Reason", 500, true),
}
const Form = formOf(fields, isClientNamed)

interface Props {
  /** the count to correct; omitted for a day without a count */
  readonly feeding?: typeof StaffFeedingAnswer.Type
  readonly onClose: () => void
}

export default function CorrectMealsDialog({ feeding, onClose }: Props) {
  const { siteId, sites } = useWorkingSite()
  const correct = useCommand("POST /api/staff-feeding/corrections", {
    body: ({ clientId, fed: _, ...meals }: typeof Form.Type) => ({ ...meals, clientId: clientId ?? null }),
    lists: feedingLists,
    done: feeding ? "Meals corrected" : "Meals recorded successfully",
    failed: "Failed to record meals",
  })
  return (
    <FormDialog
      title={feeding ? `Correct ${feeding.mealType}, ${formatDay(feeding.date)}` : "Record an earlier day"}
      help={
        feeding
          ? `${feeding.site.name}${feeding.client ? `, ${feeding.client.companyName}` : ""}. ${feeding.staffCount} were counted.`
          : "Requires a reason. Not possible after the meal is billed."
      }
      schema={Form}
      defaults={{
        siteId: feeding?.siteId ?? siteId ?? sites[0]?.id ?? 0,
        ...noClient,
        clientId: feeding?.clientId ?? undefined,
        date: feeding?.date ?? "",
        mealType: (feeding?.mealType as "lunch" | undefined) ?? "lunch",
        staffCount: feeding?.staffCount ?? 0,
        reason: "",
      }}
      submit={feeding ? "Correct count" : "Record meals"}
      pending="Recording..."
      save={correct.send}
      onClose={onClose}
    >
      {!feeding && (
        <>
          <SiteField name="siteId" label="Site" required />
          <ClientField />
          <div className="pair">
            <DateField name="date" label="Date" max={today()} required />
            <SelectField name="mealType" label="Meal type" options={mealOptions} required />
          </div>
        </>
      )}
      <NumberField name="staffCount" label="Staff count" min={0} required />
      <TextAreaField name="reason" label="Reason" rows={2} required />
    </FormDialog>
  )
}
