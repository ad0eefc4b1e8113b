import { DateField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { rateTypeOptions } from "../../web/labels.ts"

/** Which rate, and from which day on: it may lie ahead. */
export const RateDay = () => (
  <div className="pair">
    <SelectField name="type" label="Type" options={rateTypeOptions} required />
    <DateField name="from" label="From" required />
  </div>
)
