import { expect, test } from "vitest"
import { mutations, unplantable } from "./mutations.ts"

test("every fault of the mutation check can be planted in the code as it is", () => {
  expect(unplantable(mutations)).toEqual([])
  expect(mutations.length).toBeGreaterThan(50)
})

test("a fault whose code or whose test is gone is reported with the reason", () => {
  const [one] = mutations as [(typeof mutations)[number]]
  expect(unplantable([{ ...one, search: "no such text" }])).toEqual([`${one.name}: its text occurs 0 times in ${one.file}`])
  expect(unplantable([{ ...one, tests: ["no-such.test.ts"] }])).toEqual([`${one.name}: there is no no-such.test.ts`])
})
