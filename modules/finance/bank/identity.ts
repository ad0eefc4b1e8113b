/**
 * The identity of a bank line, similar to how hledger tells transactions apart: its day, its amount, the bank's reference or its words, and its position
 * among the equal lines of that day. A file that is imported again or overlaps another adds nothing twice, and two equal payments on one day stay two.
 */
import type { FileLine } from "./web/files/bank-file.ts"

const normal = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 180)

export interface Identified extends FileLine {
  readonly position: number
  readonly identity: string
}

export const identified = (lines: ReadonlyArray<FileLine>): ReadonlyArray<Identified> => {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const key = [line.date, line.amount, normal(line.reference) || normal(`${line.counterparty} ${line.text}`)].join("|")
    const position = (seen.get(key) ?? 0) + 1
    seen.set(key, position)
    return { ...line, position, identity: `${key}|${position}` }
  })
}
