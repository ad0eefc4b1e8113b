import { expect, test } from "vitest"
import { found } from "./find.ts"

const items = [
  { id: 1, name: "Engine oil 15W-40", words: "fuel" },
  { id: 2, name: "Oil filter" },
  { id: 3, name: "Rice" },
]

test("an option is found by any part of its name or other words, names that begin with it first", () => {
  expect(found(items, "oil", 8)).toEqual({ part: "oil", number: undefined, rows: [items[1], items[0]] })
  expect(found(items, "fuel eng", 8).rows).toEqual([items[0]])
  expect(found(items, "oil", 1).rows).toHaveLength(1)
})

test("a number after the name is a quantity, unless a name has it", () => {
  expect(found(items, "ric 250", 8)).toEqual({ part: "ric", number: 250, rows: [items[2]] })
  expect(found(items, "oil 15", 8)).toEqual({ part: "oil 15", number: undefined, rows: [items[0]] })
})
