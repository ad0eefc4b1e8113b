import { inThePast } from "@ops/platform/ui/instant.ts"
import { type Kept, outboxes, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { unsent, useUser } from "@ops/platform/ui/data/session.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useSyncExternalStore } from "react"
import type { TapAnswer } from "../../contract.ts"
import { pathOf, send } from "../../web/client.ts"

/** A tap at a kiosk. */
export interface Tap extends Kept {
  readonly mealSessionId: number
  readonly staffMemberId: number
  readonly name: string
  /** such as Dinner; when the person was served. Taps of an older version have neither */
  readonly meal?: string
  readonly at?: string
}
export type Tapped = typeof TapAnswer.Type

const boxOf = outboxes<Tapped, Tap>((person) => ({
  most: 3,
  wait: 5000,
  keepsRefused: true,
  place: `${unsent}meal-taps:${person}`,
  storage: localStorage,
  send: ({ key, mealSessionId, staffMemberId }) => send("POST /api/meal-attendance", { body: { mealSessionId, staffMemberId, attended: true }, key }),
}))

/** The taps of a person for the outbox page. */
export const tapsWaiting = (person: string): WaitingIn => waitingIn(boxOf(person), ({ name, meal, at }) => ({ at, what: `${meal ?? "Meal"}, ${name} served` }))

/** The taps of the person who is signed in; those that were left are sent as soon as a screen of meals is open, but not from the past. */
export const useTaps = () => {
  const user = useUser()
  const queries = useQueryClient()
  const box = useMemo(() => boxOf(user.id), [user.id])
  const kept = useSyncExternalStore(box.watch, box.kept)
  useEffect(() => {
    if (inThePast) return
    void box.drain()
    addEventListener("online", box.drain)
    addEventListener("storage", box.changed)
    const end = box.hear((tap, { state }) => {
      if (state === "recorded") void readAgain(queries, [pathOf("GET /api/meal-sessions/:id", { id: tap.mealSessionId })])
    })
    return () => {
      box.stop()
      removeEventListener("online", box.drain)
      removeEventListener("storage", box.changed)
      end()
    }
  }, [box, queries])
  return { box, kept }
}
