/** Text as the whole product says it. Knows no library, so that the browser and the command line may load it. */

/** "1 item", "3 items". */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** mealBilling → Meal billing */
export const inWords = (name: string) => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A word of a record as people read it: bank_transfer → Bank transfer */
export const wordOf = (text: string) => (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll("_", " ")

const irregular: Readonly<Record<string, readonly [past: string, ing: string]>> = {
  pay: ["paid", "paying"],
  send: ["sent", "sending"],
  submit: ["submitted", "submitting"],
  withdraw: ["withdrawn", "withdrawing"],
  cancel: ["cancelled", "cancelling"],
}
/** What a verb becomes: approve → approved, Approving. */
export const verbForms = (verb: string): { readonly past: string; readonly ing: string } => {
  const stem = verb.toLowerCase()
  const [past, ing] = irregular[stem] ?? (stem.endsWith("e") ? [`${stem}d`, `${stem.slice(0, -1)}ing`] : [`${stem}ed`, `${stem}ing`])
  return { past, ing: ing.charAt(0).toUpperCase() + ing.slice(1) }
}

/** The field of a row that says whether a command can be given: approve → canApprove */
export const canOf = (command: string) => `can${command.charAt(0).toUpperCase()}${command.slice(1)}`

/** siteId → site_id */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** How alike two names are: the share of pairs of letters that both have. */
export const likeness = (one: string, other: string) => {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, n) => text.toLowerCase().slice(n, n + 2)))
  const [a, b] = [pairs(one), pairs(other)]
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1)
}

/** Whether this has the form of an e-mail address: one @, a dot after it, no spaces and no lists. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text)

/** Any value as one text: nothing for null, the name of a person, JSON for parts, ISO for a `Date`. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  if (value instanceof Date) return value.toISOString()
  return "firstName" in value && "lastName" in value ? `${value.firstName} ${value.lastName}` : JSON.stringify(value)
}

/** SQL of a text constant. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
/** SQL of an amount in cents with separators, such as 13,872,000.00. */
export const groupedSql = (cents: string) => `to_char(${cents} / 100.0, 'FM999,999,999,999,990.00')`
