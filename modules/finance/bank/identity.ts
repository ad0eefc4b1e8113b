/**
 * By what a line of a bank is known again, as hledger tells transactions apart: its day, its amount, the bank's reference or its words, and
 * which of the equal lines of that day it is. So a file that is imported again, or overlaps another, brings nothing twice, and two equal
 * payments of a day are two.
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
