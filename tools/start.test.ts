/** `npm start` serves no outdated web app: everything the build loads is in the fingerprint. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { build } from "vite"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fingerprintOf, isCurrent } from "../platform/build/web.ts"

const root = path.join(import.meta.dirname, "..")
// `npm test` has built the web app already
const built = path.join(root, "apps/web/dist")
const isBuilt = isCurrent(built)
const dist = isBuilt ? built : mkdtempSync(path.join(tmpdir(), "ops-dist-"))
afterAll(() => {
  if (!isBuilt) rmSync(dist, { recursive: true, force: true })
})

let stamp: { readonly files: ReadonlyArray<string>; readonly hash: string }
beforeAll(async () => {
  if (!isBuilt) await build({ root: path.join(root, "apps/web"), logLevel: "silent", build: { outDir: dist, emptyOutDir: true, minify: false } })
  stamp = JSON.parse(readFileSync(path.join(dist, ".fingerprint"), "utf8"))
}, 300_000)

/** The fingerprint if this file had different content. */
const whenChanged = (changed: string) =>
  fingerprintOf(stamp.files, (file) => Buffer.concat([readFileSync(file), Buffer.from(path.relative(root, file) === changed ? "\n" : "")]))

it("a build is current until one of its inputs changes", () => {
  expect(isCurrent(dist)).toBe(true)
  expect(fingerprintOf(stamp.files)).toBe(stamp.hash)
})

it.each([
  "platform/calendar.ts",
  "platform/access/levels.ts",
  "platform/ui/button.tsx",
  "platform/ui/kit.css",
  "apps/web/index.html",
  "apps/web/vite.config.ts",
  "apps/web/public/theme.js",
  "package-lock.json",
  "tsconfig.json",
])("a change in %s changes the fingerprint", (file) => {
  expect(whenChanged(file)).not.toBe(stamp.hash)
})

it.each(["platform/event-store/backup.ts", "apps/server/main.ts", "README.md", "platform/money.test.ts"])(
  "a change in %s leaves the fingerprint unchanged",
  (file) => {
    expect(whenChanged(file)).toBe(stamp.hash)
  },
)

it("the inputs include every source file imported by browser code", () => {
  const tracked = new Set(execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n"))
  const missing = stamp.files
    .filter((file) => /\.tsx?$/.test(file) && !/^(apps\/web\/vite\.config|platform\/build\/web)\.ts$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(path.join(root, file), "utf8")
      const imported = [...code.matchAll(/^(?:import|export) (?!type\b).*? from "((?:\.\.?|@ops\/[\w-]+)\/[^"]+)"$/gm)].map(([, name]) => name!)
      return imported.map((name) =>
        name.startsWith("@ops/platform/")
          ? name.replace("@ops/", "")
          : name.startsWith("@ops/")
            ? name.replace("@ops/", "modules/")
            : path.join(path.dirname(file), name),
      )
    })
    .filter((file) => tracked.has(file) && !stamp.files.includes(file))
  expect([...new Set(missing)]).toEqual([])
})
