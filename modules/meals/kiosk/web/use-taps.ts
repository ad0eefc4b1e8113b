import { inThePast } from "@ops/platform/ui/instant.ts"
import { type Kept, type Outbox, type Outcome, outboxes, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import { actAgain, doHere, hideAct, isDoubtful, keptActs, provisional, sendActs, watchActs } from "@ops/platform/ui/device/device-outbox.ts"
import { isSettled, type KeptAct } from "@ops/platform/ui/device/device-store.ts"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isEnrolled } from "@ops/platform/ui/data/unsent.ts"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useSyncExternalStore } from "react"
import type { TapAnswer } from "../../contract.ts"
import { pathOf, send } from "../../web/client.ts"

/** A tap at a kiosk. */
export interface Tap extends Kept {
  readonly mealSessionId: number
  readonly staffMemberId: number
  readonly name: string
  /** false: the previous tap was undone */
  readonly attended?: boolean
  /** for example Dinner, and when the person was served; taps of an older version have neither */
  readonly meal?: string
  readonly at?: string
  /** by the rules that the device knows, the office will not record it */
  readonly isDoubtful?: boolean
}
/** What the kiosk shows of a tap that is recorded. */
export type Tapped = Pick<typeof TapAnswer.Type, "duplicate" | "notice">

/** The payload of a tap, with the reason if it undoes the previous one. */
const saidOf = ({ attended = true }: { readonly attended: boolean | undefined }) => ({ attended, reason: attended ? "" : "Undone at the kiosk", notes: "" })
const isSame = (one: Tap, other: Tap) => one.staffMemberId === other.staffMemberId && one.mealSessionId === other.mealSessionId

const boxOf: (person: string) => Outbox<Tapped, Tap> = outboxes<Tapped, Tap>((person) => ({
  most: 3,
  wait: 5000,
  keepsRefused: true,
  place: `meal-taps:${person}`,
  // taps of one person are sent in order, so that the latest one counts
  isOurs: (tap) =>
    boxOf(person)
      .kept()
      .find((each) => each.refused === undefined && isSame(each, tap))?.key === tap.key,
  send: ({ key, mealSessionId, staffMemberId, attended }) =>
    send("POST /api/meal-attendance", {
      body: { mealSessionId, staffMemberId, ...(attended === false ? saidOf({ attended: false }) : { attended: true }) },
      key,
    }),
}))

const whatOf = ({ name, meal = "Meal", attended }: { readonly name: string; readonly meal: string | undefined; readonly attended: boolean | undefined }) =>
  `${meal}, ${name} ${attended === false ? "not served after all" : "served"}`
/** The taps of a person for the outbox page. */
export const tapsWaiting = (person: string): WaitingIn =>
  waitingIn(boxOf(person), ({ name, meal, at, attended }) => ({ at, what: whatOf({ name, meal, attended }) }))

type TapBox = Pick<Outbox<Tapped, Tap>, "kept" | "add" | "retry" | "drop" | "drain" | "watch" | "hear" | "stop">

const act = "meal_attendance.record"
const tapOf = (act: KeptAct): Tap => {
  const { number, input, name, at, state, sentence } = act
  const { mealSessionId, staffMemberId, attended } = input as Tap
  const isWaiting = state === "waiting" || state === "received"
  return {
    key: String(number),
    mealSessionId,
    staffMemberId,
    name,
    attended: attended !== false,
    at,
    isDoubtful: isDoubtful(act),
    ...(!isWaiting && { refused: sentence }),
  }
}
const outcomeOf = (act: KeptAct): Outcome<Tapped> => {
  const { state, sentence } = act
  if (state === "recorded" || state === "duplicate") return { state: "recorded", answer: { duplicate: state === "duplicate", notice: null } }
  if (state === "late") return { state: "recorded", answer: { duplicate: false, notice: "Recorded after the close, and counted" } }
  if (state === "waiting" || state === "received") {
    const said = provisional(act)
    return { state: "waiting", ...(said !== undefined && { provisional: { sentence: said, isDoubtful: isDoubtful(act) } }) }
  }
  return { state: "refused", sentence, error: undefined }
}

/** On an enrolled device taps are acts of the device: signed, timestamped, and sent whoever is signed in. */
const deviceBox = (person: string): TapBox => {
  const isTap = (each: KeptAct) => each.act === act && !each.isSeen
  const byKey = (key: string) => keptActs().find(({ number }) => String(number) === key)
  let read: { readonly acts: readonly KeptAct[]; readonly taps: readonly Tap[] } = { acts: [], taps: [] }
  const add = async ({ mealSessionId, staffMemberId, name, meal, attended }: Tap) => {
    const input = { mealSessionId, staffMemberId, ...saidOf({ attended }) }
    await doHere({ person: Number(person), act, input, name, what: whatOf({ name, meal, attended }) })
  }
  return {
    kept: () => {
      const acts = keptActs()
      if (acts !== read.acts) read = { acts, taps: acts.filter((each) => isTap(each) && !isSettled(each)).map(tapOf) }
      return read.taps
    },
    add,
    retry: async (key) => {
      const old = byKey(key)
      if (old) await actAgain(old)
    },
    drop: (key) => hideAct(Number(key)),
    drain: sendActs,
    watch: watchActs,
    hear: (hearer) => {
      const heard = new Map(keptActs().map(({ number, state }) => [number, state]))
      return watchActs(() => {
        for (const each of keptActs()) {
          if (!isTap(each) || heard.get(each.number) === each.state) continue
          heard.set(each.number, each.state)
          hearer(tapOf(each), outcomeOf(each))
        }
      })
    },
    stop: () => undefined,
  }
}

/** The taps of the signed-in person; unsent ones are sent as soon as a screen of meals is open, except when viewing the past. */
export const useTaps = () => {
  const user = useUser()
  const queries = useQueryClient()
  const box: TapBox = useMemo(() => (isEnrolled() ? deviceBox(user.id) : boxOf(user.id)), [user.id])
  const kept = useSyncExternalStore(box.watch, box.kept)
  useEffect(() => {
    if (inThePast) return
    void box.drain()
    addEventListener("online", box.drain)
    const end = box.hear((tap, { state }) => {
      if (state === "recorded") void readAgain(queries, [pathOf("GET /api/meal-sessions/:id", { id: tap.mealSessionId })])
    })
    return () => {
      box.stop()
      removeEventListener("online", box.drain)
      end()
    }
  }, [box, queries])
  /** On an enrolled device visitors are counted one at a time, so that the counts of two tablets add up. */
  const countGuest = isEnrolled()
    ? (session: number, meal: string) =>
        doHere({
          person: Number(user.id),

          act: "meal_session.tally",
          input: { id: session, kind: "visitors", count: 1 },
          name: "Visitor",
          what: `${meal}, one visitor`,
        })
    : undefined
  return { box, kept, countGuest }
}
