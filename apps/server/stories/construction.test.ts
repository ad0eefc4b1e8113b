/** Construction over HTTP and SQL, with every module's records on a real Postgres: what the calls answer, and to whom. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { openConstructionProject } from "@ops/construction/projects/commands.ts"
import { CandidateAnswer, ConstructionFigures, ScheduleAnswer, SnagAnswer } from "@ops/construction/contract.ts"
import { construction, ConstructionApi } from "@ops/construction/projects/resource.ts"
import { shownProgress } from "@ops/construction/tasks/progress.ts"
import { noteGaps } from "@ops/construction/tasks/progress-watch.ts"
import { ConstructionLive } from "@ops/construction/server.ts"
import { addClient } from "@ops/clients/client.ts"
import { openProject } from "@ops/clients/projects/project.ts"
import { addPerson } from "@ops/identity/person.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Who } from "@ops/platform/access/who.ts"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { command, type Outcome, type CommandGenerator, system, Rejection } from "@ops/platform/records/command.ts"
import type { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import { Model, Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { model } from "../modules.ts"

const today = dateOf(new Date())
const day = (offset: number) => addDays(today, offset)

const site = (id: number, code: string, slug: string) =>
  sites.at(id, SiteOpened({ code, slug, name: `Site ${code}`, label: slug, client: null, location: null }))
const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  return { changes: [site(1, "US", "unity-state"), site(2, "PA", "paloj-adar")], id: 1 }
})

/** Signs in with the token's level, and confined to its site: "8@2". */
const session = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => {
      const [level = 0, siteId = null] = Redacted.value(credential).split("@").map(Number)
      const by = { ...system("test", new Date().toISOString()), actor: "person:1", person: 1, level, permissions: permissionsOf(level), confinedTo: siteId }
      return Effect.provideService(effect, Who, { ...by, employeeId: "E1", siteId, sessionId: null, proven: true })
    },
  }),
)

