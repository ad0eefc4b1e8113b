/** What `platform/ui` uses of a browser, in memory: databases, a lock and a storage, which survive when the browser is killed. */
import { setImmediate } from "node:timers/promises"
import { vi } from "vitest"

interface Request {
  result?: unknown
  onsuccess?: () => void
  onupgradeneeded?: (event: { readonly oldVersion: number }) => void
}
type Rows = Map<unknown, unknown>

/** `fetch` is the server. What is in progress when the browser is killed never ends; no write of it is half done. */
export const memoryBrowser = (server: (body: string | FormData, path: string) => Promise<unknown>) => {
  const databases = new Map<string, Map<string, { readonly keyPath: string | undefined; rows: Rows }>>()
  let start = 0
  let isDown = false
  let writers = Promise.resolve()
  let locked = false
  let turns: Array<{ left: number; readonly reached: () => void }> = []

  const isAlive = (here: number) => here === start && !isDown
  /** Ends with `work`, unless the browser was killed meanwhile. */
  const inThisStart = async <T>(work: () => Promise<T>, here = start): Promise<T> => {
    for (const turn of turns) if (--turn.left <= 0) turn.reached()
    turns = turns.filter(({ left }) => left > 0)
    const result = await work().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    return isAlive(here) ? result() : new Promise<T>(() => undefined)
  }

  const transactions =
    (stores: NonNullable<ReturnType<typeof databases.get>>) =>
    (_: unknown, mode: IDBTransactionMode = "readonly") => {
      const views = new Map<string, Rows>()
      let steps: Array<() => void> = []
      const tx = { error: undefined as Error | undefined, oncomplete: () => {}, onabort: () => {}, objectStore: (name: string) => store(name) }
      const store = (name: string) => {
        const { keyPath } = stores.get(name)!
        const rows = () => views.get(name) ?? views.set(name, new Map(stores.get(name)!.rows)).get(name)!
        const step = (work: () => unknown) => {
          const request: Request = {}
          steps.push(() => {
            request.result = work()
            request.onsuccess?.()
          })
          return request
        }
        const put = (value: object, key: unknown) => rows().set(keyPath === undefined ? key : Reflect.get(value, keyPath), value)
        return {
          get: (key: unknown) => step(() => rows().get(key)),
          getAll: () => step(() => [...rows().values()]),
          put: (value: object, key?: unknown) => step(() => put(value, key)),
          add: (value: object, key?: unknown) =>
            step(() => {
              if (keyPath !== undefined && rows().has(Reflect.get(value, keyPath))) tx.error = new Error("ConstraintError")
              else put(value, key)
            }),
          delete: (key: unknown) => step(() => rows().delete(key)),
          clear: () => step(() => rows().clear()),
        }
      }
      const isWriting = mode === "readwrite"
      const before = isWriting ? writers : Promise.resolve()
      const here = start
      const run = async () => {
        await before
        await inThisStart(async () => {
          do {
            const now = steps
            steps = []
            if (isAlive(here)) for (const each of now) each()
            await setImmediate()
          } while (steps.length > 0)
        }, here)
        if (tx.error) return tx.onabort()
        if (isWriting) for (const [name, rows] of views) stores.get(name)!.rows = rows
        tx.oncomplete()
      }
      const ends = run()
      if (isWriting) writers = ends
      return tx
    }

  const open = (database: string) => {
    const stores = databases.get(database) ?? new Map()
    databases.set(database, stores)
    const request: Request = {
      result: {
        transaction: transactions(stores),
        createObjectStore: (name: string, given?: { keyPath: string }) => stores.set(name, { keyPath: given?.keyPath, rows: new Map() }),
      },
    }
    void setImmediate().then(() => {
      if (stores.size === 0) request.onupgradeneeded?.({ oldVersion: 0 })
      request.onsuccess?.()
    })
    return request
  }
  const request = async (_name: string, _options: unknown, work: (lock: object | null) => Promise<void>) => {
    if (locked) return work(null)
    locked = true
    try {
      await inThisStart(() => work({}))
    } finally {
      locked = false
    }
  }
  // its entries are its own properties, as in a browser
  const storage = () => {
    const items = Object.create({
      getItem: (key: string) => Object.getOwnPropertyDescriptor(items, key)?.value ?? null,
      setItem: (key: string, value: string) => Object.assign(items, { [key]: value }),
      removeItem: (key: string) => Reflect.deleteProperty(items, key),
    }) as object
    return items
  }
  const { subtle } = crypto
  /** The methods of `crypto.subtle`, which compute outside the thread of the page. */
  const subtleHere = new Proxy(subtle, {
    get: (_, name) => {
      const method: unknown = Reflect.get(subtle, name)
      if (typeof method !== "function") return method
      return (...given: readonly unknown[]) => inThisStart(async () => Reflect.apply(method, subtle, given) as unknown)
    },
  })
  vi.stubGlobal("crypto", { subtle: subtleHere, getRandomValues: crypto.getRandomValues.bind(crypto), randomUUID: crypto.randomUUID.bind(crypto) })
  vi.stubGlobal("indexedDB", { open, deleteDatabase: (name: string) => databases.delete(name) })
  vi.stubGlobal("navigator", { locks: { request }, storage: { persist: async () => true } })
  vi.stubGlobal("localStorage", storage())
  vi.stubGlobal("sessionStorage", storage())
  vi.stubGlobal("addEventListener", () => undefined)
  // nothing recurs: it would outlive the browser, and the test
  vi.stubGlobal("setInterval", () => 0)
  const channels: Array<{ readonly name: string; onmessage?: () => void }> = []
  vi.stubGlobal("BroadcastChannel", function (name: string) {
    const channel = { name, postMessage: () => channels.filter((each) => each.name === name && each !== channel).forEach((each) => each.onmessage?.()) }
    channels.push(channel)
    return channel
  })
  vi.stubGlobal("fetch", (path: string, { body }: { readonly body: string | FormData }) =>
    inThisStart(async () => new Response(JSON.stringify(await server(body, path)), { headers: { "content-type": "application/json" } })),
  )
  return {
    /** When the browser has begun `steps` more of what takes time: a transaction, a signature, a request, a lock. */
    after: (steps: number) => new Promise<void>((reached) => turns.push({ left: steps, reached })),
    /** Kills the browser in the middle of what it does, and starts it again. */
    kill: async () => {
      start++
      isDown = true
      // what has a result already goes on until it waits for the next one
      await setImmediate()
      isDown = false
      locked = false
      writers = Promise.resolve()
    },
  }
}
