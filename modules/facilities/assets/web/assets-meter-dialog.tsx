/** Records a meter reading of an asset. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Schema } from "effect"
import type { AssetAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { assetLists, meterText } from "./assets-labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    reading: Schema.String.check(
      Schema.makeFilter((text) => {
        if (text.trim() === "") return "Reading is required"
        return /^\d{1,9}(\.\d{1,3})?$/.test(text.trim()) ? undefined : "Reading must be a number with at most three decimals"
      }),
    ),
    date: Schema.String.check(Schema.makeFilter((date) => (date === "" ? "Date is required" : undefined))),
    replaced: Schema.Boolean,
  }),
)

export default function MeterDialog({ of, onClose }: { readonly of: typeof AssetAnswer.Type; readonly onClose: () => void }) {
  const save = useCommand("POST /api/assets/:id/readings", {
    id: of.id,
    body: ({ reading, ...form }: typeof Form.Type) => ({ ...form, reading: reading.trim() }),
    lists: assetLists,
    done: "Meter reading noted",
    failed: "Failed to note the reading",
  })
  return (
    <FormDialog
      title={`Meter of ${of.name}`}
      help={
        of.meterReading === null
          ? "The first reading."
          : `It showed ${meterText(of.meterReading, of.meterUnit ?? "")} on ${of.meterReadOn}. Plans by the meter make their orders from what is noted here.`
      }
      schema={Form}
      defaults={{ reading: "", date: today(), replaced: false }}
      submit="Note reading"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="reading" label={`Reading, ${of.meterUnit ?? ""}`} required />
        <DateField name="date" label="Read on" {...(of.meterReadOn !== null && { min: of.meterReadOn })} max={today()} required />
      </div>
      {of.meterReading !== null && <CheckField name="replaced" label="A new meter was put in" />}
    </FormDialog>
  )
}
