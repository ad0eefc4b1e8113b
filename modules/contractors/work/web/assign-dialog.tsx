/** Assigns a contractor to a site, for a client's project or a service. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { ContractorAnswer } from "../../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { within } from "../../web/contractor-form.ts"
import { assignmentTypeOptions, contractorLists, fullName } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    task: text("Task", 200, true),
    siteId: chosen("Site"),
    assignmentType: Schema.Literals(["project", "service", "temporary"]),
    projectId: maybe,
    startDate: day("Start date"),
    endDate: Schema.String,
    estimatedHours: within("Estimated hours", 100_000),
    notes: text("Notes", 500),
  }).check(
    Schema.makeFilter(({ startDate, endDate }) =>
      endDate !== "" && endDate < startDate ? { path: ["endDate"], issue: "End date must be on or after the start date" } : undefined,
    ),
  ),
)

export default function AssignDialog({ of, onClose }: { readonly of: typeof ContractorAnswer.Type; readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const projects = useApi("GET /api/projects").data ?? []
  const assign = useCommand("POST /api/contractor-assignments", {
    body: ({ projectId, endDate, estimatedHours, ...form }: typeof Form.Type) => ({
      ...form,
      contractorId: of.id,
      projectId: projectId ?? null,
      endDate: endDate || null,
      estimatedHours: estimatedHours ? estimatedHours : null,
    }),
    lists: contractorLists,
    done: "Contractor assigned",
    failed: "Failed to assign the contractor",
  })
  return (
    <FormDialog
      title="Assign Contractor"
      help={`${fullName(of)}, ${of.serviceType}. A contractor cannot be in two places at the same time.`}
      schema={Form}
      defaults={{
        task: "",
        siteId: of.siteId ?? siteId,
        assignmentType: "service",
        projectId: undefined,
        startDate: today(),
        endDate: of.contractEnd ?? "",
        estimatedHours: undefined,
        notes: "",
      }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
    >
      <TextField name="task" label="Task" required />
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <SelectField name="assignmentType" label="Kind" options={assignmentTypeOptions} required />
      </div>
      <SelectField
        name="projectId"
        label="Project of a client"
        numeric
        placeholder="None"
        options={projects.map(({ id, projectName }) => ({ value: id, label: projectName }))}
      />
      <div className="pair">
        <DateField name="startDate" label="Start date" min={of.contractStart} required />
        <DateField
          name="endDate"
          label="End date"
          {...(of.contractEnd === null ? { hint: "Leave blank to continue until it is completed" } : { max: of.contractEnd })}
        />
      </div>
      <NumberField name="estimatedHours" label="Estimated hours" min={0} unit="hours" />
      <TextField name="notes" label="Notes" />
    </FormDialog>
  )
}
