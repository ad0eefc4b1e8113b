import * as fc from "fast-check"
import { expect, test } from "vitest"
import { matching } from "./palette-match.ts"

const things = [{ label: "Report Issue" }, { label: "New Purchase Request" }, { label: "Reports", more: "Analytics" }, { label: "Purchase report" }]
const named = (text: string) => matching(text, things).map(({ label }) => label)

test("what begins with the text comes first, then where its words are, then where it stands within", () => {
  expect(named("report")).toEqual(["Report Issue", "Reports", "Purchase report"])
  expect(named("purch")).toEqual(["Purchase report", "New Purchase Request"])
  expect(named("req new")).toEqual(["New Purchase Request"])
  expect(named("analyt")).toEqual(["Reports"])
  expect(named("ssue")).toEqual(["Report Issue"])
  expect(named("zz")).toEqual([])
  expect(named("")).toHaveLength(4)
})

test("whatever is typed, nothing is named twice, and a name finds itself", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(3), (text, n) => {
      const found = named(text)
      expect(new Set(found).size).toBe(found.length)
      expect(named(things[n]!.label.toUpperCase())[0]).toBe(things[n]!.label)
    }),
  )
})
