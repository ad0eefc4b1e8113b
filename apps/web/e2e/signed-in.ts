/** Helpers of the browser tests: sign a person in, call the server as that person, check a page as assistive technology reads it. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, expect, type Locator, type Page, test as base } from "@playwright/test"
import type { RunOptions } from "axe-core"
import { lookMark, markLooks, markTargets, targetMark } from "./looks.ts"

declare global {
  interface Window {
    readonly axe: typeof import("axe-core")
  }
}

/** A test that closes everything it opened afterwards, so that no page keeps following the events of later tests. */
export const test = base.extend<{ closed: void }>({
  closed: [
    async ({ browser }, use, info) => {
      await use()
      if (info.status !== info.expectedStatus) return // pages of a failed test are captured first, and close with their browser
      const others = browser.contexts().filter((context) => !seats.has(context))
      await Promise.all([...[...taken].map(clean), ...others.map(close)])
    },
    { auto: true },
  ],
})

/** Page by page, because a screenshot is taken of pages that are open when their context closes. */
const close = async (context: BrowserContext) => {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.close()
}

/**
 * A browser that is reused by one test after another, cleaned in between. It keeps only the app code it has loaded: loading that in a new browser
 * takes nearly three times as much processor time.
 */
interface Seat {
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  readonly options: BrowserContextOptions
}
const seats = new Map<BrowserContext, Seat>()
const taken = new Set<Seat>()

const newSeat = async (browser: Browser, options: BrowserContextOptions): Promise<Seat> => {
  const context = await browser.newContext({ ...options, baseURL: process.env["BASE_URL"]! })
  const page = await context.newPage()
  page.clock.install = () => Promise.reject(new Error("A clock cannot be restored: use newVisitor or signedInNewBrowser"))
  await page.goto(nothing)
  const seat = { context, page, devtools: await context.newCDPSession(page), options }
  seats.set(context, seat)
  return seat
}

/** Removes everything that a test opened, stored, permitted, replaced or emulated. */
const clean = async (seat: Seat) => {
  const { context, page, devtools, options } = seat
  const forget = () => devtools.send("Storage.clearDataForOrigin", { origin: process.env["BASE_URL"]!, storageTypes: "all" })
  await Promise.all(context.pages().flatMap((each) => (each === page ? [] : [each.close()])))
  for (const event of ["request", "requestfinished", "requestfailed", "pageerror"] as const) page.removeAllListeners(event)
  context.removeAllListeners("request")
  await forget() // before the connection is restored, because the app would then send what it has stored
  await Promise.all([page.unrouteAll({ behavior: "ignoreErrors" }), context.setOffline(false), context.clearPermissions()])
  if (!page.url().endsWith(nothing)) await page.goto(nothing)
  await page.evaluate(() => sessionStorage.clear())
  await Promise.all([forget(), context.clearCookies(), devtools.send("Page.resetNavigationHistory")])
  await page.emulateMedia({ colorScheme: "light" })
  if (options.viewport) await page.setViewportSize(options.viewport)
  if (!options.hasTouch) await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: false })
  await page.mouse.move(0, 0)
  taken.delete(seat)
}
/** A page of the app that runs nothing: it displays a script as text. */
const nothing = "/theme.js"

/** Ends a person's use of the browser in the middle of a test. */
export const leave = (page: Page) => clean(seats.get(page.context())!)

/** A page in a browser that has loaded nothing yet. */
export const newVisitor = async (browser: Browser, options: BrowserContextOptions = laptop): Promise<Page> =>
  (await browser.newContext({ ...options, baseURL: process.env["BASE_URL"]! })).newPage()

/** A page in a browser in which no one has signed in. Nothing is open on it yet. */
export const visitor = async (browser: Browser, options: BrowserContextOptions = laptop): Promise<Page> => {
  const seat = [...seats.values()].find((each) => each.options === options && !taken.has(each)) ?? (await newSeat(browser, options))
  taken.add(seat)
  return seat.page
}

