/** Changes the planned heads of a client at a site, from a date. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { heads } from "../../web/client-checks.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { contractLists } from "../../web/labels.ts"

const Form = formOf({
  siteId: chosen("Site"),
  contractId: chosen("Client"),
  from: day("Date from"),
  heads: heads("New count"),
  reason: text("Reason", 500, true),
})

/** The clients fed at the selected site; a single one is selected automatically. Returns the contract's id. */
const ClientField = () => {
  const { setValue } = useFormContext()
  const [siteId, contractId] = useWatch({ name: ["siteId", "contractId"] }) as [number | undefined, number | undefined]
  const contracts = useApi(
    "GET /api/contracts",
    siteId
      ? {
          query: {
            siteId,
            serviceType: "catering",
            status: "active,scheduled",
          },
        }
      : null,
  ).data
  const known = contracts?.some(({ id }) => id === contractId)
  useEffect(() => {
    if (contracts && !known) setValue("contractId", contracts.length === 1 ? contracts[0]?.id : undefined)
  }, [contracts, known, setValue])
  const chosenOne = contracts?.find(({ id }) => id === contractId)
  const planned = chosenOne?.currentStaffCount
  return (
    <SelectField
      name="contractId"
      label="Client"
      numeric
      required
      placeholder={contracts?.length === 0 ? "No client has a catering contract here" : "Choose a client"}
      options={(contracts ?? []).map(({ id, client, contractNumber }) => ({ value: id, label: `${client.companyName}, ${contractNumber}` }))}
      {...(planned !== undefined && planned !== null && { hint: `${planned} people are planned today` })}
    />
  )
}

interface Props {
  /** preselected; defaults to the working site and its only client */
  readonly siteId?: number
  readonly contractId?: number
  readonly onClose: () => void
}

export default function UpdateStaffCountDialog({ siteId, contractId, onClose }: Props) {
  const working = useWorkingSite()
  const plan = useCommand("POST /api/contracts/:id/head-counts", {
    params: (form: typeof Form.Type) => ({ id: form.contractId }),
    body: ({ from, heads, reason }) => ({ from, heads, reason }),
    lists: [...contractLists, "/api/meal-tiles", "/api/daily-meal-summaries", "/api/staff-feeding"],
    done: "Staff count updated",
    failed: "Failed to update staff count",
  })
  return (
    <FormDialog
      title="Update Staff Count"
      help="People planned from a date. Earlier plans stay in the history."
      schema={Form}
      defaults={{ siteId: siteId ?? working.siteId ?? working.sites[0]?.id, contractId, from: today(), heads: undefined, reason: "" }}
      submit="Update count"
      pending="Updating..."
      save={plan.send}
      onClose={onClose}
    >
      <SiteField name="siteId" label="Site" required />
      <ClientField />
      <div className="pair">
        <DateField name="from" label="Date from" required />
        <NumberField name="heads" label="New count" min={0} required />
      </div>
      <TextField name="reason" label="Reason" required />
    </FormDialog>
  )
}
