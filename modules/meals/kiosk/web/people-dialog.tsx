/** Records many people at a meal in one commit: all of them, or none. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useId, useState } from "react"
import { useController, useFormState, useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import { findPeople } from "./find-people.ts"
import { withFixedMessage } from "../../web/fixed-message.ts"
import { fullName, useDiners } from "../../web/people.ts"
import { sessionLists } from "../../meal-sessions/web/session-lists.ts"
import { counted, type MealSession, sessionName } from "../../web/labels.ts"

const missingChoice = "Please select staff members and a meal session"
const form = (sessions: readonly MealSession[]) =>
  formOf(
    {
      mealSessionId: Schema.UndefinedOr(Schema.Finite),
      staffMemberIds: Schema.mutable(Schema.Array(Schema.Finite)),
      attended: Schema.Boolean,
      reason: text("Reason", 500),
    },
    ({ mealSessionId, staffMemberIds, reason }) => {
      if (!mealSessionId || staffMemberIds.length === 0) return { path: ["staffMemberIds"], issue: missingChoice }
      return isClosed(sessions, mealSessionId) && reason.trim() === "" ? { path: ["reason"], issue: "Reason is required" } : undefined
    },
  )
type Form = ReturnType<typeof form>["Type"]
const isClosed = (sessions: readonly MealSession[], id: number | undefined) => sessions.find((session) => session.id === id)?.status === "completed"

const failed = "Failed to record meal attendance"

interface Props {
  readonly sessions: readonly MealSession[]
  readonly onClose: () => void
}

export default function PeopleDialog({ sessions, onClose }: Props) {
  const record = useCommand("POST /api/meal-attendance/bulk", {
    body: ({ mealSessionId, reason, ...taps }: Form) => ({ ...taps, mealSessionId: mealSessionId!, reason: reason.trim() || null }),
    lists: sessionLists,
    done: ({ notice, exceptions, duplicates }) =>
      [
        "Meal attendance recorded successfully",
        duplicates > 0 && `${counted(duplicates, "was", "were")} recorded already`,
        exceptions > 0 && `${counted(exceptions, "is an exception", "are exceptions")}: a supervisor must allow it`,
        notice,
      ]
        .filter(Boolean)
        .join("\n"),
    failed,
  })
  return (
    <FormDialog
      title="Record Attendance"
      help="All selected people are recorded together; if one cannot be recorded, none is."
      schema={form(sessions)}
      defaults={{ mealSessionId: (sessions.find(({ status }) => status === "active") ?? sessions[0])?.id, staffMemberIds: [], attended: true, reason: "" }}
      submit="Record attendance"
      pending="Recording..."
      save={withFixedMessage(record.send, failed)}
      onClose={onClose}
    >
      <SelectField
        name="mealSessionId"
        label="Meal session"
        placeholder="Choose a session"
        numeric
        required
        options={sessions.map((session) => ({ value: session.id, label: `${sessionName(session)}${session.status === "completed" ? " (closed)" : ""}` }))}
      />
      <AtTable sessions={sessions} />
      <CheckField name="attended" label="Attended" />
    </FormDialog>
  )
}

const AtTable = ({ sessions }: { readonly sessions: readonly MealSession[] }) => {
  const id = useWatch({ name: "mealSessionId" }) as number | undefined
  const session = sessions.find((each) => each.id === id)
  return (
    <>
      {session && <PeopleField key={session.id} siteId={session.siteId} clientId={session.clientId} />}
      {isClosed(sessions, id) && (
        <TextAreaField name="reason" label="Reason" hint="The session is closed: people added now are marked as late." rows={2} required />
      )}
    </>
  )
}

/** Selects people from a list that typing filters. */
const PeopleField = (of: { readonly siteId: number; readonly clientId: number }) => {
  const id = useId()
  const [typed, type] = useState("")
  const { data: diners = [], isPending } = useDiners(of)
  const { field } = useController({ name: "staffMemberIds" })
  const { errors } = useFormState({ name: "staffMemberIds" })
  const chosen = new Set(field.value as number[])
  const shown = findPeople(diners, typed)
  const all = shown.length > 0 && shown.every((diner) => chosen.has(diner.id))
  const choose = (ids: readonly number[], on: boolean) => {
    const others = [...chosen].filter((each) => !ids.includes(each))
    field.onChange(on ? [...others, ...ids] : others)
  }
  const message = errors["staffMemberIds"]?.message as string | undefined
  return (
    <fieldset className="field people" aria-describedby={message ? `${id}-fault` : undefined}>
      <legend>Staff members</legend>
      <input
        ref={field.ref}
        className="input"
        type="search"
        aria-label="Find staff members"
        placeholder="Name or staff number"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <div className="line">
        <label className="check">
          <input
            type="checkbox"
            disabled={shown.length === 0}
            checked={all}
            onChange={(event) =>
              choose(
                shown.map((diner) => diner.id),
                event.target.checked,
              )
            }
          />
          {typed === "" ? "Everyone" : `All ${shown.length} found`}
        </label>
        <span className="spread" />
        <span className="muted num" role="status">
          {chosen.size} chosen
        </span>
      </div>
      <ul className="people-list">
        {shown.map((diner) => (
          <li key={diner.id}>
            <label className="check">
              <input type="checkbox" checked={chosen.has(diner.id)} onChange={(event) => choose([diner.id], event.target.checked)} />
              {fullName(diner)} <span className="muted num">{diner.staffNumber}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="muted">{isPending ? "Loading staff..." : typed === "" ? "No active staff here" : "No matches"}</li>}
      </ul>
      {message && (
        <p className="fault" id={`${id}-fault`}>
          {message}
        </p>
      )}
    </fieldset>
  )
}
