/**
 * Import rules (`docs/architecture.md`): apps → modules → platform, never back; from another module only what it publishes; within the platform only
 * from the same layer or below; reports are above every other module; no circular imports between modules or files; no server code in the browser;
 * records without HTTP, SQL and React.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import * as path from "node:path"
import { parseSync } from "vite"

interface Import {
  /** as written in the source */
  readonly specifier: string
  /** a file of the project, relative to its root, or the name of a package */
  readonly to: string
  readonly own: boolean
  /** erased when the types are stripped */
  readonly typeOnly: boolean
  /** loaded on demand: `import("…")` */
  readonly lazy: boolean
}

interface Source {
  readonly file: string
  /** the folder of its package: platform, modules/stock */
  readonly folder: string
  readonly imports: ReadonlyArray<Import>
}

/**
 * The layers of the platform, lowest first, by path prefix: a file imports from its own layer and those below. Files that are not listed are in the
 * lowest layer: they are pure.
 */
const floors: ReadonlyArray<ReadonlyArray<string>> = [
  ["database/"],
  ["event-store/", "clocks/"],
  ["access/"],
  ["records/"],
  ["documents/"],
  // attached files are uploaded through calls
  ["http/", "documents/attachment", "imports/"],
  ["mail/"],
  ["module.ts", "documents/module.ts", "mail/module.ts", "imports/module.ts", "demo/"],
  ["ui/", "terminal/", "imports/cli.ts", "testing/", "database/temporary-server.ts"],
]
const floorOf = (file: string): number => {
  const name = file.slice("platform/".length)
  const [best] = floors
    .flatMap((names, floor) => names.filter((begin) => name.startsWith(begin)).map(({ length }) => ({ floor, length })))
    .sort((a, b) => b.length - a.length)
  return best?.floor ?? -1
}

/** The violations, each with the file and the reason; empty if there are none. `root` contains the packages. */
export const boundaries = (root: string): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const sources = read(root)
  const published = (module: string) => publishedFiles(path.join(root, module, "README.md"))

  for (const { file, folder, imports } of sources.values()) {
    const say = (reason: string) => wrong.push(`${file}: ${reason}`)
    for (const { specifier, to, own } of imports) {
      const target = folderOf(to)
      if (!own) continue
      if (folder === "platform" && target === "platform" && !isTest(file) && floorOf(to) > floorOf(file)) {
        say(`${specifier}: it stands on a higher floor of the platform`)
      }
      if (target === folder) continue
      if (rank(target) > rank(folder)) say(`${specifier}: ${kindOf(folder)} knows nothing of ${kindOf(target)}`)
      else if (target === reports && kindOf(folder) === "a module") say(`${specifier}: reports read the other modules, and none of these knows reports`)
      else if (kindOf(folder) === "an app" && kindOf(target) === "an app") {
        if (!isTest(file) && (folder !== "apps/cli" || target !== "apps/server"))
          say(`${specifier}: of the apps, only the terminal's builds on another, the server`)
      } else if (specifier.startsWith(".")) say(`${specifier} leaves its package`)
      else if (kindOf(folder) === "a module" && kindOf(target) === "a module") {
        const name = path.relative(target, to)
        if (!isContract(name) && !published(target).has(name)) say(`${specifier}: ${target}/README.md does not list ${name} under "Published"`)
      }
    }
    if (isRecord({ imports }) && !isTest(file)) {
      const found = reach(sources, file, notForRecords, ({ typeOnly }) => !typeOnly)
      if (found) say(`a record knows no HTTP, no database, no React: ${found}`)
    }
    if (decidesHere(file)) {
      const found = reach(sources, file, notForDevices, ({ typeOnly }) => !typeOnly)
      if (found) say(`what decides on a device is pure: ${found}`)
    }
    if (inBrowser(file)) {
      // imports of other browser files are reported for those files
      const server = reach(sources, file, notForBrowsers, ({ to, typeOnly }) => !typeOnly && !inBrowser(to) && !isScreen(to) && !decidesHere(to))
      if (server) say(`nothing of a server goes to the browser: ${server}`)
      const [effect] = imports.filter(({ to, typeOnly }) => /^effect(\/|$)/.test(to) && !typeOnly)
      if (effect && !isForm(file)) say(`${effect.specifier}: only *-dialog.tsx and *-form.tsx import effect`)
      const forms = isFirst(file) && reach(sources, file, isFormsKit, ({ to, typeOnly, lazy }) => !typeOnly && !lazy && !isScreen(to))
      if (forms) say(`dialogs and forms are loaded when they open, by import("…"): ${forms}`)
    }
  }
  return [...wrong, ...circles(sources), ...circlesOfFiles(sources)].sort()
}

