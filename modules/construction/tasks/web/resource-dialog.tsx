/** Assigns a resource to a task. Those not available on its days are listed with the reason. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { CandidateAnswer, TaskAnswer } from "../../contract.ts"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import type { construction } from "../../projects/resource.ts"
import { planLists } from "./plan-lists.ts"

const Form = formOf(
  { kind: Schema.Literals(["staff", "contractor", "equipment"]), refId: Schema.UndefinedOr(Schema.Finite), name: text("Equipment", 180) },
  ({ kind, refId, name }) =>
    kind === "equipment"
      ? name.trim() === ""
        ? { path: ["name"], issue: "Name the equipment" }
        : undefined
      : refId === undefined
        ? { path: ["refId"], issue: "Choose the person" }
        : undefined,
)

interface Props {
  readonly project: (typeof construction)["Row"]
  readonly task: typeof TaskAnswer.Type
  readonly onClose: () => void
}

export default function ResourceDialog({ project, task, onClose }: Props) {
  const candidates = useApi("GET /api/construction-projects/:id/tasks/:taskId/candidates", { id: project.id, taskId: task.id })
  const assign = useCommand("POST /api/construction-projects/:id/tasks/:taskId/resources", {
    id: project.id,
    taskId: task.id,
    body: ({ kind, refId, name }: typeof Form.Type) => {
      if (kind !== "equipment") return { kind, refId }
      // equipment in the register takes the name of its record
      const asset = candidates.data?.find((one) => one.kind === kind && one.refId !== null && one.name === name.trim())
      return asset ? { kind, refId: asset.refId } : { kind, name }
    },
    lists: [...planLists(project), pathOf("GET /api/construction-projects/:id/tasks/:taskId/candidates", { id: project.id, taskId: task.id })],
    done: "Resource assigned",
    failed: "Failed to assign the resource",
  })
  return (
    <FormDialog
      title={`Assign to ${task.name}`}
      help={`For all of its days: ${formatDay(task.start)} to ${formatDay(task.end)}.`}
      schema={Form}
      defaults={{ kind: "staff", refId: undefined, name: "" }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
    >
      <SelectField
        name="kind"
        label="Kind"
        options={[
          { value: "staff", label: "Staff" },
          { value: "contractor", label: "Contractor" },
          { value: "equipment", label: "Equipment" },
        ]}
        required
      />
      <Which of={candidates.data ?? []} />
    </FormDialog>
  )
}

const Which = ({ of }: { readonly of: readonly (typeof CandidateAnswer.Type)[] }) => {
  const kind = useWatch({ control: useFormContext<typeof Form.Type>().control, name: "kind" })
  const some = of.filter((one) => one.kind === kind)
  const busy = some.filter((one) => one.busy !== null)
  return (
    <>
      {kind === "equipment" ? (
        <TextField
          name="name"
          label="Equipment"
          suggestions={some.filter((one) => one.busy === null).map(({ name }) => name)}
          hint="From the asset register, or by name"
          required
        />
      ) : (
        <SelectField
          key={kind}
          name="refId"
          label="Person"
          numeric
          placeholder="Choose the person"
          options={some.filter((one) => one.busy === null).map(({ refId, name, detail }) => ({ value: refId!, label: detail ? `${name}, ${detail}` : name }))}
          required
        />
      )}
      {busy.length > 0 && (
        <div>
          <p className="muted">Not available on these days:</p>
          <ul className="construction-busy">
            {busy.map(({ key, name, busy }) => (
              <li key={key}>
                {name} <span className="muted">{busy}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
