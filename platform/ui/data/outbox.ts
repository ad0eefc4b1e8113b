/**
 * What people do in this browser while the connection may be away. Each thing is kept until the server has answered, and is sent again
 * under the same key until it has: a bad link, a reload or a flat battery loses none, and none counts twice.
 */
import { ApiError, sentenceOf } from "./api.ts"

/** What is kept; its fields besides these are its owner's. */
export interface Kept {
  /** makes the call safe to repeat */
  readonly key: string
  /** why the server refused it: it is not sent again by itself */
  readonly refused?: string
}

/** What has become of one. Waiting: the server could not be reached, it is sent again. */
export type Outcome<Answer> =
  | { readonly state: "sending" }
  | { readonly state: "waiting" }
  | { readonly state: "recorded"; readonly answer: Answer }
  | { readonly state: "refused"; readonly sentence: string; readonly error: unknown }

interface Options<Item, Answer> {
  /** the name under which they are kept */
  readonly place: string
  readonly storage: Pick<Storage, "getItem" | "setItem">
  readonly send: (item: Item) => Promise<Answer>
  /** how many are sent at once: more would only delay each other on a slow link. One at a time, each waits for those before it. */
  readonly most: number
  /** milliseconds until those without an answer are sent again; without it the caller sends them again */
  readonly wait?: number
  /** whether what the server refused stays until its owner has seen why */
  readonly keepsRefused: boolean | ((item: Item) => boolean)
  /** whether it may be sent now; all of them, if not given */
  readonly isOurs?: (item: Item) => boolean
}

/** No answer, or one that may be another next time: the session has ended, too much at once, a fault of the server. */
export const passes = (error: unknown) => !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)

/** What is not ours, or cut off, counts as nothing. */
const parse = <Item>(text: string | null): readonly Item[] => {
  try {
    const items: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(items) ? (items as readonly Item[]) : []
  } catch {
    return []
  }
}

export const makeOutbox = <Answer, Item extends Kept>({ place, storage, send, most, wait, keepsRefused, isOurs = () => true }: Options<Item, Answer>) => {
  const under = new Map<string, Promise<void>>()
  const watchers = new Set<() => void>()
  const hearers = new Set<(item: Item, outcome: Outcome<Answer>) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let read: { readonly text: string | null; readonly items: readonly Item[] } = { text: null, items: [] }

  /** All that is kept, in its order. What another window of this browser has kept is among it. */
  const kept = (): readonly Item[] => {
    const text = storage.getItem(place)
    if (text !== read.text) read = { text, items: parse(text) }
    return read.items
  }
  const changed = () => {
    for (const watcher of watchers) watcher()
  }
  const keep = (items: readonly Item[]) => {
    storage.setItem(place, JSON.stringify(items))
    changed()
  }
  const say = (item: Item, outcome: Outcome<Answer>) => {
    for (const hear of hearers) hear(item, outcome)
  }
  const drop = (key: string) => keep(kept().filter((item) => item.key !== key))
  const change = (key: string, to: (item: Item) => Item) => keep(kept().map((item) => (item.key === key ? to(item) : item)))

  const attempt = async (item: Item) => {
    say(item, { state: "sending" })
    try {
      const answer = await send(item)
      drop(item.key)
      say(item, { state: "recorded", answer })
    } catch (error) {
      if (passes(error)) {
        say(item, { state: "waiting" })
        clearTimeout(timer)
        if (wait !== undefined) timer = setTimeout(() => void drain(), wait)
        return
      }
      const sentence = sentenceOf(error)
      if (typeof keepsRefused === "function" ? keepsRefused(item) : keepsRefused) change(item.key, (each) => ({ ...each, refused: sentence }))
      else drop(item.key)
      say(item, { state: "refused", sentence, error })
    } finally {
      under.delete(item.key)
    }
    start()
  }
  const start = () => {
    for (const item of kept()) {
      if (under.size >= most) return
      if (item.refused !== undefined || under.has(item.key) || !isOurs(item)) continue
      // held from before its first step: what that step starts must find it
      const { promise, resolve } = Promise.withResolvers<void>()
      under.set(item.key, promise)
      void attempt(item).finally(resolve)
    }
  }
  /** Sends what waits; ends when nothing is under way any more. */
  const drain = async () => {
    start()
    while (under.size > 0) await Promise.all(under.values())
  }

  return {
    kept,
    drain,
    /** Keeps one and sends it. */
    add: (item: Item) => {
      keep([...kept(), item])
      if (under.size >= most) say(item, { state: "sending" })
      return drain()
    },
    change,
    /** Sends a refused one once more. */
    retry: (key: string) => {
      change(key, ({ refused: _, ...item }) => item as Item)
      return drain()
    },
    /** Removes one. */
    drop,
    /** Tells when what is kept has changed. Returns what ends it. */
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Tells what becomes of each. Returns what ends it. */
    hear: (hearer: (item: Item, outcome: Outcome<Answer>) => void) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    /** Another window of this browser may have kept or sent some. */
    changed,
    /** Nothing is sent again by itself any more. */
    stop: () => clearTimeout(timer),
  }
}

export type Outbox<Answer, Item extends Kept> = ReturnType<typeof makeOutbox<Answer, Item>>

/** One outbox for each person who has signed in here: what one has done is not sent in another's name. */
export const outboxes = <Answer, Item extends Kept>(optionsOf: (person: string) => Options<Item, Answer>) => {
  const made = new Map<string, Outbox<Answer, Item>>()
  return (person: string): Outbox<Answer, Item> => {
    const box = made.get(person) ?? makeOutbox(optionsOf(person))
    made.set(person, box)
    return box
  }
}

/** A line of the outbox page: something done here that the server does not have. */
export interface Waiting {
  readonly key: string
  /** when it was done; undefined where that was not kept */
  readonly at: string | undefined
  /** what was done, in words */
  readonly what: string
  readonly siteId?: number | undefined
  /** why the server refused it */
  readonly refused: string | undefined
  /** where it is, where that is not only here; and what is said of it */
  readonly state?: string
  readonly note?: string
  readonly retry: () => unknown
  readonly discard: () => unknown
}

/** What waits in one outbox of a person, and how it is sent. */
export interface WaitingIn {
  readonly lines: () => readonly Waiting[]
  readonly drain: () => Promise<void>
  readonly watch: (watcher: () => void) => () => void
}

/** An outbox as the outbox page shows it. */
export const waitingIn = <Answer, Item extends Kept>(
  box: Outbox<Answer, Item>,
  line: (item: Item) => Pick<Waiting, "at" | "what" | "siteId">,
  isOurs: (item: Item) => boolean = () => true,
  discard: (key: string) => unknown = box.drop,
): WaitingIn => ({
  lines: () =>
    box
      .kept()
      .filter(isOurs)
      .map((item) => ({ ...line(item), key: item.key, refused: item.refused, retry: () => box.retry(item.key), discard: () => discard(item.key) })),
  drain: box.drain,
  watch: box.watch,
})
