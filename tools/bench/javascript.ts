/** What a browser loads for its first page, in kB (1000 bytes), against the budgets of a phone on a slow link. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { parseSync } from "vite"
import { atMost, type Suite } from "./row.ts"

const root = path.join(import.meta.dirname, "../..")
const dist = path.join(root, "apps/web/dist")

let isBuilt = false
/** Builds the screens from the sources as they are, once for all rows of a run that load them. */
export const buildScreens = () => {
  if (isBuilt) return
  execFileSync(process.execPath, [path.join(root, "node_modules/vite/bin/vite.js"), "build", "apps/web", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  })
  isBuilt = true
}

/** The files that a built file loads statically, including itself. */
const loaded = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  const { module } = parseSync(file, readFileSync(path.join(dist, file), "utf8"))
  const from = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])))
  for (const name of [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...from]) {
    if (name.startsWith(".")) loaded(path.join(path.dirname(file), name), seen)
  }
  return seen
}

const size = (files: Iterable<string>, packed: "br" | "gz") =>
  [...files].reduce((sum, file) => sum + readFileSync(path.join(dist, file.endsWith(".woff2") ? file : `${file}.${packed}`)).length, 0) / 1000

export const javascript: Suite = {
  rows: ["javascript-sign-in", "javascript-dashboard", "first-load-dashboard"],
  unit: "kB",
  peer: "the budget; JavaScript in gzip, the whole first load in brotli",
  run: async () => {
    buildScreens()
    const html = readFileSync(path.join(dist, "index.html"), "utf8")
    const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file!)
    const entry = named.filter((file) => file.endsWith(".js")).flatMap((file) => [...loaded(file)])
    const page = (name: string) => {
      const [file] = globSync(`assets/${name}-*.js`, { cwd: dist })
      if (file === undefined) throw new Error(`The build has no ${name}`)
      return new Set([...entry, ...loaded(file)])
    }
    const row = (name: string, value: number, budget: number) => atMost(name, 1, [{ value, peer: budget }])
    const dashboard = new Set([...page("signed-in"), ...page("dashboard-page")])
    const rest = [...named.filter((file) => file.endsWith(".css")), ...globSync("assets/*.woff2", { cwd: dist }), "index.html"]
    return [
      row("javascript-sign-in", size(page("sign-in-page"), "gz"), 165),
      row("javascript-dashboard", size(dashboard, "gz"), 165 + 25),
      row("first-load-dashboard", size([...dashboard, ...rest], "br"), 190),
    ]
  },
}
