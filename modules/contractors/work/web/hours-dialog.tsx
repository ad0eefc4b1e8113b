/** Records the hours of a contractor on a day. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { type Assignment, useCommand } from "../../web/client.ts"
import { contractorLists } from "../../web/labels.ts"
import { screen } from "../hours/screen.ts"

export default function HoursDialog({ of, onClose }: { readonly of: Assignment; readonly onClose: () => void }) {
  const record = useCommand("POST /api/contractor-hours", { lists: contractorLists, done: "Hours recorded", failed: "Failed to record the hours" })
  return (
    <CommandDialog
      command={screen.commands.record}
      title="Record Hours"
      help={`${of.name}, ${of.task}. Another person approves them; until then, recording the same day again corrects them.`}
      initial={{ assignmentId: of.id, date: of.completedOn ?? today(), hours: 8 }}
      check={({ hours }) => (Number(hours) > 24 ? { hours: "Hours must be from 0 to 24" } : {})}
      narrow
      submit="Record hours"
      pending="Recording..."
      rows={[
        {
          key: "day",
          node: (
            <div className="pair">
              <DateField name="date" label="Day" min={of.startedOn ?? of.startDate} max={of.completedOn ?? today()} required />
              <NumberField name="hours" label="Hours" min={0} max={24} step={0.25} unit="hours" required />
            </div>
          ),
        },
        "note",
      ]}
      save={record.send}
      onClose={onClose}
    />
  )
}
