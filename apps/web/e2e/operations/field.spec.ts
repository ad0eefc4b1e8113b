/**
 * A shift on three tablets, in real browsers: wrong clocks, kills in the middle of it, cold starts without a connection, lost requests and answers, and
 * meanwhile a session that is closed and a tablet that is revoked. One seed in a usual run, twenty in the nightly one. Its twin
 * without browsers, with many more acts and faults, is `modules/field/field.test.ts`.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { expect, type Page } from "@playwright/test"
import { chances, times } from "@ops/platform/testing/thorough.ts"
import { ask, inJuba, password, settled, signedIn, test } from "../signed-in.ts"
import { answerKept, tablet } from "../tablet.ts"

interface Named {
  readonly id: number
}
interface Person extends Named {
  readonly staffNumber: string
  readonly firstName: string
  readonly lastName: string
}
interface Act extends Named {
  readonly deviceLabel: string
  readonly deviceId: number
  readonly number: number
  readonly act: string
  readonly status: string
  readonly sentence: string
}
interface Device extends Named {
  readonly label: string
  readonly whole: number
  readonly top: number
  readonly forked: boolean
}
type Tablet = Awaited<ReturnType<typeof tablet>>

const hour = 3_600_000
/** How far the clocks of the tablets are ahead; the last one is set forward at its second start. */
const clocks: ReadonlyArray<ReadonlyArray<number>> = [[3 * hour], [-2 * hour], [0, hour / 2]]
const green = ["recorded", "duplicate", "late"]

/** What the screens have confirmed on one tablet, in order. */
interface Confirmed {
  readonly tablet: number
  readonly kind: "tap" | "undo" | "visitor" | "door"
  readonly session: number
  readonly about: string
}

