/** Moves a prospect to another stage; a closed one requires an outcome and a reason. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { Stage } from "../../labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { ClosingFields } from "./closing-fields.tsx"
import { closeOutcomes, isClosed, prospectLists, stageOptions, stages } from "../../web/labels.ts"

const Form = formOf(
  {
    stage: Schema.Literals(stages),
    outcome: Schema.Literals(["", ...closeOutcomes]),
    reason: text("Reason", 500),
  },
  (form) => (!isClosed(form.stage) || form.outcome !== "" ? undefined : { path: ["outcome"], issue: "Outcome is required" }),
  (form) => (!isClosed(form.stage) || form.reason.trim() !== "" ? undefined : { path: ["reason"], issue: "Reason is required" }),
)
type Form = typeof Form.Type

const Why = () => {
  const stage = useWatch({ control: useFormContext<Form>().control, name: "stage" })
  return isClosed(stage) ? <ClosingFields stage={stage} /> : <TextAreaField name="reason" label="Note" rows={2} />
}

/** `to` is a stage already selected, for example on the board. */
export default function MoveStageDialog({ id, to, onClose }: { readonly id: string; readonly to: Stage | undefined; readonly onClose: () => void }) {
  const { data: prospect } = useApi("GET /api/crm/prospects/:id", { id })
  const move = useCommand("PATCH /api/crm/prospects/:id/stage", {
    id,
    body: ({ stage, outcome, reason }: Form) => ({ stage, reason, ...(isClosed(stage) && { outcome }) }),
    lists: prospectLists,
    done: ({ stage }) => `Moved to ${statusWord(stage)}`,
    failed: "Failed to move prospect",
  })
  return (
    <FormDialog
      title={prospect ? `Move ${prospect.companyName}` : "Move Stage"}
      {...(prospect && { help: `It is in ${statusWord(prospect.stage)} now.` })}
      schema={Form}
      defaults={{ stage: to ?? "qualified", outcome: "", reason: "" }}
      submit="Move Stage"
      pending="Moving..."
      save={move.send}
      onClose={onClose}
    >
      <SelectField name="stage" label="Stage" options={stageOptions} required />
      <Why />
    </FormDialog>
  )
}
