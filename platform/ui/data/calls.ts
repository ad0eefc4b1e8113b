/** The calls of a contract as they go out: `PATCH /api/vendors/:id` with its parts in place. `client.ts` types them. */
import { type Method, type Query, read, write } from "./api.ts"

export type Given = Readonly<Record<string, unknown>>

/** The path of a call, its parts in place. */
export const placed = (call: string, given?: Given | null) =>
  call.slice(call.indexOf(" ") + 1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given?.[name])))
export const methodOf = (call: string) => call.slice(0, call.indexOf(" ")) as Method

/** The calls that need no component around them. */
export const calls = {
  pathOf: placed,
  pathsOf: (...names: readonly string[]) => names.map((name) => placed(name)),
  ask: (call: string, { query, signal, ...parts }: Given = {}) => read(placed(call, parts), query as Query, signal as AbortSignal),
  send: (call: string, { body, key, ...parts }: Given) => write(methodOf(call), placed(call, parts), body, key === undefined ? {} : { key: key as string }),
}
