/**
 * Badge codes, as encoded in the QR code and typed by a scanner: `FO1:`, ten letters and digits, and a check symbol (Crockford's base 32, check
 * modulo 37). A code contains nothing about the person; only this system knows to whom it belongs.
 */
const prefix = "FO1:"
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const checkSymbols = `${alphabet}*~$=U`
const length = 10

const checkOf = (body: string) => checkSymbols[[...body].reduce((rest, symbol) => (rest * 32 + alphabet.indexOf(symbol)) % 37, 0)]!

/** A code made from ten random bytes. */
export const badgeCode = (random: Uint8Array): string => {
  const body = Array.from({ length }, (_, n) => alphabet[random[n]! % 32]).join("")
  return `${prefix}${body}${checkOf(body)}`
}

/** Whether the text is a badge scan, even if it may be misread. */
export const isBadge = (typed: string): boolean => typed.trim().toUpperCase().startsWith(prefix)

/** The scanned or typed code in the form printed on the badge; undefined if it is not a badge code or contains a wrong symbol. */
export const readBadge = (typed: string): string | undefined => {
  if (!isBadge(typed)) return undefined
  const text = typed.trim().toUpperCase()
  // easily misread letters are not symbols; the check symbol may be a U
  const symbols = text.slice(prefix.length).replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0")
  const [body, check] = [symbols.slice(0, length), symbols.slice(length)]
  return body.length === length && [...body].every((symbol) => alphabet.includes(symbol)) && check === checkOf(body) ? `${prefix}${body}${check}` : undefined
}
