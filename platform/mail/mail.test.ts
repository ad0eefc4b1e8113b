import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted, Result } from "effect"
import { HttpServer } from "effect/http"
import { HttpApiTest } from "effect/http-api"
import PostalMime from "postal-mime"
import { permissionsOf } from "../access/levels.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { Config, loadConfig } from "../config.ts"
import { Database } from "../database/database.ts"
import { runReactors } from "../event-store/reactor.ts"
import { Authentication } from "../http/contract.ts"
import { ErrorMappingLive, AuthorizationLive } from "../http/middleware.ts"
import { command, newId, system } from "../records/command.ts"
import { Records } from "../records/records.ts"
import { testDatabase } from "../testing/database.ts"
import { given } from "../testing/given.ts"
import { smtpSink } from "../testing/smtp.ts"
import { eventually } from "../testing/eventually.ts"
import type { MailAbout } from "./about.ts"
import { MailApi } from "./contract.ts"
import { type Letter, mailFailed, Mail, mails, MailSent, mailSent, queueMail, requeueMail } from "./mail.ts"
import { mailSender } from "./sender.ts"
import { mailLive } from "./server.ts"
import { mailSettings, setMailSettings } from "./settings.ts"
import { aboutOf } from "./signed-link.ts"

const letter = { to: "orders@vendor.example", subject: "Purchase order PR-2026-0001", text: "Dear Achol,\n\nplease supply 20 kg of rice." }
const queued = queueMail(1, { ...letter, aboutKind: "purchase_request", aboutId: 4 })
const link = { page: "acknowledge", about: [4, 2], until: "2099-01-20T08:00:00.000Z", says: "Please answer here:" }
const accepted = { id: 1, messageId: "<mail-1@localhost>", attempts: 1, refused: null }

describe("the life cycle of a mail", () => {
  it("starts queued, until the mail server accepts the mail", () => {
    given(queued)
      .when(mailSent, accepted)
      .gives(["mail/1", "MailSent", { messageId: "<mail-1@localhost>", attempts: 1, refused: null }])
      .holds(mails, 1, { status: "sent", messageId: "<mail-1@localhost>", lastError: null, aboutKind: "purchase_request", aboutId: 4 })
  })

  it("allows sending again after a failure, but not once sent", () => {
    given(queued)
      .when(mailFailed, { id: 1, error: "554 no", attempts: 1 })
      .holds(mails, 1, { status: "failed", lastError: "554 no" })
      .when(requeueMail, { id: 1 })
      .gives(["mail/1", "MailRequeued"])
      .when(mailSent, accepted)
      .holds(mails, 1, { status: "sent", lastError: null })
      .when(requeueMail, { id: 1 })
      .refuses("This e-mail was already sent", 409)
  })

  it("ends once: later events change nothing", () => {
    given(queued).when(requeueMail, { id: 1 }).gives()
    given(queued, mails.at(1, MailSent({ messageId: "<mail-1@localhost>", attempts: 1, refused: null })))
      .when(mailFailed, { id: 1, error: "late", attempts: 2 })
      .gives()
      .holds(mails, 1, { status: "sent" })
  })
})

const write = command("test.write", function* (letter: Letter) {
  return [queueMail(yield* newId(mails), letter)]
})
const send = (letter: Letter) => Effect.flatMap(Records, ({ execute }) => Effect.map(execute(write, letter, system("test")), ({ id }) => id))
const mailOf = (id: number) =>
  Effect.flatMap(Database, ({ statement }) => Effect.map(statement(`select ${Mail.answer("m")} from mail m where id = $1`, [id]), ([row]) => row))
const becomes = (id: number, status: string) => eventually(Effect.map(mailOf(id), (mail) => mail.status === status))
const eventsOf = (id: number) =>
  Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement("select type from es.event where stream = $1 order by version", [`mail/${id}`]), (rows) => rows.map(({ type }) => type)),
  )

const dataFolder = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(path.join(tmpdir(), "ops-mail-"))),
  (folder) => Effect.promise(() => fs.rm(folder, { recursive: true })),
)
const unset = Effect.runSync(loadConfig({}))
const settings = (given: Partial<Config["Service"]>): Config["Service"] => ({
  ...unset,
  mode: "production",
  origin: "https://ops.example.org",
  mailFrom: "Field Office <office@example.org>",
  dataFolder: "/nowhere",
  pepper: Redacted.make("pepper"),
  ...given,
})
const quick = { ...mailSender, pause: Duration.millis(20), attempts: 3 }
/** As many senders as there are processes. */
const senders = (many: number, config: Partial<Config["Service"]>) =>
  Effect.provideService(runReactors(Array.from({ length: many }, () => quick)), Config, settings(config))