const served = Effect.gen(function* () {
  const services = yield* Effect.context<Database | PersonalKeys | Records | Model>()
  const web = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(ConstructionApi).pipe(
      Layer.provide(ConstructionLive),
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
      const request = new Request(`http://localhost/api/construction-projects${path}`, {
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
  const one = (who: string, method: string, path: string, body?: unknown) => ask(construction.schema, who, method, path, body)
  return { ask, refused, one }
})
const many = Schema.Array

layer(testDatabase(model), { timeout: 120_000 })("construction", (it) => {
  it.effect("start with two sites and a manager", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* execute(begin, {}, system("test"))
      const manager = { employeeId: "E1", firstName: "Lado", lastName: "Wani Kenyi", role: "management" as const }
      yield* execute(addPerson, manager, system("test"))
    }),
  )

  it.effect("the form creates a project, and the list returns it as the screen reads it", () =>
    Effect.gen(function* () {
      const { ask, refused, one } = yield* served
      const form = { projectName: " Mess hall ", description: "", siteId: 1, status: "planning", budget: "125000", projectManager: "lado  wani kenyi" }
      const made = yield* one("8", "POST", "", form)
      assert.match(made.projectNumber, /^PRJ-\d{4}-0001$/)
      assert.deepInclude(made, {
        name: "Mess hall",
        projectType: "new_construction",
        typeGuessed: false,
        budget: "125000.00",
        actualCost: "0.00",
        progress: 10,
      })
      assert.deepEqual(made.projectManagerUser, { firstName: "Lado", lastName: "Wani Kenyi" })
      assert.deepInclude(made, { projectManager: 1, projectManagerText: null, measuredProgress: null, measuredBy: null })

      const other = yield* one("8", "POST", "", {
        ...form,
        siteId: "paloj-adar",
        projectName: "Renovation of the clinic",
        budget: "",
        projectManager: "John Garang Kuol",
      })
      assert.deepInclude(other, { projectType: "renovation", typeGuessed: true, budget: null, projectManager: null, projectManagerText: "John Garang Kuol" })
      assert.deepEqual(other.projectManagerUser, { firstName: "John", lastName: "Garang Kuol" })
      assert.deepInclude(yield* one("8", "PATCH", `/${other.id}/type`, { projectType: "renovation" }), { typeGuessed: false })

      yield* refused(400, "Project name is required", "8", "POST", "", { ...form, projectName: " " })
      yield* refused(400, /^Budget must be a number/, "8", "POST", "", { ...form, budget: "much" })
      yield* refused(403, /It needs/, "6", "POST", "", form)
      yield* refused(403, "You work at another site than Site US", "8@2", "POST", "", form)
      assert.lengthOf(yield* ask(many(construction.schema), "10", "GET", ""), 2)
      assert.deepEqual(
        (yield* ask(many(construction.schema), "3@1", "GET", "")).map(({ name, budget, actualCost }) => [name, budget, actualCost]),
        [["Mess hall", null, null]],
      )
      yield* refused(404, `Construction project ${other.id} does not exist`, "6@1", "GET", `/${other.id}`)
      yield* refused(403, /It needs/, "3@1", "GET", `/${made.id}/history`)
      yield* refused(403, /It needs/, "1", "GET", "")
    }),
  )

  it.effect("its ids share one sequence with those of clients' projects", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const by = system("test", new Date().toISOString())
      const party = { companyName: "SLB", contactPerson: null, email: null, phone: null, paymentTerms: "30_days" as const, currency: "USD" as const }
      const { id: clientId } = yield* execute(addClient, { ...party, clientCode: null, address: null, notes: null }, by)
      const plain = { projectCode: null, clientId, siteId: 1, location: null, projectManager: null, startDate: null, endDate: null, budgetAmount: null }
      const fresh = { description: "", siteId: 2, status: "planning" as const, projectType: null, budget: null, projectManager: null, projectManagerText: null }
      for (let n = 0; n < 3; n++) {
        yield* execute(openProject, { ...plain, projectName: `Camp ${n}`, currency: "USD" as const, description: "" }, by)
        yield* execute(openConstructionProject, { ...fresh, projectName: `Shed ${n}`, startDate: null, expectedEndDate: null }, by)
      }
      assert.deepEqual(yield* statement("select id from project intersect select id from construction_project", []), [])
    }),
  )

  // proves API-230, API-231, API-232, API-233, API-234, API-235
  it.effect("tasks, milestones, resources and measured progress lead to completion despite open snags", () =>
    Effect.gen(function* () {
      const { ask, refused, one } = yield* served
      const [mess] = yield* ask(many(construction.schema), "8", "GET", "?q=Mess%20hall")
      const { id } = mess!
      const plan = (body: object) => ask(ScheduleAnswer, "8", "POST", `/${id}/tasks`, body)
      yield* plan({ name: "Walls", start: day(-10), end: day(-2) })
      yield* plan({ name: "Roof", start: day(-2), end: day(20), after: ["1"] })
      const planned = yield* plan({ name: "Closed", kind: "milestone", start: day(20), after: [2], weight: 3 })
      assert.deepEqual(
        planned.tasks.map(({ name, kind, end, after }) => [name, kind, end, after]),
        [
          ["Walls", "task", day(-2), []],
          ["Roof", "task", day(20), [1]],
          ["Closed", "milestone", day(20), [2]],
        ],
      )
      yield* plan({ name: "Walls up", kind: "milestone", start: day(-2), after: [1], weight: 1 })
      yield* ask(ScheduleAnswer, "8", "POST", `/${id}/baseline`, {})
      yield* refused(422, /^Roof starts on .*, before Walls would end/, "8", "PATCH", `/${id}/tasks/1`, { end: day(1) })
      const moved = yield* ask(ScheduleAnswer, "8", "PATCH", `/${id}/tasks/1`, { end: day(1), carry: true })
      assert.deepInclude(moved.tasks.find(({ name }) => name === "Roof")!, { start: day(1), end: day(23), baselineEnd: day(20) })
      yield* refused(400, /^Start must be a day/, "8", "POST", `/${id}/tasks`, { name: "X", start: "soon" })

      yield* refused(409, /is in planning: progress is recorded once it is in progress/, "3@1", "PATCH", `/${id}/tasks/1/progress`, { percent: 100 })
      assert.deepInclude(yield* one("8", "PATCH", `/${id}`, { startDate: day(-50), expectedEndDate: day(50) }), { startDate: day(-50) })
      assert.deepInclude(yield* one("8", "PATCH", `/${id}/start`), {
        status: "in_progress",
        startDate: day(-50),
        progress: 50,
        measuredProgress: 0,
        measuredBy: "milestones",
      })
      yield* ask(ScheduleAnswer, "3@1", "PATCH", `/${id}/tasks/1/progress`, { percent: 100 })
      assert.deepInclude(yield* ask(construction.schema, "8", "GET", `/${id}`), { measuredProgress: 0, taskCount: 4, tasksDone: 1 })

      const digger = { kind: "equipment", name: "Digger 1" }
      yield* ask(ScheduleAnswer, "6@1", "POST", `/${id}/tasks/2/resources`, digger)
      yield* plan({ name: "Drains", start: day(5), end: day(6) })
      yield* refused(422, /^digger 1 is on Roof \(PRJ-\d{4}-0001\) from/, "6@1", "POST", `/${id}/tasks/5/resources`, { ...digger, name: "digger 1" })
      const candidates = yield* ask(many(CandidateAnswer), "6@1", "GET", `/${id}/tasks/5/candidates`)
      assert.deepInclude(candidates, {
        key: "equipment/digger 1",
        kind: "equipment",
        refId: null,
        name: "Digger 1",
        detail: "Equipment",
        busy: `Roof, ${day(1)} to ${day(23)}`,
      })

      // 50 by the calendar, nothing delivered: a single alert
      const told = Effect.flatMap(Database, ({ statement }) =>
        statement("select status, title from alert where related_entity = 'construction_project' and related_entity_id = $1", [id]),
      )
      assert.strictEqual(yield* noteGaps, 1)
      assert.strictEqual(yield* noteGaps, 0)
      assert.deepEqual(yield* told, [{ status: "open", title: "Mess hall is 50 points behind the calendar" }])
      yield* ask(ScheduleAnswer, "3@1", "PATCH", `/${id}/tasks/2/progress`, { percent: 100 })
      yield* ask(ScheduleAnswer, "3@1", "PATCH", `/${id}/tasks/3/progress`, { percent: 100 })
      assert.deepInclude(yield* ask(construction.schema, "8", "GET", `/${id}`), { measuredProgress: 75 })
      assert.strictEqual(yield* noteGaps, 0) // 25 points ahead is as far apart
      assert.deepInclude(yield* one("8", "PATCH", `/${id}/hold`, { reason: "Rain" }), { status: "on_hold", progress: 25, statusReason: "Rain" })
      assert.deepEqual(
        (yield* told).map(({ status }) => status),
        ["resolved"],
      )
      yield* one("8", "PATCH", `/${id}/resume`)

      const snags = yield* ask(many(SnagAnswer), "3@1", "POST", `/${id}/snags`, { text: "Crack", location: "North" })
      assert.deepInclude(snags[0]!, { id: 1, text: "Crack", foundByName: "Lado Wani Kenyi", fixedOn: null })
      yield* refused(422, /^There is no file 99 of yours/, "3@1", "POST", `/${id}/snags`, { text: "Crack", photos: [99] })
      yield* refused(422, /^1 snag of PRJ-\d{4}-0001 is open/, "8", "PATCH", `/${id}/complete`)
      yield* ask(many(SnagAnswer), "3@1", "PATCH", `/${id}/snags/1/fix`, {})
      assert.deepInclude(yield* one("8", "PATCH", `/${id}/complete`), { status: "completed", actualEndDate: today, progress: 100, openSnags: 0, snagCount: 1 })
      yield* refused(409, /is completed, so its plan cannot change/, "8", "POST", `/${id}/tasks`, { name: "X", start: today })
      yield* refused(403, /It needs/, "8", "PATCH", `/${id}/reopen`, { reason: "Leak" })
      assert.deepInclude(yield* one("10", "PATCH", `/${id}/reopen`, { reason: "Leak" }), { status: "in_progress", actualEndDate: null })
      const history = yield* ask(HistoryAnswer, "6@1", "GET", `/${id}/history`)
      assert.includeMembers(
        history.map(({ text }) => text),
        ["Task planned: Walls, " + `${day(-10)} to ${day(-2)}`, "Roof done", "On hold: Rain", "Snag found: Crack", "Completed", "Reopened: Leak"],
      )
    }),
  )

  it.effect("a stale form is refused, and the figures count each project once", () =>
    Effect.gen(function* () {
      const { ask, refused, one } = yield* served
      const [clinic] = yield* ask(many(construction.schema), "8", "GET", "?q=clinic")
      const { id, version } = clinic!
      assert.deepInclude(yield* one("8", "PATCH", `/${id}`, { version, budget: "48000.50" }), { budget: "48000.50" })
      yield* refused(409, /^This construction project has changed since you opened it/, "8", "PATCH", `/${id}`, { version, budget: 1 })
      const figures = yield* ask(ConstructionFigures, "7", "GET", "/figures")
      assert.deepEqual(figures, {
        active: 1,
        planned: 4,
        onHold: 0,
        completed: 0,
        byType: { new_construction: 4, renovation: 1, maintenance: 0 },
        totalBudget: "173000.50",
        spent: "0.00",
        activeBudget: "125000.00",
        work: [],
      })
      assert.deepInclude(yield* ask(ConstructionFigures, "3@2", "GET", "/figures"), { active: 0, planned: 4, totalBudget: null })
      yield* one("8", "PATCH", `/${id}/cancel`, { reason: "No money" })
      assert.deepInclude(yield* ask(ConstructionFigures, "7", "GET", "/figures"), { planned: 3, totalBudget: "125000.00" })
    }),
  )

  it.effect("the progress bar in the list follows the formula on every day of a project", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const { execute } = yield* Records
      for (const [n, [start, end]] of (
        [
          [0, 0],
          [-1, 0],
          [0, 1],
          [-7, 1],
          [-13, 27],
          [-1, 199],
          [1, 9],
          [-9, -1],
          [-100, 11],
        ] as const
      ).entries()) {
        const dates = { status: "in_progress" as const, startDate: day(start), expectedEndDate: day(end) }
        const project = { description: "", siteId: 2, projectType: null, budget: null, projectManager: null, projectManagerText: null }
        yield* execute(openConstructionProject, { ...project, ...dates, projectName: `Span ${n}` }, system("test"))
      }
      const rows = yield* ask(many(construction.schema), "10", "GET", "")
      assert.isAtLeast(rows.length, 14)
      for (const row of rows) assert.strictEqual(row.progress, shownProgress(row, today), row.name)
    }),
  )
})
