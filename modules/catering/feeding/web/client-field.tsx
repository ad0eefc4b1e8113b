import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWatch } from "react-hook-form"
import { useClientsAt } from "./clients.ts"

/** The client whose people are counted; asked only if the selected site feeds several clients. Returns an id, or undefined. */
export const ClientField = () => {
  const siteId = useWatch({ name: "siteId" }) as number | undefined
  const clients = useClientsAt(siteId)
  if (clients.length < 2) return null
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
