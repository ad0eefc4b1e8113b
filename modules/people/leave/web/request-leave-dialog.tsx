/** Requests leave: the days and the remaining balance update as one types. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { CheckField, DateField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { StaffField } from "../../web/staff-field.tsx"
import { screen } from "../screen.ts"
import { days, leaveLists } from "./labels.ts"

const { request } = screen.commands

/** How many days the request takes, which do not count, and the remaining balance. */
const Counted = () => {
  const [staffId, leaveTypeId, startDate, endDate, half] = useWatch({ name: ["staffId", "leaveTypeId", "startDate", "endDate", "halfDay"] }) as readonly [
    number | undefined,
    number | undefined,
    string,
    string,
    boolean,
  ]
  const ready = Boolean(staffId && leaveTypeId && startDate && endDate && startDate <= endDate)
  const preview = useApi(
    "GET /api/hr/staff/:id/leave-preview",
    ready && staffId
      ? {
          id: staffId,
          query: {
            leaveTypeId,
            startDate,
            endDate,
            halfDay: String(half && startDate === endDate),
          },
        }
      : null,
  )
  if (!ready) return <p className="hint">Days are counted by the site's working week, without holidays.</p>
  if (preview.isError) {
    return (
      <p className="fault" role="alert">
        {sentenceOf(preview.error)}
      </p>
    )
  }
  const of = preview.data
  if (!of) return <p className="hint">Counting...</p>
  const named = of.notCounted.filter(({ why }) => why !== "Not a working day" && why !== "Days off")
  return (
    <div className="leave-counted" role="status" data-testid="leave-counted">
      <p>
        <strong>{days(of.totalDays)}</strong>
        {of.notCounted.length > 0 && `, ${days(of.notCounted.length)} not counted`}
        {named.length > 0 && ` (${named.map(({ date, why }) => `${why} ${formatDay(date)}`).join(", ")})`}
      </p>
      <p className={of.covered ? "muted" : "negative"}>
        {of.covered
          ? `${days(of.balance)} on the first day, ${of.left} left after it`
          : `Only ${days(Math.max(0, of.left + of.totalDays))} can be taken on these dates`}
      </p>
    </div>
  )
}

const HalfDay = () => {
  const [startDate, endDate] = useWatch({ name: ["startDate", "endDate"] }) as readonly [string, string]
  return startDate !== "" && startDate === endDate ? <CheckField name="halfDay" label="Half of this day" /> : null
}

/** Selects the signed-in person by default, once known and while no one is selected. */
const OneselfFirst = ({ id }: { readonly id: number | undefined }) => {
  const { getValues, setValue } = useFormContext()
  useEffect(() => {
    if (id !== undefined && !getValues("staffId")) setValue("staffId", id)
  }, [id, getValues, setValue])
  return null
}

export default function RequestLeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: own } = useUser()
  const { can } = useSession()
  const { siteId } = useWorkingSite()
  const forOthers = can("team.manage", "users.department", "users.manage")
  const people =
    useApi("GET /api/hr/staff", {
      query: {
        status: "active,on_leave",
        limit: 1000,
        sort: "lastName",
        ...(siteId !== undefined && forOthers && { siteId }),
      },
    }).data ?? []
  const types = useApi("GET /api/hr/leave-types", { query: { status: "active" } }).data ?? []
  const shown = forOthers ? people : people.filter(({ userId }) => userId === own)
  const mine = people.find(({ userId }) => userId === own)
  const save = useCommand("POST /api/hr/leave-requests", { lists: leaveLists, done: request.words.done, failed: request.words.failed })
  return (
    <CommandDialog
      command={request}
      title={request.words.button}
      help="Your supervisor or the head of the department decides."
      initial={{ startDate: "", endDate: "" }}
      check={({ startDate, endDate }) => (String(endDate) < String(startDate) ? { endDate: "End date must be on or after the start date" } : {})}
      narrow
      submit="Submit Request"
      pending={request.words.pending}
      rows={[
        { key: "oneself", node: <OneselfFirst id={mine?.id} /> },
        { key: "staff", node: <StaffField of={shown} /> },
        {
          key: "type",
          node: (
            <SelectField
              name="leaveTypeId"
              label="Leave type"
              numeric
              required
              placeholder="Choose a type"
              options={types.map(({ id, name, maxDaysPerYear }) => ({ value: id, label: `${name} (${maxDaysPerYear} days a year)` }))}
            />
          ),
        },
        {
          key: "days",
          node: (
            <>
              <div className="pair">
                <DateField name="startDate" label="Start date" required />
                <DateField name="endDate" label="End date" required />
              </div>
              <HalfDay />
              <Counted />
            </>
          ),
        },
        { key: "reason", node: <TextAreaField name="reason" label="Reason" rows={2} required /> },
        {
          key: "emergency",
          node: (
            <div className="pair">
              <TextField name="emergencyContact" label="Emergency contact" />
              <TextField name="emergencyPhone" label="Emergency phone" type="tel" />
            </div>
          ),
        },
        "handoverNotes",
      ]}
      save={({ halfDay, ...form }: Parameters<typeof save.send>[0]) => save.send({ ...form, halfDay: halfDay === true && form.startDate === form.endDate })}
      onClose={onClose}
    />
  )
}
