/**
 * Caches all built files, in a cache named after the build: every screen opens offline, and code loaded later always belongs to the page's own build.
 * API calls never pass through here. The build inserts its name and the list of files (`vite.config.ts`).
 */

/** The parts used of a worker's global scope; the compiler only knows a page's. */
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
/** path and the beginning of its hash, most urgent first */
const files = "the files" as unknown as ReadonlyArray<readonly [path: string, hash: string]>

const hashOf = async (answer: Response) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()))
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

const fetchInto = async (cache: Cache, path: string, hash: string) => {
  // files under assets are named after their content: the previous build's cache has most of them
  const isNamed = path.startsWith("/assets/")
  const kept = isNamed ? await caches.match(path) : undefined
  if (kept) return cache.put(path, kept)
  const answer = await fetch(path, { cache: isNamed ? "default" : "reload", priority: "low" })
  // a mixture of two builds is worse than the old one: this installation fails, and is tried again later
  if (!answer.ok || (await hashOf(answer.clone())) !== hash) throw new Error(`${path} is of another build`)
  return cache.put(path, answer)
}

const install = async () => {
  const cache = await caches.open(cacheName)
  // resumes after an interrupted connection
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = files.filter(([path]) => !there.has(path))
  const fetchNext = async () => {
    for (let file = wanted.shift(); file; file = wanted.shift()) await fetchInto(cache, ...file)
  }
  await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])
}

/** Keeps the previous build, for windows that still show it. */
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
// only a page triggers this, because only a page knows whether there is unsent input
worker.addEventListener("message", ({ data }) => data === "take over" && void worker.skipWaiting())
worker.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== worker.location.origin || /^\/(api|healthz|readyz|openapi\.json|docs)(\/|$)/.test(pathname)) return
  event.respondWith(answer(request, pathname))
})
