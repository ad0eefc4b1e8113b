/** Where the words of a language are: a file `words/<language>.ts` of each part that is translated. Loaded only for a person who reads that language. */
import type { Language } from "@ops/platform/language/languages.ts"
import type { Words } from "@ops/platform/language/languages.ts"

const files = import.meta.glob<{ readonly default: Words }>(["../../modules/*/words/*.ts", "../../platform/words/*.ts", "./words/*.ts"])

export const wordsOf = async (language: Language) => {
  const parts = Object.entries(files).flatMap(([path, load]) => (path.endsWith(`/words/${language}.ts`) ? [load()] : []))
  return Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default)) as Words
}