/** The password of all demo accounts. */
export const password = "field-office-demo"
export const laptop = { viewport: { width: 1366, height: 900 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The business date a number of days from now, as the server counts it. */
export const inJuba = (days = 0) => new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format(Date.now() + days * 86_400_000)

const [year, month] = inJuba().split("-").map(Number) as [number, number]
const day = (month: number, day: number) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
/** The last completed month, such as 2026-10, with its first and last day. */
export const lastMonth = { name: day(month - 1, 1).slice(0, 7), from: day(month - 1, 1), to: day(month, 0) }

/** Calls the server as the person of the page, whatever the page shows. Throws rejections, with their status. */
export const ask = async <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> => {
  const address = new URL(path, process.env["BASE_URL"])
  if (path === "/api/auth/login") await dropSession(page.context())
  // the origin check rejects other sites; this is our own page
  const headers = { origin: address.origin, "idempotency-key": crypto.randomUUID() }
  const answer = await page.request.fetch(address.href, { method, headers, ...(body !== undefined && { data: body }) })
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Makes sure that a lunch of today with people is closed at Unity State: the demo's meals are missing if the day has changed since they were created. */
export const ensureLunchToday = async (page: Page) => {
  const { staffFedToday } = await ask<{ readonly staffFedToday: number }>(page, "GET", "/api/dashboard/metrics")
  if (staffFedToday > 0) return
  interface Identified {
    readonly id: number
  }
  const [client] = await ask<readonly [Identified]>(page, "GET", "/api/clients?siteId=1")
  const slot = { sessionDate: inJuba(), mealType: "lunch", siteId: 1, clientId: client.id, projectId: null }
  const session = await ask<Identified>(page, "POST", "/api/meal-sessions", slot)
  const [diner] = await ask<readonly [Identified]>(page, "GET", `/api/staff-members?clientId=${client.id}&siteId=1&status=active`)
  await ask(page, "POST", "/api/meal-attendance", { mealSessionId: session.id, staffMemberId: diner.id, attended: true })
  await ask(page, "PATCH", `/api/meal-sessions/${session.id}/complete`, {})
}

/** The session of each person who has signed in, with its start time. Signing in is slow by design, so one session serves many pages. */
const sessions = new Map<string, { readonly cookies: Awaited<ReturnType<BrowserContext["cookies"]>>; readonly began: number }>()
/** Signing in with a browser that has a session ends that session at the server, so it is not used for further pages. */
const dropSession = async (context: BrowserContext) => {
  const values = new Set((await context.cookies()).map(({ value }) => value))
  for (const [key, { cookies }] of sessions) if (cookies.some(({ value }) => values.has(value))) sessions.delete(key)
}
/** Half of the time for which a sign-in counts as confirmed. */
const sessionLasts = 5 * 60_000
/** Requires everyone to sign in again from now on. */
export const forgetSessions = () => sessions.clear()

/** A page on which a person has signed in by password. Nothing is open on it yet. */
export const signedIn = async (browser: Browser, employeeId: string, options: BrowserContextOptions = laptop): Promise<Page> =>
  signIn(await visitor(browser, options), employeeId)

/** The same in a browser that has loaded nothing before and is not reused afterwards, for example because its clock is set. */
export const signedInNewBrowser = async (browser: Browser, employeeId: string, options: BrowserContextOptions = laptop): Promise<Page> =>
  signIn(await newVisitor(browser, options), employeeId)

/** The same in a session that no other page shares, for a test that ends sessions or counts them. */
export const signedInAnew = async (browser: Browser, employeeId: string, options: BrowserContextOptions = laptop): Promise<Page> => {
  const page = await visitor(browser, options)
  await ask(page, "POST", "/api/auth/login", { employeeId, password })
  return page
}

const signIn = async (page: Page, employeeId: string): Promise<Page> => {
  const context = page.context()
  const key = `${process.env["BASE_URL"]} ${employeeId}`
  const session = sessions.get(key)
  const isFresh = session !== undefined && Date.now() - session.began < sessionLasts
  if (isFresh) await context.addCookies(session.cookies)
  if (!isFresh || !(await isSignedIn(page))) {
    await ask(page, "POST", "/api/auth/login", { employeeId, password })
    sessions.set(key, { cookies: await context.cookies(), began: Date.now() })
  }
  endsSession(context, key)
  return page
}

/** An earlier test may have ended the session in a way that is not seen here, such as by a request of its service worker. */
const isSignedIn = async (page: Page) => (await page.request.get(new URL("/api/auth/user", process.env["BASE_URL"]).href)).ok()

/** Signing out ends the session for all pages opened later. */
const endsSession = (context: BrowserContext, key: string) =>
  context.on("request", (request) => {
    if (request.url().endsWith("/api/auth/logout")) sessions.delete(key)
  })

/** The most presses of Tab to reach a control. */
const mostTabs = 60

/**
 * Moves the focus to a control with Tab alone, past the rail by the link that skips it. Fails with what was passed if the control is not reached.
 * Presses Shift+Tab for a control before the focus.
 */
export const reach = async (page: Page, at: Locator, key: "Tab" | "Shift+Tab" = "Tab") => {
  const passed: Array<string> = []
  const hasFocus = () => at.evaluate((element) => element === document.activeElement)
  while (!(await hasFocus())) {
    if (passed.length === mostTabs) throw new Error(`${String(at)} is not reached by ${mostTabs} presses of ${key}, past:\n${passed.join("\n")}`)
    await page.keyboard.press(key)
    const [name, skips] = await page.evaluate(() => {
      const element = document.activeElement!
      return [`${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 60)}`, element.matches(".skip")] as const
    })
    passed.push(name)
    if (skips && (await at.evaluate((element) => element.closest("main") !== null))) await page.keyboard.press("Enter")
  }
}

/** Acts on a page like a person and counts the interactions: a key, a typed word or a click. Moving to a control by Tab counts as one, as with a mouse. */
export const handsAt = (page: Page) => {
  let count = 0
  const doing = <T>(act: Promise<T>) => {
    count++
    return act
  }
  return {
    done: () => count,
    press: (key: string) => doing(page.keyboard.press(key)),
    type: (text: string) => doing(page.keyboard.type(text)),
    click: (at: Locator) => doing(at.click()),
    /** moves the focus there by keyboard */
    reach: (at: Locator, key?: "Tab" | "Shift+Tab") => doing(reach(page, at, key)),
    /** activates the control by keyboard; counts like a click */
    enter: (at: Locator, key?: "Tab" | "Shift+Tab") => doing(reach(page, at, key).then(() => page.keyboard.press("Enter"))),
    tap: (at: Locator) => doing(at.tap()),
  }
}

/** Closes the dialog, drawer or explanation on top by its key, and waits until it is gone: until then it may take the keys of the screen. */
export const closeDialog = async (page: Page) => {
  const open = page.getByRole("dialog")
  await expect(open).not.toHaveCount(0)
  const before = await open.count()
  await page.keyboard.press("Escape")
  await expect(open).toHaveCount(before - 1)
}

/** Lets a page make each read by itself, so that a test can replace its answer: small ones are otherwise made together. */
export const readsAlone = (page: Page) => page.route("**/api/reads?*", (route) => route.fulfill({ status: 404 }))

/** A row of a list whose menu is open, with the acts in it. */
export const actsOf = async (row: Locator) => {
  await row.getByRole("button", { name: /^Actions of / }).click()
  return row.getByRole("group", { name: "Actions" })
}

/** The page's notice with this text. */
export const notice = (page: Page, text: string | RegExp) => page.locator(".notice-text", { hasText: text })

/**
 * Opens an address within the running app, like one of its links, from a blank page: no part of the previous screen is left. Only the app itself is
 * not reloaded, which is the larger half of the work; `page.goto` does that.
 */
export const openWithin = async (page: Page, path: string) => {
  const go = (to: string) =>
    page.evaluate((to) => {
      history.pushState(null, "", to)
      dispatchEvent(new PopStateEvent("popstate"))
    }, to)
  await go("/no-such-page")
  await page.getByRole("heading", { name: "Page Not Found" }).waitFor()
  // a notice would outlast its screen
  await page.evaluate(() => document.querySelectorAll<HTMLElement>("[aria-label='Close notice']").forEach((button) => button.click()))
  await go(path)
}

/** Waits until the page has all it asked for. */
export const settled = (page: Page) => page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null, undefined, { timeout: 20_000 })

/** Runs in the page: whether the browser has cached an answer of a path. A missing database is not created, because the app creates it with its store. */
const hasAnswer = async (path: string) => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "answers")) return false
  return new Promise<boolean>((resolve) => {
    const request = indexedDB.open("answers")
    request.onsuccess = () => {
      const keys = request.result.transaction("answer").objectStore("answer").getAllKeys()
      keys.onsuccess = () => {
        request.result.close()
        resolve(keys.result.some((key) => String(key).includes(path)))
      }
    }
  })
}
/** Waits until the browser has cached an answer of a path. That happens after the answer is shown, and only then can the page open offline. */
export const kept = (page: Page, path: string) => expect.poll(() => page.evaluate(hasAnswer, path), { timeout: 60_000 }).toBe(true)

