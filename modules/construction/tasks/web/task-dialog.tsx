/** Plans a task or a milestone, or changes one. */
import { Button } from "@ops/platform/ui/button.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { ScheduleAnswer, TaskAnswer } from "../../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { whole } from "../../web/construction-form.ts"
import type { construction } from "../../projects/resource.ts"
import { planLists } from "./plan-lists.ts"

const Form = formOf(
  {
    name: text("Name", 200, true),
    kind: Schema.Literals(["task", "milestone"]),
    start: day("Start"),
    end: Schema.String,
    ownerId: Schema.UndefinedOr(Schema.Finite),
    after: Schema.Array(Schema.String),
    weight: whole("Weight", 0, 1000),
    notes: text("Notes", 1000),
    carry: Schema.Boolean,
  },
  ({ kind, start, end }) => (kind === "task" && end !== "" && end < start ? { path: ["end"], issue: "A task cannot end before it starts" } : undefined),
)

interface Props {
  readonly project: (typeof construction)["Row"]
  readonly plan: typeof ScheduleAnswer.Type
  readonly task?: typeof TaskAnswer.Type | undefined
  readonly onClose: () => void
}

export default function TaskDialog({ project, plan, task, onClose }: Props) {
  const people = useApi("GET /api/construction-projects/:id/people", { id: project.id })
  const save = useCommand(task ? "PATCH /api/construction-projects/:id/tasks/:taskId" : "POST /api/construction-projects/:id/tasks", {
    id: project.id,
    taskId: task?.id,
    body: ({ carry, end, ownerId, after, ...form }: typeof Form.Type) => ({
      ...form,
      end: form.kind === "milestone" || end === "" ? form.start : end,
      ownerId: ownerId ?? null,
      after: after.map(Number),
      ...(task && { carry }),
    }),
    lists: planLists(project),
    done: task ? "Task changed" : "Task planned",
    failed: "Failed to save the task",
  })
  const remove = useCommand("POST /api/construction-projects/:id/tasks/:taskId/remove", {
    params: ({ id }: typeof TaskAnswer.Type) => ({ id: project.id, taskId: id }),
    lists: planLists(project),
    done: "Task removed from the plan",
    failed: "Failed to remove the task",
    onDone: onClose,
  })
  const owners = (people.data ?? []).map(({ id, name, detail }) => ({ value: id, label: detail ? `${name}, ${detail}` : name }))
  if (task?.ownerId && !owners.some(({ value }) => value === task.ownerId)) owners.push({ value: task.ownerId, label: task.ownerName ?? "" })
  return (
    <FormDialog
      title={task ? task.name : "Add task"}
      schema={Form}
      wide
      defaults={{
        name: task?.name ?? "",
        kind: task?.kind ?? "task",
        start: task?.start ?? project.startDate ?? plan.today,
        end: task?.end ?? "",
        ownerId: task?.ownerId ?? undefined,
        after: (task?.after ?? []).map(String),
        weight: task?.weight ?? 1,
        notes: task?.notes ?? "",
        carry: true,
      }}
      submit={task ? "Save task" : "Add task"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <div className="pair">
        <SelectField
          name="kind"
          label="Kind"
          options={[
            { value: "task", label: "Task" },
            { value: "milestone", label: "Milestone" },
          ]}
          required
        />
        <SelectField name="ownerId" label="Owner" numeric placeholder="No owner yet" options={owners} />
      </div>
      <div className="pair">
        <DateField name="start" label="Start" required />
        <EndOrWeight />
      </div>
      <After tasks={plan.tasks.filter(({ id }) => id !== task?.id)} />
      <TextAreaField name="notes" label="Notes" rows={2} />
      {task && <CheckField name="carry" label="Dependent tasks move with it" hint="Otherwise, a change that leaves too little time is refused" />}
      {task && task.actualStart === null && (
        <div>
          <Button kind="danger" disabled={remove.pending} onClick={() => remove.run(task)}>
            Remove from the plan
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** A task has a last day, a milestone a weight. */
const EndOrWeight = () =>
  useWatch({ name: "kind" }) === "milestone" ? (
    <NumberField name="weight" label="Weight" min={0} max={1000} hint="Its weight in measured progress" required />
  ) : (
    <DateField name="end" label="End" />
  )

/** The predecessors: tasks that end before this one starts. */
const After = ({ tasks }: { readonly tasks: Props["plan"]["tasks"] }) => {
  const { register } = useFormContext()
  if (tasks.length === 0) return null
  return (
    <fieldset className="construction-after">
      <legend>
        After <span className="muted">(optional)</span>
      </legend>
      {tasks.map(({ id, name }) => (
        <label key={id} className="check">
          <input type="checkbox" value={String(id)} {...register("after")} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
