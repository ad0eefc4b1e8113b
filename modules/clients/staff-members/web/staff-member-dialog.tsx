/** Adds a client's person at a site, or changes their details. */
import { DateField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { optionsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useWatch } from "react-hook-form"
import type { clients } from "../../resource.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { staffLists } from "../../web/labels.ts"
import type { staffMembers } from "../resource.ts"
import { screen } from "../screen.ts"

const { change, join } = screen.commands
const plans = join.fields.filter(({ name }) => name === "mealPlan").flatMap(optionsOf)
const health: readonly string[] = ["allergies", "dietaryRestrictions", "emergencyContact", "emergencyPhone"]

const Place = ({ clientId }: { readonly clientId: number }) => {
  const siteId = useWatch({ name: "siteId" }) as number | undefined
  const projects = useApi("GET /api/projects", { query: { clientId, status: "active" } }).data ?? []
  const here = projects.filter((project) => project.siteId === siteId)
  return (
    <div className="pair">
      <SiteField name="siteId" label="Site" required />
      <SelectField
        name="projectId"
        label="Project"
        placeholder="None"
        numeric
        options={here.map(({ id, projectName }) => ({ value: id, label: projectName }))}
      />
    </div>
  )
}
const terms = (
  <div className="pair">
    <SelectField name="mealPlan" label="Meal plan" options={plans} required />
    <DateField name="hireDate" label="Hire date" />
  </div>
)
const number = <TextField name="staffNumber" label="Staff number" hint="The client's own number. Leave blank to assign the next one." />

interface Props {
  readonly client: (typeof clients)["Row"]
  /** the person to change; omitted to add one */
  readonly member?: (typeof staffMembers)["Row"]
  readonly onClose: () => void
}

export default function StaffMemberDialog({ client, member, onClose }: Props) {
  const { can } = useSession()
  // levels that do not serve meals cannot see these fields, and must not clear them
  const seesHealth = can("operations.basic", "operations.supervise", "department.manage")
  const save = useCommand(member ? "PATCH /api/staff-members/:id" : "POST /api/staff-members", {
    id: member?.id,
    lists: staffLists,
    done: member ? "Staff member changed" : "Staff member added",
    failed: "Failed to save staff member",
  })
  const shown = change.fields.filter(({ name }) => seesHealth || !health.includes(name))
  const place = { key: "place", node: <Place clientId={client.id} /> }
  const form = {
    help: `A person of ${client.companyName} whom we feed.`,
    pending: "Saving...",
    // no selection means no project
    save: (payload: Parameters<typeof save.send>[0]) => save.send({ projectId: null, ...payload }),
    onClose,
  }
  const about = [["firstName", "lastName"], place, ["position", "department"], { key: "terms", node: terms }] as const
  const reached = [
    ["phone", "email"],
    ...(seesHealth
      ? ([
          ["allergies", "dietaryRestrictions"],
          ["emergencyContact", "emergencyPhone"],
        ] as const)
      : []),
  ] as const
  return member ? (
    <CommandDialog
      {...form}
      command={{ ...change, fields: shown }}
      title={`Change ${member.firstName} ${member.lastName}`}
      initial={Object.fromEntries(shown.map(({ name }) => [name, member[name] ?? (name === "projectId" ? undefined : "")]))}
      submit="Save staff member"
      rows={[...about, ...reached]}
    />
  ) : (
    <CommandDialog
      {...form}
      command={join}
      title="Add staff member"
      initial={{ clientId: client.id, projectId: undefined }}
      submit="Add staff member"
      rows={[...about, { key: "number", node: number }, ...reached]}
    />
  )
}
