/** How a call becomes a request: its method, its path with parameters filled in, and its query. */
import type { Query } from "./calls.ts"

/** The path of a call with its parameters filled in. */
export const placed = (call: string, given?: Readonly<Record<string, unknown>> | null) =>
  call.slice(call.indexOf(" ") + 1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given?.[name])))
export const methodOf = (call: string) => call.slice(0, call.indexOf(" "))

/** The address of a read; `more` are additional query parameters. */
export const addressOf = (path: string, query?: Query, more: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(more)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue
    search.set(name, Array.isArray(value) ? value.join(",") : String(value))
  }
  return search.size ? `${path}?${search}` : path
}

/** Delays, in ms, before a request without an answer is sent again under its key, and before a read answered with 503 is repeated. */
export const pauses: ReadonlyArray<number> = [1_000, 3_000, 6_000]

/** Whether the server states in `x-recorded` that it has written, or may have written, a request that it could not answer. */
export const isInDoubt = (recorded: string | null | undefined) => recorded === "unknown" || recorded === "yes"
