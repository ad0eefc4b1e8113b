/**
 * Taps at a kiosk. Each is kept in this browser until the server has answered, and is sent again with the same key until
 * it has: a bad link, a reload or a flat battery loses none, and none counts twice.
 */
import { ApiError, sentenceOf } from "@ops/platform/ui/data/api.ts"

export interface Tap {
  /** makes the call safe to repeat */
  readonly key: string
  readonly mealSessionId: number
  readonly staffMemberId: number
  readonly name: string
  /** why the server refused it; it is kept until the user has seen that, and not sent again by itself */
  readonly refused?: string
}

/** What has become of a tap. Waiting: the server could not be reached, it is sent again. */
export type Outcome<Answer> =
  | { readonly state: "sending" }
  | { readonly state: "waiting" }
  | { readonly state: "recorded"; readonly answer: Answer }
  | { readonly state: "refused"; readonly sentence: string }

interface Options<Answer> {
  /** the name under which they are kept */
  readonly place: string
  readonly storage: Pick<Storage, "getItem" | "setItem">
  readonly send: (tap: Tap) => Promise<Answer>
  /** milliseconds until those that got no answer are sent again */
  readonly wait?: number
}

/** So many at once: more would only stand in each other's way on a thin link. */
const most = 3

/** No answer, or one that may be another next time: the session has ended, too much at once, a fault of the server. */
const passing = (error: unknown) => !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)

/** What is not ours, or cut off, is no tap. */
const parse = (text: string | null): readonly Tap[] => {
  try {
    const taps: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(taps) ? (taps as readonly Tap[]) : []
  } catch {
    return []
  }
}

/** The taps of one person in this browser, and what sends them. */
export const makeTaps = <Answer>({ place, storage, send, wait = 5000 }: Options<Answer>) => {
  const under = new Set<string>()
  const watchers = new Set<() => void>()
  const hearers = new Set<(tap: Tap, outcome: Outcome<Answer>) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let read: { text: string | null; taps: readonly Tap[] } = { text: null, taps: [] }

  /** The taps that are kept, in their order. What another window of this browser has kept is among them. */
  const kept = (): readonly Tap[] => {
    const text = storage.getItem(place)
    if (text !== read.text) read = { text, taps: parse(text) }
    return read.taps
  }
  const keep = (taps: readonly Tap[]) => {
    storage.setItem(place, JSON.stringify(taps))
    changed()
  }
  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  const say = (tap: Tap, outcome: Outcome<Answer>) => {
    for (const hear of hearers) hear(tap, outcome)
  }
  const without = (key: string) => kept().filter((tap) => tap.key !== key)

  const attempt = async (tap: Tap) => {
    under.add(tap.key)
    say(tap, { state: "sending" })
    try {
      const answer = await send(tap)
      keep(without(tap.key))
      say(tap, { state: "recorded", answer })
    } catch (error) {
      if (passing(error)) {
        say(tap, { state: "waiting" })
        clearTimeout(timer)
        timer = setTimeout(drain, wait)
        return
      }
      const refused = sentenceOf(error)
      keep(kept().map((each) => (each.key === tap.key ? { ...each, refused } : each)))
      say(tap, { state: "refused", sentence: refused })
    } finally {
      under.delete(tap.key)
    }
    drain()
  }

  /** Sends what waits. */
  const drain = () => {
    for (const tap of kept()) if (under.size < most && tap.refused === undefined && !under.has(tap.key)) void attempt(tap)
  }

  return {
    kept,
    drain,
    /** Keeps a tap and sends it. */
    add: (tap: Tap) => {
      keep([...kept(), tap])
      if (under.size >= most) say(tap, { state: "sending" })
      drain()
    },
    /** Sends a refused tap once more. */
    retry: (key: string) => {
      keep(kept().map(({ refused, ...tap }) => (tap.key === key || refused === undefined ? tap : { ...tap, refused })))
      drain()
    },
    /** Lets go of a refused tap. */
    drop: (key: string) => keep(without(key)),
    /** Tells when the taps that are kept have changed. Returns what ends it. */
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Tells what becomes of each tap. Returns what ends it. */
    hear: (hearer: (tap: Tap, outcome: Outcome<Answer>) => void) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    /** Another window of this browser may have kept or sent some. */
    changed,
    /** Nothing is sent any more. */
    stop: () => clearTimeout(timer),
  }
}

export type Taps<Answer> = ReturnType<typeof makeTaps<Answer>>
