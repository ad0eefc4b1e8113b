/** Records the progress of a task. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import type { TaskAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { whole } from "../../web/construction-form.ts"
import type { construction } from "../../projects/resource.ts"
import { planLists } from "./plan-lists.ts"

const Form = formOf({ percent: whole("Percent", 0, 100), on: day("Day") })

interface Props {
  readonly project: (typeof construction)["Row"]
  readonly task: typeof TaskAnswer.Type
  readonly onClose: () => void
}

export default function ProgressDialog({ project, task, onClose }: Props) {
  const save = useCommand("PATCH /api/construction-projects/:id/tasks/:taskId/progress", {
    id: project.id,
    taskId: task.id,
    lists: planLists(project),
    done: "Progress noted",
    failed: "Failed to save the progress",
  })
  return (
    <FormDialog
      title={`Progress of ${task.name}`}
      help="The first progress sets the actual start, 100 the actual end."
      schema={Form}
      defaults={{ percent: task.kind === "milestone" ? 100 : task.percent, on: today() }}
      submit="Save progress"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      {task.kind === "milestone" ? (
        <SelectField
          name="percent"
          label="State"
          numeric
          options={[
            { value: 0, label: "Not reached" },
            { value: 100, label: "Reached" },
          ]}
          required
        />
      ) : (
        <NumberField name="percent" label="Done" min={0} max={100} unit="%" required />
      )}
      <DateField name="on" label="Day" max={today()} required />
    </FormDialog>
  )
}
