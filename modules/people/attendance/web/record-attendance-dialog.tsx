/** Records a person's day, or corrects it. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { attendance } from "../resource.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { hours } from "../../web/staff-form.ts"
import { attendanceLists, attendanceOptions } from "../../web/staff-labels.ts"

const time = Schema.String
const Form = formOf({
  staffId: chosen("Staff member"),
  attendanceDate: day("Date"),
  checkInTime: time,
  checkOutTime: time,
  workHours: hours("Work hours"),
  overtimeHours: hours("Overtime hours"),
  status: Schema.Literals(["present", "excused", "late", "half_day", "absent", "on_leave"]),
  location: text("Location"),
  notes: text("Notes", 500),
})

const [present, ...others] = attendanceOptions
const statuses = [present, { value: "excused", label: "Present, lateness excused" }, ...others]

/** Hours are only asked for if they cannot be calculated. */
const Hours = () => {
  const [checkIn, checkOut, status] = useWatch({ name: ["checkInTime", "checkOutTime", "status"] }) as readonly [string, string, string]
  if (status === "absent" || status === "on_leave") return null
  return checkIn !== "" && checkOut !== "" ? (
    <p className="hint">Hours and overtime are calculated from the times and the shift.</p>
  ) : (
    <div className="pair">
      <NumberField name="workHours" label="Work hours" step={0.25} min={0} max={24} />
      <NumberField name="overtimeHours" label="Overtime hours" step={0.25} min={0} max={24} />
    </div>
  )
}
const Times = () => {
  const status = useWatch({ name: "status" }) as string
  if (status === "absent" || status === "on_leave") return null
  return (
    <div className="pair">
      <DateField name="checkInTime" label="Check-in time" type="time" />
      <DateField name="checkOutTime" label="Check-out time" type="time" />
    </div>
  )
}

interface Props {
  /** the record to correct */
  readonly row?: (typeof attendance)["Row"] | undefined
  readonly onClose: () => void
}

export default function RecordAttendanceDialog({ row, onClose }: Props) {
  const { id: own } = useUser()
  const { siteId } = useWorkingSite()
  const people = useApi("GET /api/hr/staff", {
    query: {
      status: "active,on_leave",
      limit: 1000,
      sort: "lastName",
      ...(siteId !== undefined && { siteId }),
    },
  })
  const options = (people.data ?? [])
    .filter(({ userId }) => userId !== own)
    .map(({ id, firstName, lastName, staffNumber }) => ({ value: id, label: `${firstName} ${lastName} (${staffNumber})` }))
  const save = useCommand("POST /api/hr/attendance", {
    body: ({ checkInTime, checkOutTime, workHours, overtimeHours, status, ...form }: typeof Form.Type) => {
      const away = status === "absent" || status === "on_leave"
      return {
        ...form,
        // if there are times, the shift decides whether it is late or a half day
        status: status === "excused" ? "present" : status === "present" && checkInTime !== "" ? null : status,
        checkInTime: away ? null : checkInTime,
        checkOutTime: away ? null : checkOutTime,
        workHours: away ? null : (workHours ?? null),
        overtimeHours: away ? null : (overtimeHours ?? null),
      }
    },
    lists: attendanceLists,
    done: "Attendance recorded successfully",
    failed: "Failed to record attendance",
  })
  return (
    <FormDialog
      title="Record Attendance"
      help={row ? "Recording it again corrects it. The history keeps both." : "One record per person and day."}
      schema={Form}
      defaults={{
        staffId: row?.staffId,
        attendanceDate: row?.attendanceDate ?? today(),
        checkInTime: row?.checkInTime ?? "",
        checkOutTime: row?.checkOutTime ?? "",
        workHours: row && row.checkOutTime === null && Number(row.workHours) > 0 ? Number(row.workHours) : undefined,
        overtimeHours: undefined,
        status: row?.status ?? "present",
        location: row?.location ?? "",
        notes: row?.notes ?? "",
      }}
      submit="Record Attendance"
      pending="Recording..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField
          name="staffId"
          label="Staff member"
          numeric
          required
          placeholder="Choose a person"
          options={row && !options.some(({ value }) => value === row.staffId) ? [...options, { value: row.staffId, label: row.name }] : options}
        />
        <DateField name="attendanceDate" label="Date" max={today()} required />
      </div>
      <SelectField name="status" label="Status" hint="For Present with times, the shift determines late or half a day." options={statuses} required />
      <Times />
      <Hours />
      <div className="pair">
        <TextField name="location" label="Location" />
        <TextField name="notes" label="Notes" />
      </div>
    </FormDialog>
  )
}
