/** Creates a project; it starts in planning. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, formOf, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathsOf, useCommand } from "../../web/client.ts"

const Form = formOf({
  projectName: text("Project name", 200, true),
  description: text("Description", 2000),
  siteId: chosen("Site"),
  budget: maybeAmount("Budget"),
  projectManager: text("Project manager"),
})

export default function NewProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const create = useCommand("POST /api/construction-projects", {
    body: (form: typeof Form.Type) => ({ ...form, status: "planning" as const }),
    lists: pathsOf("GET /api/construction-projects"),
    done: "New construction project created successfully",
    failed: "Failed to create project",
  })
  return (
    <FormDialog
      title="New Project"
      help="It starts in planning. Its type is recognized from the name and can be confirmed in the list."
      schema={Form}
      defaults={{ projectName: "", description: "", siteId, budget: "", projectManager: "" }}
      draft="construction-project"
      submit="Create Project"
      pending="Creating..."
      save={create.send}
      onClose={onClose}
    >
      <TextField name="projectName" label="Project name" required />
      <TextAreaField name="description" label="Description" rows={3} />
      <SiteField name="siteId" label="Site" required />
      <div className="pair">
        <MoneyField name="budget" label="Budget" currency="USD" />
        <TextField name="projectManager" label="Project manager" hint="The full name; people with an account are found by it" />
      </div>
    </FormDialog>
  )
}
