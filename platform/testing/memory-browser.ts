/** What `platform/ui/device` uses of a browser, in memory: a database, a lock and a storage, which survive when the browser is killed. */
import { setImmediate, setTimeout } from "node:timers/promises"
import { vi } from "vitest"

interface Request {
  result?: unknown
  onsuccess?: () => void
  onupgradeneeded?: (event: { readonly oldVersion: number }) => void
}
type Rows = Map<unknown, unknown>

/** `fetch` is the server. What is in progress when the browser is killed never ends; no write of it is half done. */
export const memoryBrowser = (server: (body: string) => Promise<unknown>) => {
  const stores = new Map<string, { readonly keyPath: string | undefined; rows: Rows }>()
  let start = 0
  let isDown = false
  let writers = Promise.resolve()
  let locked = false

  /** Ends with `work`, unless the browser was killed meanwhile. */
  const inThisStart = async <T>(work: () => Promise<T>): Promise<T> => {
    const here = start
    const result = await work().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    return here === start && !isDown ? result() : new Promise<T>(() => undefined)
  }

  const transaction = (_: unknown, mode: IDBTransactionMode = "readonly") => {
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
    const run = async () => {
      await before
      await inThisStart(async () => {
        do {
          const now = steps
          steps = []
          for (const each of now) each()
          await setImmediate()
        } while (steps.length > 0)
      })
      if (tx.error) return tx.onabort()
      if (isWriting) for (const [name, rows] of views) stores.get(name)!.rows = rows
      tx.oncomplete()
    }
    const ends = run()
    if (isWriting) writers = ends
    return tx
  }

  const open = () => {
    const request: Request = {
      result: { transaction, createObjectStore: (name: string, given?: { keyPath: string }) => stores.set(name, { keyPath: given?.keyPath, rows: new Map() }) },
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
  vi.stubGlobal("indexedDB", { open })
  vi.stubGlobal("navigator", { locks: { request }, storage: { persist: async () => true } })
  vi.stubGlobal("localStorage", storage())
  vi.stubGlobal("sessionStorage", storage())
  vi.stubGlobal("addEventListener", () => undefined)
  vi.stubGlobal("BroadcastChannel", function () {
    return { postMessage: () => undefined }
  })
  vi.stubGlobal("fetch", (_: string, { body }: { readonly body: string }) =>
    inThisStart(async () => new Response(JSON.stringify(await server(body)), { headers: { "content-type": "application/json" } })),
  )
  return {
    /** Kills the browser in the middle of what it does, and starts it again. */
    kill: async () => {
      start++
      isDown = true
      // what waits for a signature would go on to the database
      await setTimeout(10)
      isDown = false
      locked = false
      writers = Promise.resolve()
    },
  }
}
