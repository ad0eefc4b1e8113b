/** Assigns a person to a site: for good, for a time, on a project, or in turns. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { assignmentLists, typeOptions } from "../../leave/web/labels.ts"

const turn = (field: string) =>
  Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((count) =>
      count === undefined || (Number.isInteger(count) && count >= 1 && count <= 366) ? undefined : `${field} must be a whole number from 1 to 366`,
    ),
  )
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    staffId: chosen("Staff member"),
    siteId: chosen("Site"),
    projectId: maybe,
    assignmentType: Schema.Literals(["permanent", "temporary", "rotation", "project"]),
    startDate: day("Start date"),
    endDate: Schema.String,
    daysOn: turn("Days on"),
    daysOff: turn("Days off"),
    role: text("Role", 100, true),
    responsibilities: text("Responsibilities", 1000),
    notes: text("Notes", 500),
  }).check(
    Schema.makeFilter(({ assignmentType, startDate, endDate, daysOn, daysOff }) => {
      if (endDate !== "" && startDate !== "" && endDate < startDate) return { path: ["endDate"], issue: "End date must be on or after the start date" }
      if (endDate === "" && (assignmentType === "temporary" || assignmentType === "project"))
        return { path: ["endDate"], issue: `End date is required for a ${assignmentType} assignment` }
      if (assignmentType === "rotation" && (daysOn === undefined || daysOff === undefined))
        return { path: [daysOn === undefined ? "daysOn" : "daysOff"], issue: "Days on and days off are required for a rotation" }
      return undefined
    }),
  ),
)

const ByType = ({ projects }: { readonly projects: readonly { readonly id: number; readonly projectName: string }[] }) => {
  const type = useWatch({ name: "assignmentType" }) as string
  if (type === "rotation") {
    return (
      <div className="pair">
        <NumberField name="daysOn" label="Days on" min={1} max={366} unit="days" required />
        <NumberField name="daysOff" label="Days off" min={1} max={366} unit="days" required />
      </div>
    )
  }
  return type === "project" ? (
    <SelectField
      name="projectId"
      label="Project"
      numeric
      placeholder="No project of a client"
      options={projects.map(({ id, projectName }) => ({ value: id, label: projectName }))}
    />
  ) : null
}

export default function NewAssignmentDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const people = useApi("GET /api/hr/staff", { query: { status: "active,on_leave", limit: 1000, sort: "lastName" } }).data ?? []
  const projects = useApi("GET /api/projects").data ?? []
  const assign = useCommand("POST /api/hr/assignments", {
    body: ({ daysOn, daysOff, projectId, assignmentType, endDate, ...form }: typeof Form.Type) => ({
      ...form,
      assignmentType,
      endDate: endDate || null,
      projectId: assignmentType === "project" ? (projectId ?? null) : null,
      rotation: assignmentType === "rotation" ? { daysOn: daysOn!, daysOff: daysOff! } : null,
    }),
    lists: assignmentLists,
    done: "Assignment created successfully",
    failed: "Failed to create the assignment",
  })
  return (
    <FormDialog
      title="New Assignment"
      help="A person cannot have two assignments at the same time; granted leave is kept."
      schema={Form}
      defaults={{
        staffId: undefined,
        siteId,
        projectId: undefined,
        assignmentType: "permanent",
        startDate: today(),
        endDate: "",
        daysOn: 28,
        daysOff: 28,
        role: "",
        responsibilities: "",
        notes: "",
      }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
    >
      <SelectField
        name="staffId"
        label="Staff member"
        numeric
        required
        placeholder="Choose a person"
        options={people.map(({ id, firstName, lastName, staffNumber }) => ({ value: id, label: `${firstName} ${lastName} (${staffNumber})` }))}
      />
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <SelectField name="assignmentType" label="Assignment type" options={typeOptions} required />
      </div>
      <ByType projects={projects} />
      <div className="pair">
        <DateField name="startDate" label="Start date" required />
        <DateField name="endDate" label="End date" hint="If empty, it continues until it is ended" />
      </div>
      <TextField name="role" label="Role" required />
      <TextAreaField name="responsibilities" label="Responsibilities" rows={2} />
      <TextField name="notes" label="Notes" />
    </FormDialog>
  )
}