const read = (root: string): ReadonlyMap<string, Source> => {
  const packages = new Map<string, string>()
  for (const file of globSync(["platform/package.json", "platform/client/package.json", "modules/*/package.json", "apps/*/package.json"], { cwd: root })) {
    packages.set(JSON.parse(readFileSync(path.join(root, file), "utf8")).name, path.dirname(file))
  }
  const sources = new Map<string, Source>()
  for (const folder of packages.values()) {
    const exclude = (name: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(name)
    for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: [`${folder}/**/node_modules/**`, `${folder}/dist/**`] })) {
      if (exclude(file)) continue
      const text = readFileSync(path.join(root, file), "utf8")
      sources.set(file, { file, folder: folderOf(file), imports: importsOf(file, text, packages) })
    }
  }
  return sources
}

const importsOf = (file: string, text: string, packages: ReadonlyMap<string, string>): ReadonlyArray<Import> => {
  const { module } = parseSync(file, text, { lang: file.endsWith("x") ? "tsx" : "ts" })
  const made = (specifier: string, typeOnly: boolean, lazy: boolean): Import => {
    if (specifier.startsWith(".")) return { specifier, to: path.join(path.dirname(file), specifier), own: true, typeOnly, lazy }
    const [, name = "", rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
    const folder = packages.get(name)
    return folder
      ? { specifier, to: path.join(folder, rest ?? "package.json"), own: true, typeOnly, lazy }
      : { specifier, to: specifier, own: false, typeOnly, lazy }
  }
  // `import { type A }` remains as an empty import, and still loads the file
  const typeOnly = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start, start + 40))
  return [
    ...module.staticImports.map(({ moduleRequest, start }) => made(moduleRequest.value, typeOnly(start), false)),
    ...module.staticExports.flatMap(({ entries, start }) => {
      const [from] = entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : []))
      return from === undefined ? [] : [made(from, typeOnly(start), false)]
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const [, specifier] = /^["'](.+)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? []
      return specifier === undefined ? [] : [made(specifier, false, true)]
    }),
  ]
}

const reports = "modules/reporting"

const folderOf = (file: string) =>
  file
    .split("/")
    .slice(0, file.startsWith("platform/") ? 1 : 2)
    .join("/")
const kindOf = (folder: string) => (folder.startsWith("apps/") ? "an app" : folder.startsWith("modules/") ? "a module" : "the platform")
const rank = (folder: string) => ["the platform", "a module", "an app"].indexOf(kindOf(folder))

