/** Creates a draft bill: the unbilled meals of a client at a site on some days. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { withFixedMessage } from "@ops/meals/web/fixed-message.ts"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, SiteField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { formOf, choice } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { send, useApi, useCommand } from "../../web/client.ts"
import { useSettled } from "../../web/use-settled.ts"
import { count, invoiceLists, totalsOf } from "../../web/labels.ts"

const required = "Please fill in all required fields"
const Form = formOf(
  {
    siteId: Schema.UndefinedOr(Schema.Finite),
    clientId: Schema.UndefinedOr(Schema.Finite),
    billingType: choice("Billing type", ["daily", "weekly", "monthly"]),
    startDate: Schema.String,
    endDate: Schema.String,
  },
  (form) => {
    const missing = (["siteId", "clientId", "startDate", "endDate"] as const).find((field) => !form[field])
    if (missing) return { path: [missing], issue: required }
    return form.endDate < form.startDate ? { path: ["endDate"], issue: "End date must be on or after the start date" } : undefined
  },
)
type Form = typeof Form.Type

const failed = "Failed to generate meal billing"

interface Props {
  readonly onClose: () => void
  readonly onGenerated: (id: number) => void
}

export default function GenerateBillingDialog({ onClose, onGenerated }: Props) {
  const { siteId, sites } = useWorkingSite()
  const month = lastMonth(today())
  const generate = useCommand("POST /api/meal-billing-periods/generate", {
    // the form is not submitted without them
    body: ({ siteId, clientId, ...form }: Form) => ({ ...form, siteId: siteId!, clientId: clientId! }),
    lists: invoiceLists,
    done: "Meal billing generated successfully",
    failed,
  })
  const generated = withFixedMessage(generate.send, failed)
  return (
    <FormDialog
      title="Generate Billing"
      help="Creates a draft of the unbilled meals. Issue it once it is correct, or discard it."
      schema={Form}
      defaults={{
        siteId: siteId ?? sites[0]?.id,
        clientId: undefined,
        billingType: "monthly",
        startDate: `${month}-01`,
        endDate: lastDayOf(month),
      }}
      submit="Generate billing"
      pending="Generating..."
      onClose={onClose}
      save={async (form) => {
        const { id } = await generated(form)
        // the dialog is removed from the address first, then the bill is added to it
        setTimeout(() => onGenerated(id), 0)
      }}
    >
      <SiteField name="siteId" label="Site" required />
      <ClientField />
      <SelectField
        name="billingType"
        label="Billing type"
        hint="A bill is for one day, one week from Monday to Sunday, or one month."
        required
        options={[
          { value: "daily", label: "Daily" },
          { value: "weekly", label: "Weekly" },
          { value: "monthly", label: "Monthly" },
        ]}
      />
      <div className="pair">
        <DateField name="startDate" label="Start date" max={today()} required />
        <DateField name="endDate" label="End date" required />
      </div>
      <Preview />
    </FormDialog>
  )
}

const ClientField = () => {
  const siteId = useWatch<Form, "siteId">({ name: "siteId" })
  const clients = useApi("GET /api/clients", siteId ? { query: { siteId } } : null).data ?? []
  return (
    <SelectField
      name="clientId"
      label="Client"
      placeholder="Choose a client"
      numeric
      required
      options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
    />
  )
}

/** The totals of the bill to be created. */
const Preview = () => {
  const { siteId, clientId, startDate, endDate } = useSettled(useWatch<Form>() as Form)
  const asked = { siteId: siteId!, clientId: clientId!, startDate, endDate }
  const ready = !!siteId && !!clientId && startDate !== "" && startDate <= endDate
  const preview = useQuery({
    queryKey: ["preview of a bill", asked],
    queryFn: () => send("POST /api/meal-billing-periods/preview", { body: asked }),
    enabled: ready,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!ready) return null
  if (preview.isError) return <p className="muted">{sentenceOf(preview.error)}</p>
  if (!preview.data) return null
  const { bills, totals } = preview.data
  const sum = (name: "planned" | "served" | "missed") => bills.reduce((all, bill) => all + bill[name], 0)
  return (
    <section className="bill-preview" aria-label="Preview" aria-live="polite">
      <p>
        {count(sum("served"), "meal")} served of {sum("planned")} planned, {sum("missed")} missed.
      </p>
      {totalsOf(totals).map((line) => (
        <p key={line}>
          <b>{line}</b>
        </p>
      ))}
      <ul className="bill-warnings">
        {bills
          .flatMap(({ problems }) => problems)
          .map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
      </ul>
    </section>
  )
}
