/** Promises a service level from a date. */
import { addDays } from "@ops/platform/calendar.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, MoneyField, NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedText, choice, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { SlaPolicyAnswer } from "../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { slaLists } from "./labels.ts"
import { priorities, priorityOptions, serviceOptions, serviceTypes } from "../../web/labels.ts"

const minutes = (field: string) =>
  Schema.UndefinedOr(Schema.Int.check(Schema.isGreaterThan(0, { message: `${field} must be a whole number of minutes, at least 1` })))
const Form = formOf(
  {
    clientId: Schema.UndefinedOr(Schema.Finite),
    serviceType: Schema.Literals(["", ...serviceTypes]),
    priority: choice("Priority", priorities),
    from: checkedText((from) => (from === "" ? "Start date is required" : undefined)),
    responseMinutes: minutes("Response"),
    resolutionMinutes: minutes("Resolution"),
    aroundTheClock: Schema.Boolean,
    creditAmount: checkedText((amount) => (/^$|^\d{1,10}(\.\d{1,2})?$/.test(amount) ? undefined : "Credit must be a number with at most two decimals")),
  },
  ({ responseMinutes, resolutionMinutes }) =>
    responseMinutes !== undefined && resolutionMinutes !== undefined && resolutionMinutes < responseMinutes
      ? { path: ["resolutionMinutes"], issue: "Resolution time cannot be shorter than response time" }
      : undefined,
  ({ creditAmount, resolutionMinutes }) =>
    Number(creditAmount) > 0 && resolutionMinutes === undefined ? { path: ["creditAmount"], issue: "A credit requires a resolution time" } : undefined,
)
type Values = typeof Form.Type

export default function PromiseDialog({ of, onClose }: { readonly of?: typeof SlaPolicyAnswer.Type; readonly onClose: () => void }) {
  const clients = useApi("GET /api/clients", { query: { limit: "1000" } }).data ?? []
  const save = useCommand("POST /api/sla/policies", {
    body: ({ clientId, serviceType, responseMinutes, resolutionMinutes, ...form }: Values) => ({
      ...form,
      clientId: clientId ?? null,
      serviceType: serviceType || null,
      responseMinutes: responseMinutes ?? null,
      resolutionMinutes: resolutionMinutes ?? null,
    }),
    lists: slaLists,
    done: "Service level promised",
    failed: "Failed to set the service level",
  })
  const last = of?.terms[0]
  const tomorrow = addDays(today(), 1)
  return (
    <FormDialog
      title={of ? "Change service level" : "Promise service level"}
      help="Minutes count in the site's working hours, or day and night. Supervisors are notified at 80% and 100% of the time."
      schema={Form}
      defaults={{
        clientId: of?.clientId ?? undefined,
        serviceType: of?.serviceType ?? "",
        priority: of?.priority ?? "medium",
        from: of ? tomorrow : today(),
        responseMinutes: last?.responseMinutes ?? undefined,
        resolutionMinutes: last?.resolutionMinutes ?? undefined,
        aroundTheClock: last?.aroundTheClock ?? false,
        creditAmount: last && Number(last.creditAmount) > 0 ? last.creditAmount : "",
      }}
      submit="Promise"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      {!of && (
        <>
          <SelectField
            name="clientId"
            label="Client"
            numeric
            placeholder="Every client without its own service level"
            options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
          />
          <div className="pair">
            <SelectField name="serviceType" label="Service" placeholder="Any service" options={serviceOptions} />
            <SelectField name="priority" label="Priority" options={priorityOptions} required />
          </div>
        </>
      )}
      <div className="pair">
        <NumberField name="responseMinutes" label="Response in" min={1} unit="minutes" />
        <NumberField name="resolutionMinutes" label="Resolution in" min={1} unit="minutes" />
      </div>
      <CheckField name="aroundTheClock" label="The clock runs day and night" />
      <div className="pair">
        <MoneyField name="creditAmount" label="Credit for late resolution" currency="USD" />
        <DateField name="from" label="From" {...(of && { min: tomorrow })} required />
      </div>
    </FormDialog>
  )
}
