/**
 * A shift on three tablets in real browsers: wrong clocks, cold starts without a connection, kills at work and while sending, lost requests and
 * answers, and meanwhile a session that is closed and a tablet that is revoked. One seed in a usual run, twenty in a nightly one.
 *
 * Its twin without browsers, `modules/field/field.test.ts`, has more acts and faults: a faulty database, packets in any order, a billed month, a
 * suspended person; and it compares with exact times: what is late, in and out, and the clocks.
 */
import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { expect } from "@playwright/test"
import { chances, times } from "@ops/platform/testing/thorough.ts"
import { ask, inJuba, kept, password, signedIn, test } from "../signed-in.ts"
import { type Named, type Person, tablet } from "../tablet.ts"

interface Device extends Named {
  readonly label: string
  readonly whole: number
  readonly top: number
  readonly forked: boolean
}
interface Act {
  readonly deviceId: number
  readonly number: number
  readonly act: string
  readonly status: string
  readonly sentence: string
}

/** How far the clock of each tablet is ahead, in minutes: at its first start, and at later ones. */
const clocks = [
  [180, 180],
  [-120, -120],
  [0, 30],
] as const
const names = { tap: "meal_attendance.record", undo: "meal_attendance.record", visitor: "meal_session.tally", door: "attendance.tap_on_device" }
const revoked = "This device was revoked before this record arrived"

/** What a screen has confirmed. */
interface Confirmed {
  readonly tablet: number
  readonly kind: keyof typeof names
  readonly session?: number
  /** staff number */
  readonly about?: string | undefined
  readonly isAfterClose?: boolean
}

/** Runs in a page before the app: sets its clock, and loses a tenth of the requests with acts, and of the answers a third. */
const trouble = ({ ahead, seed }: { readonly ahead: number; readonly seed: number }) => {
  const Right = Date
  const now = () => Right.now() + ahead * 60_000
  globalThis.Date = new Proxy(Right, {
    construct: (_, given: unknown[]) => Reflect.construct(Right, given.length === 0 ? [now()] : given) as Date,
    get: (_, name) => (name === "now" ? now : Reflect.get(Right, name)),
  })
  let state = seed
  const isLost = (share: number) => (state = (state * 16_807) % 2_147_483_647) < share * 2_147_483_647
  const lost = () => Promise.reject(new TypeError("The connection was lost"))
  const send = fetch
  globalThis.fetch = async (...given) => {
    if (!String(given[0]).endsWith("/api/field/packets")) return send(...given)
    return isLost(0.1) ? lost() : send(...given).then((answer) => (isLost(0.3) ? lost() : answer))
  }
}
/** Runs in a page: lets the app send what it has kept; how many acts have no outcome yet. */
const sendKept = () =>
  new Promise<number>((resolve) => {
    dispatchEvent(new Event("online"))
    const request = indexedDB.open("field")
    request.onsuccess = () => {
      const acts = request.result.transaction("act").objectStore("act").getAll()
      acts.onsuccess = () => {
        request.result.close()
        resolve((acts.result as ReadonlyArray<{ readonly state: string }>).filter(({ state }) => state === "waiting" || state === "received").length)
      }
    }
  })
/**
 * Runs in a page: lets the app ask the server for the time, whose answer may be lost; whether the device has it. Without it, an act is known to have happened
 * at some moment since the enrolment, which may be after the close of a session.
 */
const knowsTime = () =>
  new Promise<boolean>((resolve) => {
    dispatchEvent(new Event("online"))
    const request = indexedDB.open("field")
    request.onsuccess = () => {
      const head = request.result.transaction("device").objectStore("device").get("head")
      head.onsuccess = () => {
        request.result.close()
        resolve((head.result as { readonly anchor: string }).anchor !== "-")
      }
    }
  })

