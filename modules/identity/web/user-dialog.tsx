/** Adds a person who may sign in, or changes the details of an account. */
import { needsSite } from "@ops/platform/access/site-scope.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { chosen, email, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "./client.ts"
import { levelOptions, roleOptions, type User, userLists } from "./labels.ts"

const Form = formOf(
  {
    employeeId: text("Employee ID", 40, true),
    firstName: text("First name", 100, true),
    lastName: text("Last name", 100, true),
    email,
    phoneNumber: text("Phone number", 50),
    role: Schema.Literals(["ceo", "management", "finance", "supervisor", "security", "field_operative", "guest"]),
    accessLevel: chosen("Level"),
    department: text("Department", 100),
    position: text("Position", 100),
    siteId: Schema.UndefinedOr(Schema.Finite),
    hireDate: Schema.String,
  },
  ({ accessLevel, siteId }) =>
    accessLevel !== undefined && needsSite(accessLevel) && siteId === undefined ? { path: ["siteId"], issue: "Choose a site, or all sites" } : undefined,
)
/** Every site, in a select of site ids. */
const everySite = 0

export default function UserDialog({ user, onClose }: { readonly user?: User; readonly onClose: () => void }) {
  const me = useUser()
  const sites = useSites().filter(({ id, isActive }) => isActive || id === user?.siteId)
  const levels = levelOptions.filter(({ value }) => value <= me.accessLevel && (user !== undefined || value < 10))
  const save = useCommand(user ? "PATCH /api/users/:id" : "POST /api/users", {
    id: user?.id,
    body: ({ employeeId, siteId, hireDate, ...form }: typeof Form.Type) => ({
      ...form,
      ...(user ? {} : { employeeId }),
      siteId: siteId || null,
      allSites: siteId === everySite,
      hireDate: hireDate || null,
    }),
    lists: userLists(user?.id),
    done: (saved) =>
      saved.topLevelAsked && !user?.topLevelAsked
        ? `Level 10 requested: another person must confirm it`
        : `${saved.firstName} ${saved.lastName} ${user ? "changed" : "added"}`,
    failed: "Failed to save the account",
  })
  return (
    <FormDialog
      title={user ? `Change ${user.firstName} ${user.lastName}` : "New user"}
      help={
        user
          ? "Level and site take effect with the person's next click. Level 10 needs a second person."
          : "The person can sign in once you have set a first password."
      }
      schema={Form}
      wide
      defaults={{
        employeeId: user?.employeeId ?? "",
        firstName: user?.firstName ?? "",
        lastName: user?.lastName ?? "",
        email: user?.email ?? "",
        phoneNumber: user?.phoneNumber ?? "",
        role: (user?.role as (typeof Form.Type)["role"]) ?? "field_operative",
        accessLevel: user?.accessLevel ?? 3,
        department: user?.department ?? "",
        position: user?.position ?? "",
        siteId: user?.siteId ?? (user?.allSites ? everySite : undefined),
        hireDate: user?.hireDate ?? "",
      }}
      submit={user ? "Save user" : "Add user"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      {!user && <TextField name="employeeId" label="Employee ID" hint="The person's sign-in name, such as FO-OPS-012" required />}
      <div className="pair">
        <TextField name="firstName" label="First name" required />
        <TextField name="lastName" label="Last name" required />
      </div>
      <div className="pair">
        <TextField name="email" label="E-mail" type="email" />
        <TextField name="phoneNumber" label="Phone number" type="tel" />
      </div>
      <div className="pair">
        <SelectField name="role" label="Role" options={roleOptions} required />
        <SelectField name="accessLevel" label="Level" options={levels.map(({ value, label }) => ({ value: String(value), label }))} numeric required />
      </div>
      <div className="pair">
        <TextField name="department" label="Department" />
        <TextField name="position" label="Position" />
      </div>
      <div className="pair">
        <SelectField
          name="siteId"
          label="Site"
          hint="Up to level 6 people see this site only; without one, no site"
          options={[{ value: String(everySite), label: "All sites" }, ...sites.map(({ id, name }) => ({ value: String(id), label: name }))]}
          numeric
          placeholder="Choose a site"
        />
        <DateField name="hireDate" label="Here since" />
      </div>
    </FormDialog>
  )
}
