/** Adds a client's person at a site, or changes their details. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, email, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { ClientAnswer, StaffMemberAnswer } from "../../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { planOptions, staffLists } from "../../web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    firstName: text("First name", 100, true),
    lastName: text("Last name", 100, true),
    staffNumber: text("Staff number", 40),
    siteId: chosen("Site"),
    projectId: Schema.UndefinedOr(Schema.Finite),
    position: text("Position"),
    department: text("Department"),
    email,
    phone: text("Phone", 60),
    hireDate: Schema.String,
    mealPlan: Schema.Literals(["full", "breakfast", "lunch", "dinner", "breakfast_lunch", "lunch_dinner", "none"]),
    allergies: text("Allergies", 500),
    dietaryRestrictions: text("Dietary restrictions", 500),
    emergencyContact: text("Emergency contact"),
    emergencyPhone: text("Emergency phone", 60),
  }),
)

const ProjectField = ({ clientId }: { readonly clientId: number }) => {
  const siteId = useWatch({ name: "siteId" }) as number | undefined
  const projects = useApi("GET /api/projects", { query: { clientId, status: "active" } }).data ?? []
  const here = projects.filter((project) => project.siteId === siteId)
  return (
    <SelectField name="projectId" label="Project" placeholder="None" numeric options={here.map(({ id, projectName }) => ({ value: id, label: projectName }))} />
  )
}

interface Props {
  readonly client: typeof ClientAnswer.Type
  /** the one who changes; a new one if not given */
  readonly member?: typeof StaffMemberAnswer.Type
  readonly onClose: () => void
}

export default function StaffMemberDialog({ client, member, onClose }: Props) {
  const { siteId } = useWorkingSite()
  const { can } = useSession()
  // levels that do not feed people do not see these, and must not clear them
  const seesHealth = can("operations.basic", "operations.supervise", "department.manage")
  const save = useCommand(member ? "PATCH /api/staff-members/:id" : "POST /api/staff-members", {
    id: member?.id,
    body: ({ staffNumber, projectId, allergies, dietaryRestrictions, emergencyContact, emergencyPhone, ...form }: typeof Form.Type) => ({
      ...form,
      projectId: projectId ?? null,
      ...(seesHealth && { allergies, dietaryRestrictions, emergencyContact, emergencyPhone }),
      ...(member ? {} : { clientId: client.id, staffNumber }),
    }),
    lists: staffLists,
    done: member ? "Staff member changed" : "Staff member added",
    failed: "Failed to save staff member",
  })
  const text = (value: string | null | undefined) => value ?? ""
  return (
    <FormDialog
      title={member ? `Change ${member.firstName} ${member.lastName}` : "Add staff member"}
      help={`A person of ${client.companyName} whom we feed.`}
      schema={Form}
      wide
      defaults={{
        firstName: text(member?.firstName),
        lastName: text(member?.lastName),
        staffNumber: text(member?.staffNumber),
        siteId: member?.siteId ?? siteId,
        projectId: member?.projectId ?? undefined,
        position: text(member?.position),
        department: text(member?.department),
        email: text(member?.email),
        phone: text(member?.phone),
        hireDate: text(member?.hireDate),
        mealPlan: member?.mealPlan ?? "full",
        allergies: text(member?.allergies),
        dietaryRestrictions: text(member?.dietaryRestrictions),
        emergencyContact: text(member?.emergencyContact),
        emergencyPhone: text(member?.emergencyPhone),
      }}
      submit={member ? "Save staff member" : "Add staff member"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="firstName" label="First name" required />
        <TextField name="lastName" label="Last name" required />
      </div>
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <ProjectField clientId={client.id} />
      </div>
      <div className="pair">
        <TextField name="position" label="Position" />
        <TextField name="department" label="Department" />
      </div>
      <div className="pair">
        <SelectField name="mealPlan" label="Meal plan" options={planOptions} required />
        <DateField name="hireDate" label="Hire date" />
      </div>
      {!member && <TextField name="staffNumber" label="Staff number" hint="The client's own; left empty, the next one is given." />}
      <div className="pair">
        <TextField name="phone" label="Phone" type="tel" />
        <TextField name="email" label="E-mail" type="email" />
      </div>
      {seesHealth && (
        <>
          <div className="pair">
            <TextField name="allergies" label="Allergies" />
            <TextField name="dietaryRestrictions" label="Dietary restrictions" />
          </div>
          <div className="pair">
            <TextField name="emergencyContact" label="Emergency contact" />
            <TextField name="emergencyPhone" label="Emergency phone" type="tel" />
          </div>
        </>
      )}
    </FormDialog>
  )
}
