/**
 * How a designed screen looks, as a fingerprint: for each kind of element its colours, letters, spacing and frame, and where the parts of the
 * frame stand. It does not depend on what the demonstration says today ([decision 109](../../../docs/decisions/0109-fingerprints-of-screens.md)).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Page, Request } from "@playwright/test"

/** A kind of element in words, a number of how it looks, and, of a part of the frame, its left edge and its width. */
type Mark = readonly [kind: string, look: string, x?: number, width?: number]

/** Runs in the page. */
const marks = (): ReadonlyArray<Mark> => {
  const styles = ["color", "background-color", "font-size", "font-weight", "line-height", "padding", "gap", "border-width", "border-radius", "display"]
  const hash = (text: string) => {
    let number = 5381
    for (let n = 0; n < text.length; n++) number = (Math.imul(number, 33) ^ text.charCodeAt(n)) >>> 0
    return number.toString(36)
  }
  const states = ["aria-current", "aria-pressed", "aria-selected", "aria-expanded", "disabled"]
  const kindOf = (element: Element) => {
    const classes = [...element.classList].sort().join(".")
    // by their values, but for those that number or name a record
    const state = [...element.attributes]
      .filter(({ name }) => name.startsWith("data-") || states.includes(name))
      .map(({ name, value }) => (/^[a-zA-Z_-]{1,16}$/.test(value) ? `${name}=${value}` : name))
    const place = [element.matches(":first-child") && "first", element.matches(":last-child") && "last"].filter(Boolean)
    return `${element.tagName.toLowerCase()}${classes && `.${classes}`}${[...state, ...place]
      .sort()
      .map((each) => `:${each}`)
      .join("")}`
  }
  const found = new Map<string, Mark>()
  for (const element of document.querySelectorAll("body *")) {
    const { left, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || element.hasAttribute("style") || element.closest("svg, iframe, script, .loading")) continue
    const kind = `${element.parentElement ? kindOf(element.parentElement) : ""} > ${kindOf(element)}`
    if (found.has(kind)) continue
    const style = getComputedStyle(element)
    const look = hash(styles.map((name) => style.getPropertyValue(name)).join("|"))
    // within a panel the widths follow what it holds
    const isFrame =
      width >= 240 && ["block", "flex", "grid"].includes(style.display) && !element.parentElement?.closest(".panel, .next-meal, .header-line, li, dl, p, table")
    found.set(kind, isFrame ? [kind, look, Math.round(left), Math.round(width)] : [kind, look])
  }
  return [...found.values()]
}

const file = path.join(import.meta.dirname, "fingerprints.json")
type Kept = Record<string, Record<string, string>>
const kept: Kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : {}
const keyOf = (kind: string) => {
  let number = 5381
  for (let n = 0; n < kind.length; n++) number = (Math.imul(number, 33) ^ kind.charCodeAt(n)) >>> 0
  return number.toString(36)
}
const mode = process.env["OPS_FINGERPRINTS"]
export const areRecorded = mode === "write"
/** Fingerprints are being taken, or compared and nothing else is looked at. */
export const onlyFingerprints = areRecorded || mode === "only"

/** How many requests of a page have no answer yet, live updates apart. */
const unanswered = new WeakMap<Page, number>()
/** Counts the requests of a page from now on, so that a fingerprint waits for all of them however busy the machine is. */
export const countRequests = (page: Page) => {
  unanswered.set(page, 0)
  const count = (by: 1 | -1) => (request: Request) => {
    if (!request.url().endsWith("/api/events/stream")) unanswered.set(page, unanswered.get(page)! + by)
  }
  page.on("request", count(1)).on("requestfinished", count(-1)).on("requestfailed", count(-1))
}

/** The marks once every request has its answer, nothing is loading, and two looks at the page find the same. */
const settledMarks = async (page: Page, atMost: number) => {
  let last = ""
  const until = Date.now() + atMost
  for (;;) {
    const isIdle = (unanswered.get(page) ?? 0) === 0 && (await page.locator(".loading, [aria-busy=true]").count()) === 0
    const now = await page.evaluate(marks)
    if ((isIdle && JSON.stringify(now) === last) || Date.now() > until) return now
    last = isIdle ? JSON.stringify(now) : ""
    await page.waitForTimeout(250)
  }
}
/** Further than this, in points, something has moved. */
const tolerance = 12

/** What looks different from what was kept of a screen. With OPS_FINGERPRINTS=write it is kept, and nothing is different. */
export const lookDifferences = async (page: Page, screen: string): Promise<ReadonlyArray<string>> => {
  if (areRecorded) {
    const now = await settledMarks(page, 60_000)
    kept[screen] = Object.fromEntries(now.map(([kind, ...rest]) => [keyOf(kind), rest.join(" ")]))
    const lines = Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(file, `{\n${lines.map(([name, of]) => `  ${JSON.stringify(name)}: ${JSON.stringify(of)}`).join(",\n")}\n}\n`)
    return []
  }
  const before = kept[screen]
  const different = before && differencesOf(before, await page.evaluate(marks))
  // a page that still loads may look different for a moment
  if (before && different && different.length > 0) return differencesOf(before, await settledMarks(page, 10_000))
  return different ?? [`${screen} has no fingerprint: run it with OPS_FINGERPRINTS=write and --workers=1`]
}

const differencesOf = (before: Readonly<Record<string, string>>, now: ReadonlyArray<Mark>): ReadonlyArray<string> => {
  const different = now.flatMap(([kind, look, x, width]) => {
    const [lookBefore, xBefore, widthBefore] = before[keyOf(kind)]?.split(" ") ?? []
    if (lookBefore === undefined) return []
    const isMoved = x !== undefined && xBefore !== undefined && Math.max(Math.abs(x - Number(xBefore)), Math.abs(width! - Number(widthBefore))) > tolerance
    return [
      ...(look === lookBefore ? [] : [`${kind} looks different`]),
      ...(isMoved ? [`${kind} was at ${xBefore}, ${widthBefore} wide, and is at ${x}, ${width} wide`] : []),
    ]
  })
  const there = new Set(now.map(([kind]) => keyOf(kind)))
  const gone = Object.keys(before).filter((key) => !there.has(key)).length
  return gone > 0.6 * Object.keys(before).length ? [...different, `${gone} of ${Object.keys(before).length} kinds of elements are gone`] : different
}
