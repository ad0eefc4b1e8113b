import { expect, test } from "vitest"
import { rebuildLines } from "./rebuild-lines.ts"

const said = (...steps: ReadonlyArray<readonly [second: number, events: number, total: number, isIndexing?: true]>) => {
  const lines: Array<string> = []
  let second = 0
  const tell = rebuildLines(
    (line) => lines.push(line),
    () => second * 1000,
  )
  for (const [at, events, total, isIndexing] of steps) {
    second = at
    tell({ events, total, ...(isIndexing && { isIndexing }) })
  }
  return lines
}

test("a start says when it begins to rebuild the rows, every five seconds how far it is, and when they are done", () => {
  expect(said([0, 0, 2000], [1, 300, 2000], [5, 500, 2000], [9, 900, 2000], [11, 1990, 2000], [12, 1990, 1990])).toEqual([
    "Rebuilding the rows: 0 of 2000 events",
    "Rebuilding the rows: 500 of 2000 events, 25%",
    "Rebuilding the rows: 1990 of 2000 events, 99%",
    "Rebuilding the rows: done, 1990 events",
  ])
})

test("a start says every five seconds that it still waits for the first events, or creates the indexes", () => {
  expect(said([0, 0, 2000], [3, 0, 2000], [6, 0, 2000], [7, 2000, 2000, true], [12, 2000, 2000, true], [13, 2000, 2000])).toEqual([
    "Rebuilding the rows: 0 of 2000 events",
    "Rebuilding the rows: 0 of 2000 events",
    "Rebuilding the rows: 2000 events folded, creating the indexes",
    "Rebuilding the rows: done, 2000 events",
  ])
})

test("the end is said once", () => {
  expect(said([0, 0, 7], [0, 7, 7], [0, 7, 7])).toEqual(["Rebuilding the rows: 0 of 7 events", "Rebuilding the rows: done, 7 events"])
})

test("the end is said too where every kind keeps its rows", () => {
  expect(said([0, 0, 7], [0, 0, 0])).toEqual(["Rebuilding the rows: 0 of 7 events", "Rebuilding the rows: done, 0 events"])
})

test("nothing is said of an empty log", () => {
  expect(said([0, 0, 0], [0, 0, 0])).toEqual([])
})
