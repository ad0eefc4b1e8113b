/** The service worker as it is built, in a browser of two functions: what it caches, and that a new version waits for a person. */
import { createHash, webcrypto } from "node:crypto"
import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"

const source = stripTypeScriptTypes(readFileSync(path.join(import.meta.dirname, "service-worker.ts"), "utf8"))
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16)
const origin = "http://localhost"

/** A browser's caches, and the files of a server; `deploy` installs a build in them. */
const browser = () => {
  const caches = new Map<string, Map<string, string>>()
  const served = new Map<string, string>()
  const asked: Array<string> = []
  let takenOver = 0
  const cacheOf = (name: string) => {
    const files = caches.get(name) ?? new Map<string, string>()
    caches.set(name, files)
    return {
      keys: async () => [...files.keys()].map((file) => ({ url: origin + file })),
      match: async (file: string) => (files.has(file) ? new Response(files.get(file)) : undefined),
      put: async (file: string, answer: Response) => void files.set(file, await answer.text()),
    }
  }
  const deploy = async (build: string, files: Readonly<Record<string, string>>) => {
    const list = JSON.stringify(Object.entries(files).map(([file, text]) => [file, hashOf(text)]))
    for (const [file, text] of Object.entries(files)) served.set(file, text)
    const listeners = new Map<string, (event: object) => void>()
    const scope = {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      skipWaiting: async () => void takenOver++,
      clients: { claim: async () => undefined },
      location: { origin },
      caches: {
        open: async (cache: string) => cacheOf(cache),
        keys: async () => [...caches.keys()],
        delete: async (cache: string) => caches.delete(cache),
        match: async (file: string) => {
          for (const files of caches.values()) if (files.has(file)) return new Response(files.get(file))
          return undefined
        },
      },
      fetch: async (file: string) => {
        asked.push(file)
        return served.has(file) ? new Response(served.get(file)) : new Response("", { status: 404 })
      },
      crypto: webcrypto,
      URL,
      Uint8Array,
    }
    runInNewContext(source.replace('"the files"', list).replace('"app the build"', `"app ${build}"`), scope)
    /** What the worker does on an event that lasts. */
    const lasting = async (type: string) => {
      let work: Promise<unknown> = Promise.resolve()
      listeners.get(type)!({ waitUntil: (given: Promise<unknown>) => (work = given) })
      await work
    }
    return { install: () => lasting("install"), activate: () => lasting("activate"), tell: (data: unknown) => listeners.get("message")!({ data }) }
  }
  return { caches, served, asked, deploy, takenOver: () => takenOver }
}
const [one, two] = [
  { "/index.html": "one", "/assets/a-1.js": "a", "/assets/b-1.js": "b" },
  { "/index.html": "two", "/assets/a-1.js": "a", "/assets/b-2.js": "B" },
]

test("a new version fetches what has changed and waits until a person lets it take over; the build before it stays in its cache", async () => {
  const { caches, asked, deploy, takenOver } = browser()
  const first = await deploy("1", one)
  await first.install()
  await first.activate()
  asked.length = 0
  const next = await deploy("2", two)
  await next.install()
  expect(takenOver()).toBe(0)
  expect(asked.toSorted()).toEqual(["/assets/b-2.js", "/index.html"])
  next.tell("anything else")
  expect(takenOver()).toBe(0)
  next.tell("take over")
  expect(takenOver()).toBe(1)
  await next.activate()
  expect([...caches.keys()]).toEqual(["app 1", "app 2"])
})

test("an installation that meets another build fails, and the next attempt fetches only what it lacks", async () => {
  const { served, asked, deploy } = browser()
  const worker = await deploy("2", two)
  served.set("/assets/b-2.js", "another build")
  await expect(worker.install()).rejects.toThrow("/assets/b-2.js is of another build")
  served.set("/assets/b-2.js", "B")
  // what was fetched beside it is in the cache by now
  await setTimeout(10)
  asked.length = 0
  await worker.install()
  expect(asked).toEqual(["/assets/b-2.js"])
})
