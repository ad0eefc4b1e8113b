/** Sends the inbox decisions when their time is up, whichever screen is open, and keeps their outcomes. */
import { ApiError, newKey, sentenceOf, write } from "@ops/platform/ui/data/api.ts"
import { markSaving, markWritten, readAgain } from "@ops/platform/ui/data/live.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import type { QueryClient } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { pathsOf } from "../../web/client.ts"
import { past, type Verb } from "./approval-labels.ts"
import type { Outcome } from "./approval-outcomes.tsx"
import { type Decision, holdDecisions, holdMs } from "./held-decisions.ts"

/** Whether a refusal concerns only this record, so that the next may still succeed. */
const isOfRecord = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)

let queries: QueryClient | undefined
let outcomes: readonly Outcome[] = []
const listeners = new Set<() => void>()
export const showOutcomes = (next: readonly Outcome[]) => {
  outcomes = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** The outcomes of the last decision on several records, until closed. */
export const useOutcomes = () => useSyncExternalStore(subscribe, () => outcomes)

const bodyOf = (verb: Verb, row: Decision["rows"][number], reason: string) =>
  verb === "approve" ? { ...row.approve.body, ...(row.approve.reason && { reason }) } : reason ? { reason } : {}

/** Decides each row by the call that it names; a refusal does not stop the others. */
const send = async ({ verb, rows, reason }: Decision) => {
  const done: Outcome[] = []
  for (const [n, row] of rows.entries()) {
    const call = verb === "approve" ? row.approve : row.reject!
    markSaving()
    try {
      await write(call.method, call.path, bodyOf(verb, row, reason), { key: newKey(), keepalive: true })
      markWritten(true)
      done.push({ row, verb, ok: true })
    } catch (error) {
      markWritten(false)
      // the identity is not confirmed, or the server cannot be reached: the others would fail as well
      const stops = !isOfRecord(error) || (error as ApiError).sentence.startsWith("Cancelled")
      const sentence = sentenceOf(error)
      done.push(...(stops ? rows.slice(n) : [row]).map((left) => ({ row: left, verb, ok: false, sentence })))
      if (stops) break
    }
  }
  const [first] = done
  if (done.length > 1) showOutcomes(done)
  else if (first && !first.ok) notify.error(`${first.row.number} was not ${past[verb]}: ${first.sentence}`, 12_000)
  if (queries) await readAgain(queries, pathsOf("GET /api/approvals"))
}

const held = holdDecisions(send)
addEventListener("pagehide", held.flush)
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && held.flush())

/** The decisions that are being held or sent. */
export const usePending = () => useSyncExternalStore(held.subscribe, held.pending)

/** Decides in ten seconds, unless undone. */
export const decide = (cache: QueryClient, decision: Decision) => {
  queries = cache
  const { verb, rows } = decision
  const what = rows.length === 1 ? rows[0]!.number : String(rows.length)
  let close = () => {}
  held.hold(decision, () => close())
  close = notify.undoable(`${what} ${past[verb]}`, holdMs, undoLast)
}
export const undoLast = () => {
  const undone = held.undo()
  if (undone)
    notify.success(
      `${undone.rows.length === 1 ? undone.rows[0]!.number : undone.rows.length} ${undone.rows.length === 1 ? "awaits" : "await"} your decision again`,
    )
}
