/** Opens a client's project at a site, or changes its details. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ClientAnswer, ProjectAnswer } from "../../contract.ts"
import { inOrder, price } from "../../web/client-form.ts"
import { useCommand } from "../../web/client.ts"
import { currencyOptions, projectLists } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    projectName: text("Project name", 200, true),
    siteId: chosen("Site"),
    location: text("Location"),
    projectManager: text("Project manager"),
    startDate: Schema.String,
    endDate: Schema.String,
    budgetAmount: Schema.Union([Schema.Literal(""), price("Budget")]),
    currency: Schema.Literals(["USD", "SSP"]),
    description: text("Description", 2000),
  }).check(
    Schema.makeFilter((form) =>
      inOrder(form.startDate, form.endDate) ? undefined : { path: ["endDate"], issue: "End date must be on or after the start date" },
    ),
  ),
)

interface Props {
  readonly client: typeof ClientAnswer.Type
  /** the one that changes; a new one if not given */
  readonly project?: typeof ProjectAnswer.Type
  readonly onClose: () => void
}

export default function ProjectDialog({ client, project, onClose }: Props) {
  const { siteId } = useWorkingSite()
  const save = useCommand(project ? "PATCH /api/projects/:id" : "POST /api/projects", {
    id: project?.id,
    body: ({ siteId, budgetAmount, ...form }: typeof Form.Type) => ({
      ...form,
      budgetAmount: budgetAmount || null,
      ...(project ? {} : { clientId: client.id, siteId }),
    }),
    lists: projectLists,
    done: project ? "Project changed" : "Project opened",
    failed: "Failed to save project",
  })
  const text = (value: string | null | undefined) => value ?? ""
  return (
    <FormDialog
      title={project ? `Change ${project.projectName}` : "Open project"}
      help={`Work of ${client.companyName} at a site, for which we feed or serve people.`}
      schema={Form}
      wide
      defaults={{
        projectName: text(project?.projectName),
        siteId: project?.siteId ?? siteId,
        location: text(project?.location),
        projectManager: text(project?.projectManager),
        startDate: text(project?.startDate),
        endDate: text(project?.endDate),
        budgetAmount: text(project?.budgetAmount),
        currency: project?.currency ?? client.currency,
        description: text(project?.description),
      }}
      submit={project ? "Save project" : "Open project"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="projectName" label="Project name" required />
      {!project && <SiteField name="siteId" label="Site" required />}
      <div className="pair">
        <TextField name="location" label="Location" />
        <TextField name="projectManager" label="Project manager" />
      </div>
      <div className="pair">
        <DateField name="startDate" label="Start date" />
        <DateField name="endDate" label="End date" />
      </div>
      <div className="pair">
        <MoneyField name="budgetAmount" label="Budget" />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <TextAreaField name="description" label="Description" rows={2} />
    </FormDialog>
  )
}
