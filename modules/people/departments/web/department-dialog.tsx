/** Adds a department or changes one, or deactivates it so that no person can be added to it. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, MoneyField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { departments } from "../resource.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"

type Department = (typeof departments)["Row"]

const Form = formOf({ name: text("Name", 100, true), description: text("Description", 500), managerId: maybe, budget: Schema.String, isActive: Schema.Boolean })

export default function DepartmentDialog({ department, onClose }: { readonly department?: Department; readonly onClose: () => void }) {
  const users = useApi("GET /api/users", {
    query: {
      limit: 1000,
    },
  }).data
  const save = useCommand(department ? "PATCH /api/hr/departments/:id" : "POST /api/hr/departments", {
    id: department?.id,
    body: ({ managerId, isActive, ...form }: typeof Form.Type) => ({ ...form, managerId: managerId || null, ...(department && { isActive }) }),
    lists: pathsOf("GET /api/hr/departments"),
    done: ({ name }) => `${name} ${department ? "changed" : "added"}`,
    failed: "Failed to save the department",
  })
  const people = (users ?? []).filter(({ id, isActive }) => isActive || Number(id) === department?.managerId)
  return (
    <FormDialog
      title={department ? `Change ${department.name}` : "New department"}
      schema={Form}
      defaults={{
        name: department?.name ?? "",
        description: department?.description ?? "",
        managerId: department?.managerId ?? 0,
        budget: department?.budget ?? "",
        isActive: department?.isActive ?? true,
      }}
      submit={department ? "Save department" : "Add department"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <TextAreaField name="description" label="Description" rows={2} />
      <div className="pair">
        <SelectField
          name="managerId"
          label="Manager"
          numeric
          options={[
            { value: 0, label: users === undefined && department?.manager ? department.manager.name : "None" },
            ...people.map(({ id, firstName, lastName }) => ({ value: Number(id), label: `${firstName} ${lastName}` })),
          ]}
        />
        <MoneyField name="budget" label="Yearly budget" currency="USD" />
      </div>
      {department && <CheckField name="isActive" label="In use" hint="You cannot add people to an inactive department" />}
    </FormDialog>
  )
}
