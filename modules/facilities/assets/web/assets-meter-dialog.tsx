/** Records a meter reading of an asset. */
import { today } from "@ops/platform/ui/date.tsx"
import { CheckField, DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import type { assets } from "../resource.ts"
import { screen } from "../screen.ts"
import { assetLists, meterText } from "./assets-labels.ts"

export default function MeterDialog({ of, onClose }: { readonly of: (typeof assets)["Row"]; readonly onClose: () => void }) {
  const save = useCommand("POST /api/assets/:id/readings", {
    id: of.id,
    lists: assetLists,
    done: "Meter reading noted",
    failed: "Failed to save the reading",
  })
  const unit = of.meterUnit ?? ""
  return (
    <CommandDialog
      command={screen.commands.readMeter}
      title={`Meter of ${of.name}`}
      help={
        of.meterReading === null
          ? "The first reading."
          : `It showed ${meterText(of.meterReading, unit)} on ${of.meterReadOn}. Meter-based plans create orders from these readings.`
      }
      initial={{ date: today() }}
      check={({ date }) => (date === "" ? { date: "Date is required" } : {})}
      narrow
      submit="Note reading"
      pending="Saving..."
      rows={[
        {
          key: "reading",
          node: (
            <div className="pair">
              <TextField name="reading" label={`Reading, ${unit}`} required />
              <DateField name="date" label="Read on" {...(of.meterReadOn !== null && { min: of.meterReadOn })} max={today()} required />
            </div>
          ),
        },
        { key: "replaced", node: of.meterReading !== null && <CheckField name="replaced" label="The meter was replaced" /> },
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}
