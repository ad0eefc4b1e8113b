/** Days, months and amounts in the sentences that people read: on screens, in mails, letters and PDFs. Without `Intl`, whose first use takes long. */

const longMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
const shortMonths = longMonths.map((name) => name.slice(0, 3))

const monthIn = (names: ReadonlyArray<string>, date: string) => `${names[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
const dayOf = (date: string) => Number(date.slice(8, 10))

/** A month, or that of a calendar date: `2026-11` → `November 2026`. */
export const formatMonth = (date: string) => monthIn(longMonths, date)
/** The same in short: `2026-11` → `Nov 2026`. */
export const formatShortMonth = (date: string) => monthIn(shortMonths, date)
/** A calendar date: `2026-11-19` → `19 Nov 2026`. */
export const formatDay = (date: string) => `${dayOf(date)} ${formatShortMonth(date)}`
/** A calendar date as a letter writes it: `2026-11-19` → `19 November 2026`. */
export const formatLongDay = (date: string) => `${dayOf(date)} ${formatMonth(date)}`

/** A sentence of the server as people read it: its days and months are written out, but not those within a number, and amounts have their commas. */
export const formatDaysIn = (text: string) =>
  text
    .replace(/\b\d{4}-\d\d-\d\d\b/g, formatDay)
    .replace(/\b(USD|SSP) -?\d{4,13}\.\d\d\b/g, (amount) => amount.replace("-", "−").replace(/\d(?=(\d{3})+\.)/g, "$&,"))
    .replace(/(?<![\w/-])\d{4}-(0[1-9]|1[0-2])(?![\w/-]|\.\d)/g, formatMonth)
