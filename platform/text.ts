/** Text conventions of the whole product. Without dependencies, so that the browser and the command line can load it. */

/** "1 item", "3 items". */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** Whether a noun has the article "an": invoice, but not user. */
export const takesAn = (noun: string) => /^(?!uni|us|one\b)[aeiou]/i.test(noun)
/** invoice → an invoice; user → a user */
export const withArticle = (noun: string) => `${takesAn(noun) ? "an" : "a"} ${noun}`

/** breakfast → Breakfast */
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 3, cylinder → 3 cylinders; 900, litre → 900 L */
export const withUnit = (amount: number | string, unit: string) => {
  const shown = Number(amount).toLocaleString("en-US", { maximumFractionDigits: 3 })
  if (/^lit(er|re)s?$/.test(unit)) return `${shown} L`
  return `${shown} ${unit.length > 2 && Number(amount) !== 1 && !unit.endsWith("s") ? `${unit}s` : unit}`
}

/** mealBilling → Meal billing */
export const inWords = (name: string) => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return capitalised(text)
}

/** The display name of a field: fuelCost → Fuel cost, clientId → Client */
export const labelOf = (field: string) => inWords(field.replace(/Id$/, ""))

/** A value of a record in readable form: bank_transfer → Bank transfer */
export const wordOf = (text: string) => capitalised(text).replaceAll("_", " ")

const irregular: Readonly<Record<string, readonly [past: string, ing: string]>> = {
  pay: ["paid", "paying"],
  send: ["sent", "sending"],
  submit: ["submitted", "submitting"],
  withdraw: ["withdrawn", "withdrawing"],
  cancel: ["cancelled", "cancelling"],
}
/** Inflected forms of a verb: approve → approved, Approving. */
export const verbForms = (verb: string): { readonly past: string; readonly ing: string } => {
  const stem = verb.toLowerCase()
  const [past, ing] = irregular[stem] ?? (stem.endsWith("e") ? [`${stem}d`, `${stem.slice(0, -1)}ing`] : [`${stem}ed`, `${stem}ing`])
  return { past, ing: capitalised(ing) }
}

/** The field of a row that states whether a command can be performed: approve → canApprove */
export const canOf = (command: string) => `can${capitalised(command)}`

/** siteId → site_id */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Similarity of two names: the share of letter pairs that they have in common. */
export const likeness = (one: string, other: string) => {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, n) => text.toLowerCase().slice(n, n + 2)))
  const [a, b] = [pairs(one), pairs(other)]
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1)
}

/** Whether this looks like an e-mail address: one @, a dot after it, no spaces and no lists. */
export const isEmail = (text: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text)

/** Any value as a text: empty for null, the name of a person, JSON for parts, ISO for a `Date`. */
export const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value !== "object") return String(value)
  if (value instanceof Date) return value.toISOString()
  return "firstName" in value && "lastName" in value ? `${value.firstName} ${value.lastName}` : JSON.stringify(value)
}

/** A text as an SQL string literal. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
/** SQL that formats an amount in cents with separators, such as 13,872,000.00. */
export const groupedSql = (cents: string) => `to_char(${cents} / 100.0, 'FM999,999,999,999,990.00')`

/** The sentence about a field: a fault that begins with a verb follows the field's name. */
export const faultOn = (label: string, fault: string): string => (/^(must|can|is|has) /.test(fault) ? `${label} ${fault}` : fault)
