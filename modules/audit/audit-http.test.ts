/** The audit calls over HTTP, on a real Postgres: events, duties, permissions, and changes. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import type { Database } from "@ops/platform/database/database.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { asOfRequests } from "@ops/platform/http/as-of.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { system, Rejection } from "@ops/platform/records/command.ts"
import type { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { type Model, Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { AuditApi, AuditEvent, AuditRead, AuditWords, DutiesReport, MomentsDifference, PermissionHistory } from "./contract.ts"
import { audit } from "./server.ts"
import { begin, streams } from "./testing.ts"

const session = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => {
      const level = Number(Redacted.value(credential))
      const by = { ...system("test", new Date().toISOString()), actor: "person:1", person: 1, level, permissions: permissionsOf(level) }
      return Effect.provideService(effect, Who, { ...by, employeeId: "FO-CEO-001", siteId: null, sessionId: null })
    },
  }),
)
const served = Effect.gen(function* () {
  const services = yield* Effect.context<Database | Snapshots | Model | Records>()
  const web = HttpRouter.toWebHandler(
    HttpApiBuilder.layer(AuditApi).pipe(
      Layer.provide(audit(AuditApi)),
      Layer.provide([session, ErrorMappingLive, recorded.pipe(Layer.provide(asOfRequests), Layer.provide(AuthorizationLive))]),
      Layer.provide(Layer.succeed(Config, { mode: "demo" } as Config["Service"])),
      Layer.provide(Layer.succeedContext(services)),
      Layer.provide(HttpServer.layerServices),
    ),
    { disableLogger: true },
  )
  yield* Effect.addFinalizer(() => Effect.promise(() => web.dispose()))
  const call = (path: string, level = 10) =>
    Effect.promise(async () => {
      const answer = await web.handler(
        new Request(`http://localhost/api/audit/${path}`, { headers: { authorization: `Bearer ${level}` } }),
        Context.empty() as Parameters<typeof web.handler>[1],
      )
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    })
  /** The answer, decoded by the Schema of the contract: an unknown key fails. */
  const ask = <S extends Schema.Codec<unknown, unknown>>(schema: S, path: string) =>
    Effect.gen(function* () {
      const { status, text } = yield* call(path)
      assert.strictEqual(status, 200, text)
      return yield* Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })(JSON.parse(text))
    })
  return { call, ask }
})
const events = Schema.Array(AuditEvent)

