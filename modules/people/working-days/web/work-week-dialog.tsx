/** Sets the weekdays on which a site works, from a date. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { WorkWeekAnswer } from "../../leave/contract.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { leaveLists, weekdays } from "../../leave/web/labels.ts"

type Week = typeof WorkWeekAnswer.Type
const fields = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

const Form = formOf(
  {
    from: day("Date from"),
    monday: Schema.Boolean,
    tuesday: Schema.Boolean,
    wednesday: Schema.Boolean,
    thursday: Schema.Boolean,
    friday: Schema.Boolean,
    saturday: Schema.Boolean,
    sunday: Schema.Boolean,
  },
  (form) => (fields.some((field) => form[field]) ? undefined : { path: ["sunday"], issue: "Choose at least one day" }),
)

export default function WorkWeekDialog({ week, onClose }: { readonly week: Week; readonly onClose: () => void }) {
  const works = (n: number) => week.days.includes(n)
  const save = useCommand("PUT /api/hr/work-weeks/:id", {
    id: week.siteId,
    body: ({ from, ...form }: typeof Form.Type) => ({ from, days: fields.flatMap((field, n) => (form[field] ? [n + 1] : [])) }),
    lists: [...pathsOf("GET /api/hr/work-weeks"), ...leaveLists],
    done: (_, { from }) => `Working week set from ${formatDay(from)}`,
    failed: "Failed to set the working week",
  })
  return (
    <FormDialog
      title={`Working week of ${week.siteName}`}
      help="Leave requested from now on is counted by it. Granted leave is not recounted."
      schema={Form}
      defaults={{
        from: today(),
        monday: works(1),
        tuesday: works(2),
        wednesday: works(3),
        thursday: works(4),
        friday: works(5),
        saturday: works(6),
        sunday: works(7),
      }}
      submit="Set working week"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        {fields.map((field, n) => (
          <CheckField key={field} name={field} label={weekdays[n]!} />
        ))}
      </div>
      <DateField name="from" label="From" required />
    </FormDialog>
  )
}
