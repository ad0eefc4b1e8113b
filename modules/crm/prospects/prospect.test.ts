import fc from "fast-check"
import { expect, test } from "vitest"
import type { By } from "@ops/platform/records/command.ts"
import { given } from "@ops/platform/testing/given.ts"
import { ClientAdded, clients } from "@ops/clients/client.ts"
import { isClosed, prospects } from "./prospect.ts"
import { prospectActivities } from "./prospect-activity.ts"
import {
  addProspect,
  assignProspect,
  changeProspect,
  convertProspect,
  eraseProspectContact,
  logActivity,
  moveProspect,
  type NewActivity,
  planFollowUp,
  remindFollowUp,
} from "./commands.ts"
import { accounts, person, rig } from "../testing.ts"
import { closeOutcomes, outcomes, stages } from "../labels.ts"

const [field, supervisor, finance, manager, chief] = [person(3), person(6), person(7), person(8), person(10)]
const world = given(...accounts)
const added = world.when(addProspect, rig, field)
const won = added.when(moveProspect, { id: 1, stage: "closed_won", outcome: "contract", reason: "They sign" }, field)
const later = (by: By, day: string): By => ({ ...by, today: day, at: `${day}T08:00:00.000Z` })
const call = (more: Partial<NewActivity> = {}): NewActivity => ({
  prospectId: 1,
  activityType: "call",
  subject: "First call",
  description: "",
  activityDate: "2026-11-21T07:00:00.000Z",
  duration: 20,
  outcome: null,
  move: null,
  ...more,
})

test("a prospect is added as a lead, assigned to its author, under the next number", () => {
  added.holds(prospects, 1, { prospectNumber: "PS-0001", stage: "lead", status: "active", assignedTo: 3, createdBy: 3, probability: 50 })
  added.when(addProspect, rig, field).holds(prospects, 2, { prospectNumber: "PS-0002" })
})

test.each([
  [{ probability: 101 }, "Probability must be from 0 to 100"],
  [{ estimatedValue: -1 }, "Estimated value cannot be negative"],
  [{ campaignId: 9 }, "Campaign 9 does not exist"],
  [{ stage: "closed_lost" }, /^Outcome is required to close a prospect/],
  [{ stage: "closed_lost", outcome: "contract", reason: "x" }, /^Outcome of Closed lost must be one of/],
  [{ stage: "closed_won", outcome: "trial", reason: " " }, "Enter why it was won"],
  [{ assignedTo: 6 }, /^You can only take an unassigned prospect/],
] as const)("%o is refused and writes nothing", (more, sentence) => {
  expect(world.when(addProspect, { ...rig, ...more }, field).refuses(sentence).events).toEqual([])
})

test("a change keeps fields that it does not name; repeating it changes nothing", () => {
  const changed = added.when(changeProspect, { id: 1, phone: "+211 1" }, supervisor)
  changed.holds(prospects, 1, { phone: "+211 1", contactPerson: "James Kuol", stage: "lead" })
  changed.when(changeProspect, { id: 1, phone: "+211 1" }, supervisor).gives()
})

const placing = fc.constantFrom(...stages).chain((stage) =>
  fc.record({
    stage: fc.constant(stage),
    outcome: fc.constantFrom(...(isClosed(stage) ? outcomes[stage] : [null])),
    reason: isClosed(stage) ? fc.constantFrom("Price", "They know us") : fc.constantFrom(null, "Called again"),
  }),
)

