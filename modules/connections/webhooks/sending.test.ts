/** Where requests of webhooks may and may not go, against real listeners on this machine. */
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { mayReach, post, reachFault } from "./sending.ts"

const internet = { listed: [], outside: true }
const loopback = { listed: ["127.0.0.0/8"], outside: true }

const open: Array<() => void> = []
afterEach(() => open.splice(0).forEach((close) => close()))
const listening = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, "127.0.0.1")
  await once(server, "listening")
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const send = (url: string, reach = loopback, within = 2000) => post({ url, headers: {}, body: "{}", reach, within })

test("inner addresses are refused in every way of writing them, and the internet is not", () => {
  const inner = `127.0.0.1 127.8.8.8 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
    :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 fe80::1 fc00::1 fd12::1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 ff02::1 nothing`.split(/\s+/)
  expect(inner.filter((address) => mayReach(address, "https:", internet))).toEqual([])
  expect(["8.8.8.8", "172.32.0.1", "2606:4700::1111"].map((address) => mayReach(address, "https:", internet))).toEqual([true, true, true])
  expect(mayReach("8.8.8.8", "http:", internet)).toBe(false)
  expect(mayReach("8.8.8.8", "https:", { listed: ["10.0.0.0/8"], outside: false })).toBe(false)
  expect([
    mayReach("10.1.2.3", "http:", { listed: ["10.0.0.0/8"], outside: false }),
    mayReach("11.1.2.3", "http:", { listed: ["10.0.0.0/8"], outside: true }),
  ]).toEqual([true, false])
  // notations that browsers accept: numbers, octal and hexadecimal, brackets
  const written = ["2130706433", "0x7f.1", "0177.0.0.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "a.localhost"]
  expect(written.map((host) => reachFault(`https://${host}/`, internet)?.includes("internal address"))).toEqual(written.map(() => true))
  expect(reachFault("http://example.com/", internet)).toBe("Address must start with https://, unless an operator allows its network in OPS_WEBHOOK_NETWORKS")
  expect(reachFault("https://example.com/", { listed: [], outside: false })).toMatch(/^In demo mode nothing leaves this machine/)
  expect(reachFault("https://example.com/", internet)).toBeUndefined()
})

// proves U-25-1
test("a name that leads to an internal address is refused when it is connected to", async () => {
  let asked = 0
  const port = await listening((_, response) => {
    asked++
    response.end()
  })
  await expect(send(`http://localhost:${port}/`, { listed: ["10.0.0.0/8"], outside: true })).rejects.toThrow(/OPS_WEBHOOK_NETWORKS/)
  await expect(send(`https://localhost:${port}/`, { listed: ["10.0.0.0/8"], outside: true })).rejects.toThrow("localhost leads to an internal address")
  expect(asked).toBe(0)
  expect(await send(`http://127.0.0.1:${port}/`)).toBe(200)
})

test("a redirect is not followed: its status is the answer", async () => {
  let followed = 0
  const inner = await listening((_, response) => {
    followed++
    response.end()
  })
  const port = await listening((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end())
  expect([await send(`http://127.0.0.1:${port}/`), followed]).toEqual([307, 0])
})

test("a receiver that refuses or drops the connection is reported in words, without the code of the network", async () => {
  const dropping = await listening((request) => request.socket.destroy())
  await expect(send(`http://127.0.0.1:${dropping}/`)).rejects.toThrow(/^The receiver closed the connection without an answer$/)
  open.splice(0).forEach((close) => close())
  await expect(send(`http://127.0.0.1:${dropping}/`)).rejects.toThrow(/^The receiver refused the connection$/)
})

test("a receiver that says nothing, or never ends its head, has a time limit", async () => {
  const silent = await listening(() => {})
  await expect(send(`http://127.0.0.1:${silent}/`, loopback, 200)).rejects.toThrow("No answer within 0.2 s")
  const endless = await listening((_, response) => {
    response.writeHead(200)
    response.write("more")
  })
  expect(await send(`http://127.0.0.1:${endless}/`, loopback, 200)).toBe(200)
})
