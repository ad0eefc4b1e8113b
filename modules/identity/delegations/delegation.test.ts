import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { person } from "@ops/platform/testing/person.ts"
import { mails } from "@ops/platform/mail/mail.ts"
import { people, PersonAdded } from "../person.ts"
import { delegateApprovals, delegations, endDelegation } from "./delegation.ts"

const account = (id: number, accessLevel: number) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: "Ayen",
      lastName: "Deng",
      accessLevel,
      email: `ayen${id}@example.com`,
      phoneNumber: null,
      role: "supervisor",
      department: "operations",
      position: "Officer",
      siteId: 1,
      hireDate: null,
      supervisor: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
const asked = { delegateId: 6, from: "2026-11-21", to: "2026-12-18", reason: "Leave" }
const delegated = (more: Partial<typeof asked> = {}, by = person(8)) =>
  given(account(6, 6), account(3, 3), account(8, 8)).when(delegateApprovals, { ...asked, ...more }, by)

test("a manager delegates approvals to a supervisor for some days", () => {
  delegated().holds(delegations, 1, { delegatorId: 8, delegateId: 6, from: "2026-11-21", to: "2026-12-18", ended: false })
})

test("the delegate receives an e-mail with the dates and the reason", () => {
  const { to, subject, text } = delegated().row(mails, 1)!
  expect([to, subject]).toEqual(["ayen6@example.com", "Person 8 has delegated approvals to you"])
  expect(text).toContain("from 21 Nov 2026 to 18 Dec 2026 you can decide in the place of Person 8. Reason: Leave.")
})

test.each([
  ["to the caller", { delegateId: 8 }, "Choose another person: you decide your own approvals already"],
  ["to a person who does not approve", { delegateId: 3 }, "Delegate must be a person who approves: a supervisor, finance or management"],
  ["to an unknown person", { delegateId: 99 }, "Delegate must be a person who works here"],
  ["from a past day", { from: "2026-11-20" }, "From cannot be in the past"],
  ["ending before it begins", { from: "2026-12-01", to: "2026-11-30" }, "To cannot be before From"],
  ["for more than 92 days", { to: "2027-02-21" }, "A delegation lasts 92 days at most"],
])("a delegation %s is refused", (_, more, sentence) => {
  delegated(more).refuses(sentence)
})

test("a person without approvals, or signed in by a simulated scan, cannot delegate", () => {
  delegated({}, person(3)).refuses("You have no approvals to delegate", 403)
  delegated({}, { ...person(8), simulated: true }).refuses("A simulated scan cannot delegate approvals. Sign in with your password", 403)
})

test("the delegator, the delegate and level 10 can end a delegation once; for others it does not exist", () => {
  for (const by of [person(8), person(6), person(10)]) {
    const ended = delegated().when(endDelegation, { id: 1 }, by)
    ended.holds(delegations, 1, { ended: true, endedBy: by.person })
    expect(ended.refusal).toBeUndefined()
    ended.when(endDelegation, { id: 1 }, by).refuses("This delegation has ended already", 409)
  }
  delegated().when(endDelegation, { id: 1 }, person(7)).refuses("Delegation 1 does not exist", 404)
})