const sinkAndSender = Effect.gen(function* () {
  const sink = yield* smtpSink
  yield* senders(1, { smtpUrl: Redacted.make(sink.url) })
  return sink
})

layer(testDatabase({ streams: [mails, mailSettings] }), { excludeTestServices: true, timeout: 60_000 })("the mail sender", (it) => {
  it.effect(
    "delivers each mail to the server once, even with two processes",
    () =>
      Effect.gen(function* () {
        const sink = yield* smtpSink
        yield* senders(2, { smtpUrl: Redacted.make(sink.url) })
        const ids = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, n) => n),
          (n) => send({ ...letter, cc: "store@example.org", subject: `Order ${n} für Łódź`, html: "<p>20 kg of rice</p>" }),
          { concurrency: "unbounded" },
        )
        for (const id of ids) yield* becomes(id, "sent")
        assert.deepStrictEqual(sink.messages.map(({ messageId }) => messageId).sort(), ids.map((id) => `<mail-${id}@ops.example.org>`).sort())
        assert.strictEqual(sink.offered(), 12)
        const first = sink.messages.find(({ messageId }) => messageId === `<mail-${ids[0]}@ops.example.org>`)!
        assert.deepStrictEqual(first.recipients, ["orders@vendor.example", "store@example.org"])
        assert.deepInclude(first, { subject: "Order 0 für Łódź" })
        assert.strictEqual(first.from?.address, "office@example.org")
        assert.strictEqual(first.text?.trim(), letter.text)
        assert.strictEqual(first.html?.trim(), "<p>20 kg of rice</p>")
        const mail = yield* mailOf(ids[0]!)
        assert.deepInclude(mail, { attempts: 1, lastError: null, messageId: first.messageId })
        assert.isNotNull(mail.sentAt)
      }),
    30_000,
  )

  it.effect(
    "signs the link in a mail as it is sent; the log contains no working link",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        const id = yield* send({ ...letter, link })
        yield* becomes(id, "sent")
        const [start, token = ""] = sink.messages[0]!.text!.trim().split("https://ops.example.org/acknowledge/")
        assert.strictEqual(start, `${letter.text}\n\nPlease answer here:\n`)
        assert.deepStrictEqual(aboutOf(Redacted.make("pepper"), "acknowledge", token, Date.now()), [4, 2])
        const { statement } = yield* Database
        const [kept] = yield* statement("select (select string_agg(data::text, '') from es.event) || (select string_agg(m::text, '') from mail m) as text", [])
        assert.include(kept.text, "acknowledge")
        assert.notInclude(kept.text, token)
      }),
    30_000,
  )

  it.effect(
    "retries after a temporary refusal or a lost connection",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        sink.behave("refuse temporarily", "hang up", "accept")
        const id = yield* send(letter)
        yield* becomes(id, "sent")
        assert.strictEqual(sink.offered(), 3)
        assert.strictEqual(sink.messages.length, 1)
        assert.deepInclude(yield* mailOf(id), { attempts: 3, lastError: null })
      }),
    30_000,
  )

  it.effect(
    "gives up at once after a permanent refusal, and sends on request",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        sink.behave("refuse permanently", "accept")
        const id = yield* send(letter)
        yield* becomes(id, "failed")
        assert.strictEqual(sink.offered(), 1)
        const failed = yield* mailOf(id)
        assert.strictEqual(failed.attempts, 1)
        assert.match(failed.lastError, /We do not want this/)
        yield* (yield* Records).execute(requeueMail, { id }, system("test"))
        yield* becomes(id, "sent")
        assert.strictEqual(sink.messages.length, 1)
        assert.deepStrictEqual(yield* eventsOf(id), ["MailQueued", "MailFailed", "MailRequeued", "MailSent"])
      }),
    30_000,
  )

  it.effect(
    "fails after the last attempt with the server's reason, and leaves nothing parked",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        sink.behave("refuse temporarily")
        const id = yield* send(letter)
        yield* becomes(id, "failed")
        assert.strictEqual(sink.offered(), 3)
        const mail = yield* mailOf(id)
        assert.strictEqual(mail.attempts, 3)
        assert.match(mail.lastError, /Try again later/)
        const { statement } = yield* Database
        yield* eventually(Effect.map(statement("select 1 from es.effect", []), (rows) => rows.length === 0))
      }),
    30_000,
  )

  it.effect(
    "sends under the configured name, and nothing while sending is switched off",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        const settle = (facts: Parameters<typeof setMailSettings.decide>[0]) =>
          Effect.flatMap(Records, ({ execute }) => execute(setMailSettings, facts, system("test")))
        yield* settle({ senderName: "Nile Services", senderAddress: "office@nile.example", replyTo: "desk@nile.example" })
        const named = yield* send(letter)
        yield* becomes(named, "sent")
        assert.deepInclude(sink.messages[0]!.from, { name: "Nile Services", address: "office@nile.example" })
        assert.strictEqual(sink.messages[0]!.replyTo?.[0]?.address, "desk@nile.example")

        yield* settle({ isOn: false })
        const held = yield* send(letter)
        yield* becomes(held, "failed")
        assert.strictEqual((yield* mailOf(held)).lastError, "Mail is off in the settings")
        assert.strictEqual(sink.offered(), 1)
        yield* settle({ isOn: true, senderName: null, senderAddress: null, replyTo: null })
        yield* (yield* Records).execute(requeueMail, { id: held }, system("test"))
        yield* becomes(held, "sent")
        assert.strictEqual(sink.messages[1]!.from?.address, "office@example.org")
      }),
    30_000,
  )

  it.effect(
    "does not delay other mail because one fails",
    () =>
      Effect.gen(function* () {
        const sink = yield* smtpSink
        yield* Effect.provideService(runReactors([{ ...quick, pause: Duration.hours(1) }]), Config, settings({ smtpUrl: Redacted.make(sink.url) }))
        sink.behave("refuse temporarily", "accept")
        const stuck = yield* send({ ...letter, subject: "stuck" })
        yield* eventually(Effect.sync(() => sink.offered() === 1))
        const other = yield* send({ ...letter, subject: "other" })
        yield* becomes(other, "sent")
        assert.deepStrictEqual(
          sink.messages.map(({ subject }) => subject),
          ["other"],
        )
        assert.strictEqual((yield* mailOf(stuck)).status, "queued")
      }),
    30_000,
  )

  it.effect(
    "reports recipients that the server refused while it accepted the others",
    () =>
      Effect.gen(function* () {
        const sink = yield* sinkAndSender
        sink.refuseRecipients("gone@vendor.example")
        const id = yield* send({ ...letter, cc: "gone@vendor.example" })
        yield* becomes(id, "sent")
        assert.deepStrictEqual(sink.messages[0]!.recipients, ["orders@vendor.example"])
        assert.strictEqual((yield* mailOf(id)).lastError, "Refused for gone@vendor.example")
        const undeliverable = yield* send({ ...letter, to: "gone@vendor.example" })
        yield* becomes(undeliverable, "failed")
        assert.match((yield* mailOf(undeliverable)).lastError, /No mailbox gone@vendor.example here/)
        const nonsense = yield* send({ ...letter, to: "nobody at all" })
        yield* becomes(nonsense, "failed")
      }),
    30_000,
  )

  it.effect(
    "does not resend what a process sent before it died",
    () =>
      Effect.gen(function* () {
        const { statement } = yield* Database
        const id = yield* send(letter)
        // the server had it, the log has it, and the effect was not yet marked as done
        yield* (yield* Records).execute(mailSent, { ...accepted, id, messageId: `<mail-${id}@ops.example.org>` }, system("mail"))
        const sink = yield* sinkAndSender
        const marker = yield* send({ ...letter, subject: "marker" })
        yield* becomes(marker, "sent")
        yield* eventually(
          Effect.map(
            statement("select 1 from es.effect f join es.event e on e.position = f.position where e.stream = $1", [`mail/${id}`]),
            (rows) => rows.length === 0,
          ),
        )
        assert.isFalse(sink.messages.some(({ messageId }) => messageId === `<mail-${id}@ops.example.org>`))
        assert.deepStrictEqual(yield* eventsOf(id), ["MailQueued", "MailSent"])
      }),
    30_000,
  )

  it.effect(
    "writes a file if there is no server, or if demo mode permits only local mail",
    () =>
      Effect.gen(function* () {
        const folder = yield* dataFolder
        const written = (id: number) => Effect.promise(async () => PostalMime.parse(await fs.readFile(path.join(folder, "mail", `${id}.eml`))))
        const inFile = (config: Partial<Config["Service"]>) =>
          Effect.scoped(
            Effect.gen(function* () {
              yield* senders(1, { dataFolder: folder, ...config })
              const id = yield* send({ ...letter, subject: "A subject\r\nBcc: thief@example.com" })
              yield* becomes(id, "sent")
              const mail = yield* written(id)
              assert.strictEqual(mail.messageId, `<mail-${id}@ops.example.org>`)
              assert.strictEqual(mail.to?.[0]?.address, "orders@vendor.example")
              assert.strictEqual(mail.text?.trim(), letter.text)
              assert.isUndefined(mail.bcc)
            }),
          )
        yield* inFile({})
        yield* inFile({ mode: "demo", smtpUrl: Redacted.make("smtp://mail.example.com") })
        const names = yield* Effect.promise(() => fs.readdir(path.join(folder, "mail")))
        assert.isTrue(
          names.every((name) => /^\d+\.eml$/.test(name)),
          names.join(" "),
        )
        assert.strictEqual(names.length, 2)
      }),
    30_000,
  )
})

