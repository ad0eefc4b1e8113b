import * as fc from "fast-check"
import { expect, test } from "vitest"
import { badgeCode, readBadge } from "./badge.ts"

const codes = fc.uint8Array({ minLength: 10, maxLength: 10 }).map(badgeCode)
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

test("a code is read back as it is written, also in small letters, in groups and with misread letters", () => {
  fc.assert(
    fc.property(codes, (code) => {
      const body = code.slice(4)
      expect(readBadge(code)).toBe(code)
      expect(readBadge(` fo1:${body.slice(0, 5)}-${body.slice(5)} `.toLowerCase())).toBe(code)
      expect(readBadge(code.slice(0, 4) + body.replaceAll("0", "O").replaceAll("1", "l"))).toBe(code)
    }),
  )
})

test("one wrong symbol, or two neighbours swapped, is no code", () => {
  fc.assert(
    fc.property(codes, fc.nat(9), fc.nat(31), (code, place, other) => {
      const at = 4 + place
      const wrong = code.slice(0, at) + symbols[other] + code.slice(at + 1)
      if (wrong !== code) expect(readBadge(wrong)).toBeUndefined()
      if (place === 9 || code[at] === code[at + 1]) return
      expect(readBadge(code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2))).toBeUndefined()
    }),
  )
})

test("names, staff numbers and other codes are no badges", () => {
  for (const text of ["", "FO-001", "SM-0001", "FO1:", "FO1:123", "FO2:00000000000", "https://example.com"]) expect(readBadge(text)).toBeUndefined()
})
