/**
 * Words that people read here. A phrase that was replaced, since it is unusual in the field's English, does not come back: every text
 * of several words in the code is looked at, but for SQL, comments and tests.
 */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { parseSync } from "vite"

/** What is not written, and what is written instead. */
const banned: ReadonlyArray<readonly [phrase: RegExp, instead: string]> = [
  [/\bsomebody\b/i, "another person, someone"],
  [/\bnobody\b(?!\. Start)/i, "no one, none, unassigned"],
  [/\b(taken|takes?|take it) back\b/i, "reversed, reverse, return to draft"],
  [/\b(set|put) aside\b/i, "archive, archived"],
  [/\bat table\b/i, "served"],
  [/\ba head\b/i, "per person"],
  [/\b(mails?|posted|told|sent|issued|refused) at once\b/i, "immediately"],
  [/\banew\b/i, "again"],
  [/\bany more\b/i, "no longer"],
  [/\bby (itself|themselves)\b/i, "automatically"],
  [/\bfrom then on\b/i, "after this"],
  [/\bfrom a day on\b/i, "from a date"],
  [/^(left )?empty[:,] /i, "Leave blank to …"],
  [/\bleft empty, /i, "Leave blank to …"],
  [/\bgoes into the books\b/i, "is posted"],
  [/\bgiven up\b/i, "stopped"],
  [/\b(has|have|had|not) begun\b/i, "started"],
  [/\bmend\b/i, "correct, fix"],
  [/\bmade of\b/i, "based on, breakdown"],
  [/\bit holds from\b/i, "applies from"],
  [/\byou are told\b/i, "you are notified"],
]

const isSql = (text: string) => /\b(select|insert into|update|delete from|from|join|where|coalesce|order by)\b[^.]*[\w)] ?(=|,|\(|as )/.test(text)

interface Node {
  readonly type: string
  readonly start: number
  readonly value?: unknown
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

const textOf = ({ type, value }: Node): string | undefined => {
  if (type === "JSXText" || type === "Literal") return typeof value === "string" ? value : undefined
  return type === "TemplateElement" ? (value as { readonly raw: string }).raw : undefined
}

/** The phrases of a file that are not to be written, each with its line. */
export const faultsOf = (file: string, text: string): ReadonlyArray<string> => {
  // parsing takes longer than looking: only a file that has a phrase anywhere, be it in a comment, is parsed
  if (!banned.some(([phrase]) => new RegExp(phrase.source.replace("^", ""), "i").test(text))) return []
  const faults: Array<string> = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    const words = textOf(value)?.replace(/\s+/g, " ").trim()
    if (words?.includes(" ") && !isSql(words)) {
      const line = text.slice(0, value.start).split("\n").length
      for (const [phrase, instead] of banned) {
        const [found] = phrase.exec(words) ?? []
        if (found !== undefined) faults.push(`${file}:${line}: "${found}" in "${words.slice(0, 80)}". Write: ${instead}`)
      }
    }
    Object.values(value).forEach(walk)
  }
  walk(parseSync(file, text, { lang: file.endsWith("x") ? "tsx" : "ts" }).program)
  return faults
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, "../..")
  const files = globSync("{apps,modules,platform}/**/*.{ts,tsx}", { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", "**/*.test.ts", "**/e2e/**"] })
  const faults = [...files].sort().flatMap((file) => faultsOf(file, readFileSync(path.join(root, file), "utf8")))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
