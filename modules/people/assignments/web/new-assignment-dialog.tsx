/** Assigns a person to a site: permanently, for a limited time, on a project, or on rotation. */
import { DateField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { StaffField } from "../../web/staff-field.tsx"
import { useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { assignmentLists, typeOptions } from "../../leave/web/labels.ts"
import { screen } from "../screen.ts"

const { assign } = screen.commands

/** Validation across fields of the form. */
const checked = ({ assignmentType, startDate, endDate, daysOn, daysOff }: { readonly [name: string]: unknown }) => {
  const until = String(endDate ?? "")
  if (until !== "" && until < String(startDate)) return { endDate: "End date must be on or after the start date" }
  if (until === "" && (assignmentType === "temporary" || assignmentType === "project"))
    return { endDate: `End date is required for a ${assignmentType} assignment` }
  if (assignmentType !== "rotation") return {}
  const faults = { daysOn: turnFault("Days on", daysOn), daysOff: turnFault("Days off", daysOff) }
  return Object.fromEntries(Object.entries(faults).flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])))
}
const turnFault = (field: string, count: unknown) => {
  if (count === undefined || count === null || count === "") return "Days on and days off are required for a rotation"
  return Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 366 ? undefined : `${field} must be a whole number from 1 to 366`
}

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
  const save = useCommand("POST /api/hr/assignments", { lists: assignmentLists, done: assign.words.done, failed: assign.words.failed })
  const fresh = { siteId, assignmentType: "permanent", projectId: undefined, daysOn: 28, daysOff: 28 }
  return (
    <CommandDialog
      command={assign}
      title="New Assignment"
      help="A person cannot have two assignments at the same time; granted leave is kept."
      initial={fresh}
      check={checked}
      narrow
      submit="Assign"
      pending={assign.words.pending}
      rows={[
        { key: "staff", node: <StaffField of={people} /> },
        {
          key: "site",
          node: (
            <div className="pair">
              <SiteField name="siteId" label="Site" required />
              <SelectField name="assignmentType" label="Assignment type" options={typeOptions} required />
            </div>
          ),
        },
        { key: "by-type", node: <ByType projects={projects} /> },
        {
          key: "days",
          node: (
            <div className="pair">
              <DateField name="startDate" label="Start date" required />
              <DateField name="endDate" label="End date" hint="Leave blank to continue until it is ended" />
            </div>
          ),
        },
        "role",
        { key: "responsibilities", node: <TextAreaField name="responsibilities" label="Responsibilities" rows={2} /> },
        { key: "notes", node: <TextField name="notes" label="Notes" /> },
      ]}
      save={({ daysOn, daysOff, projectId, ...form }: Parameters<typeof save.send>[0] & { readonly daysOn: number; readonly daysOff: number }) =>
        save.send({
          ...form,
          projectId: form.assignmentType === "project" ? projectId : null,
          rotation: form.assignmentType === "rotation" ? { daysOn, daysOff } : null,
        })
      }
      onClose={onClose}
    />
  )
}
