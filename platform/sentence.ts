/** Sentences of the server as people read them, on screens and in mails. */

export const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** A calendar date: `2026-11-19` → `19 Nov 2026`. */
export const formatDay = (date: string) => {
  const [year, month, day] = date.slice(0, 10).split("-").map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

const longMonths = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" })
/** A sentence of the server as people read it: its days and months are written out, but not those within a number, and amounts have their commas. */
export const formatDaysIn = (text: string) =>
  text
    .replace(/\b\d{4}-\d\d-\d\d\b/g, formatDay)
    .replace(/\b(USD|SSP) -?\d{4,13}\.\d\d\b/g, (amount) => amount.replace("-", "−").replace(/\d(?=(\d{3})+\.)/g, "$&,"))
    .replace(/(?<![\w/-])\d{4}-(0[1-9]|1[0-2])(?![\w/-]|\.\d)/g, (month) => longMonths.format(new Date(`${month}-01T00:00:00Z`)))
