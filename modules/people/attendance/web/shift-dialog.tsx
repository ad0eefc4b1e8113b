/** When the working day of a site begins and ends, which decides who is late. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import type { ShiftAnswer } from "../resource.ts"
import { pathsOf, useCommand } from "../../web/client.ts"
import { minutes } from "../../web/staff-form.ts"
import { attendanceLists } from "../../web/staff-labels.ts"

const Form = formOf({
  from: day("Date from"),
  start: day("Start"),
  end: day("End"),
  breakMinutes: minutes("Break"),
  graceMinutes: minutes("Grace"),
  halfDayMinutes: minutes("Half a day"),
})

export default function ShiftDialog({ shift, onClose }: { readonly shift: typeof ShiftAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/hr/shifts/:id", {
    id: shift.siteId,
    lists: [...pathsOf("GET /api/hr/shifts"), ...attendanceLists],
    done: "Shift saved",
    failed: "Failed to save the shift",
  })
  return (
    <FormDialog
      title={`Shift of ${shift.siteName}`}
      help="Applies from the start date. Recorded days do not change."
      schema={Form}
      defaults={{
        from: today(),
        start: shift.start,
        end: shift.end,
        breakMinutes: shift.breakMinutes,
        graceMinutes: shift.graceMinutes,
        halfDayMinutes: shift.halfDayMinutes,
      }}
      submit="Save shift"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="start" label="Start" type="time" required />
        <DateField name="end" label="End" type="time" required />
      </div>
      <div className="pair">
        <NumberField name="breakMinutes" label="Break" unit="min" required />
        <NumberField name="graceMinutes" label="Late after" unit="min" required />
      </div>
      <div className="pair">
        <NumberField name="halfDayMinutes" label="Half a day below" unit="min" required />
        <DateField name="from" label="From" required />
      </div>
    </FormDialog>
  )
}
