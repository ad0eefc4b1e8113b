/** The calls of a contract as requests: `PATCH /api/vendors/:id` with its parameters filled in. Typed by `client.ts`. */
import type { Query } from "@ops/client/calls.ts"
import { methodOf, placed } from "@ops/client/placing.ts"
import { type Method, read, write } from "./api.ts"

export type Given = Readonly<Record<string, unknown>>

/** Calls that can be made outside components. */
export const calls = {
  pathOf: placed,
  pathsOf: (...names: readonly string[]) => names.map((name) => placed(name)),
  ask: (call: string, { query, signal, ...parts }: Given = {}) => read(placed(call, parts), query as Query, signal as AbortSignal),
  send: (call: string, { body, key, ...parts }: Given) =>
    write(methodOf(call) as Method, placed(call, parts), body, key === undefined ? {} : { key: key as string }),
}
