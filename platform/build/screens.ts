/** Turns a module's `screen.ts` into plain data when the web app and `ops` are built, so that they load neither schemas nor rules for it. */
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"

const root = path.join(import.meta.dirname, "../..")
const imported = /^(?:import|export) (?!type )[^;"]*?from "([^"]+)"/gms

/** A source file and all of our files that it imports. */
const sourcesOf = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(imported)) {
    if (specifier.startsWith(".")) sourcesOf(path.join(path.dirname(file), specifier), found)
    const [, owner, rest = ""] = /^@ops\/([^/]+)\/(.+)$/.exec(specifier) ?? []
    if (owner !== undefined) sourcesOf(path.join(root, owner === "platform" ? owner : `modules/${owner}`, rest), found)
  }
  return found
}

/** Every source file that was turned into data in this process; they are part of the build's fingerprint. */
export const screenSources = new Set<string>()

export const screens = (): Plugin => {
  let isDevelopment = false
  return {
    name: "screens",
    enforce: "pre",
    configResolved({ command }) {
      isDevelopment = command === "serve"
    },
    async load(id) {
      const [file = ""] = id.split("?")
      if (!/\/modules\/.*\/screen\.ts$/.test(file)) return undefined
      for (const source of sourcesOf(file)) {
        screenSources.add(source)
        this.addWatchFile(source)
      }
      // in development the file may have changed since it was last read
      const made = (await import(`${pathToFileURL(file).href}${isDevelopment ? `?${Date.now()}` : ""}`)) as Readonly<Record<string, unknown>>
      const code = Object.entries(made).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return { code: code.join("\n"), moduleType: "js" }
    },
  }
}