const person = (level: number): SignedIn => ({
  ...system("test", new Date().toISOString()),
  person: 7,
  actor: "person:7",
  level,
  permissions: permissionsOf(level),
  employeeId: "T-7",
  siteId: null,
  sessionId: null,
  via: "web",
})
let who = person(7)
const sessions = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: (effect) => Effect.suspend(() => Effect.provideService(effect, Who, who)),
    bearer: (effect) => Effect.suspend(() => Effect.provideService(effect, Who, who)),
  }),
)
/** Requests belong to the site of their id, and approvers send them; invoices belong to finance. */
const about: ReadonlyArray<MailAbout> = [
  {
    kind: "purchase_request",
    may: ["approval.team", "approval.departmental", "finance.full"],
    list: ({ confinedTo }) => ({
      from: "generate_series(1, 9) as r(id)",
      id: "r.id",
      where: confinedTo === null ? [] : [{ sql: "r.id = ?", values: [confinedTo] }],
    }),
    resend: ["approval.team", "approval.departmental"],
  },
  { kind: "invoice", may: ["invoices.manage"], list: () => ({ from: "generate_series(1, 9) as r(id)", id: "r.id" }), resend: ["invoices.manage"] },
]
const overHttp = mailLive(about).pipe(
  Layer.provideMerge(Layer.mergeAll(sessions, AuthorizationLive, ErrorMappingLive, HttpServer.layerServices)),
  Layer.provideMerge(Layer.succeed(Config, settings({}))),
  Layer.provideMerge(testDatabase({ streams: [mails] })),
)
// services that a handler needs per request are in the layer itself
const complete = overHttp as Layer.Layer<Layer.Success<typeof overHttp>, Layer.Error<typeof overHttp>>

