/** Delegates the person's approvals: to whom, and for which days. */
import { hasInbox } from "@ops/platform/access/levels.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { useApi } from "../../web/client.ts"
import { screen } from "../screen.ts"

export default function DelegateDialog({ onClose }: { readonly onClose: () => void }) {
  const user = useUser()
  const people = useApi("GET /api/users", { query: { limit: 1000 } }).data ?? []
  // colleagues' levels are shown to some people only; for the others the server decides
  const delegates = people.filter((person) => Number(person.id) !== Number(user.id) && !("accessLevel" in person && !hasInbox(person.accessLevel)))
  const delegate = (
    <SelectField
      name="delegateId"
      label="Delegate"
      hint="A supervisor, finance or management"
      numeric
      placeholder="Choose a person"
      options={delegates.map(({ id, employeeId, firstName, lastName }) => ({ value: Number(id), label: `${firstName} ${lastName}, ${employeeId}` }))}
      required
    />
  )
  return (
    <RecordForm
      screen={screen}
      command="create"
      help="From the first to the last day this person decides in your place. You can still decide yourself, and end it at any time."
      narrow
      initial={{ from: today(), to: today() }}
      rows={[{ key: "delegate", node: delegate }, ["from", "to"], "reason"]}
      onClose={onClose}
    />
  )
}
