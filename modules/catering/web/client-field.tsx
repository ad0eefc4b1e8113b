import { SelectField } from "@ops/platform/ui/form-fields.tsx"
import { useWatch } from "react-hook-form"
import { useClientsAt } from "./clients.ts"

/** Whose people a count is of; asked only where the chosen site feeds several clients. Gives a number, or undefined. */
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
