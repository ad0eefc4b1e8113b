/** Fields that the forms of orders and plans share: asset, worker, parts, payer, checklist. */
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { CheckField, MoneyField, NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Plus, X } from "lucide-react"
import type { ReactNode } from "react"
import { useFieldArray, useWatch } from "react-hook-form"
import { useApi } from "./client.ts"
import { teamNames } from "./labels.ts"

interface Worker {
  readonly assignedTo: number | null
  readonly contractorId: number | null
  readonly team: "cleaning" | "maintenance" | null
}
/** Converts "person:3" of a form to a worker of the calls, and back. */
export const workerOf = (worker: unknown): Worker => {
  const [kind, of] = String(worker ?? "").split(":")
  return {
    assignedTo: kind === "person" ? Number(of) : null,
    contractorId: kind === "contractor" ? Number(of) : null,
    team: kind === "team" ? (of as Worker["team"]) : null,
  }
}
export const workerIn = ({ assignedTo, contractorId, team }: Worker) =>
  assignedTo !== null ? `person:${assignedTo}` : contractorId !== null ? `contractor:${contractorId}` : team !== null ? `team:${team}` : ""

/** The lines of a checklist typed as text. */
export const linesOf = (checklist: unknown) =>
  String(checklist ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const useSite = () => {
  const siteId = Number(useWatch({ name: "siteId" }))
  return siteId > 0 ? siteId : undefined
}
/** The assets of the site selected in the form. */
export const useSiteAssets = () => {
  const siteId = useSite()
  return useApi("GET /api/assets", siteId === undefined ? null : { query: { siteId, limit: "1000" } }).data ?? []
}
export const AssetField = () => {
  const options = useSiteAssets().map(({ id, assetNumber, name }) => ({ value: id, label: `${assetNumber} ${name}` }))
  return <SelectField name="assetId" label="Asset" numeric placeholder="None" options={options} />
}

/** People, contractors and teams who could do the work; people absent on the day of `scheduledDate` are left out. */
export const WorkerField = ({
  label,
  placeholder,
  withLoad = false,
}: {
  readonly label: string
  readonly placeholder: string
  readonly withLoad?: boolean
}) => {
  const siteId = useSite()
  const [serviceType, day] = useWatch({ name: ["serviceType", "scheduledDate"] }) as readonly [string, string | undefined]
  const found = useApi("GET /api/work-orders/assignees", siteId === undefined ? null : { query: { siteId, serviceType, at: day || undefined } })
  const { people = [], contractors = [] } = found.data ?? {}
  const load = (openOrders: number) => (withLoad ? ` (${openOrders} open)` : "")
  const options = [
    ...(["cleaning", "maintenance"] as const).map((team) => ({ value: `team:${team}`, label: teamNames[team] })),
    ...people
      .filter(({ onLeave }) => !withLoad || !onLeave)
      .map(({ id, name, position, openOrders }) => ({ value: `person:${id}`, label: `${name}, ${position}${load(openOrders)}` })),
    ...contractors.map(({ id, name, serviceType, openOrders }) => ({ value: `contractor:${id}`, label: `${name}, ${serviceType}${load(openOrders)}` })),
  ]
  return <SelectField name="worker" label={label} placeholder={placeholder} options={options} />
}

export const ClientField = ({ placeholder }: { readonly placeholder: string }) => {
  const clients = useApi("GET /api/clients", { query: { limit: "1000" } }).data ?? []
  const options = clients.map(({ id, companyName }) => ({ value: id, label: companyName }))
  return <SelectField name="clientId" label="Client" numeric placeholder={placeholder} options={options} />
}
export const ClientFields = () => (
  <>
    <div className="pair">
      <ClientField placeholder="Our own work" />
      <MoneyField name="estimatedCost" label="Estimated cost" currency="USD" />
    </div>
    <CheckField name="billable" label="Billable to the client" />
  </>
)

interface LinesProps {
  readonly name: string
  readonly title: string
  /** the singular, in lower case */
  readonly one: string
  readonly empty: object
  readonly line: (n: number) => ReactNode
}
/** Lines of a form that can be added and removed. */
export const LineFields = ({ name, title, one, empty, line }: LinesProps) => {
  const { fields, append, remove } = useFieldArray({ name })
  return (
    <fieldset className="lines">
      <legend>{title}</legend>
      {fields.map((field, n) => (
        <div className="line-of" key={field.id}>
          {line(n)}
          <IconButton aria-label={`Remove ${one} ${n + 1}`} onClick={() => remove(n)}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => append(empty)}>
        <Plus size={15} aria-hidden /> Add {one}
      </Button>
    </fieldset>
  )
}
interface PartsProps {
  readonly title: string
  readonly options: ReadonlyArray<{ readonly value: number; readonly label: string }>
}
export const PartFields = ({ title, options }: PartsProps) => (
  <LineFields
    name="parts"
    title={title}
    one="part"
    empty={{ stockItemId: undefined, quantity: undefined }}
    line={(n) => (
      <>
        <SelectField name={`parts.${n}.stockItemId`} label="Part" numeric placeholder="Choose a part" options={options} required />
        <NumberField name={`parts.${n}.quantity`} label="Quantity" min={0} step={0.001} required />
      </>
    )}
  />
)

interface PartLine {
  readonly stockItemId?: number | undefined
  readonly quantity?: number | undefined
}
/** Validation errors of lines of parts, by field. */
export const partFaults = (parts: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (parts as ReadonlyArray<PartLine>).flatMap(({ stockItemId, quantity }, n) => [
      ...(stockItemId ? [] : [[`parts.${n}.stockItemId`, "Choose a part"] as const]),
      ...(quantity !== undefined && quantity > 0 ? [] : [[`parts.${n}.quantity`, "Quantity must be greater than 0"] as const]),
    ]),
  )
