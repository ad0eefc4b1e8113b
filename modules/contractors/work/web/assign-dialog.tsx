/** Assigns a contractor to a site, for a client's project or a service. */
import { DateField, NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { type Contractor, useApi, useCommand } from "../../web/client.ts"
import { contractorLists } from "../../web/labels.ts"
import { screen } from "../screen.ts"

export default function AssignDialog({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const projects = useApi("GET /api/projects").data ?? []
  const assign = useCommand("POST /api/contractor-assignments", {
    lists: contractorLists,
    done: "Contractor assigned",
    failed: "Failed to assign the contractor",
  })
  const until = of.contractEnd === null ? { hint: "Leave blank to continue until it is completed" } : { max: of.contractEnd }
  return (
    <CommandDialog
      command={screen.commands.assign}
      title="Assign Contractor"
      help={`${of.name}, ${of.serviceType}. A contractor cannot be in two places at the same time.`}
      initial={{ contractorId: of.id, siteId: of.siteId ?? siteId, assignmentType: "service", projectId: undefined, endDate: of.contractEnd ?? "" }}
      check={({ startDate, endDate }) => (endDate && String(endDate) < String(startDate) ? { endDate: "End date must be on or after the start date" } : {})}
      narrow
      submit="Assign"
      pending="Assigning..."
      rows={[
        "task",
        ["siteId", "assignmentType"],
        {
          key: "project",
          node: (
            <SelectField
              name="projectId"
              label="Project of a client"
              numeric
              placeholder="None"
              options={projects.map(({ id, projectName }) => ({ value: id, label: projectName }))}
            />
          ),
        },
        {
          key: "days",
          node: (
            <div className="pair">
              <DateField name="startDate" label="Start date" min={of.contractStart} required />
              <DateField name="endDate" label="End date" {...until} />
            </div>
          ),
        },
        { key: "hours", node: <NumberField name="estimatedHours" label="Estimated hours" min={0} unit="hours" /> },
        "notes",
      ]}
      save={assign.send}
      onClose={onClose}
    />
  )
}
