/** Adds a position to a department, or changes one. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, MoneyField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { chosen, formOf, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { departments as resource, positions } from "../resource.ts"
import { pathsOf, useCommand } from "../../web/client.ts"

type Position = (typeof positions)["Row"]

const Form = formOf({
  title: text("Title", 100, true),
  departmentId: chosen("Department"),
  level: maybe.check(
    Schema.makeFilter((level) => (level === undefined || (Number.isInteger(level) && level >= 1 && level <= 10) ? undefined : "Level must be from 1 to 10")),
  ),
  description: text("Description", 500),
  requirements: text("Requirements", 2000),
  baseSalary: Schema.String,
  isActive: Schema.Boolean,
})

interface Props {
  readonly position?: Position
  readonly departments: readonly (typeof resource)["Row"][]
  readonly onClose: () => void
}

export default function PositionDialog({ position, departments, onClose }: Props) {
  const save = useCommand(position ? "PATCH /api/hr/positions/:id" : "POST /api/hr/positions", {
    id: position?.id,
    body: ({ departmentId, isActive, level, ...form }: typeof Form.Type) => ({
      ...form,
      level: level ?? null,
      ...(position ? { isActive } : { departmentId }),
    }),
    lists: pathsOf("GET /api/hr/positions"),
    done: ({ title }) => `${title} ${position ? "changed" : "added"}`,
    failed: "Failed to save the position",
  })
  return (
    <FormDialog
      title={position ? `Change ${position.title}` : "New position"}
      schema={Form}
      defaults={{
        title: position?.title ?? "",
        departmentId: position?.departmentId,
        level: position?.level ?? undefined,
        description: position?.description ?? "",
        requirements: position?.requirements ?? "",
        baseSalary: position?.baseSalary ?? "",
        isActive: position?.isActive ?? true,
      }}
      submit={position ? "Save position" : "Add position"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="title" label="Title" required />
      <div className="pair">
        {!position && (
          <SelectField
            name="departmentId"
            label="Department"
            numeric
            required
            placeholder="Choose a department"
            options={departments.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <NumberField name="level" label="Level" min={1} max={10} />
        <MoneyField name="baseSalary" label="Monthly base salary" currency="USD" />
      </div>
      <TextAreaField name="description" label="Description" rows={2} />
      <TextAreaField name="requirements" label="Requirements" rows={2} />
      {position && <CheckField name="isActive" label="In use" hint="You cannot hire into an inactive position" />}
    </FormDialog>
  )
}
