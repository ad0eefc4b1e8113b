/**
 * The instant a page shows: now, or the past given in its address (`?asOf=2026-10-31`). It is fixed for the lifetime of the page; another instant
 * requires a reload, so that nothing read, cached or typed at one can be shown at another.
 */

const param = "asOf"

/** The instant in an address; null for now. */
export const instantOf = (address: string) => new URLSearchParams(address.split("#")[0]?.split("?")[1]).get(param)?.trim() || null

/** The instant of this page as given in its address: a day, a month, an ISO instant, or `@1234` for after that event. */
export const asOf = instantOf(globalThis.location?.href ?? "")

/** In the past nothing can be changed. */
export const inThePast = asOf !== null

/** The instant as resolved by the server. */
export interface Instant {
  /** The last event included. */
  readonly position: number
  readonly at: string
}

let found: Instant | undefined

/** Sets the instant resolved by the server, for an instant given as an event. */
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

/** The moment that the page shows; undefined for now, and for an event that the server has not resolved yet. A day that is not over ends now. */
export const shownAt = () => {
  if (asOf === null) return undefined
  const at = /^\d{4}-\d\d/.test(asOf) ? endOf(asOf) : found && new Date(found.at)
  return !at || Number.isNaN(at.getTime()) ? undefined : at < opened ? at : opened
}

/** An address of the app at the instant of this page, unless it contains one itself. */
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

/** The address of the same screen at another instant. The page of a list and an open dialog are not carried over. */
export const hereAt = (instant: string | null) => {
  const url = new URL(location.href)
  for (const name of ["after", "page", "dialog"]) url.searchParams.delete(name)
  return addressAt(url.href, instant)
}

/** The instant just before an event was written. */
export const before = (position: number | string) => `@${Number(position) - 1}`
