import { expect, test } from "vitest"
import { verbForms, withArticle, withUnit } from "./text.ts"

test.each([
  ["approve", "approved", "Approving"],
  ["Post", "posted", "Posting"],
  ["void", "voided", "Voiding"],
  ["pay", "paid", "Paying"],
  ["submit", "submitted", "Submitting"],
  ["send", "sent", "Sending"],
])("%s becomes %s and %s", (verb, past, ing) => {
  expect(verbForms(verb)).toEqual({ past, ing })
})

test.each([
  [3, "cylinder", "3 cylinders"],
  [1, "cylinder", "1 cylinder"],
  ["900.000", "litre", "900 L"],
  [30.4, "kg", "30.4 kg"],
  ["1200.5", "bags", "1,200.5 bags"],
])("%s %s is written %s", (amount, unit, said) => {
  expect(withUnit(amount, unit)).toBe(said)
})

test.each([
  ["invoice", "an invoice"],
  ["approval delegation", "an approval delegation"],
  ["user", "a user"],
  ["unit", "a unit"],
  ["unpaid bill", "an unpaid bill"],
  ["one-time cost", "a one-time cost"],
  ["site", "a site"],
])("%s has the article in %s", (noun, said) => {
  expect(withArticle(noun)).toBe(said)
})
