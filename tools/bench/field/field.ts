/**
 * Devices in the field: packets of acts beside single calls; in Chromium with a slowed processor, the kiosk's cold start without a connection beside
 * the same with one, and keeping a tap beside a bare write of IndexedDB that is flushed to disk.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { enrolDevice } from "@ops/field/devices/device.ts"
import { type KeptAct, TestDevice } from "@ops/field/testing.ts"
import type { PacketAnswer } from "@ops/platform/access/signed-act.ts"
import { type APIResponse, chromium, type Page, request } from "playwright"
import { startServer } from "../../../apps/web/e2e/server.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { chromiumFlags, findChromium } from "../../chromium.ts"
import { withCompany, withServer } from "../company.ts"
import { caller, expecting, serving, signIn } from "../http.ts"
import { canteen, ours, people } from "../meals.ts"
import { buildScreens } from "../javascript.ts"
import { atLeast, atMost, interleaved, rate, type Suite } from "../row.ts"

const rounds = 5
const inPacket = 200
/** Taps that a kiosk without enrolment sends at the same time. */
const atOnce = 3

export const packets: Suite = {
  rows: ["field-packets"],
  unit: "acts a second",
  peer: `the same taps, one POST each, ${atOnce} at a time`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { next, execute, by } = await canteen(company)
        const device = new TestDevice()
        const { algorithm, publicKey } = device
        await company.run(execute(enrolDevice, { label: "Tablet", siteId: 1, algorithm, publicKey }, by))
        return await serving("application.ts", company.env, async (port) => {
          const call = caller(port)
          const headers = await signIn(call)
          const { text } = await expecting(200, call)({ method: "GET", path: "/api/auth/user", headers })
          const person = Number((JSON.parse(text) as { readonly id: string }).id)
          let session = await next()
          let seat = 0
          const tap = async () => {
            if (seat === people) {
              seat = 0
              session = await next()
            }
            return { mealSessionId: session, staffMemberId: ours + seat++, attended: true }
          }
          const post = async () => {
            const body = JSON.stringify(await tap())
            await expecting(201, call)({ method: "POST", path: "/api/meal-attendance", headers, body })
          }
          const packet = async () => {
            const acts: Array<KeptAct> = []
            while (acts.length < inPacket) {
              const input = { ...(await tap()), reason: "", notes: "" }
              acts.push(device.act(Date.now(), person, "meal_attendance.record", input))
            }
            const body = JSON.stringify(device.packet(acts, Date.now()))
            const begin = performance.now()
            const answer = JSON.parse(
              (await expecting(200, call)({ method: "POST", path: "/api/field/packets", headers: { "x-ops-client": "1" }, body })).text,
            ) as PacketAnswer
            const odd = answer.acts.find(({ status }) => status !== "recorded")
            if (odd) throw new Error(`${odd.status}: ${odd.sentence}`)
            device.hear(answer)
            return performance.now() - begin
          }
          const packetRate = async () => (3 * inPacket * 1000) / ((await packet()) + (await packet()) + (await packet()))
          return [atLeast("field-packets", 3, await interleaved(rounds, packetRate, () => rate(atOnce, 2000, post), log))]
        })
      }),
    ),
}

/** A meal of today that is open, whatever the time of day is. */
const openSession = async (url: string) => {
  const boss = await request.newContext({ baseURL: url, extraHTTPHeaders: { "x-ops-client": "1", origin: url } })
  try {
    const asked = async (answer: Promise<APIResponse>) => {
      const got = await answer
      if (!got.ok()) throw new Error(await got.text())
      return (await got.json()) as { readonly id: number }
    }
    const post = (path: string, data: object) => asked(boss.post(path, { data }))
    await post("/api/auth/login", { employeeId: "FO-CEO-001", password: "field-office-demo" })
    const [client] = (await (await boss.get("/api/clients?siteId=1")).json()) as readonly [{ readonly id: number }]
    const of = { clientId: client.id, siteId: 1 }
    const { id: projectId } = await post("/api/projects", { projectName: "Benchmark", ...of })
    return (await post("/api/meal-sessions", { sessionDate: dateOf(new Date()), mealType: "lunch", projectId, ...of })).id
  } finally {
    await boss.dispose()
  }
}

