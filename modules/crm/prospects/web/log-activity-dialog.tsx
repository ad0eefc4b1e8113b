/** Logs an activity with a prospect. An outcome alone does not move it: the dialog asks whether to move it too. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { day, formOf, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { CloseOutcome, Stage } from "../../labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { ClosingFields } from "./closing-fields.tsx"
import { oneOrNone, maybeWhole } from "../../web/crm-form.ts"
import { activityOptions, activityOutcomeOptions, closeOutcomes, isClosed, type Prospect, prospectLists } from "../../web/labels.ts"

const moves = ({ alsoMove, activityOutcome }: { readonly alsoMove: boolean; readonly activityOutcome: string }) => alsoMove && isClosed(activityOutcome)
const Form = formOf(
  {
    activityType: one(activityOptions, "Activity type"),
    subject: text("Subject", 200, true),
    description: text("Description", 2000),
    date: day("Activity date"),
    time: day("Time"),
    duration: maybeWhole("Duration", 1, 1440),
    activityOutcome: oneOrNone(activityOutcomeOptions),
    alsoMove: Schema.Boolean,
    outcome: Schema.Literals(["", ...closeOutcomes]),
    reason: text("Reason", 500),
    nextFollowUp: Schema.String,
  },
  (form) => (!moves(form) || form.outcome !== "" ? undefined : { path: ["outcome"], issue: "Outcome is required" }),
  (form) => (!moves(form) || form.reason.trim() !== "" ? undefined : { path: ["reason"], issue: "Reason is required" }),
)
type Form = typeof Form.Type

const Moving = ({ prospect }: { readonly prospect: Prospect | undefined }) => {
  const [activityOutcome, alsoMove] = useWatch({ control: useFormContext<Form>().control, name: ["activityOutcome", "alsoMove"] })
  if (!isClosed(activityOutcome) || !prospect?.canMove || prospect.stage === activityOutcome) return null
  return (
    <>
      <CheckField
        name="alsoMove"
        label={`Also move stage to ${statusWord(activityOutcome)}`}
        hint={`${prospect.companyName} is in ${statusWord(prospect.stage)}; without this it stays there.`}
      />
      {alsoMove && <ClosingFields stage={activityOutcome as Stage} />}
    </>
  )
}

/** The current time in Juba, as values of two fields. */
const now = () => {
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone: "Africa/Juba", dateStyle: "short", timeStyle: "short" }).format(new Date())
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

export default function LogActivityDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: prospect } = useApi("GET /api/crm/prospects/:id", { id })
  const log = useCommand("POST /api/crm/prospect-activities", {
    body: ({ date, time, duration, activityOutcome, alsoMove, outcome, reason, nextFollowUp, ...form }: Form) => ({
      ...form,
      prospectId: Number(id),
      activityDate: `${date}T${time}`,
      duration: duration ?? null,
      outcome: activityOutcome || null,
      ...(nextFollowUp !== "" && { nextFollowUp }),
      ...(moves({ alsoMove, activityOutcome }) && { moveTo: { stage: activityOutcome as Stage, outcome: outcome as CloseOutcome, reason } }),
    }),
    lists: prospectLists,
    done: "Activity logged successfully",
    failed: "Failed to log activity",
  })
  return (
    <FormDialog
      title="Log Activity"
      {...(prospect && { help: `Record a call, visit or message with ${prospect.companyName}.` })}
      schema={Form}
      wide
      defaults={{
        activityType: "call",
        subject: "",
        description: "",
        ...now(),
        duration: undefined,
        activityOutcome: "",
        alsoMove: false,
        outcome: "",
        reason: "",
        nextFollowUp: "",
      }}
      draft={`prospect-activity-${id}`}
      submit="Log Activity"
      pending="Logging..."
      save={log.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="activityType" label="Activity type" options={activityOptions} required />
        <NumberField name="duration" label="Duration" min={1} max={1440} unit="min" />
      </div>
      <TextField name="subject" label="Subject" required />
      <TextAreaField name="description" label="Description" rows={3} />
      <div className="pair">
        <DateField name="date" label="Activity date" required />
        <DateField name="time" label="Time" type="time" required />
      </div>
      <div className="pair">
        <SelectField name="activityOutcome" label="Outcome" placeholder="None yet" options={activityOutcomeOptions} />
        <DateField name="nextFollowUp" label="Next follow-up" hint="This completes a due follow-up" />
      </div>
      <Moving prospect={prospect} />
    </FormDialog>
  )
}
