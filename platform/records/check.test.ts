import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Schema } from "effect"
import { checkOf } from "./check.ts"
import { mostCents } from "../money.ts"
import { mostThousandths, mostWhole } from "../quantity.ts"
import { BirthDate, BusinessDate, Email, Flag, Instant, Line, Literals, Money, Optional, Parts, Phone, Quantity, Ref, Text, Whole } from "./field.ts"

const facts = {
  name: Line(20),
  note: Text(30),
  currency: Literals("USD", "SSP"),
  price: Money,
  weight: Quantity,
  heads: Whole,
  packed: BusinessDate,
  born: Optional(BirthDate),
  at: Instant,
  site: Ref("site"),
  open: Flag,
  lines: Parts(Schema.Struct({ amount: Schema.Int })),
}
const check = checkOf(facts)
const good = {
  name: "Rice",
  note: "",
  currency: "USD",
  price: 1250,
  weight: 2500,
  heads: 3,
  packed: "2026-11-21",
  born: null,
  at: "2026-11-21T08:00:00.000Z",
  site: 1,
  open: true,
  lines: [{ amount: 1 }],
} as const

const taking = (price: number) => () => check({ ...good, price })

describe("the fields of an event", () => {
  test("are kept if every check passes, and undeclared ones are dropped, even when nested", () => {
    expect(check(good)).toEqual(good)
    expect(check({ ...good, extra: "kept", lines: [{ amount: 1, extra: 2 }] })).toEqual(good)
  })
  test.each([
    [{ name: "" }, "Name is required"],
    [{ name: "x".repeat(21) }, "Name can have 20 characters at most"],
    [{ note: "x".repeat(31) }, "Note can have 30 characters at most"],
    [{ currency: "GBP" }, "Currency must be one of: USD, SSP"],
    [{ price: 12.5 }, "Price must be a whole number"],
    [{ price: Number.NaN }, "Price is not valid"],
    [{ price: mostCents + 1 }, "Price can be 99,999,999,999.99 at most"],
    [{ price: -mostCents - 1 }, "Price can be 99,999,999,999.99 at most"],
    [{ weight: mostThousandths + 1 }, "Weight can be 9,999,999.999 at most"],
    [{ heads: mostWhole + 1 }, "Heads can be 999,999,999 at most"],
    [{ packed: "1999-12-31" }, "Packed must be a day such as 2026-11-21"],
    [{ born: "1899-12-31" }, "Born must be a day such as 1985-11-21"],
    [{ at: "yesterday" }, "At must be an instant such as 2026-11-21T08:00:00Z"],
    [{ site: "1" }, "Site is not valid"],
    [{ open: undefined }, "Open is not valid"],
    [{ lines: [{ amount: mostCents + 1 }] }, "Lines has an amount that is too large: an amount can be 99,999,999,999.99 at most"],
    [{ name: "", currency: "GBP" }, "Name is required. Currency must be one of: USD, SSP"],
  ])("%j are refused", (fault, sentence) => {
    expect(() => check({ ...good, ...fault })).toThrow(sentence)
  })
  test("are named if missing", () => {
    const { currency: _, ...rest } = good
    expect(() => check(rest)).toThrow("Currency is required")
  })
  test("accept the ceiling itself and nothing above it, on both sides of zero", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (price) => {
        if (Math.abs(price) <= mostCents) expect(taking(price)().price).toBe(price)
        else expect(taking(price)).toThrow("at most")
      }),
    )
    for (const price of [mostCents, -mostCents]) expect(check({ ...good, price }).price).toBe(price)
  })
  test("accept e-mail addresses and phone numbers, and nothing else in their place", () => {
    const contact = checkOf({ mail: Email, phone: Phone })
    expect(contact({ mail: "ayen@nile.example", phone: "+211 920 000 101" })).toEqual({ mail: "ayen@nile.example", phone: "+211 920 000 101" })
    expect(() => contact({ mail: "ayen@nile", phone: "" })).toThrow("Mail must be an e-mail address. Phone is required")
  })
  test("accept births in 1985 and in 2001", () => {
    for (const born of ["1985-11-21", "2001-02-28"]) expect(check({ ...good, born }).born).toBe(born)
    expect(() => check({ ...good, born: "1985-02-29" })).toThrow("Born must be a day")
  })
})

test("every value is checked as by the parser of its schema, and unknown names are left out", () => {
  const fields = { ...facts, lines: Parts(Schema.Struct({ amount: Schema.Int, note: Schema.optionalKey(Schema.String) })), more: Schema.optionalKey(Whole) }
  const parse = Schema.decodeUnknownSync(Schema.toType(Schema.Struct(fields)))
  const other = fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    "USD",
    "2026-02-30",
    0.5,
    Number.NaN,
    true,
    [],
    {},
    [{ amount: 1, note: "n", odd: 1 }],
    [{}],
    [{ amount: 1, note: 2 }],
  )
  const changed = fc.record({ name: fc.constantFrom(...Object.keys(fields), "odd"), value: other, isGone: fc.boolean() })
  const outcome = (read: (value: unknown) => unknown, value: unknown) => {
    try {
      return { read: read(value) }
    } catch {
      return "refused"
    }
  }
  const checked = checkOf(fields)
  fc.assert(
    fc.property(fc.array(changed, { maxLength: 2 }), (changes) => {
      const given: Record<string, unknown> = { ...good }
      for (const { name, value, isGone } of changes) {
        given[name] = value
        if (isGone) delete given[name]
      }
      expect(outcome(checked, given)).toStrictEqual(outcome(parse, given))
    }),
    { numRuns: 300 },
  )
})
