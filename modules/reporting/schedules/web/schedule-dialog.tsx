/** Schedules a report, or changes a schedule: the report, period, frequency and recipients. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { type Editable, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { choice, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useFormState, useWatch } from "react-hook-form"
import type { ReportScheduleAnswer } from "../contract.ts"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import {
  frequencies,
  frequencyNames,
  periodNames,
  relativePeriods,
  scheduledReports,
  scheduledNames,
  scheduledReaders,
  weekdays,
} from "../../analytics/web/labels.ts"

type Schedule = typeof ReportScheduleAnswer.Type

const Form = formOf({
  name: text("Name", 120, true),
  report: choice("Report", scheduledReports),
  period: choice("Period", relativePeriods),
  siteId: Schema.String,
  frequency: choice("Frequency", frequencies),
  weekday: Schema.String,
  dayOfMonth: Schema.String,
  hour: Schema.String,
  format: choice("Format", ["pdf", "xlsx"]),
  recipients: Schema.Array(Schema.String).check(Schema.isMinLength(1, { message: "Choose at least one recipient" })),
})

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))
const days = Array.from({ length: 31 }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))

export default function ScheduleDialog({ of, onClose }: { readonly of?: Schedule; readonly onClose: () => void }) {
  const { sees } = useSession()
  const user = useUser()
  const sites = useSites()
  const save = useCommand(of ? "PATCH /api/report-schedules/:id" : "POST /api/report-schedules", {
    id: of?.id,
    lists: [...pathsOf("GET /api/report-schedules"), ...(of ? [pathOf("GET /api/report-schedules/:id", { id: of.id })] : [])],
    done: ({ name }) => `${name} ${of ? "changed" : "is scheduled"}`,
    failed: "Failed to schedule the report",
  })
  return (
    <FormDialog
      title={of ? `Change ${of.name}` : "Schedule Report"}
      schema={Form}
      defaults={{
        name: of?.name ?? "",
        report: of?.report ?? "overview",
        period: of?.period ?? "last_month",
        siteId: of?.siteId ? String(of.siteId) : "",
        frequency: of?.frequency ?? "monthly",
        weekday: String(of?.weekday ?? 1),
        dayOfMonth: String(of?.dayOfMonth ?? 1),
        hour: String(of?.hour ?? 7),
        format: of?.format ?? "pdf",
        recipients: of?.recipients.map(({ id }) => String(id)) ?? [],
      }}
      submit={of ? "Save changes" : "Schedule Report"}
      pending="Saving..."
      save={({ siteId, weekday, dayOfMonth, hour, recipients, ...facts }) =>
        save.send({
          ...facts,
          siteId: siteId === "" ? null : Number(siteId),
          weekday: Number(weekday),
          dayOfMonth: Number(dayOfMonth),
          hour: Number(hour),
          recipients: recipients.map(Number),
        })
      }
      onClose={onClose}
      help="It is sent by e-mail. Each recipient receives only the figures they have access to on that day."
    >
      <TextField name="name" label="Name" required />
      <div className="pair">
        <SelectField
          name="report"
          label="Report"
          required
          options={scheduledReports.filter((tab) => sees(...scheduledReaders(tab))).map((value) => ({ value, label: scheduledNames[value] }))}
        />
        <SelectField
          name="period"
          label="Period"
          hint="Counted from the day it is sent"
          required
          options={relativePeriods.map((value) => ({ value, label: periodNames[value] }))}
        />
      </div>
      {!user.siteConfined && (
        <SelectField name="siteId" label="Site" placeholder="All Sites" options={sites.map(({ id, name }) => ({ value: String(id), label: name }))} />
      )}
      <Rhythm />
      <SelectField
        name="format"
        label="Format"
        required
        options={[
          { value: "pdf", label: "PDF" },
          { value: "xlsx", label: "XLSX" },
        ]}
      />
      <Recipients />
    </FormDialog>
  )
}

const Rhythm = () => {
  const frequency = useWatch({ control: useFormContext<Editable<typeof Form.Type>>().control, name: "frequency" })
  return (
    <div className="report-rhythm">
      <SelectField name="frequency" label="Frequency" required options={frequencies.map((value) => ({ value, label: frequencyNames[value] }))} />
      {frequency === "weekly" && <SelectField name="weekday" label="On" required options={weekdays.map((label, n) => ({ value: String(n + 1), label }))} />}
      {frequency === "monthly" && <SelectField name="dayOfMonth" label="On day" required options={days} />}
      <SelectField name="hour" label="At, in Juba" required options={hours} />
    </div>
  )
}

/** People who may see the chosen report. The server refuses recipients who may not see it after the report is changed. */
const Recipients = () => {
  const { register, getFieldState, control } = useFormContext<Editable<typeof Form.Type>>()
  const report = useWatch({ control, name: "report" })
  const people = useApi("GET /api/report-schedules/recipients", { query: { report } })
  const fault = getFieldState("recipients", useFormState({ control, name: "recipients" })).error?.message
  return (
    <fieldset className="report-recipients" aria-invalid={fault ? true : undefined}>
      <legend>Recipients</legend>
      {people.isPending && <span className="muted">Loading people...</span>}
      {people.data?.length === 0 && <span className="muted">No one with access to this report has an e-mail address.</span>}
      {people.data?.map(({ id, name, position }) => (
        <label key={id} className="check">
          <input type="checkbox" value={String(id)} {...register("recipients")} />
          <span>
            {name} {position && <span className="muted">{position}</span>}
          </span>
        </label>
      ))}
      {fault && <p className="fault">{fault}</p>}
    </fieldset>
  )
}
