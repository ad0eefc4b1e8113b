/**
 * Checks the wording of user-visible texts. A phrase that was replaced because it is not standard English in its field must not be used again: every
 * text of several words in the code is checked, except SQL, comments and tests.
 */
import { lineOf, type Node as Syntax, sourceTexts, visitNodes } from "./syntax.ts"

/** Banned phrases and their replacements. */
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
  [/\btold\b/i, "notified, sent"],
  [/\bit holds\b(?!\.$)/i, "applies"],
  [/^Such as /, "For example: …"],
  [/\d %( |$)/, "a percentage without a space"],
]

const isSql = (text: string) => /\b(select|insert into|update|delete from|from|join|where|coalesce|order by)\b[^.]*[\w)] ?(=|,|\(|as )/.test(text)

interface Node extends Syntax {
  readonly value?: unknown
}

const textOf = ({ type, value }: Node): string | undefined => {
  if (type === "JSXText" || type === "Literal") return typeof value === "string" ? value : undefined
  return type === "TemplateElement" ? (value as { readonly raw: string }).raw : undefined
}

/** The banned phrases in a file, each with its line. */
export const faultsOf = (file: string, text: string): ReadonlyArray<string> => {
  // parsing is slower than searching: only a file that contains a phrase anywhere, even in a comment, is parsed
  if (!banned.some(([phrase]) => new RegExp(phrase.source.replace("^", ""), "i").test(text))) return []
  const faults: Array<string> = []
  visitNodes<Node>(file, text, (node) => {
    const words = textOf(node)?.replace(/\s+/g, " ").trim()
    if (!words?.includes(" ") || isSql(words)) return
    for (const [phrase, instead] of banned) {
      const [found] = phrase.exec(words) ?? []
      if (found !== undefined) faults.push(`${file}:${lineOf(text, node)}: "${found}" in "${words.slice(0, 80)}". Write: ${instead}`)
    }
  })
  return faults
}

if (import.meta.main) {
  const files = sourceTexts("{apps,modules,platform}/**/*.{ts,tsx}", ["**/*.test.ts", "**/e2e/**"])
  const faults = [...files].flatMap(([file, text]) => faultsOf(file, text))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
