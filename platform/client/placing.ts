/** How a call goes out: its method, its path with its parts in place, and what it asks with. */
import type { Query } from "./calls.ts"

/** The path of a call, its parts in place. */
export const placed = (call: string, given?: Readonly<Record<string, unknown>> | null) =>
  call.slice(call.indexOf(" ") + 1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given?.[name])))
export const methodOf = (call: string) => call.slice(0, call.indexOf(" "))

/** The address of what is read; `more` is asked besides. */
export const addressOf = (path: string, query?: Query, more: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(more)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue
    search.set(name, Array.isArray(value) ? value.join(",") : String(value))
  }
  return search.size ? `${path}?${search}` : path
}

/** Pauses, in ms, before a request whose answer is missing is sent again under its key, and before a read that was answered with 503. */
export const pauses: ReadonlyArray<number> = [1_000, 3_000, 6_000]

/** Whether the server says, by `x-recorded`, that it has written or may have written what it gives no answer to. */
export const isInDoubt = (recorded: string | null | undefined) => recorded === "unknown" || recorded === "yes"
