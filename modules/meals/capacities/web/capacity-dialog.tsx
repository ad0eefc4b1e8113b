/** Sets what a site can feed for a client, from a date. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { pathsOf, useCommand } from "../../web/client.ts"
import { withFixedMessage } from "../../web/fixed-message.ts"
import { useClients, useProjects } from "../../web/people.ts"

const Chosen = Schema.UndefinedOr(Schema.Finite)
const Heads = Schema.Number.annotate({ message: "Give a whole number, or 0" }).check(
  Schema.makeFilter((heads) => (Number.isInteger(heads) && heads >= 0 && heads < 1_000_000 ? undefined : "Give a whole number, or 0")),
)
const Form = formOf(
  {
    siteId: Chosen,
    clientId: Chosen,
    projectId: Chosen,
    maxBreakfastCapacity: Heads,
    maxLunchCapacity: Heads,
    maxDinnerCapacity: Heads,
    mealRate: Schema.String.check(Schema.isPattern(/^(\d{1,13}(\.\d{1,2})?)?$/, { message: "Meal rate must be a number with at most two decimals" })),
    startDate: Schema.String,
    endDate: Schema.String,
    notes: text("Notes", 500),
  },
  ({ siteId, clientId, startDate, endDate }) => {
    const missing = siteId ? (clientId ? (startDate === "" ? "startDate" : undefined) : "clientId") : "siteId"
    if (missing) return { path: [missing], issue: "Please fill in all required fields" }
    return endDate !== "" && endDate < startDate ? { path: ["endDate"], issue: "End date must be on or after start date" } : undefined
  },
)

const failed = "Failed to create site meal capacity"

export default function CapacityDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const set = useCommand("POST /api/site-meal-capacities", {
    // the form cannot be submitted without a site and a client
    body: ({ siteId, clientId, projectId, mealRate, endDate, ...capacity }: typeof Form.Type) => ({
      ...capacity,
      siteId: siteId!,
      clientId: clientId!,
      projectId: projectId ?? null,
      mealRate: mealRate || null,
      endDate: endDate || null,
    }),
    lists: pathsOf("GET /api/site-meal-capacities", "GET /api/meal-sessions", "GET /api/meal-tiles", "GET /api/daily-meal-summaries"),
    done: "Site meal capacity created successfully",
    failed,
  })
  return (
    <FormDialog
      title="Set Capacity"
      help="A new capacity ends the previous one on the day before it starts."
      schema={Form}
      defaults={{
        siteId: siteId ?? sites[0]?.id,
        clientId: undefined,
        projectId: undefined,
        maxBreakfastCapacity: 0,
        maxLunchCapacity: 0,
        maxDinnerCapacity: 0,
        mealRate: "60.00",
        startDate: today(),
        endDate: "",
        notes: "",
      }}
      submit="Set capacity"
      pending="Creating..."
      save={withFixedMessage(set.send, failed)}
      onClose={onClose}
    >
      <SiteField name="siteId" label="Site" required />
      <AtSite />
      <div className="triple">
        <NumberField name="maxBreakfastCapacity" label="Breakfast" min={0} required />
        <NumberField name="maxLunchCapacity" label="Lunch" min={0} required />
        <NumberField name="maxDinnerCapacity" label="Dinner" min={0} required />
      </div>
      <MoneyField name="mealRate" label="Meal rate" hint="Leave blank to use the contract rate." />
      <div className="pair">
        <DateField name="startDate" label="Start date" required />
        <DateField name="endDate" label="End date" />
      </div>
      <TextField name="notes" label="Notes" />
    </FormDialog>
  )
}

const AtSite = () => {
  const siteId = useWatch({ name: "siteId" }) as number | undefined
  const clients = useClients()
  const projects = useProjects(siteId)
  return (
    <>
      <SelectField
        name="clientId"
        label="Client"
        placeholder="Choose a client"
        numeric
        required
        options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
      />
      <SelectField name="projectId" label="Project" placeholder="No project" numeric options={projects.map(({ id, name }) => ({ value: id, label: name }))} />
    </>
  )
}
