/** Records one person at a meal, or as missing. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { fullName, useDiners } from "../../web/people.ts"
import { sessionLists } from "./session-lists.ts"
import { type MealSession, sessionName } from "../../web/labels.ts"

const form = (sessions: readonly MealSession[]) =>
  formOf(
    {
      mealSessionId: Schema.Number.annotate({ message: "Meal session is required" }),
      staffMemberId: Schema.Number.annotate({ message: "Staff member is required" }).check(
        Schema.makeFilter((id) => (id > 0 ? undefined : "Staff member is required")),
      ),
      attended: Schema.Boolean,
      reason: text("Reason", 500),
    },
    ({ mealSessionId, reason }) => (isClosed(sessions, mealSessionId) && reason.trim() === "" ? { path: ["reason"], issue: "Reason is required" } : undefined),
  )
type Form = ReturnType<typeof form>["Type"]
const isClosed = (sessions: readonly MealSession[], id: number) => sessions.find((session) => session.id === id)?.status === "completed"

interface Props {
  /** sessions that accept people */
  readonly sessions: readonly MealSession[]
  readonly chosen: number
  readonly onClose: () => void
}

export default function AttendanceDialog({ sessions, chosen, onClose }: Props) {
  const record = useCommand("POST /api/meal-attendance", {
    body: ({ reason, ...tap }: Form) => ({ ...tap, reason: reason.trim() || null }),
    lists: sessionLists,
    done: ({ notice, duplicate }) => [duplicate ? "Attendance is already recorded" : "Attendance recorded successfully", notice].filter(Boolean).join("\n"),
    failed: "Failed to record attendance",
  })
  return (
    <FormDialog
      title="Record Attendance"
      schema={form(sessions)}
      defaults={{ mealSessionId: chosen, staffMemberId: 0, attended: true, reason: "" }}
      submit="Record attendance"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <SelectField
        name="mealSessionId"
        label="Meal session"
        numeric
        required
        options={sessions.map((session) => ({ value: session.id, label: sessionName(session) }))}
      />
      <AtTable sessions={sessions} />
      <CheckField name="attended" label="Attended" />
    </FormDialog>
  )
}

const AtTable = ({ sessions }: { readonly sessions: readonly MealSession[] }) => {
  const id = useWatch({ name: "mealSessionId" }) as number
  const session = sessions.find((each) => each.id === id)
  const { data: diners = [] } = useDiners(session ? { siteId: session.siteId, clientId: session.clientId } : null)
  return (
    <>
      <SelectField
        name="staffMemberId"
        label="Staff member"
        placeholder="Choose a person"
        numeric
        required
        options={diners.map((diner) => ({ value: diner.id, label: `${fullName(diner)} (${diner.staffNumber})` }))}
      />
      {isClosed(sessions, id) && (
        <TextAreaField name="reason" label="Reason" hint="The session is closed: people added now are marked as late." rows={2} required />
      )}
    </>
  )
}