/** The files that a module's README lists under the heading "Published". */
const publishedFiles = (readme: string): ReadonlySet<string> => {
  if (!existsSync(readme)) return new Set()
  const [, section = ""] = /^#+ Published\n([^]*?)(?=^#|(?![^]))/m.exec(readFileSync(readme, "utf8")) ?? []
  return new Set(section.match(/(?<=`)[\w./-]+\.tsx?(?=`)/g))
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isContract = (name: string) => /^contract(-.+)?\.ts$/.test(name)
const isRecord = ({ imports }: Pick<Source, "imports">) => imports.some(({ to, typeOnly }) => to === "platform/records/record.ts" && !typeOnly)
const inBrowser = (file: string) => /^(apps\/web\/(?!e2e\/|vite\.config)|platform\/ui\/|modules\/[^/]+\/([^/]+\/)?web\/)/.test(file) && !isTest(file)
/** Plain data in the built app: platform/build/screens.ts. */
const isScreen = (file: string) => /^modules\/.*\/screen\.ts$/.test(file)
const isForm = (file: string) => /-(dialog|form)\.tsx?$/.test(file)
/** Files that a browser loads before a form is opened: the entry and the pages. */
const isFirst = (file: string) => file === "apps/web/main.tsx" || file.endsWith("-page.tsx")
const isFormsKit = (to: string) => /^(effect|react-hook-form|@hookform\/.+)(\/|$)/.test(to)

const isBuiltin = (name: string) => name.startsWith("node:") || builtinModules.includes(name)
const notForRecords = (to: string) =>
  isBuiltin(to) ? !/^(node:)?crypto$/.test(to) : /^(effect\/http|postgres$|react|platform\/(database|http|ui)\/)|\/web\//.test(to)
/** Where a device decides by the commands of the modules: all that these import goes to browsers. */
const decidesHere = (file: string) => file === "modules/field/acts/foreseer.ts"
const notForDevices = (to: string) => isBuiltin(to) || (notForRecords(to) && !/^platform\/http\/(inputs|resources\/wire)\.ts$/.test(to))
const notForBrowsers = (to: string) =>
  isBuiltin(to) || /^(postgres$|nodemailer|@effect\/|@simplewebauthn\/server|@node-rs\/|effect\/http)/.test(to) || serverFile(to)

/** A file of the project that is neither part of the interface nor pure. */
const serverFile = (file: string) =>
  /^(apps|modules|platform)\//.test(file) &&
  !inBrowser(file) &&
  file !== "modules/reporting/analytics/labels.ts" &&
  !/^platform\/(client\/\w+|access\/(badge|day-sheet|field-calls|levels|signed-act|site-scope)|imports\/(table|sending|read-file)|language\/\w+|calendar|dates\/sentence|money|quantity|text|version)\.ts$/.test(
    file,
  )

/** The chain of imports, limited to those that `follow` allows, from a file to the first forbidden one. */
const reach = (
  sources: ReadonlyMap<string, Source>,
  from: string,
  forbidden: (to: string) => boolean,
  follow: (next: Import) => boolean,
): string | undefined => {
  const seen = new Set([from])
  const open: Array<ReadonlyArray<string>> = [[from]]
  for (let chain = open.shift(); chain; chain = open.shift()) {
    for (const next of sources.get(chain.at(-1)!)?.imports ?? []) {
      if (seen.has(next.to) || !follow(next)) continue
      seen.add(next.to)
      if (forbidden(next.to)) return [...chain.slice(1), next.to].join(" → ")
      open.push([...chain, next.to])
    }
  }
  return undefined
}

/** Circular dependencies between modules, each circle once. */
const circles = (sources: ReadonlyMap<string, Source>): ReadonlyArray<string> => {
  const needs = new Map<string, Set<string>>()
  for (const { folder, imports } of sources.values()) {
    if (kindOf(folder) !== "a module") continue
    for (const { to, own } of imports) {
      if (!own || folderOf(to) === folder || kindOf(folderOf(to)) !== "a module") continue
      needs.set(folder, (needs.get(folder) ?? new Set()).add(folderOf(to)))
    }
  }
  const found = new Map<string, string>()
  const walk = (path: ReadonlyArray<string>) => {
    for (const next of needs.get(path.at(-1)!) ?? []) {
      const start = path.indexOf(next)
      if (start < 0) walk([...path, next])
      else found.set(path.slice(start).sort().join(), `${[...path.slice(start), next].join(" → ")}: modules need each other in a circle`)
    }
  }
  for (const module of needs.keys()) walk([module])
  return [...found.values()]
}

/** Circular imports between files, including type imports and dynamic ones (`import("…")`): each circle once, by its shortest path. */
const circlesOfFiles = (sources: ReadonlyMap<string, Source>): ReadonlyArray<string> => {
  const found = new Map<string, string>()
  // from the first of its files by name, so that each is reported in only one form
  for (const file of [...sources.keys()].sort()) {
    const back = reach(
      sources,
      file,
      (to) => sources.get(to)?.imports.some((next) => next.to === file) === true,
      ({ to }) => sources.has(to),
    )
    if (back === undefined) continue
    const circle = [file, ...back.split(" → ")]
    const key = [...circle].sort().join()
    if (!found.has(key)) found.set(key, `${[...circle, file].join(" → ")}: files need each other in a circle`)
  }
  return [...found.values()]
}

if (import.meta.main) {
  const wrong = boundaries(path.join(import.meta.dirname, "../.."))
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
