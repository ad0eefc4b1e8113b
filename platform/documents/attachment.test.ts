import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { assert, expect, layer, test } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as fc from "fast-check"
import { HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { type SignedIn, Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { Database } from "../database/database.ts"
import { Tail } from "../event-store/tail.ts"
import { Authentication } from "../http/contract.ts"
import * as Guard from "../http/limits/request-limits.ts"
import { ErrorMappingLive, AuthorizationLive } from "../http/middleware.ts"
import { serve } from "../http/serving/server.ts"
import { system, Rejection } from "../records/command.ts"
import { testDatabase } from "../testing/database.ts"
import { attached, attachedPictures, type AttachedTo, inColumn, safeName, sweepFiles, typeOf } from "./attachment.ts"
import { AttachmentsApi } from "./attachment-contract.ts"
import { attachments } from "./attachment-server.ts"
import { documentsModule } from "./module.ts"

const pdf = Buffer.from("%PDF-1.7\nvoucher")
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 5])
const webp = Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1")

test("a file's type is determined by its bytes", () => {
  expect([pdf, jpeg, png, webp].map(typeOf)).toEqual(["pdf", "jpeg", "png", "webp"])
  for (const other of ["", "%PD", "<html>%PDF-", "RIFF\x10\0\0\0WAVE", "GIF89a", "\x89PNG", "PK\x03\x04"]) {
    expect(typeOf(Buffer.from(other, "latin1")), other).toBeUndefined()
  }
})

/** Including lone surrogates and control characters. */
const anyText = fc.array(fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 0, max: 0xffff }))).map((codes) => String.fromCharCode(...codes))
test("a file name is made safe for disk and headers, with the extension of its type", () => {
  expect(safeName("receipt.pdf", "pdf")).toBe("receipt.pdf")
  expect(safeName("IMG_0042.JPEG", "jpeg")).toBe("IMG_0042.JPEG")
  expect(safeName("page.html", "pdf")).toBe("page.html.pdf")
  expect(safeName("..\\..\\windows\\run.png", "jpeg")).toBe("run.png.jpg")
  expect(safeName("../../etc/passwd", "png")).toBe("passwd.png")
  expect(safeName("", "webp")).toBe("file.webp")
  expect(safeName("وصل الوقود.pdf", "pdf")).toBe("وصل الوقود.pdf")
  fc.assert(
    fc.property(anyText, fc.constantFrom("pdf", "jpeg", "png", "webp"), (given, kind) => {
      const name = safeName(given, kind)
      const harmless = !/[\p{Cc}/\\<>:"|?*]/u.test(name) && name.isWellFormed() && name.length < 160
      return harmless && /^[^.].*\.(pdf|jpe?g|png|webp)$/isu.test(name)
    }),
  )
})

/** A table like a module's: vouchers of two sites, each with its files. */
const vouchers = "create table if not exists app.test_voucher (id bigint, site_id bigint, files jsonb not null default '[]')"
const voucherList: AttachedTo = {
  kind: "voucher",
  may: ["finance.full"],
  list: (who) => ({ from: "app.test_voucher r", where: who.confinedTo === null ? [] : [{ sql: "r.site_id = ?", values: [who.confinedTo] }] }),
  has: inColumn("r.files"),
}

/** Signs in the token's person, confined to its site: "7", "8@1". Person 3 sees no vouchers. */
const signedIn = (token: string): SignedIn => {
  const [person = 0, confinedTo = null] = token.split("@").map(Number)
  const by = {
    ...system("test", new Date().toISOString()),
    actor: `person:${person}`,
    person,
    level: 7,
    permissions: person === 3 ? ["operations.basic"] : ["finance.full"],
    confinedTo,
  }
  return { ...by, employeeId: token, siteId: confinedTo, sessionId: null }
}
const sessions = Layer.succeed(
  Authentication,
  Authentication.of({
    cookie: () => Effect.fail(new Rejection(401, "Only tokens")),
    bearer: (effect, { credential }) => Effect.provideService(effect, Who, signedIn(Redacted.value(credential))),
  }),
)
const config = Layer.succeed(Config, { port: 0, host: "127.0.0.1", origin: "http://localhost", mode: "demo", trustedProxies: [] } as Partial<
  Config["Service"]
> as Config["Service"])
const tail = Layer.succeed(Tail, { position: Effect.succeed(0) } as Tail["Service"])
const routes = HttpApiBuilder.layer(AttachmentsApi).pipe(
  Layer.provide(attachments([voucherList])),
  Layer.provide([sessions, ErrorMappingLive, AuthorizationLive]),
)
const server = serve(Layer.mergeAll(Guard.layer, routes), { host: "127.0.0.1", port: 0 }).pipe(
  Layer.provide([config, tail, Logger.layer([])]),
  Layer.provideMerge(testDatabase({ tables: [...documentsModule.tables, vouchers] })),
) as Layer.Layer<HttpServer.HttpServer | Database>

const files = (...given: ReadonlyArray<readonly [name: string, bytes: Uint8Array<ArrayBuffer>]>) => {
  const form = new FormData()
  for (const [name, bytes] of given) form.append("file", new Blob([bytes]), name)
  return form
}
const asking = Effect.map(HttpServer.HttpServer, ({ address }) => async (token: string, path: string, init: RequestInit = {}) => {
  const port = "port" in address ? address.port : 0
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "x-ops-client": "1", ...(init.headers as Record<string, string>) },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isJson = answer.headers.get("content-type")?.startsWith("application/json")
  return { status: answer.status, headers: answer.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : bytes.toString() }
})
const statement = (text: string, values: ReadonlyArray<unknown> = []) => Effect.flatMap(Database, ({ statement }) => statement(text, values))

