/** Cents and decimals in the browser, without the checks of the server's money module; a test compares the two. */

/** Cents of a decimal such as "-1234.5"; undefined for anything else. */
export const parseCents = (text: string): number | undefined => {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  return sign && cents !== 0 ? -cents : cents
}
/** Cents as a decimal: "-1234.50". */
export const decimalOf = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
