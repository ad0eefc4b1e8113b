/** Clients over HTTP and SQL, on a real Postgres: answers and permissions, and two contracts signed concurrently. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Who } from "@ops/platform/access/who.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { command, type Outcome, type CommandGenerator, system, Rejection } from "@ops/platform/records/command.ts"
import { Line } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import type { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { type Model, Records } from "@ops/platform/records/records.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { TaxCodeAdded, taxCodes } from "@ops/ledger/taxes/tax-code.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { signContract } from "./contracts/client-contract.ts"
import { ClientsApi, ProjectHeadAnswer } from "./contract.ts"
import { clients, CustomerAnswer } from "./resource.ts"
import { contracts } from "./contracts/resource.ts"
import { clientsModule } from "./module.ts"
import { projects } from "./projects/resource.ts"
import { ClientsLive } from "./server.ts"
import { staffMembers } from "./staff-members/resource.ts"

const today = dateOf(new Date())
const start = addDays(today, -400)

// histories show names of people, who are in a table of another module
const Named = record("person", { firstName: Line(), lastName: Line() }, { label: "Person", title: "first_name || ' ' || last_name" })
const named = event("PersonNamed", 1, { firstName: Line(), lastName: Line() }, () => "Named")
const people = stream(Named, named).fold({ PersonNamed: (_, name) => name })

const site = (id: number, code: string, slug: string) =>
  sites.at(id, SiteOpened({ code, slug, name: `Site ${code}`, label: slug, client: null, location: null }))
const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  const changes = [
    site(1, "US", "unity-state"),
    site(2, "PA", "paloj-adar"),
    taxCodes.at(1, TaxCodeAdded({ code: "SALES", name: "Sales tax" })),
    people.at(7, named({ firstName: "Nyandeng", lastName: "Garang" })),
  ]
  return { changes, id: 1 }
})

/** Signs in with the token's level, limited to its site: "8@2". */
const session = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => {
      const [level = 0, siteId = null] = Redacted.value(credential).split("@").map(Number)
      const by = { ...system("test", new Date().toISOString()), actor: "person:7", person: 7, level, permissions: permissionsOf(level), confinedTo: siteId }
      return Effect.provideService(effect, Who, { ...by, employeeId: "E7", siteId, sessionId: null })
    },
  }),
)