test.describe.configure({ timeout: 600_000 })
for (const seed of Array.from({ length: times(1, 20) }, (_, n) => n + 1)) {
  // proves U-06-10
  test(`a shift on three tablets: what a screen has confirmed is received once, ends in one state, and the rows are those of the acts (seed ${seed})`, async ({
    browser,
  }) => {
    const chance = chances(seed)
    const any = <A>(of: readonly A[]) => of[Math.floor(chance() * of.length)]!
    const stamp = Date.now()
    const boss = await signedIn(browser, "FO-CEO-001")
    const [client] = await ask<readonly [Named]>(boss, "GET", "/api/clients?siteId=1")
    const { id: projectId } = await ask<Named>(boss, "POST", "/api/projects", { projectName: `Shift ${stamp}`, clientId: client.id, siteId: 1 })
    const open = (mealType: string) =>
      ask<Named>(boss, "POST", "/api/meal-sessions", { sessionDate: inJuba(), mealType, siteId: 1, clientId: client.id, projectId })
    const sessions = [await open("lunch"), await open("dinner")].map(({ id }) => id) as [number, number]
    const people = (await ask<readonly Person[]>(boss, "GET", `/api/staff-members?clientId=${client.id}&siteId=1&status=active&limit=8`)).slice(0, 8)
    const crew = (await ask<readonly Person[]>(boss, "GET", "/api/hr/staff?siteId=1&status=active&limit=4")).slice(0, 4)
    const profiles = clocks.map(() => mkdtempSync(path.join(tmpdir(), "ops-tablet-")))
    const running: Array<Tablet | undefined> = []
    const starts = [0, 0, 0]
    const confirmed: Confirmed[] = []

    /** Starts a tablet: its clock is wrong, and of what it sends a tenth is lost, and of the answers a third. */
    const begin = async (n: number) => {
      await running[n]?.kill()
      const here = await tablet(profiles[n]!)
      running[n] = here
      const clock = clocks[n]!
      const ahead = clock[Math.min(starts[n]!, clock.length - 1)]!
      starts[n]! += 1
      await here.context.addInitScript((by) => {
        const Right = Date
        const now = () => Right.now() + by
        globalThis.Date = new Proxy(Right, {
          construct: (_, given: unknown[]) => Reflect.construct(Right, given.length === 0 ? [now()] : given) as Date,
          get: (_, name) => (name === "now" ? now : Reflect.get(Right, name)),
        })
      }, ahead)
      await here.context.route("**/api/field/packets", async (route) => {
        if (chance() < 0.1) return route.abort()
        const answer = await route.fetch().catch(() => undefined)
        return answer && chance() > 0.3 ? route.fulfill({ response: answer }).catch(() => undefined) : route.abort().catch(() => undefined)
      })
      return here
    }
    const result = (page: Page) => page.getByTestId("kiosk-result")
    /** A few acts on one tablet, each confirmed by its screen. */
    const work = async (n: number, many: number) => {
      const { page, open } = running[n]!
      const done = (kind: Confirmed["kind"], session: number, about: string) => confirmed.push({ tablet: n, kind, session, about })
      const session = any(sessions)
      await open(`/meal-tracking/kiosk/${session}`)
      const field = page.getByLabel("Staff number or name")
      const met = new Set<Person>()
      /** Until one more act is kept: a line of the screen can be that of the act before. */
      const kept = (before: number) => expect.poll(() => page.evaluate(actsHere, true)).toBe(before + 1)
      for (let act = 0; act < many; act++) {
        await expect(field).toBeEnabled()
        const before = await page.evaluate(actsHere, true)
        if (chance() < 0.25) {
          await page.getByRole("button", { name: "Visitor" }).click()
          await kept(before)
          await expect(result(page)).toContainText("Visitor · counted")
          done("visitor", session, "")
          continue
        }
        const person = any(people.filter((each) => !met.has(each)))
        met.add(person)
        const name = `${person.firstName} ${person.lastName}`
        await field.fill(person.staffNumber)
        await field.press("Enter")
        await expect(result(page)).toContainText(new RegExp(`${name} · (saved, waiting for the connection|already recorded)`))
        if ((await result(page).textContent())!.includes("· already recorded")) continue
        await kept(before)
        done("tap", session, person.staffNumber)
        if (chance() > 0.25) continue
        await page.getByRole("button", { name: "Undo" }).click()
        await kept(before + 1)
        await expect(result(page)).toContainText("waiting for the connection")
        done("undo", session, person.staffNumber)
      }
      await open("/hr/kiosk?site=1")
      const member = any(crew)
      await page.getByLabel("Staff number").fill(member.staffNumber)
      await page.getByLabel("PIN").fill("4821")
      await page.keyboard.press("Enter")
      await expect(result(page)).toContainText(`${member.staffNumber} · saved offline`)
      done("door", 0, member.staffNumber)
      // in the middle of what it does afterwards
      if (chance() < 0.6) {
        await begin(n)
        await running[n]!.context.setOffline(true)
      }
    }

    try {
      for (const n of clocks.keys()) {
        const { context, page, open } = await begin(n)
        await ask(page, "POST", "/api/auth/login", { employeeId: "FO-SUP-001", password })
        await open("/field")
        await page.getByRole("button", { name: "Enrol this device" }).click()
        const dialog = page.getByRole("dialog", { name: "Enrol this device" })
        await dialog.getByLabel("Name").fill(`Tablet ${n} of ${stamp}`)
        const rows = page.waitForResponse((answer) => answer.url().includes("/api/field/pack") && answer.ok())
        await dialog.getByRole("button", { name: "Enrol device" }).click()
        await rows
        for (const session of sessions) {
          await open(`/meal-tracking/kiosk/${session}`)
          await settled(page)
          for (const read of [`meal-sessions/${session}$`, "staff-members", `meal-attendance.*${session}`]) await answerKept(page, new RegExp(read))
        }
        await open("/hr/kiosk?site=1")
        await settled(page)
        await page.evaluate(() => navigator.serviceWorker.ready)
        await context.setOffline(true)
      }
      const devices = async () =>
        (await ask<readonly Device[]>(boss, "GET", "/api/field/devices?limit=200")).filter(({ label }) => label.endsWith(String(stamp)))
      for (let round = 0; round < 3; round++) {
        for (const n of clocks.keys()) await work(n, 4)
        if (round === 0) await ask(boss, "PATCH", `/api/meal-sessions/${sessions[1]}/complete`, {})
        if (round === 1) {
          const { id } = (await devices()).find(({ label }) => label.startsWith("Tablet 2"))!
          await ask(boss, "POST", `/api/field/devices/${id}/revoke`, { reason: "Lost" })
        }
      }
      // back online, until the office has all and each tablet knows it
      for (const n of clocks.keys()) {
        const { context, page, open } = running[n]!
        await context.setOffline(false)
        await open("/outbox").catch(() => undefined)
        await expect
          .poll(
            async () => {
              await page.evaluate(() => dispatchEvent(new Event("online")))
              return page.evaluate(actsHere, false)
            },
            { timeout: 120_000 },
          )
          .toBe(0)
      }

      const ours = await devices()
      const acts = (await ask<readonly Act[]>(boss, "GET", "/api/field/acts?limit=200&sort=-createdAt")).filter(({ deviceId }) =>
        ours.some(({ id }) => id === deviceId),
      )
      for (const tablet of clocks.keys()) {
        const names = { tap: "meal_attendance.record", undo: "meal_attendance.record", visitor: "meal_session.tally", door: "attendance.tap_on_device" }
        const received = acts.filter(({ deviceLabel }) => deviceLabel.startsWith(`Tablet ${tablet} `)).toSorted((a, b) => a.number - b.number)
        const said = confirmed.filter((each) => each.tablet === tablet).map(({ kind }, n) => `${n + 1} ${names[kind]}`)
        expect(
          received.map(({ number, act }) => `${number} ${act}`),
          `what tablet ${tablet} has confirmed was received, once`,
        ).toEqual(said)
      }
      for (const { label, whole, top, forked } of ours) {
        const many = confirmed.filter(({ tablet }) => label.startsWith(`Tablet ${tablet} `)).length
        expect([label, whole, top, forked]).toEqual([label, many, many, false])
      }
      const stateOf = ({ tablet }: Confirmed, number: number) => acts.find((act) => act.deviceLabel.startsWith(`Tablet ${tablet} `) && act.number === number)!
      const counted = confirmed.map((each, n) => ({
        ...each,
        state: stateOf(each, confirmed.slice(0, n + 1).filter(({ tablet }) => tablet === each.tablet).length),
      }))
      for (const { state, tablet, kind } of counted) {
        expect(["received", "held"], JSON.stringify(state)).not.toContain(state.status)
        if (!green.includes(state.status)) expect(state.sentence, `${kind} of tablet ${tablet} says why`).not.toBe("")
        if (tablet === 2) expect(state.status, state.sentence).toBe("refused")
        else expect(green, state.sentence).toContain(state.status)
      }

      // the rows are those of the acts that count, in the order in which they happened
      const good = counted.filter(({ state }) => green.includes(state.status))
      for (const session of sessions) {
        const model = new Map<string, boolean>()
        for (const { kind, about } of good.filter((each) => each.session === session && each.kind !== "visitor")) model.set(about, kind === "tap")
        const rows = await ask<readonly { attended: boolean; staffMember: Person }[]>(boss, "GET", `/api/meal-attendance?mealSessionId=${session}&limit=100`)
        expect(new Map(rows.map(({ staffMember, attended }) => [staffMember.staffNumber, attended])), `session ${session}`).toEqual(model)
        const { visitors } = await ask<{ visitors: number }>(boss, "GET", `/api/meal-sessions/${session}`)
        expect(visitors).toBe(good.filter((each) => each.session === session && each.kind === "visitor").length)
      }
      const folder = test.info().outputDir
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/devices.json`, JSON.stringify(ours))
      writeFileSync(`${folder}/acts.json`, JSON.stringify(await ask(boss, "GET", "/api/field/acts?limit=200&sort=-createdAt")))
      const checked = execFileSync(process.execPath, ["tools/checks/device-acts.ts", `${folder}/devices.json`, `${folder}/acts.json`], { encoding: "utf8" })
      expect(checked.trim()).toBe(`${confirmed.length} acts of ${clocks.length} devices checked`)
    } finally {
      await Promise.all(running.flatMap((each) => (each ? [each.kill()] : [])))
      for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
    }
  })
}

/** In a page: how many acts of this device are kept; without `all`, only those that have no outcome yet. */
const actsHere = (all: boolean) =>
  new Promise<number>((resolve) => {
    const request = indexedDB.open("field")
    request.onsuccess = () => {
      const acts = request.result.transaction("act").objectStore("act").getAll()
      acts.onsuccess = () => {
        request.result.close()
        resolve((acts.result as readonly { state: string }[]).filter(({ state }) => all || state === "waiting" || state === "received").length)
      }
    }
  })
