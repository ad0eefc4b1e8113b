/** Outcome and reason: only if the selected stage is a closed one. */
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import type { Stage } from "../../labels.ts"
import { isClosed, outcomeOptions } from "../../web/labels.ts"

export const ClosingFields = ({ stage }: { readonly stage: Stage }) =>
  isClosed(stage) ? (
    <>
      {/* outcomes of the other stage do not apply here */}
      <SelectField key={stage} name="outcome" label="Outcome" placeholder="Choose an outcome" options={outcomeOptions(stage)} required />
      <TextAreaField name="reason" label={stage === "closed_lost" ? "Why it was lost" : "Why it was won"} rows={2} required />
    </>
  ) : null
