/** Schedules maintenance, or changes a plan: the work, the interval, and the defaults of its orders. */
import { today } from "@ops/platform/ui/date.tsx"
import { CheckField, DateField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { optionsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { AssetField, ClientFields, linesOf, partFaults, PartFields, useSiteAssets, WorkerField, workerIn, workerOf } from "../../web/work-fields.tsx"
import type { PayloadOf } from "@ops/platform/http/resources/wire.ts"
import type { makePlan } from "../commands.ts"
import type { maintenance } from "../resource.ts"
import { screen } from "../screen.ts"
import { planLists } from "./plans-labels.ts"

type Plan = (typeof maintenance)["Row"]

const { change, make } = screen.commands
const wordsOf = (name: string) => make.fields.filter((field) => field.name === name).flatMap(optionsOf)
const decimal = /^\d{1,9}(\.\d{1,3})?$/

/** The initial values of the form. */
const initialOf = (of: Plan | undefined) => ({
  serviceType: of?.serviceType ?? "equipment_maintenance",
  trigger: of?.trigger ?? "calendar",
  every: of ? String(of.every) : "1",
  unit: of?.unit ?? "months",
  basis: of?.basis ?? "scheduled",
  startDate: of?.startDate ?? today(),
  startReading: of?.startReading ?? "",
  leadDays: of?.leadDays ?? 0,
  parts: of?.parts.map(({ stockItemId, quantity }) => ({ stockItemId, quantity: Number(quantity) })) ?? [],
})
/** Form fields whose format differs from the call's. Optional checklist lines end with a question mark. */
const ownOf = (of: Plan | undefined) => ({
  worker: of ? workerIn(of) : "",
  checks: of?.checklist.map(({ line, required }) => `${line}${required ? "" : " ?"}`).join("\n") ?? "",
})
const faultsOf = (form: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const { trigger, startDate, startReading, endDate, assetId, billable, clientId, parts } = form
  const every = String(form["every"] ?? "").trim()
  const isCalendar = trigger === "calendar"
  return {
    ...(!(decimal.test(every) && Number(every) > 0) && { every: "Every must be a number greater than 0" }),
    ...(isCalendar && !/^[1-9]\d*$/.test(every) && { every: "Every must be a whole number of at least 1" }),
    ...(isCalendar && !startDate && { startDate: "First date is required" }),
    ...(isCalendar && endDate && String(endDate) < String(startDate) ? { endDate: "Last date must be on or after the first date" } : {}),
    ...(!isCalendar && !decimal.test(String(startReading ?? "").trim()) && { startReading: "Enter the reading at which the first order is due" }),
    ...(!isCalendar && !assetId && { assetId: "A plan by the meter needs an asset with a meter" }),
    ...(billable && clientId === undefined ? { clientId: "Billable work needs the client who pays for it" } : {}),
    ...partFaults(parts),
  }
}

interface Props {
  /** the plan to change; omitted to add one */
  readonly of?: Plan
  readonly onClose: () => void
}
type Typed = PayloadOf<(typeof makePlan)["fields"]> & { readonly worker?: string; readonly checks?: string }

export default function PlanDialog({ of, onClose }: Props) {
  const { siteId, sites } = useWorkingSite()
  const [, open] = useAddress("open", "push")
  const given = { lists: planLists, done: ({ planNumber }: Plan) => `${planNumber} ${of ? "changed" : "scheduled"}` }
  const makes = useCommand("POST /api/maintenance-plans", { ...given, failed: "Failed to schedule maintenance" })
  const changes = useCommand("PATCH /api/maintenance-plans/:id", { ...given, id: of?.id ?? 0, failed: "Failed to change the plan" })
  const items = useApi("GET /api/stock/items", { query: { limit: "1000" } }).data ?? []
  const payloadOf = ({ worker, checks, every, unit, leadDays, startDate, startReading, ...form }: Typed) => {
    const isCalendar = form.trigger === "calendar"
    // an unchanged first date is not sent, as it may be in the past by now
    const isMoved = !of || of.trigger !== form.trigger || (isCalendar ? of.startDate !== startDate : Number(of.startReading) !== Number(startReading))
    return {
      ...form,
      every: String(every).trim(),
      ...(isCalendar && { unit, leadDays: leadDays ?? 0 }),
      ...(isMoved && (isCalendar ? { startDate } : { startReading: String(startReading ?? "").trim() })),
      ...workerOf(worker),
      // cleared fields are sent as null: a change keeps omitted fields
      ...(of && { assetId: form.assetId ?? null, clientId: form.clientId ?? null }),
      checklist: linesOf(checks).map((line) => ({ line: line.replace(/\s*\?$/, ""), required: !line.endsWith("?") })),
    }
  }
  const same = { pending: "Saving...", check: faultsOf, own: ownOf(of), onClose }
  const rows = [
    "name",
    { key: "site", node: !of && <SiteField name="siteId" label="Site" required /> },
    {
      key: "of",
      node: (
        <div className="pair">
          <AssetField />
          <TextField name="location" label="Area" hint="If it is not an asset" />
        </div>
      ),
    },
    ["serviceType", "priority"],
    { key: "when", node: <When /> },
    { key: "worker", node: <WorkerField label="Done by" placeholder="Assigned when the order is created" /> },
    {
      key: "checks",
      node: <TextAreaField name="checks" label="Checklist" hint="One item per line. End a line with a question mark to make it optional." rows={4} />,
    },
    { key: "parts", node: <PartFields title="Parts" options={items.map(({ id, name, unit }) => ({ value: id, label: `${name} (${unit})` }))} /> },
    { key: "signature", node: <CheckField name="signatureRequired" label="The client signs when it is done" /> },
    { key: "client", node: <ClientFields /> },
    "description",
  ] as const
  if (of) {
    return (
      <CommandDialog
        {...same}
        command={change}
        title={`Change ${of.planNumber}`}
        help="Existing orders do not change."
        initial={{ ...Object.fromEntries(change.fields.map(({ name }) => [name, of[name] ?? undefined])), ...initialOf(of) }}
        own={{ ...ownOf(of), siteId: of.siteId }}
        submit="Save plan"
        rows={rows}
        save={(form: Typed) => {
          const { siteId: _, ...changed } = payloadOf(form)
          return changes.send(changed)
        }}
      />
    )
  }
  return (
    <CommandDialog
      {...same}
      command={make}
      title="Schedule maintenance"
      help="Recurring work. Each order uses this checklist, parts and people."
      initial={{ ...initialOf(of), siteId: siteId ?? sites[0]?.id }}
      submit="Schedule maintenance"
      rows={rows}
      save={async (form: Typed) => {
        const { id } = await makes.send(payloadOf(form))
        setTimeout(() => void open(String(id)), 0)
      }}
    />
  )
}

/** The schedule: by the calendar, or by the meter of the asset. */
const When = () => {
  const [trigger, assetId] = useWatch({ name: ["trigger", "assetId"] }) as readonly [string, unknown]
  const asset = useSiteAssets().find(({ id }) => id === Number(assetId))
  return (
    <>
      <div className="pair">
        <SelectField name="trigger" label="Planned by" options={wordsOf("trigger")} required />
        <SelectField name="basis" label="The next is counted from" options={wordsOf("basis")} required />
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
            <SelectField name="unit" label="Unit" options={wordsOf("unit")} required />
          </div>
          <div className="pair">
            <DateField name="startDate" label="First date" required />
            <NumberField name="leadDays" label="Created ahead" min={0} max={60} unit="days" />
          </div>
        </>
      )}
      <DateField name="endDate" label="Last date" hint="Leave blank for no end date" />
    </>
  )
}
