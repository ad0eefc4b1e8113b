import { DateField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { rateTypeOptions } from "../../web/labels.ts"

/** The rate, and the first day on which it applies, which may be in the future. */
export const RateDay = () => (
  <div className="pair">
    <SelectField name="type" label="Type" options={rateTypeOptions} required />
    <DateField name="from" label="From" required />
  </div>
)
