/** Text as the whole product takes it. */
import { Schema } from "effect"

/** Refuses what Postgres cannot store: NUL characters and lone surrogates. */
export const wellFormed = Schema.makeFilter((text: string) =>
  text.includes("\0") || !text.isWellFormed() ? "Text has characters that cannot be stored" : undefined,
)

/** "1 item", "3 items". */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** mealBilling → Meal billing */
export const inWords = (name: string) => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** siteId → site_id */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
