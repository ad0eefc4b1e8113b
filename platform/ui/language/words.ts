/**
 * The language of the screens. The English sentence, written where it is used, is the key; a part's `words/<language>.ts` has its translation.
 * `jsx-runtime.ts` translates every text of an element. See decision 155.
 */
import type { Props } from "../../language/elements.ts"
import { type Language, languages, type Words } from "../../language/languages.ts"
import type { Translate } from "../../language/translator.ts"

/** Kept in the browser: what the sign-in page is shown in, and everything before the server has answered. */
export const languageKey = "language"

let current: Language = "en"
/** What translates texts and elements; undefined in English. */
export let spoken: { readonly text: Translate; readonly element: (type: unknown, props: Props) => Props } | undefined
const listeners = new Set<() => void>()

/**
 * A text of the product in the person's language. Elements need not call it, because `jsx-runtime.ts` does; what has to: a text that is not part of an
 * element, and a short one with a free value, such as "no {food}", which elsewhere could be what a person wrote.
 */
export const t = (text: string) => (spoken ? spoken.text(text, true) : text)
export const language = () => current
export const watchLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isLanguage = (code: string | null): code is Language => code !== null && Object.hasOwn(languages, code)
/** The language kept in this browser. */
export const keptLanguage = (): Language => {
  const kept = localStorage.getItem(languageKey)
  return isLanguage(kept) ? kept : "en"
}

let read: (language: Language) => Promise<Words> = () => Promise.resolve({})
/** Sets where the words of a language are read from. */
export const readWordsFrom = (source: typeof read) => {
  read = source
}

const speechIn = async (wanted: Language) => {
  const [{ translator }, { elementsIn }, words] = await Promise.all([
    import("../../language/translator.ts"),
    import("../../language/elements.ts"),
    read(wanted),
  ])
  const text = translator(wanted, words)
  return { text, element: elementsIn(text) }
}

/** Shows the screens in a language, and keeps it in this browser. Words that cannot be loaded leave the screens as they are. */
export const showIn = async (wanted: Language) => {
  localStorage.setItem(languageKey, wanted)
  if (wanted === current) return
  const speech = wanted === "en" ? undefined : await speechIn(wanted).catch(() => null)
  // a later choice counts
  if (speech === null || keptLanguage() !== wanted) return
  current = wanted
  spoken = speech
  document.documentElement.lang = wanted
  document.documentElement.dir = languages[wanted].direction
  for (const listener of listeners) listener()
}
