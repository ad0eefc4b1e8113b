/** Registers a contractor, or changes the details. Rates have a dialog of their own once the contract is there. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, email, maybe, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { ContractorAnswer } from "../contract.ts"
import { useApi, useCommand } from "./client.ts"
import { maybePositive } from "./contractor-form.ts"
import { contractorLists, currencyOptions, fullName, termOptions, typeOptions, unitOptions } from "./labels.ts"

type Contractor = typeof ContractorAnswer.Type

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    firstName: text("First name", 100, true),
    lastName: text("Last name", 100, true),
    contractorType: Schema.Literals(["individual", "company"]),
    companyName: text("Company name"),
    serviceType: text("Service", 100, true),
    departmentId: chosen("Department"),
    siteId: maybe,
    contractStart: day("Contract start"),
    contractEnd: Schema.String,
    contractValue: maybePositive("Contract value"),
    paymentTerms: Schema.Literals(["monthly", "net_15", "net_30", "due_on_receipt"]),
    currency: Schema.Literals(["USD", "SSP"]),
    unit: Schema.Literals(["hour", "day", "month"]),
    rate: maybePositive("Rate"),
    phone: text("Phone", 60, true),
    email,
    nationalId: text("National ID", 60),
    address: text("Address", 500),
    bankName: text("Bank", 100),
    bankAccount: text("Bank account", 60),
    workPermitNumber: text("Work permit", 60),
    workPermitExpiry: Schema.String,
    skills: text("Skills", 500),
    certifications: text("Certifications", 500),
    experience: text("Experience", 500),
    notes: text("Notes", 2000),
  }).check(
    Schema.makeFilter(({ contractStart, contractEnd, contractorType, companyName }) => {
      if (contractEnd !== "" && contractEnd < contractStart) return { path: ["contractEnd"], issue: "Contract end must be on or after the contract start" }
      if (contractorType === "company" && companyName.trim() === "") return { path: ["companyName"], issue: "Company name is required" }
      return undefined
    }),
  ),
)

const Company = () => (useWatch({ name: "contractorType" }) === "company" ? <TextField name="companyName" label="Company name" required /> : null)

interface Props {
  /** the contractor to change; a new one if not given */
  readonly of?: Contractor
  readonly onClose: () => void
  readonly onRegistered?: (id: number) => void
}

export default function ContractorDialog({ of, onClose, onRegistered }: Props) {
  const { siteId } = useWorkingSite()
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const save = useCommand(of ? "PATCH /api/contractors/:id" : "POST /api/contractors", {
    id: of?.id,
    body: ({ siteId, skills, currency, unit, rate, contractorType, companyName, ...form }: typeof Form.Type) => ({
      ...form,
      contractorType,
      companyName: contractorType === "company" ? companyName : null,
      siteId: siteId ?? null,
      skills: skills
        .split(",")
        .map((skill) => skill.trim())
        .filter((skill) => skill !== ""),
      ...(of ? {} : { currency, [{ hour: "hourlyRate", day: "dailyRate", month: "monthlyRate" }[unit]]: rate }),
    }),
    lists: contractorLists,
    done: of ? "Contractor changed" : "Contractor registered",
    failed: of ? "Failed to change the contractor" : "Failed to register the contractor",
    onDone: ({ id }) => onRegistered?.(id),
  })
  const said = (value: string | null | undefined) => value ?? ""
  return (
    <FormDialog
      title={of ? `Change ${fullName(of)}` : "Register Contractor"}
      help={
        of ? "The details of the contractor. Rates are agreed separately, each from a date." : "A person or company that works for us without being employed."
      }
      schema={Form}
      wide
      defaults={{
        firstName: said(of?.firstName),
        lastName: said(of?.lastName),
        contractorType: of?.contractorType ?? "individual",
        companyName: said(of?.companyName),
        serviceType: said(of?.serviceType),
        departmentId: of?.departmentId,
        siteId: of ? (of.siteId ?? undefined) : siteId,
        contractStart: of?.contractStart ?? today(),
        contractEnd: said(of?.contractEnd),
        contractValue: said(of?.contractValue),
        paymentTerms: of?.paymentTerms ?? "monthly",
        currency: of?.currency ?? "USD",
        unit: "hour",
        rate: "",
        phone: said(of?.phone),
        email: said(of?.email),
        nationalId: said(of?.nationalId),
        address: said(of?.address),
        bankName: said(of?.bankName),
        bankAccount: said(of?.bankAccount),
        workPermitNumber: said(of?.workPermitNumber),
        workPermitExpiry: said(of?.workPermitExpiry),
        skills: of?.skills.join(", ") ?? "",
        certifications: said(of?.certifications),
        experience: said(of?.experience),
        notes: said(of?.notes),
      }}
      submit={of ? "Save contractor" : "Register"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <TextField name="firstName" label="First name" required />
        <TextField name="lastName" label="Last name" required />
      </div>
      <div className="pair">
        <SelectField name="contractorType" label="Person or company" options={typeOptions} required />
        <TextField name="serviceType" label="Service" hint="For example: catering support" required />
      </div>
      <Company />
      <div className="pair">
        <SelectField
          name="departmentId"
          label="Department"
          placeholder="Choose a department"
          numeric
          required
          options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SiteField name="siteId" label="Site" />
      </div>
      <div className="pair">
        <DateField name="contractStart" label="Contract start" required />
        <DateField name="contractEnd" label="Contract end" hint="Leave blank for no end date" />
      </div>
      {!of && (
        <div className="pair">
          <MoneyField name="rate" label="Rate" hint="Leave blank to agree it later" />
          <SelectField name="unit" label="For each" options={unitOptions} required />
        </div>
      )}
      <div className="pair">
        {of ? (
          <MoneyField name="contractValue" label="Contract value" currency={of.currency} />
        ) : (
          <SelectField name="currency" label="Currency" options={currencyOptions} required />
        )}
        <SelectField name="paymentTerms" label="Paid by" options={termOptions} required />
      </div>
      {!of && <MoneyField name="contractValue" label="Contract value" />}
      <div className="pair">
        <TextField name="phone" label="Phone" type="tel" required />
        <TextField name="email" label="E-mail" type="email" />
      </div>
      <div className="pair">
        <TextField name="nationalId" label="National ID" />
        <TextField name="address" label="Address" />
      </div>
      <div className="pair">
        <TextField name="bankName" label="Bank" />
        <TextField name="bankAccount" label="Bank account" />
      </div>
      <div className="pair">
        <TextField name="workPermitNumber" label="Work permit" />
        <DateField name="workPermitExpiry" label="Work permit expiry" />
      </div>
      <TextField name="skills" label="Skills" hint="With commas between them" />
      <TextField name="certifications" label="Certifications" />
      <TextField name="experience" label="Experience" />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
