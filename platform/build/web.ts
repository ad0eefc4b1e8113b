/** Whether the built web app matches the sources: the build records its inputs, and a start compares them. */
import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Plugin } from "vite"
import { screenSources } from "./screens.ts"

const root = path.join(import.meta.dirname, "../..")
export const webFolder = path.join(root, "apps/web/dist")
const stampOf = (dist: string) => path.join(dist, ".fingerprint")

/**
 * Inputs of the build that are not modules of it: configuration, style sheets imported by others, and the packages, identified by the lock file and
 * the patches.
 */
const always = [
  "{apps/web/index.html,apps/web/service-worker.ts,apps/web/vite.config.ts,platform/build/*.ts}",
  "apps/web/{public,fonts}/**",
  "{apps/web,platform/ui,modules/*/web,modules/*/*/web}/**/*.css",
  "{.,platform,modules/*,apps/web}/package.json",
  "tsconfig.json",
  "package-lock.json",
  "patches/*",
]

interface Stamp {
  /** relative to the repository, sorted */
  readonly files: ReadonlyArray<string>
  readonly hash: string
}

/** One hash over these files and the version of Node. A missing file counts as empty. */
export const fingerprintOf = (files: ReadonlyArray<string>, read = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))): string => {
  const hash = createHash("sha256").update(process.versions.node)
  for (const file of files) {
    const content = read(path.join(root, file))
    hash.update(`\0${file}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

/** The current files of `always`, so that new ones are noticed too. */
const standing = () =>
  globSync(always, { cwd: root, withFileTypes: true, exclude: ({ name }) => name === "node_modules" || name === "dist" })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

/** The inputs of a build: every module that it loaded from this repository, and the files of `always`. */
const inputsOf = (loaded: Iterable<string>): ReadonlyArray<string> => {
  const own = [...loaded]
    .map((id) => path.relative(root, id.replace(/[?#].*$/s, "")))
    .filter((file) => !/^\.\.|^\0|(^|\/)node_modules\//.test(file) && !path.isAbsolute(file) && existsSync(path.join(root, file)))
    .filter((file) => statSync(path.join(root, file)).isFile())
  return [...new Set([...own, ...standing()])].sort()
}

const stampIn = (dist: string): Stamp | undefined => {
  try {
    return JSON.parse(readFileSync(stampOf(dist), "utf8")) as Stamp
  } catch {
    return undefined
  }
}

/** Whether the app in this folder was built from the current sources. */
export const isCurrent = (dist = webFolder): boolean => {
  const stamp = stampIn(dist)
  if (!stamp || !existsSync(path.join(dist, "index.html"))) return false
  return fingerprintOf([...new Set([...stamp.files, ...standing()])].sort()) === stamp.hash
}

/** Writes the stamp beside the app at the end of a build. */
export const stamped = (): Plugin => {
  const loaded = new Set<string>()
  let dist = webFolder
  let began = 0
  return {
    name: "fingerprint",
    apply: "build",
    configResolved: (config) => {
      dist = path.resolve(config.root, config.build.outDir)
    },
    buildStart: () => {
      loaded.clear()
      began = Date.now()
    },
    generateBundle() {
      for (const id of [...this.getModuleIds(), ...screenSources]) loaded.add(id)
    },
    closeBundle: () => {
      const files = inputsOf(loaded)
      // files edited meanwhile may or may not be in the app: without a stamp the next start builds again
      if (files.some((file) => statSync(path.join(root, file)).mtimeMs >= began)) return
      writeFileSync(stampOf(dist), JSON.stringify({ files, hash: fingerprintOf(files) } satisfies Stamp))
    },
  }
}
