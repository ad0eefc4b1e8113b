/** Schedules maintenance, or changes a plan: what, how often, and what every order of it inherits. */
import { today } from "@ops/platform/ui/date.tsx"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import {
  CheckField,
  DateField,
  type Editable,
  MoneyField,
  NumberField,
  SelectField,
  SiteField,
  TextAreaField,
  TextField,
} from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Schema } from "effect"
import { useFieldArray, useFormContext } from "react-hook-form"
import { Button } from "@ops/platform/ui/button.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import type { PlanAnswer } from "../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { bases, basisOptions, intervalUnits, planLists, triggers, unitOptions } from "./plans-labels.ts"
import { priorities, priorityOptions, serviceOptions, serviceTypes, teamNames } from "../../web/labels.ts"

type Plan = typeof PlanAnswer.Type

const decimal = /^\d{1,9}(\.\d{1,3})?$/
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: text("Name", 120).check(Schema.makeFilter((name) => (name.trim() === "" ? "Name is required" : undefined))),
    siteId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id ? undefined : "Site is required")))),
    assetId: Schema.UndefinedOr(Schema.Finite),
    location: text("Area", 200),
    serviceType: Schema.Literals(serviceTypes).annotate({ message: "Service type is required" }),
    priority: Schema.Literals(priorities).annotate({ message: "Priority is required" }),
    description: text("Description", 2000),
    trigger: Schema.Literals(triggers),
    every: Schema.String.check(
      Schema.makeFilter((every) => (decimal.test(every.trim()) && Number(every) > 0 ? undefined : "Every must be a number greater than 0")),
    ),
    unit: Schema.Literals(intervalUnits),
    basis: Schema.Literals(bases),
    startDate: Schema.String,
    startReading: Schema.String,
    leadDays: Schema.UndefinedOr(Schema.Int.annotate({ message: "Days ahead must be a whole number" })),
    endDate: Schema.String,
    worker: Schema.String,
    clientId: Schema.UndefinedOr(Schema.Finite),
    billable: Schema.Boolean,
    estimatedCost: Schema.String.check(
      Schema.makeFilter((cost) => (/^$|^\d{1,10}(\.\d{1,2})?$/.test(cost) ? undefined : "Estimated cost must be a number with at most two decimals")),
    ),
    checklist: text("Checklist", 4000),
    parts: Schema.Array(
      Schema.Struct({
        stockItemId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id ? undefined : "Part is required")))),
        quantity: Schema.String.check(
          Schema.makeFilter((quantity) => (decimal.test(quantity.trim()) && Number(quantity) > 0 ? undefined : "Quantity must be greater than 0")),
        ),
      }),
    ),
    signatureRequired: Schema.Boolean,
  }).check(
    Schema.makeFilter(({ trigger, every, startDate, startReading, assetId }) => {
      if (trigger === "calendar") {
        if (!/^\d+$/.test(every.trim())) return { path: ["every"], issue: "Every must be a whole number from 1 on" }
        return startDate === "" ? { path: ["startDate"], issue: "First date is required" } : undefined
      }
      if (assetId === undefined) return { path: ["assetId"], issue: "A plan by the meter needs an asset with a meter" }
      return decimal.test(startReading.trim()) ? undefined : { path: ["startReading"], issue: "Say at which reading the first order is due" }
    }),
    Schema.makeFilter(({ startDate, endDate, trigger }) =>
      trigger === "calendar" && endDate !== "" && endDate < startDate
        ? { path: ["endDate"], issue: "Last date must be on or after the first date" }
        : undefined,
    ),
    Schema.makeFilter(({ billable, clientId }) =>
      billable && clientId === undefined ? { path: ["clientId"], issue: "Billable work needs the client who pays for it" } : undefined,
    ),
  ),
)
type Values = typeof Form.Type

const workerOf = (worker: string) => {
  const [kind, of] = worker.split(":")
  return {
    assignedTo: kind === "person" ? Number(of) : null,
    contractorId: kind === "contractor" ? Number(of) : null,
    team: kind === "team" ? (of as Plan["team"]) : null,
  }
}
const workerIn = ({ assignedTo, contractorId, team }: Plan) =>
  assignedTo !== null ? `person:${assignedTo}` : contractorId !== null ? `contractor:${contractorId}` : team !== null ? `team:${team}` : ""
