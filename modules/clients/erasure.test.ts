/** Erasing a client's person and a client's contact: who may do it, when, and what remains. */
import { describe, it } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { given } from "@ops/platform/testing/given.ts"
import { changeClient, ClientAdded, ClientContactErased, clients, eraseClientContact } from "./client.ts"
import {
  changeStaffMember,
  comeBack,
  eraseStaffMember,
  StaffMemberErased,
  StaffMemberJoined,
  StaffMemberLeft,
  staffMembers,
} from "./staff-members/staff-member.ts"

const by = (level: number): By => ({ ...system("test", "2026-11-21T08:00:00.000Z"), actor: "person:1", person: 1, level, permissions: permissionsOf(level) })
const achol = {
  staffNumber: "SM-0001",
  firstName: "Achol",
  lastName: "Deng",
  email: "achol@example.com",
  phone: "+211 91 2",
  position: "Driller",
  department: null,
  clientId: 1,
  projectId: null,
  siteId: 1,
  hireDate: "2026-01-01",
  mealPlan: "full" as const,
  allergies: "Peanuts",
  dietaryRestrictions: "None",
  emergencyContact: "Kuol",
  emergencyPhone: "+211 91 3",
  createdBy: null,
}
const joined = staffMembers.at(1, StaffMemberJoined(achol))
const left = staffMembers.at(1, StaffMemberLeft({ endDate: "2026-11-01", reason: "" }))
const asked = { id: 1, reason: "Asked for it", confirm: "SM-0001" }
const gone = {
  firstName: "erased",
  lastName: "person",
  email: null,
  phone: null,
  allergies: null,
  dietaryRestrictions: null,
  emergencyContact: null,
  emergencyPhone: null,
}

describe("a client's person", () => {
  it("is erased once, after leaving, by an administrator who types the number; the number and the planned meals are kept", () => {
    given(joined).when(eraseStaffMember, asked, by(10)).refuses("SM-0001 is active. Set a last day first", 409)
    const before = given(joined, left)
    before.when(eraseStaffMember, asked, by(8)).refuses("Only an administrator of the system can erase a person", 403)
    before.when(eraseStaffMember, { ...asked, confirm: "SM-0002" }, by(10)).refuses("To confirm, enter the staff number of the person you are erasing", 422)
    before
      .when(eraseStaffMember, asked, by(10))
      .gives(["staff_member/1", "StaffMemberErased", { reason: "Asked for it" }])
      .holds(staffMembers, 1, { ...gone, staffNumber: "SM-0001", mealPlan: "full", erasedAt: "2026-11-21T08:00:00.000Z", status: "left" })
      .when(eraseStaffMember, asked, by(10))
      .gives()
  })

  it("an erased person cannot be reinstated or changed", () => {
    const erased = given(joined, left, staffMembers.at(1, StaffMemberErased({ reason: "Asked for it" })))
    const sentence = "The personal data of SM-0001 was erased. Add the person again"
    erased.when(comeBack, { id: 1, from: "2026-11-02" }, by(10)).refuses(sentence, 409)
    erased.when(changeStaffMember, { id: 1, firstName: "Achol" }, by(10)).refuses(sentence, 409)
  })
})

describe("a client's contact", () => {
  const facts = {
    companyName: "SLB",
    contactPerson: "Nyandeng",
    email: "n@slb.example",
    phone: "1",
    address: "Juba",
    currency: "USD" as const,
    paymentTerms: "30_days" as const,
    notes: null,
  }
  const client = clients.at(1, ClientAdded({ ...facts, clientCode: "CL-0001", status: "active", createdBy: null }))
  const asked = { id: 1, reason: "Left SLB", confirm: "CL-0001" }

  it("is erased while the client stays, and a new contact can be added", () => {
    given(client)
      .when(eraseClientContact, { ...asked, confirm: "SLB" }, by(10))
      .refuses(/^To confirm, enter the code/, 422)
    given(client)
      .when(eraseClientContact, asked, by(7))
      .refuses(/^Only an administrator/, 403)
    given(client)
      .when(eraseClientContact, asked, by(10))
      .gives(["client/1", "ClientContactErased", { reason: "Left SLB" }])
      .holds(clients, 1, { contactPerson: null, email: null, phone: null, companyName: "SLB", address: "Juba", status: "active" })
    given(client, clients.at(1, ClientContactErased({ reason: "Left SLB" })))
      .when(changeClient, { id: 1, contactPerson: "Garang" }, by(10))
      .holds(clients, 1, { contactPerson: "Garang", email: null })
  })
})
