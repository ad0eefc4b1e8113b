/** Changes the details and dates of a project. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useCommand } from "../../web/client.ts"
import { projectTypes, typeName } from "../../web/labels.ts"
import { inOrder } from "../../web/construction-form.ts"
import type { construction } from "../resource.ts"

const Form = formOf(
  {
    name: text("Project name", 200, true),
    description: text("Description", 2000),
    projectType: Schema.Literals(projectTypes),
    startDate: Schema.String,
    expectedEndDate: Schema.String,
    budget: maybeAmount("Budget"),
    projectManager: text("Project manager"),
  },
  ({ startDate, expectedEndDate }) =>
    inOrder(startDate, expectedEndDate) ? undefined : { path: ["expectedEndDate"], issue: "Expected completion must be on or after the start date" },
)

interface Props {
  readonly project: (typeof construction)["Row"]
  readonly onClose: () => void
}

export default function ProjectDialog({ project, onClose }: Props) {
  const open = project.status === "planning"
  const save = useCommand("PATCH /api/construction-projects/:id", {
    id: project.id,
    body: ({ budget, ...form }: typeof Form.Type) => ({ ...form, ...(open && { budget }), version: project.version }),
    lists: pathsOf("GET /api/construction-projects"),
    done: "Project changed",
    failed: "Failed to change the project",
  })
  const person = project.projectManagerUser
  return (
    <FormDialog
      title={`Change ${project.name}`}
      schema={Form}
      defaults={{
        name: project.name,
        description: project.description,
        projectType: project.projectType,
        startDate: project.startDate ?? "",
        expectedEndDate: project.expectedEndDate ?? "",
        budget: project.budget ?? "",
        projectManager: person ? `${person.firstName} ${person.lastName}`.trim() : "",
      }}
      submit="Save project"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Project name" required />
      <TextAreaField name="description" label="Description" rows={3} />
      <div className="pair">
        <SelectField name="projectType" label="Type" options={projectTypes.map((type) => ({ value: type, label: typeName(type) }))} required />
        <TextField name="projectManager" label="Project manager" />
      </div>
      <div className="pair">
        <DateField name="startDate" label="Start date" />
        <DateField name="expectedEndDate" label="Expected completion" />
      </div>
      {open && <MoneyField name="budget" label="Budget" currency="USD" hint="Once work has started, it can only be changed by an approved change" />}
    </FormDialog>
  )
}
