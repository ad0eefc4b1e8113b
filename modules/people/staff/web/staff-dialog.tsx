/** Adds a person to the staff, or changes their details. Once agreed, pay has its own dialog. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { amount, chosen, day, email, formOf, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import type { StaffProfileAnswer } from "../../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { employmentOptions, genderOptions, payOptions, peopleLists } from "../../web/staff-labels.ts"

type Profile = typeof StaffProfileAnswer.Type

const facts = {
  firstName: text("First name", 100, true),
  lastName: text("Last name", 100, true),
  email,
  phone: text("Phone", 60),
  nationalId: text("National ID", 60),
  departmentId: chosen("Department"),
  positionId: chosen("Position"),
  siteId: maybe,
  supervisorId: maybe,
  employmentType: Schema.Literals(["full_time", "part_time", "contract", "casual"]),
  hireDate: day("Hire date"),
  dateOfBirth: Schema.String,
  gender: Schema.Literals(["", "female", "male", "other"]),
  address: text("Address", 500),
  emergencyContact: text("Emergency contact"),
  emergencyPhone: text("Emergency phone", 60),
  bankName: text("Bank", 100),
  bankAccount: text("Bank account", 60),
  passportNumber: text("Passport", 60),
  workPermitNumber: text("Work permit", 60),
  workPermitExpiry: Schema.String,
  notes: text("Notes", 2000),
}
const Hire = formOf({ ...facts, staffNumber: text("Staff number", 40, true), salary: amount("Salary"), currency: Schema.Literals(["USD", "SSP"]) })
const Change = formOf({ ...facts, staffNumber: Schema.String, salary: Schema.String, currency: Schema.Literals(["USD", "SSP"]) })

/** The number following another: FO-013 after FO-012. */
const after = (number: string) => number.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, "0"))

/** The positions of the selected department. */
const PositionField = () => {
  const departmentId = useWatch({ name: "departmentId" }) as number | undefined
  const positionId = useWatch({ name: "positionId" }) as number | undefined
  const { setValue } = useFormContext()
  const positions = useApi("GET /api/hr/positions", { query: { status: "active" } }).data
  const here = (positions ?? []).filter((position) => position.departmentId === departmentId)
  const fits = positions === undefined || positionId === undefined || here.some(({ id }) => id === positionId)
  useEffect(() => {
    if (!fits) setValue("positionId", undefined)
  }, [fits, setValue])
  return (
    <SelectField
      name="positionId"
      label="Position"
      placeholder={departmentId === undefined ? "Choose a department first" : here.length === 0 ? "This department has no positions" : "Choose a position"}
      numeric
      required
      options={here.map(({ id, title }) => ({ value: id, label: title }))}
    />
  )
}

interface Props {
  /** the person to change; omitted to add one */
  readonly person?: Profile
  readonly onClose: () => void
  readonly onHired?: (id: number) => void
}

export default function StaffDialog({ person, onClose, onHired }: Props) {
  const { siteId } = useWorkingSite()
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const others = useApi("GET /api/hr/staff", { query: { status: "active,on_leave", limit: 1000, sort: "lastName" } }).data ?? []
  const last = useApi("GET /api/hr/staff", !person ? { query: { limit: 1, sort: "-staffNumber" } } : null)
  const save = useCommand(person ? "PATCH /api/hr/staff/:id" : "POST /api/hr/staff", {
    id: person?.id,
    body: ({ siteId, supervisorId, salary, currency, staffNumber, ...form }: typeof Hire.Type) => ({
      ...form,
      siteId: siteId ?? null,
      supervisorId: supervisorId ?? null,
      ...(person ? {} : { salary, currency, staffNumber }),
    }),
    lists: peopleLists,
    done: person ? "Staff member changed" : "Staff member created successfully",
    failed: person ? "Failed to change staff member" : "Failed to create staff member",
    onDone: ({ id }) => onHired?.(id),
  })
  const text = (value: string | null | undefined) => value ?? ""
  if (!person && last.isPending) return null
  return (
    <FormDialog
      title={person ? `Change ${person.firstName} ${person.lastName}` : "Add Staff Member"}
      help={
        person
          ? "Details of the person. Pay is changed separately, from a given day."
          : "A staff member of the company. An account to sign in is added separately."
      }
      schema={person ? Change : Hire}
      wide
      defaults={{
        firstName: text(person?.firstName),
        lastName: text(person?.lastName),
        staffNumber: person?.staffNumber ?? after(text(last.data?.[0]?.staffNumber)),
        email: text(person?.email),
        phone: text(person?.phone),
        nationalId: text(person?.nationalId),
        departmentId: person?.departmentId,
        positionId: person?.positionId,
        siteId: person ? (person.siteId ?? undefined) : siteId,
        supervisorId: person?.supervisorId ?? undefined,
        employmentType: person?.employmentType ?? "full_time",
        hireDate: person?.hireDate ?? today(),
        salary: "",
        currency: person?.currency ?? "USD",
        dateOfBirth: text(person?.dateOfBirth),
        gender: person?.gender ?? "",
        address: text(person?.address),
        emergencyContact: text(person?.emergencyContact),
        emergencyPhone: text(person?.emergencyPhone),
        bankName: text(person?.bankName),
        bankAccount: text(person?.bankAccount),
        passportNumber: text(person?.passportNumber),
        workPermitNumber: text(person?.workPermitNumber),
        workPermitExpiry: text(person?.workPermitExpiry),
        notes: text(person?.notes),
      }}
      submit={person ? "Save staff member" : "Add Staff Member"}
      pending={person ? "Saving..." : "Creating..."}
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="firstName" label="First name" required />
        <TextField name="lastName" label="Last name" required />
      </div>
      {!person && <TextField name="staffNumber" label="Staff number" placeholder="FO-001" required />}
      <div className="pair">
        <SelectField
          name="departmentId"
          label="Department"
          placeholder="Choose a department"
          numeric
          required
          options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <PositionField />
      </div>
      <div className="pair">
        <SiteField name="siteId" label="Site" />
        <SelectField
          name="supervisorId"
          label="Supervisor"
          placeholder="None"
          numeric
          options={others.filter(({ id }) => id !== person?.id).map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))}
        />
      </div>
      <div className="pair">
        <SelectField name="employmentType" label="Employment type" options={employmentOptions} required />
        <DateField name="hireDate" label="Hire date" required />
      </div>
      {!person && (
        <div className="pair">
          <MoneyField name="salary" label="Salary" hint="A month" required />
          <SelectField name="currency" label="Currency" options={payOptions} required />
        </div>
      )}
      <div className="pair">
        <TextField name="email" label="E-mail" type="email" />
        <TextField name="phone" label="Phone" type="tel" />
      </div>
      <div className="pair">
        <TextField name="nationalId" label="National ID" />
        <DateField name="dateOfBirth" label="Date of birth" />
      </div>
      <div className="pair">
        <SelectField name="gender" label="Gender" placeholder="Not set" options={genderOptions} />
        <TextField name="address" label="Address" />
      </div>
      <div className="pair">
        <TextField name="emergencyContact" label="Emergency contact" />
        <TextField name="emergencyPhone" label="Emergency phone" type="tel" />
      </div>
      <div className="pair">
        <TextField name="bankName" label="Bank" />
        <TextField name="bankAccount" label="Bank account" />
      </div>
      <div className="pair">
        <TextField name="passportNumber" label="Passport" />
        <TextField name="workPermitNumber" label="Work permit" />
      </div>
      <DateField name="workPermitExpiry" label="Work permit expiry" />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
