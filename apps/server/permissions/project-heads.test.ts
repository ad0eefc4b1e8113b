/** Client and construction projects as other modules see them, with every module's records on a real Postgres. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addClient } from "@ops/clients/client.ts"
import { signContract } from "@ops/clients/contracts/client-contract.ts"
import { closeProject, openProject } from "@ops/clients/projects/project.ts"
import { cancelProject, changeConstructionProject, openConstructionProject } from "@ops/construction/projects/commands.ts"
import { agreeContract } from "@ops/construction/billing/contract-terms.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealSessions, openSession } from "@ops/meals/meal-sessions/meal-session.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { command, type Outcome, type CommandGenerator, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { model } from "../modules.ts"

const by = system("test")
const today = dateOf(new Date())
const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  return { changes: [sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "US", client: null, location: null }))], id: 1 }
})
const party = { clientCode: null, contactPerson: null, email: null, phone: null, address: null, notes: null, paymentTerms: "30_days", currency: "USD" } as const
const plain = { projectCode: null, siteId: 1, location: null, projectManager: null, startDate: null, endDate: null, budgetAmount: null } as const
const building = {
  description: "",
  siteId: 1,
  status: "planning",
  projectType: null,
  budget: null,
  projectManager: null,
  projectManagerText: null,
  startDate: null,
  expectedEndDate: null,
} as const
const service = {
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
const agreed = {
  reference: "K-1",
  signedDate: today,
  agreedValue: 100_000,
  retentionRate: 0,
  advanceAmount: 0,
  recoveryRate: 0,
  defectDays: 0,
  taxCode: "SALES",
}
const lunch = { sessionDate: { date: today, at: null }, mealType: "lunch", siteId: 1, clientId: null, notes: "" } as const

const heads = Effect.flatMap(Database, ({ statement }) =>
  statement("select id::int, kind, number, name, client_id::int as client, is_active as active from project_head order by id", []),
)
const written = Effect.flatMap(Database, ({ statement }) => statement("select count(*)::int as n from es.event where type = 'ProjectHeaded'", []))

layer(testDatabase(model), { timeout: 120_000 })("construction and client projects", (it) => {
  it.effect("each have one head that follows their changes; their meals belong to the client or to the company itself", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      yield* execute(begin, {}, by)
      yield* ledgerModule.setup
      const { id: clientId } = yield* execute(addClient, { ...party, companyName: "SLB" }, by)
      const signed = { clientId, siteId: 1, serviceType: "catering", startDate: addDays(today, -30), endDate: null, currency: "USD", taxCode: "SALES" } as const
      const { id: contractId } = yield* execute(
        signContract,
        { ...signed, details: service, notes: "", rate: { rate: 1250, bands: [] }, basis: { basis: "served", guaranteedShare: 0 }, heads: null },
        by,
      )

      const { id: wells } = yield* execute(openProject, { ...plain, projectName: "Wells", clientId, currency: "USD", description: "" }, by)
      const { id: mess } = yield* execute(openConstructionProject, { ...building, projectName: "Mess hall" }, by)
      const { id: shed } = yield* execute(openConstructionProject, { ...building, projectName: "Shed" }, by)
      yield* execute(agreeContract, { ...agreed, projectId: mess, clientId }, by)
      yield* execute(changeConstructionProject, { id: mess, name: "Dining hall" }, by)
      // a change that the head does not show creates no event on the head
      yield* execute(changeConstructionProject, { id: mess, description: "For 200" }, by)
      const all = yield* heads
      assert.deepEqual(
        all.map(({ kind, name, client, active }) => [kind, name, client, active]),
        [
          ["service", "Wells", clientId, true],
          ["construction", "Dining hall", clientId, true],
          ["construction", "Shed", null, true],
        ],
      )
      assert.deepEqual(yield* written, [{ n: 5 }])

      const meal = (projectId: number) => execute(openSession([contractId]), { ...lunch, projectId }, by)
      for (const project of [wells, mess, shed]) yield* meal(project)
      const sessions = yield* statement(
        `select j.name, m.client_id::int as client, m.contract_id::int as contract, m.meal_cost::int as cost, m.own_cost as own
         from meal_session m join project_head j on j.id = m.project_id order by m.id`,
        [],
      )
      assert.deepEqual(sessions, [
        { name: "Wells", client: clientId, contract: contractId, cost: 1250, own: false },
        { name: "Dining hall", client: clientId, contract: contractId, cost: 1250, own: false },
        { name: "Shed", client: clientId, contract: null, cost: 0, own: true },
      ])
      assert.deepEqual(yield* statement("select count(*)::int as n from meal_problem", []), [{ n: 0 }])
      assert.deepEqual(yield* statement(`select count(*)::int as n from es.event where stream like $1`, [`${mealSessions.record.kind}/%`]), [{ n: 4 }])

      yield* execute(closeProject, { id: wells, status: "completed", endDate: today }, by)
      yield* execute(cancelProject, { id: shed, reason: "No ground" }, by)
      assert.deepEqual(
        (yield* heads).map(({ name, active }) => [name, active]),
        [
          ["Wells", false],
          ["Dining hall", true],
          ["Shed", false],
        ],
      )
    }),
  )
})

layer(testDatabase({ ...model, consequences: model.consequences.filter(({ on }) => on !== "ProjectOpened") }), { timeout: 120_000 })(
  "a log without heads",
  (it) => {
    it.effect("gets them once, at the next start", () =>
      Effect.gen(function* () {
        const { execute } = yield* Records
        yield* execute(begin, {}, by)
        const { id: clientId } = yield* execute(addClient, { ...party, companyName: "SLB" }, by)
        yield* execute(openProject, { ...plain, projectName: "Wells", clientId, currency: "USD", description: "" }, by)
        assert.deepEqual(yield* heads, [])
        for (let start = 0; start < 2; start++) yield* clientsModule.setup
        assert.deepEqual(
          (yield* heads).map(({ number, name, client }) => [number, name, client]),
          [["PJ-0001", "Wells", clientId]],
        )
        assert.deepEqual(yield* written, [{ n: 1 }])
      }),
    )
  },
)
