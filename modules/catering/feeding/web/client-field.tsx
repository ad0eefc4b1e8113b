import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { maybe } from "@ops/platform/ui/forms/checked-form.ts"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { useClientsAt } from "./clients.ts"

/** The fields of a form that has a `ClientField`: the client, and how many clients have a catering contract at the site. */
export const clientFields = { clientId: maybe, fed: maybe }
export const noClient = { clientId: undefined, fed: 0 }
interface Fields {
  readonly siteId: number
  readonly clientId: number | undefined
  readonly fed: number | undefined
}
/** Its check across fields: one of several clients must be named, as the server requires. */
export const isClientNamed = ({ clientId, fed }: Omit<Fields, "siteId">) =>
  (fed ?? 0) > 1 && clientId === undefined ? { path: ["clientId"], issue: "Client is required" } : undefined

/** The client whose people are counted; asked only if the selected site has several clients. */
export const ClientField = () => {
  const siteId = useWatch<Fields, "siteId">({ name: "siteId" })
  const clients = useClientsAt(siteId)
  const fed = clients.filter(({ contractStartDate }) => contractStartDate !== null).length
  const { setValue, getValues } = useFormContext<Fields>()
  useEffect(() => {
    setValue("fed", fed)
    // of the site that was chosen before
    if (clients.length > 0 && !clients.some(({ id }) => id === getValues("clientId"))) setValue("clientId", undefined)
  }, [clients, fed, setValue, getValues])
  if (clients.length < 2) return null
  return (
    <SelectField
      name="clientId"
      label="Client"
      placeholder="Choose a client"
      numeric
      required={fed > 1}
      options={clients.map(({ id, companyName }) => ({ value: id, label: companyName }))}
    />
  )
}
