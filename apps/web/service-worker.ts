/**
 * Holds all that was built, in a cache named after the build: every screen opens without a connection, and a part that is loaded late is
 * always of the page's own build. Calls of the API never pass here. The build puts in its name and the list of files (`vite.config.ts`).
 */

/** What we use of a worker's global scope; the compiler knows a page's. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
}
const worker = globalThis as unknown as Scope

const cacheName = "app the build"
/** path and the beginning of its hash, the most urgent first */
const files = "the files" as unknown as ReadonlyArray<readonly [path: string, hash: string]>

const hashOf = async (answer: Response) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()))
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

const fetchInto = async (cache: Cache, path: string, hash: string) => {
  // what lies under assets is named after its content: the cache of the build before has most of it
  const isNamed = path.startsWith("/assets/")
  const kept = isNamed ? await caches.match(path) : undefined
  if (kept) return cache.put(path, kept)
  const answer = await fetch(path, { cache: isNamed ? "default" : "reload", priority: "low" })
  // part of one build and part of another is worse than the old one: this installation ends, and is tried again later
  if (!answer.ok || (await hashOf(answer.clone())) !== hash) throw new Error(`${path} is of another build`)
  return cache.put(path, answer)
}

const install = async () => {
  const cache = await caches.open(cacheName)
  // where a connection broke, it goes on from there
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = files.filter(([path]) => !there.has(path))
  const fetchNext = async () => {
    for (let file = wanted.shift(); file; file = wanted.shift()) await fetchInto(cache, ...file)
  }
  await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])
}

/** The build before stays, for windows that still show it. */
const activate = async () => {
  const older = (await caches.keys()).filter((name) => name.startsWith("app ") && name !== cacheName)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

const answer = async (request: Request, path: string) => {
  const cache = await caches.open(cacheName)
  const kept = request.mode === "navigate" ? await cache.match("/index.html") : ((await cache.match(path)) ?? (await caches.match(path)))
  return kept ?? fetch(request)
}

worker.addEventListener("install", (event) => event.waitUntil(install()))
worker.addEventListener("activate", (event) => event.waitUntil(activate()))
// only a page says when, since only it knows whether something is half typed
worker.addEventListener("message", ({ data }) => data === "take over" && void worker.skipWaiting())
worker.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== worker.location.origin || /^\/(api|healthz|readyz|openapi\.json|docs)(\/|$)/.test(pathname)) return
  event.respondWith(answer(request, pathname))
})
