import { expect, test } from "vitest"
import { verbForms } from "./text.ts"

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
