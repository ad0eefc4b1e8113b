/** Parses the text of a period, such as "October 2026". */
import { addDays, isDate } from "@ops/platform/calendar.ts"

export interface Period {
  readonly from: string
  readonly to: string
}

const names = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]

/** Whether a period is a whole month. */
export const isMonth = ({ from, to }: Period): boolean => from.endsWith("-01") && addDays(to, 1).endsWith("-01") && from.slice(0, 7) === to.slice(0, 7)

/** The first and last day of a month; undefined for an invalid one. */
const month = (year: string, number: number): Period | undefined => {
  const from = `${year}-${String(number).padStart(2, "0")}-01`
  if (number < 1 || number > 12 || !isDate(from)) return undefined
  const next = number === 12 ? `${Number(year) + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`
  return { from, to: addDays(next, -1) }
}

/**
 * The period in a text: a month as "October 2026", "Oct 2026", "10/2026" or "2026-10", or two dates as "2026-10-01 to 2026-10-07". Undefined for any other
 * text.
 */
export const periodNamed = (text: string): Period | undefined => {
  const words = text.trim().toLowerCase()
  const days = /^(\d{4}-\d\d-\d\d) ?(?:to|–|-) ?(\d{4}-\d\d-\d\d)$/.exec(words)
  if (days) {
    const [, from = "", to = ""] = days
    return isDate(from) && isDate(to) && from <= to ? { from, to } : undefined
  }
  const numbered = /^(\d{4})[-/](\d{1,2})$/.exec(words)
  if (numbered) return month(numbered[1]!, Number(numbered[2]))
  const turned = /^(\d{1,2})[-/.](\d{4})$/.exec(words)
  if (turned) return month(turned[2]!, Number(turned[1]))
  const named = /^([a-z]{3,9})[.,]? +(\d{4})$/.exec(words)
  const number = named ? names.findIndex((name) => name === named[1] || name.slice(0, 3) === named[1] || (name === "september" && named[1] === "sept")) : -1
  return number < 0 ? undefined : month(named![2]!, number + 1)
}
