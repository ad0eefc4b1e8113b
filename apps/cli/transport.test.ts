/** The features of `fetch` that the commands need, tried on servers that behave oddly. */
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, it } from "vitest"
import { failureOf } from "@ops/platform/terminal/errors.ts"
import { transport } from "./transport.ts"

const servers: Array<http.Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/** A server, and the requests it received. */
const serving = async (answer: (request: http.IncomingMessage, response: http.ServerResponse) => void) => {
  const heard: Array<Heard> = []
  const server = http.createServer((request, response) => {
    let body = ""
    request.on("data", (part) => (body += part))
    request.on("end", () => {
      heard.push({ method: request.method!, path: request.url!, headers: request.headers, body })
      answer(request, response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}
const failing = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => failureOf(error),
  )

describe("a CLI call", () => {
  it("sends method, headers and body, and returns status, headers and body of the answer", async () => {
    const { url, heard } = await serving((_, response) => {
      response.writeHead(201, { "content-type": "application/json", "x-total-count": "7", "set-cookie": ["a=1", "b=2"] }).end('{"name":"Ü"}')
    })
    const answer = await transport.ask(`${url}/api/things?q=1`, { method: "POST", headers: { authorization: "Bearer x" }, body: '{"a":"ä"}' })
    expect(heard).toMatchObject([
      { method: "POST", path: "/api/things?q=1", body: '{"a":"ä"}', headers: { authorization: "Bearer x", "content-length": "10" } },
    ])
    expect([answer.status, await answer.json(), await answer.text()]).toEqual([201, { name: "Ü" }, '{"name":"Ü"}'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({ "x-total-count": "7" })
    expect([answer.headers.get("X-Total-Count"), answer.headers.get("x-other"), answer.headers.getSetCookie()]).toEqual(["7", null, ["a=1", "b=2"]])
  })

  it("reads a compressed answer", async () => {
    const { url, heard } = await serving((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a long list")))
    expect(await (await transport.ask(url)).text()).toBe("a long list")
    expect(heard[0]!.headers["accept-encoding"]).toBe("gzip")
  })

  it("sends a file as form data", async () => {
    const { url, heard } = await serving((_, response) => response.end("{}"))
    const body = new FormData()
    body.append("file", new Blob(["of the file"]), "note.txt")
    await transport.ask(url, { method: "POST", body })
    expect(heard[0]!.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/)
    expect(heard[0]!.body).toContain('filename="note.txt"')
    expect(heard[0]!.body).toContain("of the file")
  })

  it("follows redirects on the same server, and sends no token to another server", async () => {
    const other = await serving((_, response) => response.end("there"))
    const first = await serving(({ url }, response) => response.writeHead(307, { location: url === "/a" ? "/b" : `${other.url}/c` }).end())
    const answer = await transport.ask(`${first.url}/a`, { method: "POST", headers: { authorization: "Bearer x", cookie: "s=1" }, body: "text" })
    expect([await answer.text(), answer.url]).toEqual(["there", `${other.url}/c`])
    expect(first.heard).toMatchObject([{ path: "/a" }, { path: "/b", method: "POST", body: "text", headers: { authorization: "Bearer x" } }])
    expect(other.heard).toMatchObject([{ path: "/c", method: "POST", body: "text" }])
    expect(Object.keys(other.heard[0]!.headers)).not.toEqual(expect.arrayContaining(["authorization"]))
    expect(Object.keys(other.heard[0]!.headers)).not.toEqual(expect.arrayContaining(["cookie"]))
  })

  it("reads with GET after a 303 redirect", async () => {
    const { url, heard } = await serving((request, response) =>
      request.method === "POST" ? response.writeHead(303, { location: "/done" }).end() : response.end("done"),
    )
    expect(await (await transport.ask(url, { method: "POST", body: "x" })).text()).toBe("done")
    expect(heard[1]).toMatchObject({ method: "GET", path: "/done", body: "" })
  })

  it("fails for a server that is down, disconnects, speaks no HTTP, or redirects in a loop", async () => {
    const away = await serving(() => {})
    servers.pop()!.close()
    const brokenOff = await serving((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("[1,")
      setImmediate(() => request.socket.destroy())
    })
    const circle = await serving(({ url }, response) => response.writeHead(302, { location: url }).end())
    const silent = await serving((request) => request.socket.destroy())
    const odd = await serving((request) => request.socket.end("nonsense\r\n\r\n"))
    for (const { url } of [away, brokenOff, silent])
      expect(await failing(transport.ask(url))).toMatchObject({ code: 6, sentence: "The server cannot be reached.", why: expect.any(String) })
    expect(await failing(transport.ask(away.url))).toMatchObject({ why: expect.stringContaining("ECONNREFUSED") })
    await expect(transport.ask(odd.url)).rejects.toThrow("Parse Error")
    await expect(transport.ask(circle.url)).rejects.toThrow("redirect count exceeded")
  })
})
