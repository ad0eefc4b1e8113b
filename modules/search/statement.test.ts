/** Any input is converted to words. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { wordsAsked } from "./statement.ts"

test("a text is split into words at punctuation, spaces and emoji", () => {
  expect(wordsAsked("PR-2026-0001")).toEqual(["PR", "2026", "0001"])
  expect(wordsAsked("O'Brien & Sons (Juba)\\")).toEqual(["O", "Brien", "Sons", "Juba"])
  expect(wordsAsked("  \t ")).toEqual([])
  expect(wordsAsked("rice\u1680oil\ufeff\u00a0\u202f\u3000salt")).toEqual(["rice", "oil", "salt"])
  expect(wordsAsked("%_*:|&!<->'\"")).toEqual([])
  expect(wordsAsked("🔥❤️ “–”")).toEqual([])
  expect(wordsAsked("سوق جوبا café")).toEqual(["سوق", "جوبا", "café"])
  expect(wordsAsked("a b c d e f g h i j k l m n")).toHaveLength(12)
})

test("no word contains query syntax that Postgres would interpret", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: "grapheme", maxLength: 30 })), (text) => {
      expect(wordsAsked(text).join("")).not.toMatch(/[\s'\\:&|!()<>*%_-]/)
    }),
  )
})