test.describe.configure({ timeout: 600_000 })
for (const seed of Array.from({ length: times(1, 20) }, (_, n) => n + 1)) {
  // proves U-06-5
  test(`a shift on three tablets: what a screen has confirmed is received once, ends in one state, and the rows are those of the acts (seed ${seed})`, async ({
    browser,
  }) => {
    const chance = chances(seed)
    const any = <A>(of: readonly A[]) => of[Math.floor(chance() * of.length)]!
    const stamp = Date.now()
    const boss = await signedIn(browser, "FO-CEO-001")
    const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
    const { id: projectId } = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Shift ${stamp}`, clientId: client.id, siteId: 1 })
    const meal = (mealType: string) => ({ sessionDate: inJuba(), mealType, siteId: 1, clientId: client.id, projectId })
    const lunch = await ask<Named>(boss, "POST", "/api/meal-sessions", meal("lunch"))
    const dinner = await ask<Named>(boss, "POST", "/api/meal-sessions", meal("dinner"))
    const sessions = [lunch.id, dinner.id]
    const people = await ask<readonly Person[]>(boss, "GET", `/api/staff-members?clientId=${client.id}&siteId=1&status=active`)
    const crew = await ask<readonly Person[]>(boss, "GET", "/api/hr/staff?siteId=1&status=active")
    const ours = async () =>
      (await ask<readonly Device[]>(boss, "GET", "/api/field/devices?limit=200"))
        .filter(({ label }) => label.endsWith(String(stamp)))
        .toSorted((a, b) => a.label.localeCompare(b.label))
    const confirmed: Confirmed[] = []
    let isClosed = false

    const profiles = clocks.map(() => mkdtempSync(path.join(tmpdir(), "ops-tablet-")))
    const running: Array<Awaited<ReturnType<typeof tablet>>> = []
    let starts = 0
    /** Starts a tablet without a connection, after a kill if it runs. */
    const start = async (n: number) => {
      await running[n]?.kill()
      const here = await tablet(profiles[n]!)
      await here.context.setOffline(true)
      await here.context.addInitScript(trouble, { ahead: clocks[n]![running[n] ? 1 : 0], seed: seed * 1000 + ++starts })
      running[n] = here
      return here
    }
    const work = async (n: number, session = any(sessions)) => {
      const { page, open } = running[n]!
      const result = page.getByTestId("kiosk-result")
      const add = (kind: Confirmed["kind"], about?: string) => confirmed.push({ tablet: n, kind, session, about, isAfterClose: isClosed })
      await open(`/meal-tracking/kiosk/${session}`)
      // some come to every tablet, and others, for whom a tap may be undone, to this one alone
      const own = people.slice(4 + 2 * n, 6 + 2 * n)
      const guests = [...people.slice(0, 4), ...own]
      for (let left = 4; left > 0; left--) {
        const person = any(guests)
        guests.splice(guests.indexOf(person), 1)
        await page.getByLabel("Staff number or name").fill(person.staffNumber)
        await page.keyboard.press("Enter")
        await expect(result).toContainText(new RegExp(`${person.firstName} ${person.lastName} · (saved, waiting for the connection|already recorded)`))
        if ((await result.textContent())!.includes("already recorded")) continue
        add("tap", person.staffNumber)
        if (own.includes(person) && chance() < 0.5) {
          const undo = page.getByRole("button", { name: "Undo" })
          await undo.click()
          await expect(undo).toHaveCount(0)
          await expect(result).toContainText("saved, waiting for the connection")
          add("undo", person.staffNumber)
        } else if (chance() < 0.3) {
          await page.getByRole("button", { name: "Visitor" }).click()
          await expect(result).toContainText("Visitor · counted")
          add("visitor")
        }
      }
      // a second window of the tablet keeps an act that the first does not know of when it keeps its next one, whose words must be new there
      if (confirmed.at(-1)?.kind !== "visitor") {
        const second = await running[n]!.context.newPage()
        await second.goto(page.url())
        for (const window of [second, page]) {
          await window.getByRole("button", { name: "Visitor" }).click()
          await expect(window.getByTestId("kiosk-result")).toContainText("Visitor · counted")
          add("visitor")
        }
        await second.close()
      }
      await open("/hr/kiosk?site=1")
      const { staffNumber } = any(crew)
      await page.getByLabel("Staff number").fill(staffNumber)
      await page.getByLabel("PIN").fill("4821")
      await page.keyboard.press("Enter")
      await expect(result).toContainText(`${staffNumber} · saved offline`)
      confirmed.push({ tablet: n, kind: "door" })
      if (chance() < 0.6) await start(n)
    }
    const signIn = (n: number) => ask(running[n]!.page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
    const connect = async (n: number) => {
      // a killed browser has lost the cookie of its session
      await signIn(n)
      await running[n]!.context.setOffline(false)
      await running[n]!.open("/outbox")
    }
    const sendAll = async (n: number) => {
      await connect(n)
      await expect.poll(() => running[n]!.page.evaluate(sendKept), { timeout: 60_000 }).toBe(0)
    }

    try {
      // what is the same on all is prepared on one
      const first = await tablet(profiles[0]!)
      await ask(first.page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
      await first.open("/meal-tracking")
      await Promise.all(["/api/meal-sessions", "/api/staff-members"].map((path) => kept(first.page, path)))
      await first.page.evaluate(() => navigator.serviceWorker.ready)
      await first.kill()
      for (const other of profiles.slice(1)) cpSync(profiles[0]!, other, { recursive: true })
      for (const n of clocks.keys()) {
        const { context, page, open } = await start(n)
        await context.setOffline(false)
        await signIn(n)
        await open("/field")
        await page.getByRole("button", { name: "Enrol this device" }).click()
        const dialog = page.getByRole("dialog", { name: "Enrol this device" })
        await dialog.getByLabel("Name").fill(`Tablet ${n} of ${stamp}`)
        const rows = page.waitForResponse((answer) => answer.url().includes("/api/field/pack") && answer.ok())
        await dialog.getByRole("button", { name: "Enrol device" }).click()
        await rows
        await expect.poll(() => page.evaluate(knowsTime), { timeout: 60_000 }).toBe(true)
        await context.setOffline(true)
      }

      // one tablet serves a meal before it is closed, and sends that later
      for (const n of clocks.keys()) await work(n, n === 1 ? dinner.id : undefined)
      await sendAll(2)
      // with a connection it would read at once that the meal is closed
      await running[2]!.context.setOffline(true)
      const trusted = confirmed.filter(({ tablet }) => tablet === 2).length
      // killed while it sends
      await connect(0)
      await start(0)
      // no tablet knows of this while it works
      await ask(boss, "PATCH", `/api/meal-sessions/${dinner.id}/complete`, {})
      isClosed = true
      const [, , third] = await ours()
      await ask(boss, "POST", `/api/field/devices/${third!.id}/revoke`, { reason: "Lost" })
      for (const n of [2, 0, 1]) {
        await start(n)
        await work(n)
      }
      for (const n of clocks.keys()) await sendAll(n)

      const devices = await ours()
      const all = await ask<readonly Act[]>(boss, "GET", "/api/field/acts?limit=200&sort=-createdAt")
      const good: Confirmed[] = []
      for (const [n, { id, whole, top, forked }] of devices.entries()) {
        const said = confirmed.filter(({ tablet }) => tablet === n)
        const acts = all.filter(({ deviceId }) => deviceId === id).toSorted((a, b) => a.number - b.number)
        expect(
          acts.map(({ number, act }) => `${number} ${act}`),
          `tablet ${n}: what was confirmed was received, once`,
        ).toEqual(said.map(({ kind }, before) => `${before + 1} ${names[kind]}`))
        expect({ whole, top, forked }).toEqual({ whole: said.length, top: said.length, forked: false })
        for (const [before, each] of said.entries()) {
          const { status, sentence, number } = acts[before]!
          const isGood = ["recorded", "duplicate", "late"].includes(status)
          if (isGood) good.push(each)
          if (n === 2 && number > trusted) expect(sentence).toBe(revoked)
          // after the close it depends on the time, which the twin compares
          else if (each.isAfterClose && each.session === dinner.id) expect(isGood || (status === "refused" && sentence !== ""), sentence).toBe(true)
          // late in the evening, of those who came in the morning
          else if (each.kind === "door" && / is more than 16 hours\./.test(sentence)) expect(status).toBe("refused")
          else expect(isGood, `tablet ${n}, ${number} ${each.kind}: ${status} ${sentence}`).toBe(true)
        }
      }
      const told = running[2]!.page.getByRole("table", { name: "Outbox" }).getByText(revoked)
      await expect(told, "a revoked tablet shows what was not recorded").toHaveCount(confirmed.filter(({ tablet }) => tablet === 2).length - trusted)

      for (const session of sessions) {
        const here = good.filter((each) => each.session === session)
        const rows = await ask<readonly { attended: boolean; staffMember: Person }[]>(boss, "GET", `/api/meal-attendance?mealSessionId=${session}`)
        expect(Object.fromEntries(rows.map(({ staffMember, attended }) => [staffMember.staffNumber, attended]))).toEqual(
          Object.fromEntries(here.flatMap(({ kind, about }) => (kind === "visitor" ? [] : [[about!, kind === "tap"]]))),
        )
        const { visitors } = await ask<{ visitors: number }>(boss, "GET", `/api/meal-sessions/${session}`)
        expect(visitors).toBe(here.filter(({ kind }) => kind === "visitor").length)
      }
      const files = ["devices", "acts"].map((name) => test.info().outputPath(`${name}.json`))
      for (const [n, rows] of [devices, all].entries()) writeFileSync(files[n]!, JSON.stringify(rows))
      const checked = execFileSync(process.execPath, ["tools/checks/device-acts.ts", ...files], { encoding: "utf8" })
      expect(checked.trim()).toBe(`${confirmed.length} acts of 3 devices checked`)
    } finally {
      await Promise.all(running.map(({ kill }) => kill()))
      for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
    }
  })
}
