/** Creates a work order, with its worker where known already. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, type Editable, MoneyField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { PhotoField } from "@ops/platform/ui/files/photo-field.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext } from "react-hook-form"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { priorities, priorityOptions, serviceOptions, serviceTypes, teamNames } from "../../web/labels.ts"

const money = /^$|^\d{1,10}(\.\d{1,2})?$/

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
    serviceType: Schema.Literals(serviceTypes).annotate({ message: "Service type is required" }),
    priority: Schema.Literals(priorities).annotate({ message: "Priority is required" }),
    description: text("Description", 2000).check(Schema.makeFilter((text) => (text.trim() === "" ? "Description is required" : undefined))),
    location: text("Location", 200),
    assetId: Schema.UndefinedOr(Schema.Finite),
    scheduledDate: Schema.String,
    dueDate: Schema.String,
    worker: Schema.String,
    clientId: Schema.UndefinedOr(Schema.Finite),
    billable: Schema.Boolean,
    estimatedCost: Schema.String.check(
      Schema.makeFilter((text) => (money.test(text) ? undefined : "Estimated cost must be a number with at most two decimals")),
    ),
    checklist: text("Checklist", 4000),
    signatureRequired: Schema.Boolean,
    photos: Files,
  }).check(
    Schema.makeFilter(({ scheduledDate, dueDate }) =>
      scheduledDate !== "" && dueDate !== "" && dueDate < scheduledDate
        ? { path: ["dueDate"], issue: "Due date cannot be before the scheduled date" }
        : undefined,
    ),
    Schema.makeFilter(({ billable, clientId }) =>
      billable && clientId === undefined ? { path: ["clientId"], issue: "A billable order needs the client who pays for it" } : undefined,
    ),
  ),
)
type Values = typeof Form.Type

/** "person:3" as the call takes it. */
const workerOf = (worker: string) => {
  const [kind, of] = worker.split(":")
  return {
    assignedTo: kind === "person" ? Number(of) : null,
    contractorId: kind === "contractor" ? Number(of) : null,
    team: kind === "team" ? (of as "cleaning" | "maintenance") : null,
  }
}

interface Props {
  readonly onClose: () => void
  readonly onCreated: (id: number) => void
}

export default function CreateOrderDialog({ onClose, onCreated }: Props) {
  const { can } = useSession()
  const { siteId, sites } = useWorkingSite()
  const dispatches = can("work_orders.approve", "department.manage")
  const create = useCommand("POST /api/work-orders", {
    body: ({ worker, checklist, scheduledDate, dueDate, estimatedCost, ...form }: Values) => ({
      ...form,
      ...workerOf(worker),
      scheduledDate: scheduledDate || null,
      dueDate: dueDate || null,
      estimatedCost: estimatedCost || null,
      checklist: checklist
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
        .map((line) => ({ line, required: true })),
    }),
    lists: pathsOf("GET /api/work-orders"),
    done: ({ orderNumber }) => `Work order ${orderNumber} created`,
    failed: "Failed to create work order",
  })
  const defaults: Values = {
    siteId: siteId ?? sites[0]?.id ?? 0,
    serviceType: "cleaning",
    priority: "medium",
    description: "",
    location: "",
    assetId: undefined,
    scheduledDate: "",
    dueDate: "",
    worker: "",
    clientId: undefined,
    billable: false,
    estimatedCost: "",
    checklist: "",
    signatureRequired: false,
    photos: [],
  }
  return (
    <FormDialog
      title="Create Work Order"
      help="Work to be done at a site. It gets a number, and the time that was promised for it begins."
      schema={Form}
      wide
      defaults={defaults}
      draft="work-order"
      submit="Create work order"
      pending="Creating..."
      onClose={onClose}
      save={async (form) => {
        const made = await create.send(form as Values)
        // the dialog is removed from the address first, then the new order comes into it
        setTimeout(() => onCreated(made.id), 0)
      }}
    >
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <TextField name="location" label="Location" />
      </div>
      <div className="pair">
        <SelectField name="serviceType" label="Service type" options={serviceOptions} required />
        <SelectField name="priority" label="Priority" options={priorityOptions} required />
      </div>
      <TextAreaField name="description" label="Description" rows={3} required />
      <AssetField />
      <div className="pair">
        <DateField name="scheduledDate" label="Scheduled date" min={today()} />
        <DateField name="dueDate" label="Due date" min={today()} />
      </div>
      {dispatches && <WorkerField />}
      {dispatches && <ClientFields />}
      <TextAreaField name="checklist" label="Checklist" hint="One line for each thing to be checked before the order can be completed." rows={3} />
      <CheckField name="signatureRequired" label="The client signs when it is done" />
      <PhotoField name="photos" label="Photos" />
    </FormDialog>
  )
}

const siteQuery = (siteId: unknown) => (Number(siteId) > 0 ? { siteId: Number(siteId) } : undefined)

const AssetField = () => {
  const site = siteQuery(useFormContext<Editable<Values>>().watch("siteId"))
  const assets = useApi("GET /api/assets", site ? { query: { ...site, limit: "1000" } } : null)
  const options = (assets.data ?? []).map(({ id, assetNumber, name }) => ({ value: id, label: `${assetNumber} ${name}` }))
  return <SelectField name="assetId" label="Asset" numeric placeholder="None" options={options} />
}

/** People, contractors and teams who could do it on the day; who is away then is not among them. */
const WorkerField = () => {
  const [siteId, serviceType, scheduledDate] = useFormContext<Editable<Values>>().watch(["siteId", "serviceType", "scheduledDate"])
  const site = siteQuery(siteId)
  const found = useApi("GET /api/work-orders/assignees", site ? { query: { ...site, serviceType, at: scheduledDate || undefined } } : null)
  const { people = [], contractors = [] } = found.data ?? {}
  const options = [
    ...(["cleaning", "maintenance"] as const).map((team) => ({ value: `team:${team}`, label: teamNames[team] })),
    ...people
      .filter(({ onLeave }) => !onLeave)
      .map(({ id, name, position, openOrders }) => ({ value: `person:${id}`, label: `${name}, ${position} (${openOrders} open)` })),
    ...contractors.map(({ id, name, serviceType, openOrders }) => ({ value: `contractor:${id}`, label: `${name}, ${serviceType} (${openOrders} open)` })),
  ]
  return <SelectField name="worker" label="Assigned to" placeholder="Unassigned" options={options} />
}

const ClientFields = () => {
  const clients = useApi("GET /api/clients", { query: { limit: "1000" } })
  return (
    <>
      <div className="pair">
        <SelectField
          name="clientId"
          label="Client"
          numeric
          placeholder="Our own work"
          options={(clients.data ?? []).map(({ id, companyName }) => ({ value: id, label: companyName }))}
        />
        <MoneyField name="estimatedCost" label="Estimated cost" currency="USD" />
      </div>
      <CheckField name="billable" label="The client pays for it" />
    </>
  )
}
