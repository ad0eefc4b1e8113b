import * as fc from "fast-check"
import { expect, test } from "vitest"
import { matching } from "./palette-match.ts"

const things = [{ label: "Report Issue" }, { label: "New Purchase Request" }, { label: "Reports", more: "Analytics" }, { label: "Purchase report" }]
const named = (text: string) => matching(text, things).map(({ label }) => label)

test("prefix matches come first, then matches at word starts, then matches anywhere", () => {
  expect(named("report")).toEqual(["Report Issue", "Reports", "Purchase report"])
  expect(named("purch")).toEqual(["Purchase report", "New Purchase Request"])
  expect(named("req new")).toEqual(["New Purchase Request"])
  expect(named("analyt")).toEqual(["Reports"])
  expect(named("ssue")).toEqual(["Report Issue"])
  expect(named("zz")).toEqual([])
  expect(named("")).toHaveLength(4)
})

test("for any input, nothing is listed twice, and a full name finds itself", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(3), (text, n) => {
      const found = named(text)
      expect(new Set(found).size).toBe(found.length)
      expect(named(things[n]!.label.toUpperCase())[0]).toBe(things[n]!.label)
    }),
  )
})
