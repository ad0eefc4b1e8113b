/**
 * The code of a badge, as its QR code says it and as a scanner types it: `FO1:`, ten letters and digits, and a check symbol
 * (Crockford's base 32, check modulo 37). It says nothing of the person; who has it is known here alone.
 */
const prefix = "FO1:"
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const checkSymbols = `${alphabet}*~$=U`
const length = 10

const checkOf = (body: string) => checkSymbols[[...body].reduce((rest, symbol) => (rest * 32 + alphabet.indexOf(symbol)) % 37, 0)]!

/** A code of ten random bytes. */
export const badgeCode = (random: Uint8Array): string => {
  const body = Array.from({ length }, (_, n) => alphabet[random[n]! % 32]).join("")
  return `${prefix}${body}${checkOf(body)}`
}

/** The code that was scanned or typed, as it is written on the badge; undefined where it is none, or a symbol is wrong. */
export const readBadge = (typed: string): string | undefined => {
  const text = typed.trim().toUpperCase()
  if (!text.startsWith(prefix)) return undefined
  // what people misread is no symbol of its own; the check symbol may be a U
  const symbols = text.slice(prefix.length).replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0")
  const [body, check] = [symbols.slice(0, length), symbols.slice(length)]
  return body.length === length && [...body].every((symbol) => alphabet.includes(symbol)) && check === checkOf(body) ? `${prefix}${body}${check}` : undefined
}
