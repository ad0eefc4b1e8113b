/** `npm run bounds`: how large the code is and how much of it is handwritten, each against its bound. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { castsOf } from "./checks/casts.ts"

const root = path.join(import.meta.dirname, "..")
const sources = (pattern: string): ReadonlyArray<string> =>
  globSync(pattern, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] }).map((file) => file.replaceAll(path.sep, "/"))
const isTest = (file: string) => /\.(test|spec)\.tsx?$|(^|\/)(testing\.ts|testing\/|e2e\/)/.test(file)
const read = (file: string) => readFileSync(path.join(root, file), "utf8")
const linesOf = (files: ReadonlyArray<string>) => files.reduce((sum, file) => sum + read(file).split("\n").length - 1, 0)

const modules = sources("modules/**/*.{ts,tsx}").filter((file) => !isTest(file))
const code = sources("{modules,platform,apps,tools}/**/*.{ts,tsx}")
const faces = [...modules, ...sources("apps/{web,cli}/**/*.{ts,tsx}")].filter((file) => /(^|\/)(web|shell)\/|cli[^/]*\.ts$|\/cli\//.test(file) && !isTest(file))

/** Paths of calls that the compiler does not check: a call of the typed client has its method before the path. */
const handTyped = (file: string) => read(file).match(/["'`]\/api\//g)?.length ?? 0
const isCast = ({ kind }: ReturnType<typeof castsOf>[number]) => kind !== "as unknown as" && kind !== "bare statement"
const inFolder = Map.groupBy(code, (file) => path.dirname(file))

const rows: ReadonlyArray<readonly [what: string, now: number, atMost: number]> = [
  ["lines of module code without tests", linesOf(modules), 85_000],
  ["lines of one small record whole: daily expenses", linesOf(modules.filter((file) => file.startsWith("modules/finance/daily-expenses/"))), 360],
  ["paths of calls written by hand in web and terminal", faces.reduce((sum, file) => sum + handTyped(file), 0), 60],
  ["any and as never", code.reduce((sum, file) => sum + castsOf(file, read(file)).filter(isCast).length, 0), 40],
  ["files in the fullest folder", Math.max(...[...inFolder.values()].map(({ length }) => length)), 25],
]

if (import.meta.main) console.table(rows.map(([what, now, atMost]) => ({ what, now, "at most": atMost, holds: now <= atMost })))
