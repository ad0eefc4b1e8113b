/** Text as the whole product says it. Knows no library, so that the browser and the command line may load it. */

/** "1 item", "3 items". */
export const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** mealBilling → Meal billing */
export const inWords = (name: string) => {
  const text = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** siteId → site_id */
export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
