/**
 * Entries that the server does not have yet, in this browser's own database. Each is flushed to disk before a screen confirms it: a browser writes
 * `localStorage` to disk minutes later, so that one that was killed, or whose battery ran out, would have lost it.
 */
import { enrolledKey, isEnrolled, unsent, unsentDatabase } from "./unsent.ts"

interface Keyed {
  readonly key: string
}
interface Entry {
  /** of which outbox */
  readonly place: string
  /** in the order in which they were made */
  readonly turn: number
  readonly item: Keyed
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const idOf = (place: string, key: string) => `${place} ${key}`

/** Changes the entries in one transaction that is flushed to disk. `work` is given all of them. */
const write = async (into: IDBDatabase, work: (store: IDBObjectStore, all: readonly Entry[]) => void) => {
  const writing = into.transaction("entry", "readwrite", { durability: "strict" })
  const store = writing.objectStore("entry")
  const all = store.getAll() as IDBRequest<Entry[]>
  all.onsuccess = () => work(store, all.result)
  await new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve()
    writing.onabort = () => reject(writing.error)
  })
}
const after = (all: readonly Entry[]) => 1 + Math.max(0, ...all.map(({ turn }) => turn))

/** Entries of an older version of the app, which are in `localStorage`. */
const moveOld = async (into: IDBDatabase) => {
  const old = Object.keys(localStorage).filter((key) => key.startsWith(unsent) && !key.startsWith(enrolledKey))
  for (const key of old) {
    const place = key.slice(unsent.length)
    await write(into, (store, all) => {
      for (const [n, item] of parse(localStorage.getItem(key)).entries())
        if (!all.some((entry) => entry.place === place && entry.item.key === item.key))
          store.put({ place, turn: after(all) + n, item } satisfies Entry, idOf(place, item.key))
    })
    localStorage.removeItem(key)
  }
}
/** What is no list of entries counts as empty. */
const parse = (text: string | null): readonly Keyed[] => {
  try {
    const items: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(items) ? (items as readonly Keyed[]) : []
  } catch {
    return []
  }
}

const none: readonly never[] = []

/** The entries of one page, which knows of the changes of others. */
export const makeEntries = () => {
  let otherWindows: BroadcastChannel | undefined
  let opened: Promise<IDBDatabase> | undefined
  const open = async () => {
    const request = indexedDB.open(unsentDatabase, 1)
    request.onupgradeneeded = () => request.result.createObjectStore("entry")
    const database = await done(request)
    await moveOld(database)
    otherWindows ??= new BroadcastChannel(unsentDatabase)
    otherWindows.onmessage = () => void read()
    return database
  }
  const database = () => {
    opened ??= open()
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  let items: ReadonlyMap<string, readonly Keyed[]> = new Map()
  const watchers = new Set<() => void>()
  const read = async () => {
    const entries = await done((await database()).transaction("entry").objectStore("entry").getAll() as IDBRequest<Entry[]>)
    const next = new Map<string, Keyed[]>()
    for (const { place, item } of entries.toSorted((a, b) => a.turn - b.turn)) next.set(place, [...(next.get(place) ?? []), item])
    items = next
    for (const watcher of watchers) watcher()
  }
  let reading: Promise<void> | undefined
  /** Resolved once the entries of an earlier start have been read. */
  const loaded = () => {
    reading ??= read()
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
  const change = async (work: Parameters<typeof write>[1]) => {
    await write(await database(), work)
    otherWindows?.postMessage("changed")
    await read()
  }

  /** The entries of one outbox. A change is on disk once its promise is resolved. */
  const entriesOf = <Item extends Keyed>(place: string) => ({
    /** All entries, in order, including those of another window of this browser; none before `loaded`. */
    kept: () => (items.get(place) ?? none) as readonly Item[],
    loaded,
    add: (item: Item) => change((store, all) => void store.put({ place, turn: after(all), item } satisfies Entry, idOf(place, item.key))),
    /** Nothing if it is no longer kept. */
    change: (key: string, to: (item: Item) => Item) =>
      change((store, all) => {
        const entry = all.find((each) => each.place === place && each.item.key === key)
        if (entry) store.put({ ...entry, item: to(entry.item as Item) }, idOf(place, key))
      }),
    drop: (key: string) => change((store) => void store.delete(idOf(place, key))),
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  })

  /** Whether this browser has entries that the server does not have, of anyone; also if that cannot be found out. */
  const keepsUnsent = () =>
    loaded().then(
      () => items.size > 0,
      () => true,
    )
  return { entriesOf, keepsUnsent, loaded }
}
export const { entriesOf, keepsUnsent, loaded: entriesLoaded } = makeEntries()

/** The call that ends the session. Its answer clears this browser's data, unless some of it must be kept. */
export const logoutPath = async () => (isEnrolled() || (await keepsUnsent()) ? "/api/auth/logout?keep=unsent" : "/api/auth/logout")
