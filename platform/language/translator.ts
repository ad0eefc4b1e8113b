/** Translates texts by the words of a language. Loaded only for a person who reads another language than English. See decision 155. */
import type { Language, Plural, Words } from "./languages.ts"

interface Pattern {
  readonly of: RegExp
  /** the longest fixed part: it is searched first, because that is faster */
  readonly fixed: string
  /** how much of it is fixed: the most particular pattern that fits is used */
  readonly weight: number
  /** it could also be a text that a person wrote, because little of it is fixed and a value can be anything */
  readonly isLoose: boolean
  readonly names: ReadonlyArray<string>
  readonly to: string | Plural
}

const slot = /\{(\w+)\}/g
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Codes, names and sentences in Latin letters keep their own direction; so does a telephone number, which begins with a sign. */
const needsIsolation = /[A-Za-z+]/
/** A code is not divided at the end of a line: its parts would stand in the wrong order. */
const isCode = /^[A-Z]+-[-\w]*\d$/
const knownAtMost = 3000

/** What a value can be, by its name; any other can be anything, but not across two sentences or two facts. */
const kinds: ReadonlyArray<readonly [names: RegExp, of: string]> = [
  [/^(n|year|day|total|most|capacity|id)$/, String.raw`([\d.,–−+-]+)`],
  [/^time$/, String.raw`(\d\d:\d\d|\d{1,2} [A-Z]\w+ \d{4}, \d\d:\d\d|\d+)`],
  [/^(date|from|to)$/, String.raw`(\d{1,2} [A-Z]\w+ \d{4}|\d{4}-\d\d-\d\d|[\d,:]+)`],
  [/^currency$/, String.raw`([A-Z]{3}|\d+)`],
  [/^(number|iso)$/, String.raw`([A-Z]*[-\d][-\w:.]*)`],
]
/** Values that are words of the product: the sentence is translated only if they are. */
const words = /^(meal|what|act|word|status|field|days|category|tries|noun|month|priority|sentence)$/
const anything = String.raw`((?:(?![.!?] | · ).)+?)`
const kindOf = (name: string) => kinds.find(([names]) => names.test(name))?.[1]

const patternOf = (key: string, to: string | Plural): Pattern => {
  const parts = key.split(slot)
  const [fixed, names] = [0, 1].map((odd) => parts.filter((_, n) => n % 2 === odd)) as [string[], string[]]
  const open = names.filter((name) => kindOf(name) === undefined && !words.test(name))
  const weight = fixed.join("").length
  return {
    of: new RegExp(`^${parts.map((part, n) => (n % 2 === 0 ? escaped(part) : (kindOf(part) ?? anything))).join("")}$`, "s"),
    fixed: fixed.reduce((longest, part) => (part.length > longest.length ? part : longest)),
    weight,
    isLoose: open.length > 0 && weight + 6 * (names.length - open.length) < 12,
    names,
    to,
  }
}

/** Dates as `date.tsx` writes them in English, and their months in the other language. */
const monthsIn = (language: Language): Words => {
  const months = Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2026, n)))
  const [short, long] = [{ month: "short" }, { month: "long" }].map(
    (style) =>
      (locale: string): ReadonlyArray<string> =>
        months.map((at) => new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" } as Intl.DateTimeFormatOptions).format(at)),
  ) as [(locale: string) => ReadonlyArray<string>, (locale: string) => ReadonlyArray<string>]
  const [names, english] = [long(language), long("en")]
  const abbreviated = short("en")
  return Object.fromEntries(
    names.flatMap((name, n) => [
      [`{day} ${abbreviated[n]} {year}`, `{day} ${name} {year}`],
      [`{day} ${abbreviated[n]} {year}, {time}`, `{day} ${name} {year}، {time}`],
      [`${english[n]} {year}`, `${name} {year}`],
    ]),
  )
}

/** A text in the language; unchanged if it has no translation. */
export type Translate = (text: string, isOurs: boolean) => string

/**
 * Translates texts by these words. A text that may be one that a person wrote (`isOurs` is false) is not compared with loose patterns: "Remove the
 * sand" in a description is not our "Remove {name}".
 */
export const translator = (language: Language, translations: Words): Translate => {
  const all = { ...monthsIn(language), ...translations }
  const exact = new Map(Object.entries(all).filter(([key]) => !key.includes("{")))
  const patterns = Object.entries(all)
    .filter(([key]) => key.includes("{"))
    .map(([key, to]) => patternOf(key, to))
    .sort((a, b) => b.weight - a.weight)
  const plurals = new Intl.PluralRules(language)

  const wordFor = (text: string) => translated(text, true) ?? translated(text.charAt(0).toUpperCase() + text.slice(1), true)
  const filled = ({ names, to }: Pattern, values: ReadonlyArray<string>) => {
    const said = values.map((value, n) => wordFor(value) ?? (words.test(names[n]!) && /[A-Za-z]/.test(value) ? undefined : value))
    if (said.includes(undefined)) return undefined
    const n = values.map((value) => Number(value.replaceAll(",", ""))).find((value) => !Number.isNaN(value))
    const sentence = typeof to === "string" ? to : (n !== undefined && to[plurals.select(n)]) || to.other
    return sentence.replace(slot, (_, name: string) => {
      const value = said[names.indexOf(name)] ?? ""
      return needsIsolation.test(value) ? `\u2068${isCode.test(value) ? value.replaceAll("-", "\u2060-\u2060") : value}\u2069` : value
    })
  }
  const whole = (text: string, isOurs: boolean): string | undefined => {
    const word = exact.get(text)
    if (word !== undefined) return typeof word === "string" ? word : word.other
    for (const pattern of patterns) {
      const found = (isOurs || !pattern.isLoose) && text.includes(pattern.fixed) ? pattern.of.exec(text) : null
      const sentence = found && filled(pattern, found.slice(1))
      if (sentence) return sentence
    }
    return undefined
  }
  /** Parts that a screen has joined: facts by a dot in the middle, sentences by their full stop. */
  const joined = (text: string, separator: RegExp, isOurs: boolean) => {
    const parts = text.split(separator)
    if (parts.length === 1) return undefined
    const said = parts.map((part, n) => (n % 2 === 0 ? translated(part, isOurs) : undefined))
    return said.some((each) => each !== undefined) ? said.map((each, n) => each ?? parts[n]).join("") : undefined
  }
  const translated = (text: string, isOurs: boolean): string | undefined =>
    /[A-Za-z]/.test(text) ? (whole(text, isOurs) ?? joined(text, /( · |\n)/, isOurs) ?? joined(text, /((?<=[.!?]) )/, isOurs)) : undefined

  const comma = String(exact.get(",") ?? ",")
  const known = [new Map<string, string>(), new Map<string, string>()] as const
  return (text, isOurs) => {
    const memory = known[isOurs ? 1 : 0]
    const before = memory.get(text)
    if (before !== undefined) return before
    // a part of a sentence can begin with the comma after an element
    const [, start = "", core = "", end = ""] = /^([\s,·]*)(.*?)(\s*)$/s.exec(text) ?? []
    const said = translated(core.replace(/\s+/g, " "), isOurs)
    const result = said === undefined && !start.includes(",") ? text : start.replace(",", comma) + (said ?? core) + end
    if (memory.size >= knownAtMost) memory.clear()
    memory.set(text, result)
    return result
  }
}
