import * as fc from "fast-check"
import { Redacted } from "effect"
import { describe, expect, test } from "vitest"
import { aboutOf, addressOf, textOf, tokenOf } from "./signed-link.ts"

const secret = Redacted.make("a pepper of thirty-two bytes or more")
const until = "2027-01-20T08:00:00.000Z"
const end = Date.parse(until)
const claims = { page: "acknowledge", about: [12, 3], until }
const token = tokenOf(secret, claims)

describe("a signed link", () => {
  test("is valid until its expiry, and identical each time", () => {
    expect(aboutOf(secret, "acknowledge", token, end - 1)).toEqual([12, 3])
    expect(aboutOf(secret, "acknowledge", token, end)).toBeUndefined()
    expect(tokenOf(secret, claims)).toBe(token)
    expect(token).toMatch(/^[\w-]+$/) // needs no escaping in a URL
  })

  test("is valid only for its own page and secret", () => {
    expect(aboutOf(secret, "pay", token, 0)).toBeUndefined()
    expect(aboutOf(Redacted.make("another pepper of thirty-two bytes"), "acknowledge", token, 0)).toBeUndefined()
  })

  test("is refused with any character changed, and so is any other text", () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."), (place, letter) => {
        fc.pre(token[place] !== letter)
        return aboutOf(secret, "acknowledge", token.slice(0, place) + letter + token.slice(place + 1), 0) === undefined
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => aboutOf(secret, "acknowledge", text, 0) === undefined))
  })

  test("is placed below the text of its mail, under its own line", () => {
    const address = addressOf({ origin: "https://ops.example.org", pepper: secret })
    const text = "Dear Achol,\n\nplease supply 20 kg of rice."
    expect(textOf({ text, link: null }, address)).toBe(text)
    expect(textOf({ text, link: { ...claims, says: "Please answer here:" } }, address)).toBe(
      `${text}\n\nPlease answer here:\nhttps://ops.example.org/acknowledge/${token}`,
    )
  })
})
