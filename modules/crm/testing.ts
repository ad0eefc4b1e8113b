/** Fixtures for tests of sales: a person of each level, and a prospect as typed. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { By } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import type { NewProspect } from "./prospects/commands.ts"

export const today = "2026-11-21"

/** A person of a level, of Operations; the person's id is the level. */
export const person = (level: number, more: Partial<By> = {}): By => ({
  actor: `person:${level}`,
  person: level,
  name: `Person ${level}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: `${today}T08:00:00.000Z`,
  today,
  ...more,
})

const account = (level: number): Change =>
  people.at(
    level,
    PersonAdded({
      employeeId: `P-${level}`,
      firstName: "Person",
      lastName: String(level),
      email: null,
      phoneNumber: null,
      role: "field_operative",
      accessLevel: level,
      department: level === 6 ? "catering" : "operations",
      position: null,
      siteId: null,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
/** The accounts of each level; 6 is of Catering, the others of Operations. */
export const accounts: ReadonlyArray<Change> = [1, 3, 6, 7, 8, 10].map(account)

export const rig: NewProspect = {
  companyName: "Akobo Drilling",
  contactPerson: "James Kuol",
  email: "james@akobo.example.com",
  phone: "+211 921 100 200",
  address: null,
  industry: "oil_gas",
  estimatedValue: 100_000_00,
  probability: 50,
  source: null,
  campaignId: null,
  notes: "",
  stage: "lead",
  outcome: null,
  reason: null,
  assignedTo: null,
}
