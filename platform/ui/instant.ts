/**
 * The instant a page shows: now, or the past that its address names (`?asOf=2026-10-31`). It is fixed for the life of the
 * page; another instant is another load of the page, so that nothing read, cached or typed at one can be shown at another.
 */

const param = "asOf"

/** The instant that an address names; null for now. */
export const instantOf = (address: string) => new URLSearchParams(address.split("#")[0]?.split("?")[1]).get(param)?.trim() || null

/** The instant of this page as its address says it: a day, a month, an ISO instant, or `@1234` for after that event. */
export const asOf = instantOf(globalThis.location?.href ?? "")

/** Nothing of the past can be changed. */
export const inThePast = asOf !== null

/** What the server says of the instant once it has been found. */
export interface Instant {
  /** The last event that is seen. */
  readonly position: number
  readonly at: string
}

let found: Instant | undefined

/** Tells what the server has found, for an instant that is named by an event. */
export const instantIs = (instant: Instant) => {
  found = instant
}

/** The last moment of a day, a month or a minute in Juba, which is two hours ahead of UTC. */
const endOf = (text: string) => {
  if (/^\d{4}-\d\d$/.test(text)) {
    const [year, month] = text.split("-").map(Number) as [number, number]
    return new Date(Date.UTC(year, month, 1, -2) - 1_000)
  }
  return new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59+02:00` : text)
}

const opened = new Date()

/** The moment the page shows; undefined for now, and for an event that the server has not placed yet. A day that is not over ends now. */
export const shownAt = () => {
  if (asOf === null) return undefined
  const at = /^\d{4}-\d\d/.test(asOf) ? endOf(asOf) : found && new Date(found.at)
  return !at || Number.isNaN(at.getTime()) ? undefined : at < opened ? at : opened
}

/** An address of the app at the instant of this page, unless it names one itself. */
export const keepInstant = (address: string) => {
  if (asOf === null) return address
  const url = new URL(address, location.href)
  if (instantOf(address) === null) url.searchParams.set(param, asOf)
  return url.pathname + url.search + url.hash
}

/** An address of the app at another instant; null is now. */
export const addressAt = (address: string, instant: string | null) => {
  const url = new URL(address, location.href)
  if (instant === null) url.searchParams.delete(param)
  else url.searchParams.set(param, instant)
  return url.pathname + url.search
}

/** Where the same screen is seen at another instant. What page of a list and which dialog is open belongs to this one. */
export const hereAt = (instant: string | null) => {
  const url = new URL(location.href)
  for (const name of ["after", "page", "dialog"]) url.searchParams.delete(name)
  return addressAt(url.href, instant)
}

/** The instant just before an event was written. */
export const before = (position: number | string) => `@${Number(position) - 1}`
