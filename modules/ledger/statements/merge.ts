/** Combines statements of one kind side by side: the columns in a row, and the union of their lines. */
import type { StatementAnswer } from "./contract.ts"

type Section = StatementAnswer["sections"][number]
type Line = Section["total"]

const isAccount = (key: string) => /^\d/.test(key)

/** The keys of all lists in one order: accounts by number; other keys that only a later list has follow their predecessor in that list. */
export const keysInOrder = (lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const keys: Array<string> = []
  for (const list of lists) {
    list.forEach((key, n) => {
      if (keys.includes(key)) return
      const lower = isAccount(key) ? keys.findLastIndex((other) => isAccount(other) && other < key) : -1
      const higher = isAccount(key) ? keys.findIndex((other) => isAccount(other) && other > key) : -1
      keys.splice(lower >= 0 ? lower + 1 : higher >= 0 ? higher : n === 0 ? 0 : keys.indexOf(list[n - 1]!) + 1, 0, key)
    })
  }
  return keys
}

/** The columns of all statements, in order, under unique keys; a line that a statement does not have is 0.00 in its columns. */
export const sideBySide = (statements: ReadonlyArray<StatementAnswer>, measure: string): StatementAnswer => {
  const own = (n: number, key: string) => `${key}${n}`
  const lineOf = (lines: ReadonlyArray<Line | undefined>): Line => ({
    ...lines.find((line) => line !== undefined)!,
    values: Object.fromEntries(statements.flatMap(({ columns }, n) => columns.map(({ key }) => [own(n, key), lines[n]?.values[key] ?? "0.00"] as const))),
  })
  const sectionOf = (key: string): Section => {
    const sections = statements.map(({ sections }) => sections.find((section) => section.key === key))
    const lines = keysInOrder(sections.map((section) => section?.lines.map(({ key }) => key) ?? []))
    return {
      ...sections.find((section) => section !== undefined)!,
      lines: lines.map((key) => lineOf(sections.map((section) => section?.lines.find((line) => line.key === key)))),
      total: lineOf(sections.map((section) => section?.total)),
    }
  }
  const [first] = statements as [StatementAnswer, ...Array<StatementAnswer>]
  return {
    ...first,
    measure,
    columns: statements.flatMap(({ columns }, n) => columns.map((column) => ({ ...column, key: own(n, column.key) }))),
    sections: keysInOrder(statements.map(({ sections }) => sections.map(({ key }) => key))).map(sectionOf),
    checks: statements.flatMap(({ checks, measure }) => checks.map((check) => ({ ...check, name: `${check.name}, ${measure}` }))),
  }
}