/** Accessibility violations, by rule and place. Frames are checked from outside only, because no script may run in those that we show. */
export const faults = (page: Page) => found(page, everyRule)

/** The same in dark mode, for a page already checked in light mode: dark mode changes only colours. */
export const faultsInTheDark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await expect(page.locator("html")).toHaveClass("dark")
  const faults = await found(page, { runOnly: { type: "rule", values: rulesOfColour } })
  await page.emulateMedia({ colorScheme: "light" })
  return faults
}

const rulesOfColour = ["color-contrast", "link-in-text-block"]
const everyRule: RunOptions = { runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] } }
/** The ways to check a page: the emulation, and the rules. A phone has another layout, with the colours of the laptop. */
export const looks = {
  light: { colorScheme: "light", viewport: laptop.viewport, options: everyRule },
  dark: { colorScheme: "dark", viewport: laptop.viewport, options: { runOnly: { type: "rule", values: rulesOfColour } } },
  phone: {
    colorScheme: "dark",
    viewport: phone.viewport,
    options: { ...everyRule, rules: Object.fromEntries(rulesOfColour.map((rule) => [rule, { enabled: false }])) },
  },
} as const satisfies Readonly<Record<string, { colorScheme: "light" | "dark"; viewport: object; options: RunOptions }>>

