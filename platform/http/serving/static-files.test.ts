import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Context, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { layer } from "./static-files.ts"

const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-static-"))
const write = (name: string, content: string | Buffer) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), content)
}
const script = "console.log(1);".repeat(100)
write("dist/index.html", "<!doctype html>the app")
write("dist/assets/main-abc12345.js", script)
write("dist/assets/main-abc12345.js.gz", gzipSync(script))
write("dist/assets/main-abc12345.js.br", Buffer.from("brotli"))
write("dist/mark.svg", "<svg/>")
write("dist/.fingerprint", "secret")
write("outside.txt", "secret")

const web = HttpRouter.toWebHandler(layer(path.join(folder, "dist")).pipe(Layer.provide(HttpServer.layerServices)), { disableLogger: true })
const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  web.handler(new Request(`http://localhost${url}`, { method, headers }), Context.empty())
const page = { accept: "text/html,*/*" }

afterAll(async () => {
  await web.dispose()
  fs.rmSync(folder, { recursive: true })
})

describe("the static files of the app", () => {
  it("are cached forever if hashed, and revalidated otherwise", async () => {
    const main = await get("/assets/main-abc12345.js")
    assert.strictEqual(main.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.strictEqual(main.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(await main.text(), script)
    assert.strictEqual((await get("/mark.svg")).headers.get("cache-control"), "no-cache")
    assert.strictEqual((await get("/", page)).headers.get("cache-control"), "no-cache")
  })

  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
    ["", null],
  ])("for %j are sent with the encoding %j", async (accepted, encoding) => {
    const answer = await get("/assets/main-abc12345.js", { "accept-encoding": accepted })
    assert.strictEqual(answer.headers.get("content-encoding"), encoding)
    assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
  })

  it("are not sent again if the browser has them, in the same encoding", async () => {
    const etag = (await get("/assets/main-abc12345.js", { "accept-encoding": "br" })).headers.get("etag")!
    const again = await get("/assets/main-abc12345.js", { "accept-encoding": "br", "if-none-match": `"other", W/${etag}` })
    assert.deepStrictEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", etag])
    assert.strictEqual((await get("/assets/main-abc12345.js", { "if-none-match": etag })).status, 200)
  })

  it("have the same headers without a body for HEAD", async () => {
    const answer = await get("/mark.svg", {}, "HEAD")
    assert.deepStrictEqual([answer.status, await answer.text(), answer.headers.get("content-type")], [200, "", "image/svg+xml"])
  })

  it("include the index for every page of the app, for browsers only", async () => {
    assert.strictEqual(await (await get("/purchases/12?tab=a.b", page)).text(), "<!doctype html>the app")
    assert.strictEqual((await get("/purchases/12", { accept: "application/json" })).status, 404)
    assert.strictEqual((await get("/api/nothing", page)).status, 404)
    assert.strictEqual((await get("/assets/main-gone.js", page)).status, 404)
  })

  it.each(["/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt", "/assets/..%5c..%5coutside.txt", "/.fingerprint", "/assets", "//etc/passwd"])(
    "do not include %s",
    async (url) => {
      const answer = await get(url, { accept: "*/*" })
      assert.strictEqual(answer.status, 404)
      assert.notInclude(await answer.text(), "secret")
    },
  )
})