const served = Effect.gen(function* () {
  const services = yield* Effect.context<Database | Model | PersonalKeys | Records>()
  const web = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(ClientsApi).pipe(
      Layer.provide([ClientsLive, resourceLive(contracts), resourceLive(projects), resourceLive(staffMembers)]),
      Layer.provide([session, ErrorMappingLive, AuthorizationLive]),
      Layer.provide(Layer.succeed(Config, { mode: "demo" } as Config["Service"])),
      Layer.provide(Layer.succeedContext(services)),
      Layer.provide(HttpServer.layerServices),
    ),
    { disableLogger: true },
  )
  yield* Effect.addFinalizer(() => Effect.promise(() => web.dispose()))
  const call = (who: string, method: string, path: string, body?: unknown) =>
    Effect.promise(async () => {
      const request = new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${who}`, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = await web.handler(request, Context.empty() as Parameters<typeof web.handler>[1])
      return { status: answer.status, text: await answer.text() }
    })
  /** The answer, decoded by the contract's own Schema: an unknown key fails. */
  const ask = <S extends Schema.Codec<unknown, unknown>>(schema: S, who: string, method: string, path: string, body?: unknown) =>
    Effect.gen(function* () {
      const { status, text } = yield* call(who, method, path, body)
      assert.include([200, 201], status, text)
      return yield* Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(JSON.parse(text))
    })
  const refused = (status: number, sentence: string | RegExp, who: string, method: string, path: string, body?: unknown) =>
    Effect.map(call(who, method, path, body), (answer) => {
      assert.strictEqual(answer.status, status, answer.text)
      if (typeof sentence === "string") assert.strictEqual(answer.text, sentence)
      else assert.match(answer.text, sentence)
    })
  return { ask, call, refused }
})
const many = Schema.Array
const [ClientAnswer, ContractAnswer, ProjectAnswer, StaffMemberAnswer] = [clients.schema, contracts.schema, projects.schema, staffMembers.schema]
const namesOf = (rows: ReadonlyArray<{ readonly companyName: string }>) => rows.map(({ companyName }) => companyName)

layer(testDatabase({ ...clientsModule, streams: [sites, taxCodes, people, ...clientsModule.streams] }), { timeout: 60_000 })("clients", (it) => {
  it.effect("start with two sites", () => Effect.flatMap(Records, ({ execute }) => execute(begin, {}, system("test"))))

  // proves API-294
  it.effect("a client and its contract are added, changed and read", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      const client = yield* ask(ClientAnswer, "7", "POST", "/api/clients", { companyName: " SLB ", email: "camps@slb.example", phone: "" })
      assert.deepInclude(client, { clientCode: "CL-0001", companyName: "SLB", phone: null, paymentTerms: "30_days", currency: "USD", status: "active" })
      assert.deepInclude(client, { contractStartDate: null, mealRate: null, activeContracts: 0, createdBy: 7 })
      yield* refused(400, "Company name is required", "7", "POST", "/api/clients", { companyName: " " })
      yield* refused(400, "Invalid email", "7", "POST", "/api/clients", { companyName: "X", email: "nowhere" })
      yield* refused(400, /^Payment terms must be one of/, "7", "POST", "/api/clients", { companyName: "X", paymentTerms: "never" })
      yield* refused(409, "There is a client SLB already: CL-0001", "8", "POST", "/api/clients", { companyName: "SLB" })
      yield* refused(403, /It needs/, "6", "POST", "/api/clients", { companyName: "X" })
      assert.deepInclude(yield* ask(ClientAnswer, "8", "PATCH", "/api/clients/1", { phone: "+211", email: "" }), {
        phone: "+211",
        email: null,
        companyName: "SLB",
      })

      const contract = yield* ask(ContractAnswer, "7", "POST", "/api/contracts", {
        clientId: "1",
        siteId: "unity-state",
        serviceType: "catering",
        startDate: `${start}T00:00:00.000Z`,
        endDate: "",
        mealTypes: ["breakfast", "lunch"],
        staffCapacity: "130",
        estimatedHours: "7.5",
        hourlyRate: 4.5,
        currentStaffCount: 100,
      })
      assert.match(contract.contractNumber, /^CT-\d{4}-0001$/)
      assert.deepInclude(contract, {
        siteId: 1,
        startDate: start,
        endDate: null,
        status: "active",
        mealRate: "60.00",
        billingBasis: "served",
        guaranteedShare: null,
      })
      assert.deepInclude(contract, { currentStaffCount: 100, taxCode: "SALES", rates: [{ from: start, rate: "60.00", bands: [] }] })
      assert.deepInclude(contract.details, { staffCapacity: 130, mealTypes: ["breakfast", "lunch"], estimatedHours: "7.50", hourlyRate: "4.50" })
      yield* refused(422, "End date must be on or after the start date", "7", "POST", "/api/contracts", {
        clientId: 1,
        siteId: 2,
        serviceType: "catering",
        startDate: today,
        endDate: start,
      })
      yield* refused(400, "Client is required", "7", "POST", "/api/contracts", { clientId: 0, siteId: 2, serviceType: "catering", startDate: today })

      const dearer = yield* ask(ContractAnswer, "8", "POST", "/api/contracts/1/rates", {
        from: today,
        rate: "65.5",
        bands: [
          { fromHeads: "150", rate: 55 },
          { fromHeads: 80, rate: "60" },
        ],
      })
      assert.deepInclude(dearer, { mealRate: "65.50" })
      const bands = [
        { fromHeads: 80, rate: "60.00" },
        { fromHeads: 150, rate: "55.00" },
      ]
      assert.deepStrictEqual(dearer.rates?.at(-1), { from: today, rate: "65.50", bands })
      yield* refused(403, /It needs: department.manage/, "7", "POST", "/api/contracts/1/rates", { from: today, rate: "1" })
      yield* refused(400, "Rate must be a number with at most two decimals", "8", "POST", "/api/contracts/1/rates", { from: today, rate: "1.005" })
      const basis = { from: today, basis: "guaranteed", guaranteedShare: "80" }
      const guaranteed = yield* ask(ContractAnswer, "8", "POST", "/api/contracts/1/basis", basis)
      assert.deepInclude(guaranteed, { billingBasis: "guaranteed", guaranteedShare: "80.00" })
      const heads = { from: today, heads: "110", reason: "New rig" }
      assert.deepInclude(yield* ask(ContractAnswer, "6@1", "POST", "/api/contracts/1/head-counts", heads), { currentStaffCount: 110 })
      yield* refused(404, "Contract 1 does not exist", "6@2", "POST", "/api/contracts/1/head-counts", heads)
      yield* refused(400, /Reason is required/, "6@1", "POST", "/api/contracts/1/head-counts", { ...heads, reason: "" })
      const described = yield* ask(ContractAnswer, "7", "PATCH", "/api/contracts/1", { servingSchedule: "06:00", notes: "Gate 2" })
      assert.deepInclude(described.details, { servingSchedule: "06:00", staffCapacity: 130 })
      const next = yield* ask(ContractAnswer, "7", "POST", "/api/contracts", {
        clientId: 1,
        siteId: 1,
        serviceType: "cleaning",
        startDate: addDays(today, 1),
        areasIncluded: ["Rooms"],
      })
      assert.deepInclude(next, { status: "scheduled", mealRate: null, billingBasis: null, rates: [] })

      const again = yield* ask(ClientAnswer, "7", "GET", "/api/clients/1")
      assert.deepInclude(again, { contractStartDate: start, contractEndDate: null, mealRate: "65.50", contractCurrency: "USD", activeContracts: 1 })
      const history = yield* ask(HistoryAnswer, "7", "GET", "/api/contracts/1/history")
      assert.deepStrictEqual(history.at(-1)?.by, "Nyandeng Garang")
      assert.include(
        history.map(({ text }) => text),
        `110 heads planned from ${today}: New rig`,
      )
      const told = yield* ask(HistoryAnswer, "7", "GET", "/api/clients/1/history")
      assert.include(
        told.map(({ text }) => text),
        `Contract ${contract.contractNumber} signed`,
      )
    }),
  )

  it.effect("of two contracts signed concurrently for the same days, one is refused", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const { execute } = yield* Records
      const [{ contract }] = (yield* statement("select to_jsonb(k) as contract from client_contract k where id = 1", [])) as [{ contract: { details: never } }]
      const terms = { clientId: 1, siteId: 2, serviceType: "catering", currency: "USD", taxCode: "SALES", details: contract.details, notes: "" } as const
      const sign = execute(signContract, { ...terms, startDate: start, endDate: null, rate: null, basis: null, heads: null }, system("test"))
      const done = yield* Effect.all([Effect.exit(sign), Effect.exit(sign), Effect.exit(sign)], { concurrency: "unbounded" })
      assert.strictEqual(done.filter(({ _tag }) => _tag === "Success").length, 1)
      const [{ signed }] = (yield* statement("select count(*) as signed from client_contract where site_id = 2", [])) as [{ signed: number }]
      assert.strictEqual(signed, 1)
    }),
  )

  it.effect("each level sees only certain fields of projects and people", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      yield* ask(ClientAnswer, "7", "POST", "/api/clients", { clientCode: "NBD", companyName: "Nile Basin Drilling" })
      const project = yield* ask(ProjectAnswer, "8", "POST", "/api/projects", { projectName: "Wells", clientId: 2, siteId: 2, budgetAmount: "1000" })
      assert.deepInclude(project, { projectCode: "PJ-0001", budgetAmount: "1000.00", status: "active", client: { id: 2, companyName: "Nile Basin Drilling" } })
      yield* refused(400, "Project name is required", "8", "POST", "/api/projects", { projectName: "", clientId: 2, siteId: 2 })
      assert.deepInclude(yield* ask(ProjectAnswer, "8", "PATCH", "/api/projects/1", { projectManager: "Wol" }), {
        projectManager: "Wol",
        budgetAmount: "1000.00",
      })
      assert.deepInclude((yield* ask(many(ProjectAnswer), "3@2", "GET", "/api/projects"))[0]!, { projectName: "Wells", budgetAmount: null })
      assert.lengthOf(yield* ask(many(ProjectAnswer), "6@1", "GET", "/api/projects"), 0)
      const wells = {
        id: project.id,
        kind: "service",
        number: "PJ-0001",
        name: "Wells",
        client: { id: 2, companyName: "Nile Basin Drilling" },
        isActive: true,
      } as const
      assert.deepInclude((yield* ask(many(ProjectHeadAnswer), "3@2", "GET", "/api/project-heads?kind=service&status=active"))[0]!, wells)
      assert.lengthOf(yield* ask(many(ProjectHeadAnswer), "6@1", "GET", "/api/project-heads"), 0)

      const join = (body: object) =>
        ask(StaffMemberAnswer, "6@1", "POST", "/api/staff-members", { firstName: "Chan", lastName: "Deng", clientId: 1, siteId: 1, ...body })
      const chan = yield* join({ allergies: "Fish", emergencyPhone: "+211", hireDate: addDays(today, -9), projectId: "" })
      assert.deepInclude(chan, { staffNumber: "SM-0001", mealPlan: "full", status: "active", allergies: "Fish", projectId: null, project: null })
      yield* join({ firstName: "Bol", staffNumber: "SLB-7", mealPlan: "lunch" })
      yield* refused(409, "Bol Deng has the staff number SLB-7 already", "6@1", "POST", "/api/staff-members", {
        firstName: "A",
        lastName: "B",
        clientId: 1,
        siteId: 1,
        staffNumber: "SLB-7",
      })
      yield* refused(400, /First name is required/, "6@1", "POST", "/api/staff-members", { firstName: "", lastName: "B", clientId: 1, siteId: 1 })
      yield* refused(422, /Nile Basin Drilling has no contract at this site/, "6@2", "POST", "/api/staff-members", {
        firstName: "A",
        lastName: "B",
        clientId: 2,
        siteId: 2,
      })
      const member = { firstName: "Wol", lastName: "Ajak", clientId: 2, siteId: "paloj-adar", projectId: 1 }
      assert.deepInclude(yield* ask(StaffMemberAnswer, "6@2", "POST", "/api/staff-members", member), { project: { id: 1, projectName: "Wells" } })

      const seen = yield* ask(many(StaffMemberAnswer), "7", "GET", "/api/staff-members?clientId=1")
      assert.deepStrictEqual(
        seen.map(({ firstName, allergies, emergencyPhone }) => [firstName, allergies, emergencyPhone]),
        [
          ["Bol", null, null],
          ["Chan", null, null],
        ],
      )
      assert.strictEqual((yield* ask(many(StaffMemberAnswer), "3@1", "GET", "/api/staff-members?q=chan"))[0]?.allergies, "Fish")
      assert.lengthOf(yield* ask(many(StaffMemberAnswer), "3@2", "GET", "/api/staff-members"), 1)
      const left = yield* ask(StaffMemberAnswer, "6@1", "POST", "/api/staff-members/1/leave", { endDate: today })
      assert.deepInclude(left, { status: "left", endDate: today })
      const active = yield* ask(many(StaffMemberAnswer), "6@1", "GET", "/api/staff-members")
      assert.deepStrictEqual(
        active.map(({ firstName }) => firstName),
        ["Bol"],
      )
      assert.lengthOf(yield* ask(many(StaffMemberAnswer), "6@1", "GET", "/api/staff-members?status=active,left"), 2)
      yield* refused(422, /Date must be on or after the last day/, "6@1", "POST", "/api/staff-members/1/return", { from: addDays(today, -1) })
      assert.deepInclude(yield* ask(StaffMemberAnswer, "6@1", "PATCH", "/api/staff-members/2", { position: "Driver" }), {
        position: "Driver",
        mealPlan: "lunch",
      })
      assert.deepInclude(yield* ask(ProjectAnswer, "8", "POST", "/api/projects/1/close", { status: "completed", endDate: today }), { status: "completed" })
      assert.lengthOf(yield* ask(many(ProjectHeadAnswer), "8", "GET", "/api/project-heads?status=active"), 0)
    }),
  )

  // proves API-294
  it.effect("clients and customers are the same companies, limited to the caller's site, and without prices for level 3", () =>
    Effect.gen(function* () {
      const { ask, refused } = yield* served
      assert.deepStrictEqual(namesOf(yield* ask(many(ClientAnswer), "7", "GET", "/api/clients")), ["Nile Basin Drilling", "SLB"])
      assert.deepStrictEqual(namesOf(yield* ask(many(ClientAnswer), "7", "GET", "/api/clients?siteId=unity-state")), ["SLB"])
      assert.deepStrictEqual(namesOf(yield* ask(many(ClientAnswer), "7", "GET", "/api/clients?siteId=atlantis")), [])
      assert.deepStrictEqual(namesOf(yield* ask(many(ClientAnswer), "7", "GET", "/api/clients?q=nile&status=active")), ["Nile Basin Drilling"])
      const [own, ...others] = yield* ask(many(ClientAnswer), "3@1", "GET", "/api/clients?siteId=1,2")
      assert.deepInclude(own!, { companyName: "SLB", mealRate: null, contractStartDate: start, activeStaff: 1, activeContracts: 1 })
      assert.lengthOf(others, 0)
      yield* refused(404, "Client 2 does not exist", "6@1", "GET", "/api/clients/2")
      const customers = yield* ask(many(CustomerAnswer), "7", "GET", "/api/customers?sort=-customerCode")
      assert.deepStrictEqual(
        customers.map(({ customerCode, activeContracts }) => [customerCode, activeContracts]),
        [
          ["NBD", 0],
          ["CL-0001", 2],
        ],
      )
      const contracts = yield* ask(many(ContractAnswer), "3@1", "GET", "/api/contracts?status=active&clientId=1")
      assert.deepStrictEqual(
        contracts.map(({ mealRate, rates, details }) => [mealRate, rates, details.hourlyRate]),
        [[null, null, null]],
      )
      const { id } = yield* ask(ContractAnswer, "7", "GET", "/api/contracts/1")
      assert.deepInclude(yield* ask(ContractAnswer, "7", "POST", `/api/contracts/${id}/end`, { endDate: today, reason: "Moved" }), { endDate: today })
      yield* ask(ClientAnswer, "7", "POST", "/api/clients/2/deactivate", { reason: "Finished" })
      assert.deepInclude(yield* ask(ClientAnswer, "7", "POST", "/api/clients/2/reactivate"), { status: "active" })
      yield* refused(403, /It needs/, "1", "GET", "/api/clients")
    }),
  )

  // proves ENT-06, ENT-07, ENT-11
  it.effect("customers' services are listed in tables", () =>
    Effect.gen(function* () {
      const { statement } = yield* Database
      const services = yield* statement("select customer_id, service_type, is_active from customer_service order by id", [])
      assert.deepStrictEqual(
        services.map((row) => [row.customer_id, row.service_type, row.is_active]),
        [
          [1, "catering", true],
          [1, "cleaning", false],
          [1, "catering", true],
        ],
      )
      const [catering] = yield* statement("select * from catering_service where site_id = 1", [])
      assert.deepInclude(catering!, { staff_capacity: 130, current_staff_count: 110, meal_rate: 6550, serving_schedule: "06:00" })
      const [cleaning] = yield* statement("select * from cleaning_service", [])
      assert.deepInclude(cleaning!, { site_id: 1, staff_required: 1, areas_included: ["Rooms"] })
    }),
  )

  // proves U-09-1
  it.effect("issue badges, replace a lost one with a reason, and print them, each at the person's own site", () =>
    Effect.gen(function* () {
      const { ask, call, refused } = yield* served
      const Member = staffMembers.schema
      const Members = Schema.Array(Member)
      const person = (yield* ask(Members, "10", "GET", "/api/staff-members")).find(({ status }) => status === "active")!
      const path = `/api/staff-members/${person.id}`
      const first = yield* ask(Member, "10", "POST", `${path}/badge`, {})
      assert.match(first.badge!, /^FO1:[0-9A-Z]{10}[0-9A-Z*~$=]$/)
      yield* refused(409, /already has a badge. Give a reason to replace it$/, "10", "POST", `${path}/badge`, {})
      const second = yield* ask(Member, "10", "POST", `${path}/badge`, { reason: "Broken" })
      assert.notStrictEqual(second.badge, first.badge)
      assert.isNull((yield* ask(Member, "10", "POST", `${path}/badge-lost`, {})).badge)
      yield* refused(409, /has no badge$/, "10", "POST", `${path}/badge-lost`, {})
      yield* refused(409, "No active person here has a badge. Issue badges first", "10", "GET", `/api/staff-members/badges?id=${person.id}`)

      const all = yield* ask(Members, "10", "GET", `/api/staff-members?siteId=${person.siteId}&status=active`)
      const issued = yield* ask(Schema.Struct({ issued: Schema.Int }), "10", "POST", "/api/staff-members/badges", { siteId: String(person.siteId) })
      assert.strictEqual(issued.issued, all.filter(({ badge }) => badge === null).length)
      assert.strictEqual(
        (yield* ask(Schema.Struct({ issued: Schema.Int }), "10", "POST", "/api/staff-members/badges", { siteId: String(person.siteId) })).issued,
        0,
      )
      const sheet = yield* call("10", "GET", `/api/staff-members/badges?siteId=${person.siteId}`)
      assert.strictEqual(sheet.status, 200)
      assert.match(sheet.text, /^%PDF-/)

      const elsewhere = `6@${person.siteId + 1}`
      yield* refused(404, /does not exist$/, elsewhere, "POST", `${path}/badge`, {})
      yield* refused(404, /does not exist$/, elsewhere, "POST", "/api/staff-members/badges", { siteId: String(person.siteId) })
      yield* refused(404, /does not exist$/, elsewhere, "GET", `/api/staff-members/badges?siteId=${person.siteId}`)
      assert.strictEqual((yield* call("1", "GET", "/api/staff-members/badges")).status, 403)
    }),
  )
})