/** The device's own code as a script: what it imports is in front of it. */
const deviceCode = () =>
  ["platform/access/signed-act.ts", "platform/ui/device/device-store.ts"]
    .map((file) => stripTypeScriptTypes(readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8")))
    .map((text) => text.replace(/^import .*$/gm, "").replace(/^export /gm, ""))
    .join("\n")

/** Keeps taps, and makes bare writes of as much, in turn; the 99th percentile of each in milliseconds. */
const keeping = () => `(async () => {
  const isByPin = () => true
  const deviceDatabase = "field"
  ${deviceCode()}
  await makeDevice("Bench", async () => {})
  const bare = await new Promise((resolve) => {
    const request = indexedDB.open("bare", 1)
    request.onupgradeneeded = () => request.result.createObjectStore("act")
    request.onsuccess = () => resolve(request.result)
  })
  const write = (n, row) => new Promise((resolve, reject) => {
    const writing = bare.transaction("act", "readwrite", { durability: "strict" })
    writing.objectStore("act").put(row, n)
    writing.oncomplete = resolve
    writing.onabort = reject
  })
  const timed = async (work) => {
    const begin = performance.now()
    const result = await work()
    return [performance.now() - begin, result]
  }
  const [keeps, writes] = [[], []]
  for (let n = 0; n < 120; n++) {
    const input = { mealSessionId: 880, staffMemberId: n, attended: true, reason: "", notes: "" }
    const [kept, row] = await timed(() => keepAct({ person: 1, act: "meal_attendance.record", input, what: "Lunch, Achol Deng served", name: "Achol Deng" }))
    const [wrote] = await timed(() => write(n, row))
    if (n >= 20) keeps.push(kept) && writes.push(wrote)
  }
  const p99 = (values) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.99)]
  indexedDB.deleteDatabase("field")
  return [p99(keeps), p99(writes)]
})()`

const slowed = async (page: Page, factor: number) => (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: factor })

export const tablet: Suite = {
  rows: ["field-cold-start", "field-keep"],
  unit: "ms",
  peer: "cold start of the kiosk: with a connection; keeping a tap, p99: a bare strict write of IndexedDB",
  run: async (log) => {
    buildScreens()
    const [folder, profile] = [mkdtempSync(path.join(tmpdir(), "ops-bench-")), mkdtempSync(path.join(tmpdir(), "ops-bench-"))]
    const server = await startServer(folder)
    const executablePath = findChromium({ install: false })
    /** Starts the browser, with what it has kept, for `use`. */
    const withTablet = async <A>(use: (page: Page) => Promise<A>, offline = false): Promise<A> => {
      const context = await chromium.launchPersistentContext(profile, {
        ...(executablePath && { executablePath }),
        args: [...chromiumFlags],
        viewport: { width: 1024, height: 768 },
      })
      try {
        // the session's cookie ends with the browser
        const login = await context.request.post(`${server.url}/api/auth/login`, {
          headers: { "x-ops-client": "1", origin: server.url },
          data: { employeeId: "FO-SUP-001", password: "field-office-demo" },
        })
        if (!login.ok()) throw new Error(await login.text())
        await context.setOffline(offline)
        return await use(await context.newPage())
      } finally {
        await context.close()
      }
    }
    try {
      const session = await openSession(server.url)
      const kiosk = await withTablet(async (page) => {
        await page.goto(`${server.url}/meal-tracking`)
        await page.goto(`${server.url}/meal-tracking/kiosk/${session}`)
        await page.locator(".kiosk-person").first().waitFor()
        await page.evaluate(() => navigator.serviceWorker.ready)
        await page.waitForTimeout(2000)
        return `${server.url}/meal-tracking/kiosk/${session}`
      })
      const start = (offline: boolean) => () =>
        withTablet(async (page) => {
          await slowed(page, 4)
          const begin = performance.now()
          await page.goto(kiosk)
          await page.locator(".kiosk-person").first().waitFor()
          return performance.now() - begin
        }, offline)
      const starts = await interleaved(rounds, start(true), start(false), log)
      const keeps = await withTablet(async (page) => {
        await page.goto(server.url)
        await slowed(page, 6)
        const measured: Array<{ readonly value: number; readonly peer: number }> = []
        for (let round = 0; round < rounds; round++) {
          const [value, peer] = (await page.evaluate(keeping())) as [number, number]
          log(`round ${round + 1}: ${value.toFixed(1)} against ${peer.toFixed(1)}`)
          measured.push({ value, peer })
        }
        return measured
      })
      return [atMost("field-cold-start", 1, starts), atMost("field-keep", 2, keeps)]
    } finally {
      await server.stop()
      for (const each of [folder, profile]) rmSync(each, { recursive: true, force: true })
    }
  },
}
