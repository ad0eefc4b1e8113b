/** Completes the work, with its last day and a rating. Later only the rating can be changed. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { type Assignment, useCommand } from "../../web/client.ts"
import { contractorLists } from "../../web/labels.ts"
import { screen } from "../screen.ts"

const { complete, rate } = screen.commands

export default function CompleteDialog({ of, onClose }: { readonly of: Assignment; readonly onClose: () => void }) {
  const rates = of.status === "completed"
  const command = rates ? rate : complete
  const save = useCommand(rates ? "PUT /api/contractor-assignments/:id/rating" : "PUT /api/contractor-assignments/:id/complete", {
    id: of.id,
    lists: contractorLists,
    done: command.words.done,
    failed: command.words.failed,
  })
  const needed = rates ? { required: true } : { hint: "Leave blank to rate it later" }
  return (
    <CommandDialog
      command={command}
      title={rates ? "Rate Work" : "Complete Assignment"}
      help={`${of.name}, ${of.task} at ${of.site.name}.`}
      initial={{ ...(!rates && { date: today() }), rating: of.rating === null ? undefined : Number(of.rating), note: of.ratingNote ?? "" }}
      check={({ rating }) => (Number(rating ?? 0) > 5 ? { rating: "Rating must be from 0 to 5" } : {})}
      narrow
      submit={rates ? "Save rating" : "Complete"}
      pending="Saving..."
      rows={[
        { key: "date", node: !rates && <DateField name="date" label="Last day" max={today()} required /> },
        { key: "rating", node: <NumberField name="rating" label="Rating" min={0} max={5} step={0.1} unit="of 5" {...needed} /> },
        "note",
      ]}
      save={save.send}
      onClose={onClose}
    />
  )
}
