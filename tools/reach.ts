/**
 * Which tests a change can affect: those whose code, or the code of a program that they start, leads to a changed file. It follows imports and every
 * text that names a file of the project (`path.join(import.meta.dirname, "main.ts")`). If that cannot be determined, all tests are affected.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"

export interface Reached {
  readonly tests: ReadonlyArray<string>
  readonly specs: ReadonlyArray<string>
}

const root = path.join(import.meta.dirname, "..")
const isTest = (file: string) => file.endsWith(".test.ts")
const isSpec = (file: string) => file.endsWith(".spec.ts")
const isCode = (file: string) => /\.(tsx?|mjs)$/.test(file)
/** Read only by people, by the checks, and by files that name it. */
const isText = (file: string) => /\.md$|^docs\/(?!event-shapes)|^\.editorconfig$|^\.ci\//.test(file)

const readSource = (file: string) => readFileSync(path.join(root, file), "utf8")

/** The source files by the files that they name. */
export const namesOf = (files: ReadonlyArray<string>, read = readSource) => {
  const known = new Set(files)
  const byName = Map.groupBy(files, (file) => path.basename(file))
  const named = (from: string, text: string) => {
    const inside = text.startsWith("@ops/platform/") ? text.slice("@ops/".length) : text.startsWith("@ops/") ? `modules/${text.slice("@ops/".length)}` : text
    const places = [inside, path.join(path.dirname(from), text)].filter((place) => known.has(place))
    // a bare name may be a file in any folder
    return places.length > 0 || text.startsWith(".") || text.startsWith("@ops/") ? places : (byName.get(path.basename(text)) ?? [])
  }
  return new Map(
    files
      .filter(isCode)
      .map((file) => [file, new Set([...read(file).matchAll(/["'`]([^"'`\s]+\.\w+)["'`]/g)].flatMap(([, text]) => named(file, text!)))] as const),
  )
}

/** These files, and all that lead to them without passing through `stop`. */
export const leadingTo = (names: ReadonlyMap<string, ReadonlySet<string>>, changed: ReadonlyArray<string>, stop: (file: string) => boolean = () => false) => {
  const found = new Set(changed)
  for (const file of found) {
    if (stop(file)) continue
    for (const [other, targets] of names) if (targets.has(file)) found.add(other)
  }
  return found
}

/** What these changed files reach. */
export const reachedBy = (changed: ReadonlyArray<string>, files: ReadonlyArray<string>, read = readSource): Reached => {
  const all = { tests: files.filter(isTest), specs: files.filter(isSpec) }
  const known = new Set(files)
  // a file that is gone, a package, a setting, a style sheet that others import by another name
  if (changed.some((file) => !isText(file) && (!known.has(file) || !isCode(file) || !file.includes("/")))) return all
  const names = namesOf(files, read)
  const found = leadingTo(names, changed)
  const specs = () => {
    // what the server runs, and what is around every screen, every spec may see
    const written = [...read("apps/web/routes.ts").matchAll(/path: "([^"]+)"(?:,\s*title: "([^"]+)")?[^}]*?import\("([^"]+)"\)/g)]
    const pages = Map.groupBy(written, ([, , , page]) => page!.replace("@ops/", "modules/").replace(/^\.\//, "apps/web/"))
    const before = leadingTo(names, changed, (file) => pages.has(file))
    if (["apps/server/main.ts", "apps/web/main.tsx", "apps/web/e2e/server.ts", "apps/web/e2e/signed-in.ts"].some((file) => before.has(file))) return all.specs
    // by their address, or by their title where a link leads there
    const marks = [...before].flatMap((file) => pages.get(file) ?? []).flatMap(([, address, title]) => [address!.replace(/\/:.*/, "/"), title ?? address!])
    const isMarked = (file: string) => marks.some((mark) => read(file).includes(mark))
    // the screens that several specs open stand in a file of their own
    return all.specs.filter(
      (spec) => before.has(spec) || isMarked(spec) || (names.get(spec)?.has("apps/web/e2e/screens.ts") && isMarked("apps/web/e2e/screens.ts")),
    )
  }
  // a test that looks for files itself may look at any
  return { tests: all.tests.filter((test) => found.has(test) || (changed.length > 0 && /globSync|"ls-files"/.test(read(test)))), specs: specs() }
}

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean)

const untracked = () => git("ls-files", "-z", "--others", "--exclude-standard")

/** The code of the project and its settings, committed or not. */
export const ownFiles = () =>
  [...new Set([...git("ls-files", "-z"), ...untracked()])].filter(
    (file) => (isCode(file) || /^\.oxlintrc\.json$|^tsconfig\.json$|^package-lock\.json$|^patches\//.test(file)) && existsSync(path.join(root, file)),
  )

/** What is reached by all that differs from a commit, committed or not. */
export const reachedSince = (commit: string): Reached => {
  const changed = [...git("diff", "--name-only", "-z", commit), ...untracked()]
  const files = [...git("ls-files", "-z"), ...changed].filter((file) => (isCode(file) || isText(file)) && existsSync(path.join(root, file)))
  return reachedBy(changed, [...new Set(files)])
}