layer(server, { timeout: 60_000, excludeTestServices: true })((it) => {
  const sending = Effect.map(
    asking,
    (ask) => (token: string, form: FormData) => Effect.promise(() => ask(token, "/api/attachments", { method: "POST", body: form })),
  )

  it.effect("an upload is stored byte for byte and returned as a file that no page can execute", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const ask = yield* asking
      const sent = yield* send("3", files(["fuel voucher.pdf", pdf]))
      assert.strictEqual(sent.status, 201, String(sent.body))
      assert.deepStrictEqual(sent.body, {
        id: sent.body.id,
        name: "fuel voucher.pdf",
        type: "application/pdf",
        size: pdf.length,
        sha256: createHash("sha256").update(pdf).digest("hex"),
      })
      assert.deepStrictEqual((yield* Effect.promise(() => ask("3", `/api/attachments/${sent.body.id}`))).body, sent.body)
      const file = yield* Effect.promise(() => ask("3", `/api/attachments/${sent.body.id}/download`))
      assert.strictEqual(file.status, 200)
      assert.deepStrictEqual(file.bytes, pdf)
      assert.strictEqual(file.headers.get("content-type"), "application/pdf")
      assert.strictEqual(file.headers.get("content-disposition"), `attachment; filename="fuel voucher.pdf"; filename*=UTF-8''fuel%20voucher.pdf`)
      assert.strictEqual(file.headers.get("content-security-policy"), "sandbox; default-src 'none'; frame-ancestors 'none'")
      assert.strictEqual(file.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(file.headers.get("cache-control"), "private, no-store")
    }),
  )

  it.effect("a file that is too large or neither PDF nor picture is refused with a sentence, and nothing is stored", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const ask = yield* asking
      const count = Effect.map(statement("select count(*)::int as n from app.attachment"), ([row]) => row!.n)
      const before = yield* count
      const refused = (form: FormData) => Effect.map(send("7", form), ({ status, body }) => [status, body])
      assert.deepStrictEqual(yield* refused(files(["photo.jpg", Buffer.from("<script>alert(1)</script>")])), [
        415,
        "photo.jpg is not a picture that can be read. Take the photo again, or save it as JPEG, PNG or WEBP",
      ])
      assert.strictEqual((yield* refused(files(["photo.png", pdf])))[0], 415)
      assert.deepStrictEqual(yield* refused(files(["budget.docx", Buffer.from("PK\x03\x04")])), [
        415,
        "budget.docx is neither a PDF nor a picture. Attach a PDF, JPEG, PNG or WEBP",
      ])
      assert.deepStrictEqual(yield* refused(files(["empty.pdf", Buffer.alloc(0)])), [422, "The file is empty. Choose another one"])
      assert.strictEqual((yield* refused(files(["a.pdf", pdf], ["b.pdf", pdf])))[0], 422)
      const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
      const tooLarge = [413, "The file is too large: 5 MB at most. Make it smaller, or take a photo instead"]
      assert.deepStrictEqual(yield* refused(files(["large.pdf", large])), tooLarge)
      // without a content length
      const boundary = "b0undary"
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
      const body = async function* () {
        yield Buffer.from(head)
        for (let sent = 0; sent < 5.5 * 1024 * 1024; sent += 64 * 1024) yield Buffer.alloc(64 * 1024)
        yield Buffer.from(`\r\n--${boundary}--\r\n`)
      }
      const streamed = yield* Effect.promise(() =>
        ask("7", "/api/attachments", {
          method: "POST",
          headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
          body: Readable.toWeb(Readable.from(body())),
          duplex: "half",
        } as RequestInit).then(({ status, body }) => [status, body]),
      )
      assert.deepStrictEqual(streamed, tooLarge)
      const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
      assert.strictEqual((yield* Effect.promise(() => ask("7", "/api/attachments", json))).status, 415)
      const cut = {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body: `${head}%PDF-1.7`,
      }
      assert.deepStrictEqual(yield* Effect.promise(() => ask("7", "/api/attachments", cut).then(({ status, body }) => [status, body])), [
        400,
        "The file was incomplete. Send it again",
      ])
      assert.strictEqual(yield* count, before)
    }),
  )

  it.effect("a file belongs to its uploader until it is attached; then everyone who sees the record can open it", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const ask = yield* asking
      const { id } = (yield* send("3", files(["truck.jpg", jpeg]))).body
      const opens = (token: string) => Effect.promise(() => ask(token, `/api/attachments/${id}/download`).then(({ status }) => status))
      assert.deepStrictEqual(yield* Effect.all([opens("3"), opens("7"), opens("8@1")]), [200, 404, 404])
      const as = (token: string) => Effect.provideService(Who, signedIn(token))
      const stolen = yield* Effect.flip(as("7")(attached([id])))
      assert.strictEqual(stolen.message, `There is no file ${id} of yours. Upload it first`)
      const [file] = yield* as("3")(attached([id, id]))
      assert.deepStrictEqual({ id: file!.id, name: file!.name }, { id, name: "truck.jpg" })
      yield* statement("insert into app.test_voucher values (1, 1, $1::text::jsonb)", [JSON.stringify([file])])
      // another person without permission for vouchers; one of the site; one of another site
      assert.deepStrictEqual(yield* Effect.all([opens("3"), opens("7"), opens("8@1"), opens("9@2")]), [200, 200, 200, 404])
    }),
  )

  it.effect("a document is refused where a photo is required, and stays unattached", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const [photo, paper] = [(yield* send("3", files(["truck.jpg", jpeg]))).body.id, (yield* send("3", files(["bill.pdf", pdf]))).body.id]
      const as = Effect.provideService(Who, signedIn("3"))
      const refused = yield* Effect.flip(as(attachedPictures([photo, paper])))
      assert.strictEqual(refused.message, "bill.pdf is not a picture. Attach a photo as JPEG, PNG or WEBP")
      const loose = yield* statement("select count(*)::int as n from app.attachment where id = any($1::bigint[]) and attached_at is null", [[photo, paper]])
      assert.strictEqual(loose[0]!.n, 2)
      assert.deepStrictEqual(yield* as(attachedPictures(null)), [])
      assert.strictEqual((yield* as(attachedPictures([photo])))[0]!.name, "truck.jpg")
    }),
  )

  it.effect("the sweep removes files that were never attached and files of erased people, and nothing else", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const as = Effect.provideService(Who, signedIn("7"))
      const [lost, fresh, kept, passport, erased] = yield* Effect.forEach(["lost", "fresh", "kept", "passport", "erased"], (name) =>
        Effect.map(send("7", files([`${name}.png`, png])), ({ body }) => body.id as number),
      )
      yield* as(attached([kept!]))
      const papers = yield* as(attached([passport!, erased!], "voucher"))
      yield* statement("insert into app.test_voucher values (2, 1, $1::text::jsonb)", [JSON.stringify([papers[0]])])
      yield* statement("update app.attachment set uploaded_at = now() - interval '2 days', attached_at = attached_at - interval '2 days' where id <> $1", [
        fresh,
      ])
      yield* sweepFiles([voucherList])
      const left = yield* statement("select id from app.attachment where id >= $1 order by id", [lost])
      assert.deepStrictEqual(
        left.map((row) => Number(row.id)),
        [fresh, kept, passport],
      )
    }),
  )

  it.effect("a person with fifty unattached files cannot upload another until they are attached", () =>
    Effect.gen(function* () {
      const send = yield* sending
      yield* statement(
        `insert into app.attachment (sha256, name, type, size, bytes, uploaded_by) select repeat('0', 64), 'a.pdf', 'application/pdf', 1, '\\x00', 5 from generate_series(1, 50)`,
      )
      const refused = yield* send("5", files(["a.pdf", pdf]))
      assert.deepStrictEqual([refused.status, refused.body.slice(0, 46)], [429, "50 of your files are not attached to a record."])
      const [{ id }] = (yield* statement("select min(id) as id from app.attachment where uploaded_by = 5")) as [{ id: number }]
      yield* Effect.provideService(Who, signedIn("5"))(attached([Number(id)]))
      assert.strictEqual((yield* send("5", files(["a.pdf", pdf]))).status, 201)
    }),
  )

  it.effect("bytes that have changed are not served", () =>
    Effect.gen(function* () {
      const send = yield* sending
      const ask = yield* asking
      const { id } = (yield* send("7", files(["a.pdf", pdf]))).body
      yield* statement("update app.attachment set bytes = '\\x255044462d', size = 5 where id = $1", [id])
      assert.strictEqual((yield* Effect.promise(() => ask("7", `/api/attachments/${id}/download`))).status, 500)
    }),
  )
})
