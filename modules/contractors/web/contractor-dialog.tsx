/** Registers a contractor, or changes the details. Rates have a separate dialog once the contractor exists. */
import { DateField, MoneyField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWatch } from "react-hook-form"
import { screen } from "../screen.ts"
import { type Contractor, useApi, useCommand } from "./client.ts"
import { contractorLists, unitOptions } from "./labels.ts"

const { change, register } = screen.commands
const rateOf = { hour: "hourlyRate", day: "dailyRate", month: "monthlyRate" } as const

const Company = () => (useWatch({ name: "contractorType" }) === "company" ? <TextField name="companyName" label="Company name" required /> : null)

const Department = () => {
  const departments = useApi("GET /api/hr/departments", { query: { status: "active" } }).data ?? []
  const options = departments.map(({ id, name }) => ({ value: id, label: name }))
  return <SelectField name="departmentId" label="Department" placeholder="Choose a department" numeric required options={options} />
}

const checked = ({ contractStart, contractEnd, contractorType, companyName }: { readonly [name: string]: unknown }) => {
  if (contractEnd && String(contractEnd) < String(contractStart)) return { contractEnd: "Contract end must be on or after the contract start" }
  return contractorType === "company" && String(companyName).trim() === "" ? { companyName: "Company name is required" } : {}
}
const skillsOf = (skills: unknown) =>
  String(skills)
    .split(",")
    .map((skill) => skill.trim())
    .filter((skill) => skill !== "")

const person = [
  ["firstName", "lastName"],
  ["contractorType", "serviceType"],
  { key: "company", node: <Company /> },
  {
    key: "place",
    node: (
      <div className="pair">
        <Department />
        <SiteField name="siteId" label="Site" />
      </div>
    ),
  },
  {
    key: "contract",
    node: (
      <div className="pair">
        <DateField name="contractStart" label="Contract start" required />
        <DateField name="contractEnd" label="Contract end" hint="Leave blank for no end date" />
      </div>
    ),
  },
] as const
const rest = [
  ["phone", "email"],
  {
    key: "identity",
    node: (
      <div className="pair">
        <TextField name="nationalId" label="National ID" />
        <TextField name="address" label="Address" />
      </div>
    ),
  },
  ["bankName", "bankAccount"],
  {
    key: "permit",
    node: (
      <div className="pair">
        <TextField name="workPermitNumber" label="Work permit" />
        <DateField name="workPermitExpiry" label="Work permit expiry" />
      </div>
    ),
  },
  { key: "skills", node: <TextField name="skills" label="Skills" hint="Separated by commas" /> },
  { key: "certifications", node: <TextField name="certifications" label="Certifications" /> },
  { key: "experience", node: <TextField name="experience" label="Experience" /> },
  "notes",
] as const
/** The first rate is typed as an amount and a unit. */
const fresh = { skills: "", unit: "hour", rate: "" }
const labels = { contractorType: "Person or company", serviceType: "Service" } as const
const hints = { serviceType: "For example: catering support" } as const

export default function ContractorDialog({ of, onClose }: { readonly of?: Contractor; readonly onClose: () => void }) {
  return of ? <Change of={of} onClose={onClose} /> : <Register onClose={onClose} />
}

type Form = Parameters<ReturnType<typeof useRegistering>["send"]>[0] & { readonly unit?: keyof typeof rateOf; readonly rate?: string; readonly skills: unknown }
const useRegistering = () => useCommand("POST /api/contractors", { lists: contractorLists, done: register.words.done, failed: register.words.failed })

const Register = ({ onClose }: { readonly onClose: () => void }) => {
  const [, open] = useAddress("open", "push")
  const save = useRegistering()
  return (
    <CommandDialog
      command={register}
      title="Register Contractor"
      help="A person or company that works for us without being employed."
      labels={labels}
      hints={hints}
      initial={fresh}
      check={checked}
      submit="Register"
      pending="Saving..."
      rows={[
        ...person,
        {
          key: "rate",
          node: (
            <div className="pair">
              <MoneyField name="rate" label="Rate" hint="Leave blank to agree it later" />
              <SelectField name="unit" label="For each" options={unitOptions} required />
            </div>
          ),
        },
        ["currency", "paymentTerms"],
        "contractValue",
        ...rest,
      ]}
      save={async ({ unit = "hour", rate, ...form }: Form) => {
        const { id } = await save.send({ ...form, skills: skillsOf(form.skills), ...(rate && { [rateOf[unit]]: rate }) })
        setTimeout(() => void open(String(id)), 0)
      }}
      onClose={onClose}
    />
  )
}

const Change = ({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) => {
  const save = useCommand("PATCH /api/contractors/:id", { id: of.id, lists: contractorLists, done: change.words.done, failed: change.words.failed })
  return (
    <CommandDialog
      command={change}
      title={`Change ${of.name}`}
      help="The details of the contractor. Rates are agreed separately, each from a date."
      labels={labels}
      hints={hints}
      initial={{ ...Object.fromEntries(change.fields.map(({ name }) => [name, of[name] ?? ""])), siteId: of.siteId ?? undefined, skills: of.skills.join(", ") }}
      check={checked}
      submit="Save contractor"
      pending="Saving..."
      rows={[...person, ["contractValue", "paymentTerms"], ...rest]}
      save={(form: Exclude<Parameters<typeof save.send>[0], void | null | undefined>) => {
        const { contractorType, companyName, siteId = null, skills, ...facts } = form
        return save.send({
          ...facts,
          contractorType,
          companyName: contractorType === "company" ? companyName : null,
          siteId,
          skills: skillsOf(skills),
        })
      }}
      onClose={onClose}
    />
  )
}