/** Optional lines end with a question mark. */
const linesOf = (checklist: string) =>
  checklist
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.replace(/\?$/, "").trim() !== "")
    .map((line) => ({ line: line.replace(/\s*\?$/, ""), required: !line.endsWith("?") }))
const textOf = (checklist: Plan["checklist"]) => checklist.map(({ line, required }) => `${line}${required ? "" : " ?"}`).join("\n")

interface Props {
  /** what changes; a new one if not given */
  readonly of?: Plan
  readonly onClose: () => void
  readonly onMade?: (id: number) => void
}

export default function PlanDialog({ of, onClose, onMade }: Props) {
  const { siteId, sites } = useWorkingSite()
  const save = useCommand(of ? "PATCH /api/maintenance-plans/:id" : "POST /api/maintenance-plans", {
    id: of?.id,
    body: ({ worker, checklist, siteId: site, trigger, startDate, startReading, leadDays, parts, every, unit, endDate, estimatedCost, ...form }: Values) => {
      const calendar = trigger === "calendar"
      const begins = calendar ? { startDate } : { startReading: startReading.trim() }
      // an unchanged first date is not sent: it may be in the past by now
      const moved = !of || of.trigger !== trigger || (calendar ? of.startDate !== startDate : Number(of.startReading) !== Number(startReading))
      return {
        ...form,
        ...(of ? {} : { siteId: site }),
        trigger,
        every: every.trim(),
        ...(calendar && { unit, leadDays: leadDays ?? 0 }),
        ...(moved && begins),
        endDate: endDate || null,
        estimatedCost: estimatedCost || null,
        assetId: form.assetId ?? null,
        clientId: form.clientId ?? null,
        ...workerOf(worker),
        checklist: linesOf(checklist),
        parts: parts.map(({ stockItemId, quantity }) => ({ stockItemId, quantity: quantity.trim() })),
      }
    },
    lists: planLists,
    done: ({ planNumber }) => `${planNumber} ${of ? "changed" : "scheduled"}`,
    failed: of ? "Failed to change the plan" : "Failed to schedule maintenance",
  })
  const defaults: typeof Form.Encoded = {
    name: of?.name ?? "",
    siteId: of?.siteId ?? siteId ?? sites[0]?.id,
    assetId: of?.assetId ?? undefined,
    location: of?.location ?? "",
    serviceType: of?.serviceType ?? "equipment_maintenance",
    priority: of?.priority ?? "medium",
    description: of?.description ?? "",
    trigger: of?.trigger ?? "calendar",
    every: of ? String(of.every) : "1",
    unit: of?.unit ?? "months",
    basis: of?.basis ?? "scheduled",
    startDate: of?.startDate ?? today(),
    startReading: of?.startReading ?? "",
    leadDays: of?.leadDays ?? 0,
    endDate: of?.endDate ?? "",
    worker: of ? workerIn(of) : "",
    clientId: of?.clientId ?? undefined,
    billable: of?.billable ?? false,
    estimatedCost: of?.estimatedCost ?? "",
    checklist: of ? textOf(of.checklist) : "",
    parts: of?.parts.map(({ stockItemId, quantity }) => ({ stockItemId, quantity })) ?? [],
    signatureRequired: of?.signatureRequired ?? false,
  }
  return (
    <FormDialog
      title={of ? `Change ${of.planNumber}` : "Schedule maintenance"}
      help={
        of
          ? "Orders that are made already stay as they are."
          : "Work that comes again and again. Every order of it has the checklist, parts and people named here."
      }
      schema={Form}
      wide
      defaults={defaults}
      submit={of ? "Save plan" : "Schedule maintenance"}
      pending="Saving..."
      onClose={onClose}
      save={async (form) => {
        const saved = await save.send(form as Values)
        if (!of) setTimeout(() => onMade?.(saved.id), 0)
      }}
    >
      <TextField name="name" label="Name" required />
      {!of && <SiteField name="siteId" label="Site" required />}
      <div className="pair">
        <AssetField />
        <TextField name="location" label="Area" hint="Where it is no asset" />
      </div>
      <div className="pair">
        <SelectField name="serviceType" label="Service type" options={serviceOptions} required />
        <SelectField name="priority" label="Priority" options={priorityOptions} required />
      </div>
      <When />
      <WorkerField />
      <TextAreaField name="checklist" label="Checklist" hint="One line for each thing to be checked. A question mark at its end makes it optional." rows={4} />
      <PartLines />
      <CheckField name="signatureRequired" label="The client signs when it is done" />
      <ClientFields />
      <TextAreaField name="description" label="Description" rows={2} />
    </FormDialog>
  )
}