test("a prospect can move from any stage to any other: each move is one event, and the stays list them in order", () => {
  fc.assert(
    fc.property(fc.array(placing, { maxLength: 12 }), (moves) => {
      let then = added
      const way = ["lead"]
      for (const move of moves) {
        const before = way.at(-1)
        then = then.when(moveProspect, { id: 1, ...move }, field)
        expect(then.refusal).toBeUndefined()
        expect(then.events.map(([, type]) => type)).toEqual(move.stage === before ? [] : ["ProspectMoved"])
        if (move.stage !== before) way.push(move.stage)
        const row = then.row(prospects, 1)!
        expect(row.stage).toBe(way.at(-1))
        expect(row.stays.map(({ stage }) => stage)).toEqual(way)
        expect(row.stageSince).toBe(row.stays.at(-1)!.at)
        // a closed stage has an outcome and a reason, an open one has neither
        expect(row.outcome !== null).toBe(isClosed(row.stage))
        expect(row.lostReason !== null).toBe(row.stage === "closed_lost")
        expect(row.status).toBe(row.stage === "closed_lost" ? "inactive" : "active")
      }
    }),
  )
})

test("closing requires one of the stage's outcomes and a reason, from any stage", () => {
  fc.assert(
    fc.property(
      placing,
      fc.constantFrom("closed_won" as const, "closed_lost" as const),
      fc.option(fc.constantFrom(...closeOutcomes)),
      fc.constantFrom(null, "", "  ", "Price"),
      (before, stage, outcome, reason) => {
        fc.pre(before.stage !== stage)
        const then = added.when(moveProspect, { id: 1, ...before }, field).when(moveProspect, { id: 1, stage, outcome, reason }, field)
        const isRight = outcome !== null && (outcomes[stage] as ReadonlyArray<string>).includes(outcome) && reason === "Price"
        expect(then.refusal === undefined).toBe(isRight)
        expect(then.events.length).toBe(isRight ? 1 : 0)
      },
    ),
  )
})

test("leaders assign prospects; others claim unassigned ones; guests cannot be assigned any", () => {
  const free = added.when(assignProspect, { id: 1, assignedTo: null }, manager)
  free.when(assignProspect, { id: 1, assignedTo: 3 }, field).gives(["prospect/1", "ProspectAssigned", { to: 3 }])
  free.when(assignProspect, { id: 1, assignedTo: 6 }, field).refuses(/^You can only take/, 403)
  added.when(assignProspect, { id: 1, assignedTo: 6 }, supervisor).holds(prospects, 1, { assignedTo: 6 })
  added.when(assignProspect, { id: 1, assignedTo: 1 }, manager).refuses("Person 1 is a guest. Choose a person who works here")
})

test("an outcome alone does not move the prospect; if requested, it moves in the same commit", () => {
  const logged = added.when(logActivity, call({ outcome: "closed_won" }), field)
  logged.gives(["prospect_activity/1", "ActivityLogged"], ["prospect/1", "ProspectContacted"])
  logged.holds(prospects, 1, { stage: "lead", lastContact: "2026-11-21T07:00:00.000Z" }).holds(prospectActivities, 1, { recordedBy: 3 })
  added
    .when(logActivity, call({ outcome: "closed_won", move: { stage: "closed_won", outcome: "trial", reason: "Three months" } }), field)
    .gives(["prospect_activity/1", "ActivityLogged"], ["prospect/1", "ProspectContacted"], ["prospect/1", "ProspectMoved"])
  const half = added.when(logActivity, call({ move: { stage: "closed_won", outcome: null, reason: null } }), field)
  expect(half.refuses(/^Outcome is required/).events).toEqual([])
})

test("an activity in the future is refused; an older activity does not change the last contact", () => {
  added.when(logActivity, call({ activityDate: "2026-11-21T08:00:01.000Z" }), field).refuses(/^Activity date cannot be in the future/)
  added.when(logActivity, call({ duration: 0 }), field).refuses("Duration must be from 1 to 1440 minutes")
  added
    .when(logActivity, call(), field)
    .when(logActivity, call({ activityDate: "2026-11-01T07:00:00.000Z" }), field)
    .holds(prospects, 1, { lastContact: "2026-11-21T07:00:00.000Z" })
})

