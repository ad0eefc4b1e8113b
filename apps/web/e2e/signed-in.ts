/** What the browser tests share: somebody is signed in, the server is asked as that person, a page is looked at as aids to seeing do. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from "@playwright/test"
import type { RunOnly } from "axe-core"

declare global {
  interface Window {
    readonly axe: typeof import("axe-core")
  }
}

/** A test after which the pages that it opened are closed, so that they do not go on following the events of the tests after it. */
export const test = base.extend<{ closed: void }>({
  closed: [
    async ({ browser }, use, info) => {
      await use()
      if (info.status !== info.expectedStatus) return // are looked at once more, and go with their browser
      const contexts = browser.contexts()
      // page by page, since of those that are open when their context closes a picture is taken
      await Promise.all(contexts.flatMap((context) => context.pages()).map((page) => page.close()))
      await Promise.all(contexts.map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** The password of every account of a demonstration. */
export const password = "field-office-demo"
export const laptop = { viewport: { width: 1366, height: 900 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The business date so many days from now, as the server counts it. */
export const inJuba = (days = 0) => new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Juba" }).format(Date.now() + days * 86_400_000)

/** Asks the server as the person of the page would, whatever the page shows. Throws what it refuses, with its status. */
export const ask = async <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> => {
  const address = new URL(path, process.env["BASE_URL"])
  // what is refused for its origin is for strangers; this is a browser of ours
  const headers = { origin: address.origin, "idempotency-key": crypto.randomUUID() }
  const answer = await page.request.fetch(address.href, { method, headers, ...(body !== undefined && { data: body }) })
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A page of a browser of its own, in which somebody has signed in by password. Nothing is open on it yet. */
export const signedIn = async (browser: Browser, employeeId: string, options: BrowserContextOptions = laptop): Promise<Page> => {
  const page = await (await browser.newContext({ ...options, baseURL: process.env["BASE_URL"]! })).newPage()
  await ask(page, "POST", "/api/auth/login", { employeeId, password })
  return page
}

/** What the page says happened, as the notices in its corner have it. */
export const notice = (page: Page, text: string | RegExp) => page.locator(".notice-text", { hasText: text })

/** Waits until the page has all it asked for. */
export const settled = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0)

/**
 * What an aid to seeing would stumble over, by rule and place. Frames are looked at from outside only: no script may run in
 * those that we show.
 */
export const faults = (page: Page) => found(page, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })

/** The same in the dark, for a page whose light has been looked at: the dark changes colours, and nothing else. */
export const faultsInTheDark = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await expect(page.locator("html")).toHaveClass("dark")
  const faults = await found(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] })
  await page.emulateMedia({ colorScheme: "light" })
  return faults
}

/** Brought into a page once: it takes longer to load than to look. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Only what is wrong is told, which is little, where all that axe did would be megabytes. */
const found = async (page: Page, runOnly: RunOnly): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    // what still fades in does not have its colours yet
    const passing = document.getAnimations().filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})))
    // what would be preloaded are style sheets, sound and films: none of these rules reads the first, and we have none of the others
    const { violations } = await window.axe.run({ runOnly, iframes: false, preload: false, resultTypes: ["violations"] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 90)}`).join(", ")}`)
  }, runOnly)
}
