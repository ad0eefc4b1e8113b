/**
 * Taps at the door. Each is kept in this browser with its day and time until the server has answered, and is sent in its
 * turn with the same key until it has: a bad link loses none, and none counts twice.
 */
import { ApiError, sentenceOf } from "@ops/platform/ui/data/api.ts"

export interface DoorTap {
  /** makes the call safe to repeat */
  readonly key: string
  readonly staffNumber: string
  readonly attendanceDate: string
  /** Juba's */
  readonly time: string
}
export type DoorOutcome<Answer> =
  | { readonly state: "waiting" }
  | { readonly state: "recorded"; readonly answer: Answer }
  | { readonly state: "refused"; readonly sentence: string }

/** No answer, or one that may be another next time. */
export const passes = (error: unknown) => !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)

const parse = <Tap>(text: string | null): ReadonlyArray<Tap> => {
  try {
    const taps: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(taps) ? (taps as ReadonlyArray<Tap>) : []
  } catch {
    return []
  }
}

interface Options<Tap, Answer> {
  /** the name under which they are kept */
  readonly place: string
  readonly storage: Pick<Storage, "getItem" | "setItem">
  readonly send: (tap: Tap) => Promise<Answer>
  readonly hear: (tap: Tap, outcome: DoorOutcome<Answer>) => void
}

/** The taps of one person in this browser. `add` keeps one and sends what waits; `drain` sends what waits. */
export const doorTaps = <Answer, Tap extends { readonly key: string } = DoorTap>({ place, storage, send, hear }: Options<Tap, Answer>) => {
  const kept = () => parse<Tap>(storage.getItem(place))
  const keep = (taps: ReadonlyArray<Tap>) => storage.setItem(place, JSON.stringify(taps))
  let under: Promise<void> | undefined

  // in their turn: the first of a day is the way in
  const all = async () => {
    for (let tap = kept()[0]; tap !== undefined; tap = kept()[0]) {
      const { key } = tap
      const gone = () => keep(kept().filter((each) => each.key !== key))
      try {
        const answer = await send(tap)
        gone()
        hear(tap, { state: "recorded", answer })
      } catch (error) {
        if (passes(error)) return hear(tap, { state: "waiting" })
        gone()
        hear(tap, { state: "refused", sentence: sentenceOf(error) })
      }
    }
  }
  const drain = () => (under ??= all().finally(() => (under = undefined)))
  return {
    kept,
    drain,
    add: (tap: Tap) => {
      keep([...kept(), tap])
      return drain()
    },
  }
}