test("a follow-up becomes due once, on its day, until an activity is logged or another day is set", () => {
  added.when(planFollowUp, { id: 1, nextFollowUp: "2026-11-20", note: null }, field).refuses("Next follow-up must be today or later")
  const planned = added.when(planFollowUp, { id: 1, nextFollowUp: "2026-11-23", note: "Ask" }, field)
  planned.when(remindFollowUp, { id: 1 }).gives()
  const due = planned.when(remindFollowUp, { id: 1 }, later(field, "2026-11-23"))
  due.gives(["prospect/1", "ProspectFollowUpDue", { on: "2026-11-23" }])
  due.when(remindFollowUp, { id: 1 }, later(field, "2026-11-24")).gives()
  // an activity before its day leaves it; one on its day completes it
  due.when(logActivity, call(), field).holds(prospects, 1, { nextFollowUp: "2026-11-23" })
  due.when(logActivity, call({ activityDate: "2026-11-23T07:00:00.000Z" }), later(field, "2026-11-23")).holds(prospects, 1, { nextFollowUp: null })
  due
    .when(planFollowUp, { id: 1, nextFollowUp: "2026-11-30", note: null }, field)
    .when(remindFollowUp, { id: 1 }, later(field, "2026-11-30"))
    .gives(["prospect/1", "ProspectFollowUpDue"])
})

test("a won prospect becomes a client once, with its contact, and then keeps its stage", () => {
  added.when(convertProspect, { id: 1, clientId: null }, manager).refuses("Akobo Drilling is not won yet. Move it to Closed won first", 409)
  won.when(convertProspect, { id: 1, clientId: null }, field).refuses("Only finance or management can convert a prospect to a client", 403)
  const client = won.when(convertProspect, { id: 1, clientId: null }, finance)
  client.gives(["client/1", "ClientAdded"], ["prospect/1", "ProspectConverted", { clientId: 1 }])
  client
    .holds(clients, 1, { companyName: "Akobo Drilling", contactPerson: "James Kuol", status: "active" })
    .holds(prospects, 1, { status: "converted", clientId: 1 })
  client.when(convertProspect, { id: 1, clientId: null }, finance).gives()
  client.when(moveProspect, { id: 1, stage: "lead", outcome: null, reason: null }, field).refuses(/^Akobo Drilling is already a client/, 409)
  // moving it to its present stage changes nothing
  client.when(moveProspect, { id: 1, stage: "closed_won", outcome: "contract", reason: "They sign" }, field).gives()
})

test("a second client of the same name is refused; on request, the prospect is linked to the existing one", () => {
  const known = {
    clientCode: "CL-0007",
    companyName: "Akobo Drilling",
    contactPerson: null,
    email: null,
    phone: null,
    address: null,
    currency: "USD",
    paymentTerms: "30_days",
    notes: null,
    status: "active",
    createdBy: null,
  } as const
  const both = given(...accounts, clients.at(7, ClientAdded(known))).when(
    addProspect,
    { ...rig, stage: "closed_won", outcome: "contract", reason: "They sign" },
    field,
  )
  expect(both.when(convertProspect, { id: 1, clientId: null }, manager).refuses(/^There is a client Akobo Drilling already: CL-0007/, 409).events).toEqual([])
  both.when(convertProspect, { id: 1, clientId: 7 }, manager).gives(["prospect/1", "ProspectConverted", { clientId: 7 }])
})

test("only an administrator can erase a contact person, by retyping the number", () => {
  added.when(eraseProspectContact, { id: 1, reason: "Asked for", confirm: "PS-0001" }, manager).refuses(/^Only an administrator/, 403)
  added.when(eraseProspectContact, { id: 1, reason: "Asked for", confirm: "PS-1" }, chief).refuses(/^To confirm/)
  added
    .when(eraseProspectContact, { id: 1, reason: "Asked for", confirm: "PS-0001" }, chief)
    .holds(prospects, 1, { contactPerson: null, email: null, phone: null, companyName: "Akobo Drilling" })
})
