/** Selects one of the given staff members. */
import { SelectField } from "@ops/platform/ui/forms/form-fields.tsx"

interface Person {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly staffNumber: string
}

export const StaffField = ({ of }: { readonly of: readonly Person[] }) => (
  <SelectField
    name="staffId"
    label="Staff member"
    numeric
    required
    placeholder="Choose a person"
    options={of.map(({ id, firstName, lastName, staffNumber }) => ({ value: id, label: `${firstName} ${lastName} (${staffNumber})` }))}
  />
)
