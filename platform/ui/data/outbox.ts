/**
 * Outbox: what people do in this browser while it may be offline. Each item is stored until the server has answered, and is sent again under the same
 * key until then: a bad connection, a reload or an empty battery loses none, and none counts twice.
 */
import { ApiError, sentenceOf } from "./api.ts"
import { entriesOf } from "./kept-entries.ts"

/** A stored item; further fields belong to its owner. */
export interface Kept {
  /** idempotency key: makes the call safe to repeat */
  readonly key: string
  /** why the server rejected it: it is not sent again automatically */
  readonly refused?: string
}

/** What an enrolled device says before the office has decided. */
interface Provisional {
  readonly sentence: string
  /** the office will probably not record it */
  readonly isDoubtful: boolean
}
/** The outcome of an item. Waiting: the server was unreachable, and it will be sent again. */
export type Outcome<Answer> =
  | { readonly state: "sending" }
  | { readonly state: "waiting"; readonly provisional?: Provisional }
  | { readonly state: "recorded"; readonly answer: Answer }
  | { readonly state: "refused"; readonly sentence: string; readonly error: unknown }

interface Options<Item, Answer> {
  /** under which name the items are kept */
  readonly place: string
  readonly send: (item: Item) => Promise<Answer>
  /** how many are sent concurrently: more would only delay each other on a slow connection. With 1, each waits for the previous ones */
  readonly most: number
  /** milliseconds until unanswered items are sent again; if missing, the caller sends them again */
  readonly wait?: number
  /** whether items rejected by the server are kept until their owner has seen the reason */
  readonly keepsRefused: boolean | ((item: Item) => boolean)
  readonly entries?: typeof entriesOf
  /** whether an item may be sent now; by default all */
  readonly isOurs?: (item: Item) => boolean
}

/** What is said of an item that could not be stored. */
export const cannotKeep = "This device cannot save it: its storage is full or unavailable. Write it down"
/** What a form says when its entry waits for a connection. */
export const savedHere = "Saved on this device. It will be sent when you are online."

/**
 * Whether an error is temporary: no answer, or one that may differ next time, because the session has ended, there were too many requests, or the
 * server failed.
 */
export const passes = (error: unknown) => !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status)

export const makeOutbox = <Answer, Item extends Kept>(options: Options<Item, Answer>) => {
  const { place, send, most, wait, keepsRefused, entries = entriesOf, isOurs = () => true } = options
  const { kept, loaded, add, change, drop, watch } = entries<Item>(place)
  const under = new Map<string, Promise<void>>()
  const hearers = new Set<(item: Item, outcome: Outcome<Answer>) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (item: Item, outcome: Outcome<Answer>) => {
    for (const hear of hearers) hear(item, outcome)
  }

  const attempt = async (item: Item) => {
    say(item, { state: "sending" })
    try {
      const answer = await send(item)
      await drop(item.key)
      say(item, { state: "recorded", answer })
    } catch (error) {
      if (passes(error)) {
        say(item, { state: "waiting" })
        clearTimeout(timer)
        if (wait !== undefined) timer = setTimeout(() => void drain(), wait)
        return
      }
      const sentence = sentenceOf(error)
      if (typeof keepsRefused === "function" ? keepsRefused(item) : keepsRefused) await change(item.key, (each) => ({ ...each, refused: sentence }))
      else await drop(item.key)
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
      // registered before its first step, because code started by that step must find it
      const { promise, resolve } = Promise.withResolvers<void>()
      under.set(item.key, promise)
      void attempt(item).finally(resolve)
    }
  }
  /** Sends waiting items; ends once none is in progress. */
  const drain = async () => {
    await loaded()
    start()
    while (under.size > 0) await Promise.all(under.values())
  }

  return {
    kept,
    drain,
    /** Stores an item, without sending it yet; rejects if it cannot be stored. */
    keep: add,
    /** Stores an item and sends it; rejects if it cannot be stored. */
    add: async (item: Item) => {
      await add(item)
      if (under.size >= most) say(item, { state: "sending" })
      await drain()
    },
    change,
    /** Sends a rejected item once more. */
    retry: async (key: string) => {
      await change(key, ({ refused: _, ...item }) => item as Item)
      await drain()
    },
    /** Removes an item. */
    drop,
    /** Notifies about changes of the stored items. Returns a function that stops it. */
    watch,
    /** Notifies about the outcome of each item. Returns a function that stops it. */
    hear: (hearer: (item: Item, outcome: Outcome<Answer>) => void) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    /** Stops automatic retries. */
    stop: () => clearTimeout(timer),
  }
}

export type Outbox<Answer, Item extends Kept> = ReturnType<typeof makeOutbox<Answer, Item>>

/** One outbox per person who has signed in here, so that nothing is sent in another person's name. */
export const outboxes = <Answer, Item extends Kept>(optionsOf: (person: string) => Options<Item, Answer>) => {
  const made = new Map<string, Outbox<Answer, Item>>()
  return (person: string): Outbox<Answer, Item> => {
    const box = made.get(person) ?? makeOutbox(optionsOf(person))
    made.set(person, box)
    return box
  }
}

/** A line of the outbox page: something done here that the server does not have yet. */
export interface Waiting {
  readonly key: string
  /** when it was done; undefined if that was not stored */
  readonly at: string | undefined
  /** what was done, in words */
  readonly what: string
  readonly siteId?: number | undefined
  /** why the server rejected it */
  readonly refused: string | undefined
  /** its state, if it is not only stored here, and a text about it */
  readonly state?: string
  readonly note?: string
  /** the office will probably not record it: it has not decided yet */
  readonly isDoubtful?: boolean
  readonly retry: () => unknown
  readonly discard: () => unknown
}

/** The items waiting in one outbox of a person, and how they are sent. */
export interface WaitingIn {
  readonly lines: () => readonly Waiting[]
  readonly drain: () => Promise<void>
  readonly watch: (watcher: () => void) => () => void
}

/** An outbox as shown on the outbox page. */
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
