/** The month, quarter or year of a target or budget. */
import { NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useFormContext, useWatch } from "react-hook-form"
import { monthOptions, periodOptions } from "../../web/labels.ts"

export const PeriodFields = ({ name }: { readonly name: "targetPeriod" | "budgetPeriod" }) => {
  const period = useWatch({ control: useFormContext<Record<typeof name, string>>().control, name })
  return (
    <>
      <SelectField name={name} label="Period" options={periodOptions} required />
      <div className="pair">
        <NumberField name="year" label="Year" min={2015} max={2100} required />
        {period !== "yearly" && (
          <SelectField name="month" label={period === "quarterly" ? "A month of the quarter" : "Month"} numeric options={monthOptions} required />
        )}
      </div>
    </>
  )
}