const useSiteAssets = () => {
  const siteId = Number(useFormContext<Editable<typeof Form.Type>>().watch("siteId"))
  return useApi("GET /api/assets", siteId > 0 ? { query: { siteId, limit: "1000" } } : null).data ?? []
}

const AssetField = () => {
  const options = useSiteAssets().map(({ id, assetNumber, name }) => ({ value: id, label: `${assetNumber} ${name}` }))
  return <SelectField name="assetId" label="Asset" numeric placeholder="None" options={options} />
}

/** By the calendar, or by the meter of the asset. */
const When = () => {
  const [trigger, assetId] = useFormContext<Editable<typeof Form.Type>>().watch(["trigger", "assetId"])
  const asset = useSiteAssets().find(({ id }) => id === Number(assetId))
  const kinds = [
    { value: "calendar", label: "The calendar" },
    { value: "meter", label: "The meter of the asset" },
  ]
  return (
    <>
      <div className="pair">
        <SelectField name="trigger" label="Planned by" options={kinds} required />
        <SelectField name="basis" label="The next is counted from" options={basisOptions} required />
      </div>
      {trigger === "meter" ? (
        <div className="pair">
          <TextField name="every" label={`Interval in ${asset?.meterUnit ?? "units"}`} required />
          <TextField
            name="startReading"
            label="First at a reading of"
            {...(asset?.meterReading && { hint: `It showed ${asset.meterReading} on ${asset.meterReadOn}` })}
            required
          />
        </div>
      ) : (
        <>
          <div className="pair">
            <TextField name="every" label="Every" required />
            <SelectField name="unit" label="Unit" options={unitOptions} required />
          </div>
          <div className="pair">
            <DateField name="startDate" label="First date" required />
            <NumberField name="leadDays" label="Order made ahead" min={0} max={60} unit="days" />
          </div>
        </>
      )}
      <DateField name="endDate" label="Last date" hint="Left empty, it has no end" />
    </>
  )
}

const WorkerField = () => {
  const [siteId, serviceType] = useFormContext<Editable<typeof Form.Type>>().watch(["siteId", "serviceType"])
  const found = useApi("GET /api/work-orders/assignees", Number(siteId) > 0 ? { query: { siteId, serviceType } } : null)
  const { people = [], contractors = [] } = found.data ?? {}
  const options = [
    ...(["cleaning", "maintenance"] as const).map((team) => ({ value: `team:${team}`, label: teamNames[team] })),
    ...people.map(({ id, name, position }) => ({ value: `person:${id}`, label: `${name}, ${position}` })),
    ...contractors.map(({ id, name, serviceType }) => ({ value: `contractor:${id}`, label: `${name}, ${serviceType}` })),
  ]
  return <SelectField name="worker" label="Done by" placeholder="Assigned when the order is made" options={options} />
}

const PartLines = () => {
  const { fields, append, remove } = useFieldArray({ name: "parts" })
  const items = useApi("GET /api/stock/items", { query: { limit: "1000" } }).data ?? []
  const options = items.map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))
  return (
    <fieldset className="lines">
      <legend>Parts</legend>
      {fields.map((field, n) => (
        <div className="line-of" key={field.id}>
          <SelectField name={`parts.${n}.stockItemId`} label="Part" numeric placeholder="Choose an item" options={options} required />
          <TextField name={`parts.${n}.quantity`} label="Quantity" required />
          <Button aria-label={`Remove part ${n + 1}`} onClick={() => remove(n)}>
            Remove
          </Button>
        </div>
      ))}
      <Button onClick={() => append({ stockItemId: undefined, quantity: "1" })}>Add part</Button>
    </fieldset>
  )
}

const ClientFields = () => {
  const clients = useApi("GET /api/clients", { query: { limit: "1000" } }).data ?? []
  return (
    <>
      <div className="pair">
        <SelectField
          name="clientId"
          label="Client"
          numeric
          placeholder="Our own work"
          options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
        />
        <MoneyField name="estimatedCost" label="Estimated cost" currency="USD" />
      </div>
      <CheckField name="billable" label="The client pays for it" />
    </>
  )
}