/** Switches an open page to this look, without reloading it. */
export const lookAs = async (page: Page, look: keyof typeof looks) => {
  const { colorScheme, viewport } = looks[look]
  const touches = look === "phone"
  const { devtools } = seats.get(page.context())!
  const isTouched = await page.evaluate(() => matchMedia("(pointer: coarse)").matches)
  // at once, because every change is a new layout of the whole page
  await Promise.all([
    isTouched !== touches && devtools.send("Emulation.setTouchEmulationEnabled", { enabled: touches }),
    page.viewportSize()?.width !== viewport.width && page.setViewportSize(viewport),
    page.emulateMedia({ colorScheme }),
  ])
  // from frame to frame: an expectation looks again only after a tenth of a second, which here is most of the time
  await page.waitForFunction((name) => document.documentElement.classList.contains(name), colorScheme)
}

/** Injected once per page: loading it takes longer than running it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const modal = "[role=dialog][aria-modal=true]"

/** The looks of texts whose contrast was measured on earlier pages, light and dark ones apart. */
const knownLooks: Array<string> = []

/** Only what is wrong is told, which is little, where all that axe did would be megabytes. */
export const found = async (page: Page, options: RunOptions): Promise<ReadonlyArray<string>> => {
  const isThere = await page.evaluate(async () => {
    // elements that are still fading in do not have their final colours
    const passing = document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})))
    return "axe" in window
  })
  if (!isThere) {
    await page.evaluate(axeSource)
    const selectors = { "color-contrast": `[${lookMark}]`, "target-size": `[${targetMark}]` }
    const rules = Object.entries(selectors).map(([id, selector]) => ({ id, selector }))
    // the text of each element that is checked, up to the whole page, is a fifth of the work: it is taken of what is wrong
    await page.evaluate((rules) => window.axe.configure({ rules, noHtml: true }), rules)
  }
  await page.evaluate(markTargets, targetMark)
  const measuresContrast = options.rules?.["color-contrast"]?.enabled !== false
  const fresh = measuresContrast ? await page.evaluate(markLooks, { mark: lookMark, known: knownLooks.join(" "), part: modal }) : ""
  const faults = await page.evaluate(
    async ({ options, modal }) => {
      // what lies behind a modal dialog can neither be read nor used; it is looked at where no dialog is open
      const within = document.querySelector(modal) ? modal : "html"
      // what would be preloaded are style sheets, sound and films: none of these rules reads the first, and we have none of the others
      const how: RunOptions = { ...options, iframes: false, preload: false, resultTypes: ["violations"] }
      const { violations } = await window.axe.run(within, how)
      const told = (target: string) => `${target} ${document.querySelector(target)?.outerHTML.slice(0, 90)}`
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => told(target.join(" "))).join(", ")}`)
    },
    { options, modal },
  )
  if (faults.length === 0 && fresh !== "") knownLooks.push(fresh)
  return faults
}

/** Gives a browser's device a sensor that recognises anyone who touches it. */
export const addSensor = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, automaticPresenceSimulation: true } })
}