layer(complete, { excludeTestServices: true, timeout: 60_000 })("the mail calls", (it) => {
  it.effect(
    "list mail newest first, show one with its text, resend it, and refuse people without permission",
    () =>
      Effect.gen(function* () {
        const client = yield* HttpApiTest.groups(MailApi, ["mails"])
        const { execute } = yield* Records
        const first = yield* send({ ...letter, aboutKind: "purchase_request", aboutId: 3 })
        const second = yield* send({ ...letter, subject: "Invoice", aboutKind: "invoice", aboutId: 3, html: "<p>Invoice</p>" })
        assert.deepStrictEqual(
          (yield* client.mails.list({ query: {} })).map(({ id }) => id),
          [second, first],
        )
        const ofRequest = yield* client.mails.list({ query: { aboutKind: "purchase_request", aboutId: "3" } })
        assert.deepStrictEqual(
          ofRequest.map(({ id, status }) => [id, status]),
          [[first, "queued"]],
        )
        assert.notProperty(ofRequest[0], "text")
        assert.deepInclude(yield* client.mails.get({ params: { id: second } }), { subject: "Invoice", text: letter.text, html: "<p>Invoice</p>" })

        const linked = yield* client.mails.get({ params: { id: yield* send({ ...letter, link, aboutKind: "invoice", aboutId: 3 }) } })
        assert.strictEqual(linked.text, `${letter.text}\n\nPlease answer here:\n(the address is only in the mail itself)`)
        assert.notProperty(linked, "link")

        yield* execute(mailFailed, { id: first, error: "554 no", attempts: 1 }, system("mail"))
        who = person(8)
        assert.deepInclude(yield* client.mails.resend({ params: { id: first } }), { id: first, status: "queued" })
        yield* execute(mailSent, { ...accepted, id: first }, system("mail"))
        assert.strictEqual((yield* Effect.flip(client.mails.resend({ params: { id: first } }))).message, "This e-mail was already sent")
        assert.strictEqual((yield* Effect.flip(client.mails.get({ params: { id: 999 } }))).message, "E-mail 999 does not exist")

        who = person(5)
        for (const call of [
          Effect.asVoid(client.mails.list({ query: {} })),
          Effect.asVoid(client.mails.get({ params: { id: first } })),
          Effect.asVoid(client.mails.resend({ params: { id: first } })),
        ]) {
          assert.match((yield* Effect.flip(call)).message, /You do not have access/)
        }
        for (const level of [6, 7, 8, 10]) {
          who = person(level)
          yield* client.mails.list({ query: {} })
        }
      }),
    30_000,
  )

  it.effect(
    "show only mail about records the person can see, and allow resending by people who can send the record",
    () =>
      Effect.gen(function* () {
        const client = yield* HttpApiTest.groups(MailApi, ["mails"])
        const { execute } = yield* Records
        const request = yield* send({ ...letter, aboutKind: "purchase_request", aboutId: 3 })
        const invoice = yield* send({ ...letter, aboutKind: "invoice", aboutId: 3 })
        const nothing = yield* send(letter)
        for (const id of [request, invoice]) yield* execute(mailFailed, { id, error: "554 no", attempts: 1 }, system("mail"))
        const seen = Effect.map(client.mails.list({ query: {} }), (list) => [request, invoice, nothing].map((id) => list.some((mail) => mail.id === id)))
        const resend = (id: number) =>
          Effect.map(Effect.result(client.mails.resend({ params: { id } })), (done) => (Result.isSuccess(done) ? "sent" : done.failure.message))
        const missing = (id: number) => `E-mail ${id} does not exist`
        who = { ...person(6), confinedTo: 3 }
        assert.deepStrictEqual(yield* seen, [true, false, false])
        assert.deepStrictEqual([yield* resend(invoice), yield* resend(nothing)], [missing(invoice), missing(nothing)])
        who = { ...person(6), confinedTo: 4 }
        assert.deepStrictEqual(yield* seen, [false, false, false])
        assert.strictEqual(yield* resend(request), missing(request))
        who = person(7)
        assert.deepStrictEqual(yield* seen, [true, true, false])
        assert.match(yield* resend(request), /It needs: approval.team or approval.departmental/)
        assert.strictEqual(yield* resend(invoice), "sent")
        who = person(10)
        assert.deepStrictEqual(yield* seen, [true, true, true])
        assert.strictEqual(yield* resend(request), "sent")
      }),
    30_000,
  )

  it.effect(
    "show confidential mail only to administrators",
    () =>
      Effect.gen(function* () {
        const client = yield* HttpApiTest.groups(MailApi, ["mails"])
        const id = yield* send({ ...letter, subject: "Your day: 3 decisions", personal: true })
        const seen = Effect.map(client.mails.list({ query: { limit: "1" } }), ([first]) => first?.id === id)
        for (const level of [6, 7, 8]) {
          who = person(level)
          assert.isFalse(yield* seen)
          for (const call of [Effect.asVoid(client.mails.get({ params: { id } })), Effect.asVoid(client.mails.resend({ params: { id } }))]) {
            assert.strictEqual((yield* Effect.flip(call)).message, `E-mail ${id} does not exist`)
          }
        }
        who = person(10)
        assert.isTrue(yield* seen)
        assert.deepInclude(yield* client.mails.get({ params: { id } }), { subject: "Your day: 3 decisions" })
      }),
    30_000,
  )

  it.effect(
    "send a mail immediately that is waiting for its next attempt",
    () =>
      Effect.gen(function* () {
        who = person(10)
        const client = yield* HttpApiTest.groups(MailApi, ["mails"])
        const sink = yield* smtpSink
        sink.behave("refuse temporarily", "accept")
        yield* Effect.provideService(runReactors([{ ...quick, pause: Duration.hours(1) }]), Config, settings({ smtpUrl: Redacted.make(sink.url) }))
        const id = yield* send(letter)
        const { statement } = yield* Database
        yield* eventually(Effect.map(statement("select 1 from es.effect where error is not null", []), (rows) => rows.length > 0))
        // it may have been sent by the time the answer is read
        assert.include(["queued", "sent"], (yield* client.mails.resend({ params: { id } })).status)
        yield* becomes(id, "sent")
      }),
    30_000,
  )
})
