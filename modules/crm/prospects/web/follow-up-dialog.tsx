/** Plans the next follow-up. An empty date removes it. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { type Prospect, prospectLists } from "../../web/labels.ts"

const Form = formOf({ nextFollowUp: Schema.String, note: text("Note", 200) })

export default function FollowUpDialog({ prospect, onClose }: { readonly prospect: Prospect; readonly onClose: () => void }) {
  const plan = useCommand("PATCH /api/crm/prospects/:id/follow-up", {
    id: prospect.id,
    body: ({ nextFollowUp, note }: typeof Form.Type) => ({ nextFollowUp: nextFollowUp || null, note }),
    lists: prospectLists,
    done: ({ nextFollowUp }) => (nextFollowUp === null ? "Follow-up taken away" : "Follow-up planned"),
    failed: "Failed to plan follow-up",
  })
  return (
    <FormDialog
      title={`Next follow-up with ${prospect.companyName}`}
      help="It appears under Follow-ups due on that day and raises an alert."
      schema={Form}
      defaults={{ nextFollowUp: prospect.followUpDue ? "" : (prospect.nextFollowUp ?? ""), note: prospect.followUpNote ?? "" }}
      submit="Save follow-up"
      pending="Saving..."
      save={plan.send}
      onClose={onClose}
    >
      <DateField name="nextFollowUp" label="Day" min={today()} hint="Leave blank to plan no follow-up" />
      <TextField name="note" label="What for" />
    </FormDialog>
  )
}
