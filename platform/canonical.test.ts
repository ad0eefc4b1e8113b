import fc from "fast-check"
import { expect, test } from "vitest"
import { canonical } from "./canonical.ts"

/** The definition, without any memory of names. */
const byDefinition = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => byDefinition(item ?? null)).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${byDefinition(member)}`).join(",")}}`
}

test("the canonical text has the names of every object sorted, in whatever order they were set, and leaves out what is undefined", () => {
  const names = fc.oneof(fc.constantFrom("a", "b", "a\nb", "aa", "10", "9", "é", "\ud800"), fc.string())
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, fc.jsonValue(), fc.constant(undefined), fc.array(tie("value")), fc.dictionary(names, tie("value"))),
  }))
  fc.assert(
    fc.property(value, (one) => {
      expect(canonical(one)).toBe(byDefinition(one))
    }),
  )
  expect(canonical({ b: 1, a: { d: [undefined], c: undefined } })).toBe('{"a":{"d":[null]},"b":1}')
})
