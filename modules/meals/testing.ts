/** A small company for tests of meals: two sites, two clients at the first, their people, contracts and serving staff. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { By } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { BasisAgreed, clientContracts, ContractSigned, HeadCountPlanned, RateAgreed } from "@ops/clients/contracts/client-contract.ts"
import { projectHeads, ProjectHeaded } from "@ops/clients/projects/project-head.ts"
import { type mealPlans, StaffMemberJoined, staffMembers, StaffMemberLeft } from "@ops/clients/staff-members/staff-member.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"

/** A person of a level, acting on a day. */
export const person = (id: number, level: number, day: string, more: Partial<By> = {}): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: `${day}T08:00:00.000Z`,
  today: day,
  ...more,
})

export const siteAt = (id: number, slug: string): Change =>
  sites.at(id, SiteOpened({ code: "US", slug, name: `Site ${id}`, label: slug, client: null, location: null }))
export const client = (id: number): Change => {
  const unknown = { contactPerson: null, email: null, phone: null, address: null, notes: null, createdBy: null }
  return clients.at(
    id,
    ClientAdded({ ...unknown, clientCode: `CL-${id}`, companyName: `Client ${id}`, currency: "USD", paymentTerms: "30_days", status: "active" }),
  )
}

const details = {
  staffCapacity: null,
  mealTypes: ["breakfast", "lunch", "dinner"],
  specialDietaryRequirements: null,
  kitchenFacilities: null,
  servingSchedule: null,
  cleaningType: null,
  serviceFrequency: null,
  areasIncluded: [],
  specialEquipment: null,
  chemicalsUsed: null,
  staffRequired: null,
  estimatedHours: null,
  hourlyRate: null,
}
/** A catering contract: 12.50 per meal from the start, 10.00 from 100 heads; `heads` planned. */
export const contract = (id: number, of: { clientId: number; siteId: number; from: string; to?: string; heads?: number }): ReadonlyArray<Change> => [
  clientContracts.at(
    id,
    ContractSigned({
      contractNumber: `CT-${id}`,
      clientId: of.clientId,
      siteId: of.siteId,
      serviceType: "catering",
      startDate: of.from,
      endDate: of.to ?? null,
      currency: "USD",
      taxCode: "SALES",
      details,
      notes: "",
      createdBy: null,
    }),
  ),
  clientContracts.at(id, RateAgreed({ from: of.from, rate: 1250, bands: [{ fromHeads: 100, rate: 1000 }] })),
  clientContracts.at(id, BasisAgreed({ from: of.from, basis: "served", guaranteedShare: 0 })),
  ...(of.heads === undefined ? [] : [clientContracts.at(id, HeadCountPlanned({ from: of.from, heads: of.heads, reason: "" }))]),
]

/** One of a client's people at a site. */
export const diner = (
  id: number,
  of: { clientId: number; siteId: number; mealPlan?: (typeof mealPlans)[number]; hireDate?: string; left?: string },
): ReadonlyArray<Change> => [
  staffMembers.at(
    id,
    StaffMemberJoined({
      staffNumber: `S-${id}`,
      firstName: "Diner",
      lastName: `${id}`,
      email: null,
      phone: null,
      position: null,
      department: null,
      clientId: of.clientId,
      projectId: null,
      siteId: of.siteId,
      hireDate: of.hireDate ?? null,
      mealPlan: of.mealPlan ?? "full",
      allergies: null,
      dietaryRestrictions: null,
      emergencyContact: null,
      emergencyPhone: null,
      createdBy: null,
    }),
  ),
  ...(of.left === undefined ? [] : [staffMembers.at(id, StaffMemberLeft({ endDate: of.left, reason: "" }))]),
]

/** A project head: a client's project, or one of the company's construction projects if `clientId` is null. */
export const project = (id: number, of: { clientId: number | null; siteId: number }): Change =>
  projectHeads.at(
    id,
    ProjectHeaded({ ...of, kind: of.clientId === null ? "construction" : "service", number: `P-${id}`, name: `Project ${id}`, isActive: true }),
  )
