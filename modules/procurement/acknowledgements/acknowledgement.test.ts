import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { HttpApi, HttpApiTest } from "effect/http-api"
import { people } from "@ops/identity/person.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Config, loadConfig } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Authentication } from "@ops/platform/http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { mails, mailSent } from "@ops/platform/mail/mail.ts"
import { type Claims, tokenOf } from "@ops/platform/mail/signed-link.ts"
import { type Rejection, type Command, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { journalEntries } from "@ops/ledger/journal-entries/journal-entry.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { companies, describeCompany, openSite, sites } from "@ops/sites/site.ts"
import { addStockItem, stockItems } from "@ops/stock/items/stock-item.ts"
import { AcknowledgementGroup } from "./contract.ts"
import { procurementModule } from "../module.ts"
import { acknowledge, addItem, approve, cancel, raise } from "../purchase-requests/purchase-request.ts"
import { purchaseRequests } from "../purchase-requests/resource.ts"
import { PurchaseRequestsLive } from "../purchase-requests/server.ts"
import { AcknowledgementsLive } from "./server.ts"
import { setupProcurement } from "../setup.ts"
import { addVendor } from "../vendors/vendor.ts"

const pepper = Redacted.make("a pepper of thirty-two bytes or more")
const by = system("test", new Date().toISOString())
const person: SignedIn = { ...by, person: 7, employeeId: "T-7", siteId: null, sessionId: null }
const sessions = Layer.succeed(
  Authentication,
  Authentication.of({ cookie: (effect) => Effect.provideService(effect, Who, person), bearer: (effect) => Effect.provideService(effect, Who, person) }),
)
const Api = HttpApi.make("ops").add(AcknowledgementGroup).add(purchaseRequests.group)
const overHttp = Layer.mergeAll(AcknowledgementsLive, PurchaseRequestsLive).pipe(
  Layer.provideMerge(Layer.mergeAll(sessions, AuthorizationLive, ErrorMappingLive, HttpServer.layerServices)),
  Layer.provideMerge(Layer.succeed(Config, { ...Effect.runSync(loadConfig({})), pepper })),
  Layer.provideMerge(
    testDatabase({ ...procurementModule, streams: [...procurementModule.streams, people, sites, companies, stockItems, mails, journalEntries] }),
  ),
)
// services that a handler requires per request are in the layer itself
const complete = overHttp as Layer.Layer<Layer.Success<typeof overHttp>, Layer.Error<typeof overHttp>>

const execute = <Input>(act: Command<Input>, input: Input) => Effect.flatMap(Records, ({ execute }) => Effect.map(execute(act, input, by), ({ id }) => id))

/** A company with one approved order, and the link sent to its supplier. */
const order = Effect.gen(function* () {
  const [known] = yield* (yield* Database).statement("select id from vendor limit 1", [])
  if (!known) {
    yield* setupProcurement
    const company = { name: "Nile Services", tagline: "", vision: "", mission: "", email: null, phone: null, address: null, services: [] }
    yield* execute(describeCompany, company)
    yield* execute(openSite, { code: "US", slug: "unity", name: "Unity State", label: "Unity State", client: null, location: "Bentiu" })
    const vendor = { vendorNumber: null, name: "Konyo Fresh", contactPerson: "Mary Keji", email: "orders@konyo.example", phone: null, address: null } as const
    yield* execute(addVendor, { ...vendor, taxId: null, paymentTerms: "net_30", currency: "USD", notes: null })
    yield* execute(addStockItem, { name: "Tomatoes", category: "fresh_vegetables", unit: "kg", description: null, preferredVendorId: 1 })
  }
  const id = yield* execute(raise, { siteId: 1, priority: "high", justification: "Confidential reason" })
  yield* execute(addItem, { id, stockItemId: 1, quantity: 40, estimatedCost: 14_000, notes: "ripe" })
  yield* execute(approve, { id, vendorId: null, overrideReason: null })
  const [mail] = yield* (yield* Database).statement("select link from mail where about_id = $1", [id])
  return { id, claims: mail.link as Claims, token: tokenOf(pepper, mail.link) }
})
const later = (days: number) => addDays(by.today, days)

layer(complete, { excludeTestServices: true, timeout: 60_000 })("a supplier with the link from the order's mail", (it) => {
  it.effect("sees the order and nothing else of the company", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["acknowledgements"])
      const { token } = yield* order
      assert.deepStrictEqual(yield* client.acknowledgements.order({ params: { token } }), {
        orderNumber: "PR-2026-0001".replace("2026", by.today.slice(0, 4)),
        company: "Nile Services",
        supplier: "Konyo Fresh",
        deliverTo: "Unity State, Bentiu",
        lines: [{ item: "Tomatoes", quantity: 40, unit: "kg", notes: "ripe" }],
        estimatedTotal: "140.00",
        currency: "USD",
        orderedOn: by.today,
        state: "open",
        expectedDate: null,
        note: null,
        acknowledgedAt: null,
      })
    }),
  )

  it.effect("gives a delivery date; repeating it changes nothing, and a different date is recorded too", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["acknowledgements", "purchaseRequests"])
      const { id, token } = yield* order
      const say = (expectedDate: string, note?: string) => client.acknowledgements.acknowledge({ params: { token }, payload: { expectedDate, note } })
      assert.deepInclude(yield* say(later(7), " By truck "), { expectedDate: later(7), note: "By truck" })
      yield* say(later(7), "By truck")
      yield* say(later(9))
      const { statement } = yield* Database
      const events = yield* statement(
        `select e.data, c.actor, c.via from es.event e join es.commit c on c.id = e.commit_id
         where e.stream = $1 and e.type = 'PurchaseOrderAcknowledged' order by e.position`,
        [`purchase_request/${id}`],
      )
      assert.deepStrictEqual(
        events.map((event) => ({ ...event })),
        [
          { data: { expectedDate: later(7), note: "By truck" }, actor: "vendor:1", via: "web" },
          { data: { expectedDate: later(9), note: "" }, actor: "vendor:1", via: "web" },
        ],
      )
      // the buyer sees it in the request and its history, under the supplier's name
      assert.deepInclude(yield* client.purchaseRequests.one({ params: { id } }), { expectedDate: later(9), supplierNote: "", mailStatus: "queued" })
      const said = (yield* client.purchaseRequests.history({ params: { id } })).filter(({ type }) => type === "PurchaseOrderAcknowledged")
      assert.deepStrictEqual(
        said.map(({ by }) => by),
        ["Konyo Fresh", "Konyo Fresh"],
      )
      assert.match(said[0]!.text, /^Acknowledged, expected .*\. By truck$/)
    }),
  )

  it.effect("is refused a date in the past, and learns that an order was cancelled", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["acknowledgements"])
      const { id, token } = yield* order
      const refusal = (expectedDate: string) =>
        Effect.map(Effect.flip(client.acknowledgements.acknowledge({ params: { token }, payload: { expectedDate } })), (error) => {
          const { status, message } = error as Rejection
          return [status, message]
        })
      assert.deepStrictEqual(yield* refusal(later(-1)), [422, "The delivery date cannot be in the past"])
      assert.deepStrictEqual(yield* refusal(later(367)), [422, "The delivery date must be within a year"])
      yield* execute(cancel, { id, reason: "Site closed" })
      assert.strictEqual((yield* client.acknowledgements.order({ params: { token } })).state, "cancelled")
      assert.deepStrictEqual(yield* refusal(later(1)), [409, "This order was cancelled. Please do not deliver it"])
    }),
  )

  it.effect("gets nothing with a link that is expired, for another purpose or supplier, or forged", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["acknowledgements"])
      const { id, claims, token } = yield* order
      const wrong = [
        tokenOf(pepper, { ...claims, until: new Date(Date.now() - 1).toISOString() }),
        tokenOf(pepper, { ...claims, page: "pay" }),
        tokenOf(pepper, { ...claims, about: [id, 2] }),
        tokenOf(pepper, { ...claims, about: [999, 1] }),
        tokenOf(Redacted.make("another pepper of thirty-two bytes"), claims),
        `${token}A`,
        "1",
      ]
      for (const token of wrong) {
        const sentence = "404 This link is no longer valid. Please write to the buyer."
        const said = (error: unknown) => {
          const { status, message } = error as Rejection
          return `${status} ${message}`
        }
        assert.strictEqual(said(yield* Effect.flip(client.acknowledgements.order({ params: { token } }))), sentence, token)
        const answer = client.acknowledgements.acknowledge({ params: { token }, payload: { expectedDate: later(1) } })
        assert.strictEqual(said(yield* Effect.flip(answer)), sentence, token)
      }
      assert.isNull((yield* client.acknowledgements.order({ params: { token } })).expectedDate)
    }),
  )

  it.effect("is notified of a cancellation by mail if the order was sent; otherwise the order mail is withdrawn", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["purchaseRequests"])
      const { statement } = yield* Database
      const cancelled = (isSent: boolean) =>
        Effect.gen(function* () {
          const { id } = yield* order
          const [mail] = yield* statement("select id from mail where about_kind = 'purchase_request' and about_id = $1", [id])
          if (isSent) yield* execute(mailSent, { id: mail.id as number, messageId: "<1@ops>", attempts: 1, refused: null })
          assert.isNull((yield* client.purchaseRequests.one({ params: { id } })).supplierTold, "the order stands")
          yield* execute(cancel, { id, reason: "Site closed" })
          return (yield* client.purchaseRequests.one({ params: { id } })).supplierTold
        })
      assert.strictEqual(yield* cancelled(true), "queued")
      assert.strictEqual(yield* cancelled(false), "withdrawn")
    }),
  )

  it.effect("two concurrent answers are recorded as two events in order", () =>
    Effect.gen(function* () {
      const { id } = yield* order
      const say = (days: number) => execute(acknowledge, { id, vendorId: 1, expectedDate: later(days), note: "" })
      yield* Effect.all([say(3), say(4)], { concurrency: 2 })
      const { statement } = yield* Database
      const [row] = yield* statement(
        `select to_char(r.expected_date, 'YYYY-MM-DD') as expected, (select array_agg(e.data->>'expectedDate' order by e.version) from es.event e
           where e.stream = 'purchase_request/' || r.id and e.type = 'PurchaseOrderAcknowledged') as said from purchase_request r where id = $1`,
        [id],
      )
      assert.sameMembers(row.said, [later(3), later(4)])
      assert.strictEqual(row.expected, row.said[1])
    }),
  )

  it.effect("is limited in the number of attempts", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiTest.groups(Api, ["acknowledgements"])
      const attempt = Effect.map(Effect.flip(client.acknowledgements.order({ params: { token: "guess" } })), (error) => (error as Rejection).status)
      // the limit is 30 a minute: this is more than two minutes allow, in case one ends meanwhile
      const statuses = yield* Effect.all(Array.from({ length: 61 }, () => attempt))
      assert.include(statuses, 429)
    }),
  )
})
