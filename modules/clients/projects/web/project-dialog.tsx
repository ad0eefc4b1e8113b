/** Opens a client's project at a site, or changes its details. */
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import type { clients } from "../../resource.ts"
import { inOrder } from "../../web/client-checks.ts"
import { useCommand } from "../../web/client.ts"
import { projectLists } from "../../web/labels.ts"
import type { projects } from "../resource.ts"
import { screen } from "../screen.ts"

const { change, open } = screen.commands
const days = (
  <div className="pair">
    <DateField name="startDate" label="Start date" />
    <DateField name="endDate" label="End date" />
  </div>
)
const facts = [["location", "projectManager"], { key: "days", node: days }, ["budgetAmount", "currency"], "description"] as const
const check = ({ startDate, endDate, budgetAmount }: { readonly [K in "startDate" | "endDate" | "budgetAmount"]?: unknown }) => ({
  ...(!inOrder(String(startDate), String(endDate)) && { endDate: "End date must be on or after the start date" }),
  ...(budgetAmount !== "" && Number(budgetAmount) <= 0 && { budgetAmount: "Budget must be greater than 0" }),
})

interface Props {
  readonly client: (typeof clients)["Row"]
  /** the project to change; omitted to add one */
  readonly project?: (typeof projects)["Row"]
  readonly onClose: () => void
}

export default function ProjectDialog({ client, project, onClose }: Props) {
  const save = useCommand(project ? "PATCH /api/projects/:id" : "POST /api/projects", {
    id: project?.id,
    lists: projectLists,
    done: project ? "Project changed" : "Project opened",
    failed: "Failed to save project",
  })
  const form = { help: `Work of ${client.companyName} at a site where we serve its people.`, check, pending: "Saving...", save: save.send, onClose }
  return project ? (
    <CommandDialog
      {...form}
      command={change}
      title={`Change ${project.projectName}`}
      initial={Object.fromEntries(change.fields.map(({ name }) => [name, project[name] ?? ""]))}
      submit="Save project"
      rows={["projectName", ...facts]}
    />
  ) : (
    <CommandDialog
      {...form}
      command={open}
      title="Open project"
      initial={{ clientId: client.id, currency: client.currency }}
      submit="Open project"
      rows={["projectName", "siteId", ...facts]}
    />
  )
}
