/** Sets the day on which an assignment ends. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import { assignmentLists, fullName } from "../../leave/web/labels.ts"
import type { assignments } from "../resource.ts"
import { screen } from "../screen.ts"

const { end } = screen.commands

export default function EndAssignmentDialog({ of, onClose }: { readonly of: (typeof assignments)["Row"]; readonly onClose: () => void }) {
  const save = useCommand("PUT /api/hr/assignments/:id/end", { id: of.id, lists: assignmentLists, done: end.words.done, failed: end.words.failed })
  return (
    <CommandDialog
      command={end}
      title="End assignment"
      help={`${fullName(of.staff)}, ${of.role} at ${of.site.name} since ${formatDay(of.startDate)}.`}
      initial={{ endDate: today() }}
      check={({ endDate }) => (endDate === "" ? { endDate: "End date is required" } : {})}
      narrow
      submit="End assignment"
      pending="Ending..."
      rows={[
        { key: "endDate", node: <DateField name="endDate" label="Last day" min={of.startDate} {...(of.endDate !== null && { max: of.endDate })} required /> },
        "reason",
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}