layer(testDatabase({ streams }), { timeout: 60_000 })("the audit calls", (it) => {
  it.effect("start from a small history", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      for (const { act, changes, by } of begin()) yield* execute(act, { changes }, by)
    }),
  )

  // proves API-290
  it.effect("search the log by words, person, record, site, day, command and type, page by page", () =>
    Effect.gen(function* () {
      const { ask, call } = yield* served
      const texts = (query: string) => Effect.map(ask(events, `events?${query}`), (found) => found.map(({ record, text }) => `${record}: ${text}`))
      assert.deepStrictEqual(yield* texts("q=cold+OVERRIDE"), ["Purchase request PR-2026-0001: Approved. Override: The cold room is down"])
      assert.deepStrictEqual(yield* texts("q=achol+pr-2026-0002"), ["Purchase request PR-2026-0002: Goods received"])
      assert.deepStrictEqual(yield* texts("person=FO-FIN-001&entity=purchase_request"), ["Purchase request PR-2026-0002: Approved"])
      assert.deepStrictEqual(yield* texts("person=nyandeng&command=vendor.add"), ["Vendor Konyo: Konyo added"])
      assert.deepStrictEqual(yield* texts("siteId=paloj-adar&type=PurchaseRequestRaised"), ["Purchase request PR-2026-0002: Request created"])
      assert.deepStrictEqual(yield* texts("id=PR-2026-0001&sort=position"), [
        "Purchase request PR-2026-0001: Request created",
        "Purchase request PR-2026-0001: Approved. Override: The cold room is down",
      ])
      assert.deepStrictEqual(yield* texts("from=2026-10-10&to=2026-10-15&sort=position"), [
        "Employee Gatluak Deng: Suspended: Leave",
        "Employee Gatluak Deng: Reinstated",
      ])
      assert.deepStrictEqual(yield* texts("from=2026-10-10T08:00:01Z&to=2026-10-15T08:00:00Z"), ["Employee Gatluak Deng: Reinstated"])
      assert.deepStrictEqual(yield* texts("via=web"), [])

      const all = yield* ask(events, "events")
      for (const sort of ["position", "-position"]) {
        for (const q of ["", "&q=deng"]) {
          const walked: Array<number> = []
          let cursor: string | null = null
          do {
            const answer: { text: string; headers: globalThis.Headers } = yield* call(`events?limit=3&sort=${sort}${q}${cursor ? `&cursor=${cursor}` : ""}`)
            const page = JSON.parse(answer.text)
            assert.isAtMost(page.length, 3)
            walked.push(...page.map(({ position }: { position: number }) => position))
            cursor = answer.headers.get("x-next-cursor")
          } while (cursor)
          const whole = q === "" ? all : yield* ask(events, "events?q=deng")
          assert.deepStrictEqual(
            walked,
            whole.map(({ position }) => position).sort((a, b) => (sort === "position" ? a - b : b - a)),
          )
        }
      }
      const then = yield* ask(events, "events?asOf=2026-10-04")
      assert.strictEqual(then[0]!.text, "Approved")
    }),
  )

  it.effect.each([
    ["events?entity=lorry", 400, /^There is no such kind of record/],
    ["events?person=Stranger", 404, /^There is no person called Stranger/],
    ["events?siteId=nowhere", 404, "There is no site nowhere"],
    ["events?from=soon", 400, /^from must be a day/],
    ["events?limit=0", 400, "limit cannot be 0"],
    ["events?cursor=x", 400, /^This cursor is not valid/],
    ["events?sort=text", 400, /^Events are sorted by/],
    ["duties?from=2026-10-31&to=2026-10-01", 400, "to must be on or after from"],
    ["duties?chain=love", 400, /^There is no such chain. Choose one of: purchase, invoice/],
    ["policy", 400, /^Give a rule/],
    ["policy?kind=purchase&chain=purchase", 400, /not both$/],
    ["policy?kind=purchase&level=8&upTo=lots", 400, /^upTo must be an amount of USD/],
    ["policy?kind=purchase&level=top&upTo=5", 400, /^level must be a level/],
    ["policy?kind=purchase&level=8&upTo=5&from=soon", 400, /^from must be a day/],
    ["policy?chain=love&first=approved&second=paid", 400, /^There is no such chain/],
    ["policy?chain=purchase&first=approved&second=approved", 400, /^first and second must be two of: added_supplier, requested/],
    ["permissions?person=Deng", 400, "3 people are called Deng. Give the employee ID"],
    ["permissions?person=FO-SUP-001&permission=all.things", 400, /^There is no permission all.things/],
    ["permissions?person=FO-SUP-001&at=2099-01-01", 400, /is in the future/],
    ["reads?class=love", 400, /^class is one of/],
    ["moments?list=lorries&a=2026-10-04", 400, /^There is no list lorries/],
    ["moments?list=invoices&a=now", 400, /^The first moment must lie in the past/],
    ["moments?list=invoices&a=2026-10-20&b=2026-10-04", 400, "The first moment must come before the second"],
  ] as const)("refuse %s", ([path, status, sentence]) =>
    Effect.gen(function* () {
      const { call } = yield* served
      const answer = yield* call(path)
      assert.strictEqual(answer.status, status, answer.text)
      if (typeof sentence === "string") assert.strictEqual(answer.text, sentence)
      else assert.match(answer.text, sentence)
    }),
  )

  it.effect("show what each event changed where that is asked for, on pages of at most 50", () =>
    Effect.gen(function* () {
      const { ask, call } = yield* served
      const [approved] = yield* ask(events, "events?q=cold+override&changes=true&limit=5")
      assert.deepInclude(approved!.changes!, { field: "status", from: "pending", to: "approved" })
      assert.isUndefined((yield* ask(events, "events?limit=1"))[0]!.changes)
      assert.strictEqual((yield* call("events?changes=true")).status, 400)
    }),
  )

  it.effect("are for system administrators only", () =>
    Effect.gen(function* () {
      const { call } = yield* served
      for (const path of [
        "words",
        "events",
        "duties",
        "policy?chain=purchase&first=requested&second=approved",
        "permissions?person=FO-SUP-001",
        "reads",
        "moments?list=invoices&a=2026-10-04",
      ]) {
        assert.strictEqual((yield* call(path, 8)).status, 403, path)
      }
    }),
  )

  it.effect("report which conflicting duties one person held, and which overrides were given for which reason", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const october = yield* ask(DutiesReport, "duties?from=2026-10-01&to=2026-10-31")
      assert.deepStrictEqual(
        october.pairs.map(({ record, by, duties, reason }) => [record, by, duties.map(({ duty }) => duty).join(" "), reason]),
        [
          ["Purchase request PR-2026-0002", "Nyandeng Deng", "added_supplier approved", null],
          ["Purchase request PR-2026-0001", "Achol Deng", "requested approved", "The cold room is down"],
        ],
      )
      assert.deepStrictEqual(
        october.overrides.filter(({ chain }) => chain === "purchase").map(({ record, by, reason }) => [record, by, reason]),
        [["Purchase request PR-2026-0001", "Achol Deng", "The cold room is down"]],
      )
      const second = october.records.find(({ record }) => record === "Purchase request PR-2026-0002")!
      assert.deepStrictEqual(
        second.duties.map(({ label, by, at }) => [label, by, at.slice(0, 10)]),
        [
          ["Added the supplier", "Nyandeng Deng", "2026-01-05"],
          ["Requested", "Gatluak Deng", "2026-10-03"],
          ["Approved", "Nyandeng Deng", "2026-10-04"],
          ["Received", "Achol Deng", "2026-10-20"],
        ],
      )

      const meals = yield* ask(DutiesReport, "duties?from=2026-11-01&to=2026-11-30&chain=meals")
      assert.deepStrictEqual(
        meals.pairs.map(({ stream, by, duties }) => [stream, by, duties.map(({ duty, times }) => `${duty} ${times}`).join(" ")]),
        [["invoice/1", "Nyandeng Deng", "recorded 3 billed 1"]],
      )
      assert.strictEqual(meals.total, 1)
      const reopened = yield* ask(DutiesReport, "duties?from=2026-10-01&to=2026-10-31&chain=meals")
      assert.deepStrictEqual(
        reopened.overrides.map(({ stream, by, reason }) => [stream, by, reason]),
        [["invoice/1", "Gatluak Deng", "The list was lost"]],
      )
      assert.lengthOf((yield* ask(DutiesReport, "duties?from=2026-10-01&to=2026-10-31&person=FO-SUP-001&chain=purchase")).pairs, 0)
    }),
  )

  it.effect("answer whether a person had a permission at an instant, from the events up to it", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const could = (at: string, permission: string) =>
        Effect.map(ask(PermissionHistory, `permissions?person=FO-SUP-001&permission=${permission}&at=${at}`), ({ question, approvalLimit }) => [
          question!.could,
          question!.because,
          approvalLimit.text,
        ])
      const level6 = "Gatluak Deng had level 6, Supervisor, which"
      assert.deepStrictEqual(yield* could("2026-10-04", "approval.team"), [true, `${level6} has approval.team`, "Approved purchases up to USD 1000.00"])
      assert.deepStrictEqual(yield* could("2026-10-04", "invoices.manage"), [
        false,
        `${level6} does not have invoices.manage`,
        "Approved purchases up to USD 1000.00",
      ])
      assert.deepStrictEqual(yield* could("2026-10-12", "approval.team"), [false, "Gatluak Deng was suspended", "Approved no purchases"])
      assert.deepStrictEqual(yield* could("2026-10-20", "approval.team"), [true, `${level6} has approval.team`, "Approved purchases up to USD 1000.00"])
      assert.deepStrictEqual(yield* could("2026-11-02", "finance.departmental"), [
        true,
        "Gatluak Deng had level 7, Finance, which has finance.full",
        "Approved purchases up to USD 5000.00",
      ])
      assert.deepStrictEqual((yield* could("@1", "approval.team")).slice(0, 2), [false, "No account at that time"])

      const { timeline, person, standing } = yield* ask(PermissionHistory, "permissions?person=FO-SUP-001")
      assert.deepStrictEqual(person, { id: 2, employeeId: "FO-SUP-001", name: "Gatluak Deng" })
      assert.deepStrictEqual(
        timeline.map(({ at, level, site, isActive, by }) => [at.slice(0, 10), level, site, isActive, by]),
        [
          ["2026-01-05", 6, "Site unity-state", true, "Achol Deng"],
          ["2026-10-10", 6, "Site unity-state", false, "Achol Deng"],
          ["2026-10-15", 6, "Site unity-state", true, "Achol Deng"],
          ["2026-11-02", 7, null, true, "Achol Deng"],
        ],
      )
      assert.deepStrictEqual(standing, timeline.at(-1))
    }),
  )

  it.effect("compare two moments: rows, the commands between them, and their effect in money", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const october = yield* ask(MomentsDifference, "moments?list=purchase-requests&a=2026-10-03&b=2026-10-31")
      assert.deepInclude(october, { label: "Purchase request", added: 0, changed: 2, removed: 0, money: [] })
      assert.deepStrictEqual(
        october.causes.map(({ command, by, acts, changed }) => [command, by, acts, changed]),
        [
          ["purchase_request.approve", "Achol Deng", 1, 1],
          ["purchase_request.approve", "Nyandeng Deng", 1, 1],
          ["purchase_request.receive", "Achol Deng", 1, 1],
        ],
      )
      assert.deepStrictEqual(
        october.rows.map(({ record, fields }) => [record, ...fields.map(({ field, before, after }) => `${field}: ${before} → ${after}`)]),
        [
          ["Purchase request PR-2026-0001", "status: pending → approved"],
          ["Purchase request PR-2026-0002", "status: pending → completed"],
        ],
      )
      const invoiced = yield* ask(MomentsDifference, "moments?list=invoices&a=2026-10-31")
      assert.deepInclude(invoiced, { added: 2, changed: 0, removed: 0 })
      const money = [
        { field: "total", currency: "USD", difference: "1800.00" },
        { field: "total", currency: "SSP", difference: "50000.00" },
      ]
      assert.deepStrictEqual(invoiced.money, money)
      assert.deepStrictEqual(
        invoiced.causes.map(({ command, money }) => ({ command, money })),
        [{ command: "meal_bill.issue", money }],
      )

      const raised = yield* ask(MomentsDifference, "moments?list=purchase_request&a=2026-01-05&b=2026-10-03")
      assert.deepInclude(raised, { added: 2, money: [{ field: "estimatedTotal", currency: "USD", difference: "750.00" }] })
      assert.deepInclude(raised.rows[0]!.fields, { field: "siteId", before: "nothing", after: "Site Site unity-state" })
      const levels = yield* ask(MomentsDifference, "moments?list=person&a=2026-10-31")
      assert.deepInclude(levels.rows[0]!.fields, { field: "accessLevel", before: "6", after: "7" })
    }),
  )

  it.effect("show who read the log", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const reads = yield* ask(Schema.Array(AuditRead), "reads?person=FO-CEO-001&class=log&limit=1000")
      assert.isTrue(reads.some(({ endpoint, path, by }) => endpoint === "audit.duties" && path.includes("chain=meals") && by === "Achol Deng"))
      assert.isTrue(reads.some(({ endpoint, status }) => endpoint === "audit.moments" && status === 403))
      assert.deepStrictEqual(yield* ask(Schema.Array(AuditRead), "reads?to=2020-01-01"), [])
    }),
  )

  it.effect("list kinds, event types, lists and permissions with their labels", () =>
    Effect.gen(function* () {
      const { ask } = yield* served
      const { kinds, types, lists, permissions } = yield* ask(AuditWords, "words")
      assert.deepInclude(kinds, { kind: "purchase_request", label: "Purchase request" })
      assert.deepInclude(types, { type: "GoodsReceived", kind: "purchase_request" })
      assert.deepInclude(lists, { name: "invoice", label: "Invoice", of: "records" })
      assert.include(permissions, "approval.team")
    }),
  )
})
