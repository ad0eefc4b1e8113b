import { capitalised } from "@ops/platform/text.ts"
import { read } from "@ops/platform/ui/data/api.ts"
import { useQuery } from "@tanstack/react-query"
import type { AuditEvent } from "../contract.ts"
import { useApi } from "./client.ts"

export type Event = typeof AuditEvent.Type

/** The values by which the log can be filtered. */
export const useWords = () => useApi("GET /api/audit/words")

/** Queries of the log are refetched whenever they are shown: each new event changes the result. */
export const useLog = <T>(path: string | null, query?: Readonly<Record<string, string>>) =>
  useQuery<T>({ queryKey: [path, query], queryFn: ({ signal }) => read<T>(path!, query, signal), enabled: path !== null, staleTime: 0 })

const positions = new Intl.NumberFormat("en-US")
export const position = (at: number) => positions.format(at)

export const count = (n: number, one: string, many = `${one}s`) => `${positions.format(n)} ${n === 1 ? one : many}`

/** A name from the log as words: `paidAmount` and `paid_amount` become paid amount. */
export const plain = (name: string) => name.replace(/[_-]/g, " ").replace(/([a-z])([A-Z])/g, (_, one: string, other: string) => `${one} ${other.toLowerCase()}`)

/** A command as words: `purchase_request.approve` becomes Approve purchase request. */
export const actWords = (command: string) => {
  const [of = "", verb] = command.split(".")
  return capitalised(verb ? `${plain(verb)} ${plain(of)}` : plain(of))
}

export const viaWords: Readonly<Record<string, string>> = { web: "Browser", cli: "Command line", system: "The system itself", demo: "Demo data" }

const screens: Readonly<Record<string, (id: string) => string>> = {
  work_order: (id) => `/facilities/orders?open=${id}`,
  purchase_request: (id) => `/procurement?open=${id}`,
  invoice: (id) => `/invoices?view=all&open=${id}`,
  client: (id) => `/clients?open=${id}`,
  meal_session: (id) => `/meal-tracking-enhanced?tab=sessions&open=${id}`,
}

/** The screen of a record; undefined if it has none. */
export const screenOf = (stream: string) => {
  const [kind = "", id = ""] = stream.split("/")
  return screens[kind]?.(id)
}

/** The search for all events of a record. */
export const eventsOf = (stream: string) => {
  const [entity = "", id = ""] = stream.split("/")
  return `/audit?${new URLSearchParams({ entity, id })}`
}
