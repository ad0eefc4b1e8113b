import { assert, describe, test } from "@effect/vitest"
import { elementsIn } from "./elements.ts"
import { translator } from "./translator.ts"

const translate = translator("ar", {
  ",": "،",
  Cancel: "إلغاء",
  Lunch: "الغداء",
  "{n} days": { zero: "لا أيام", one: "يوم", two: "يومان", few: "{n} أيام", many: "{n} يومًا", other: "{n} يوم" },
  "Close {meal}": "إغلاق {meal}",
  "Remove {name}": "إزالة {name}",
  "served {time}": "سُجِّل {time}",
  "There is no staff member with the number {number}": "لا يوجد موظف بالرقم {number}",
  "{name} works here since {date}": "{name} يعمل هنا منذ {date}",
  "Wrong PIN.": "رقم PIN غير صحيح.",
  "on leave": "في إجازة",
})
const ours = (text: string) => translate(text, true).replace(/[\u2060\u2068\u2069]/g, "")
const written = (text: string) => translate(text, false)

describe("a text in another language", () => {
  test("has the translation of its English words; without one it stays English", () => {
    assert.strictEqual(ours("Cancel"), "إلغاء")
    assert.strictEqual(ours("Archive"), "Archive")
    assert.strictEqual(ours(" Cancel "), " إلغاء ")
  })
  test("has its values; a value that is a word of the product is translated too, in any case", () => {
    assert.strictEqual(ours("Remove Deng"), "إزالة Deng")
    assert.strictEqual(ours("Close lunch"), "إغلاق الغداء")
  })
  test("uses all six Arabic plurals", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 11, 100, 12.25].map((n) => ours(`${n} days`)),
      ["لا أيام", "يوم", "يومان", "3 أيام", "11 يومًا", "100 يوم", "12.25 يوم"],
    )
  })
  test("has the months of the language, and Western digits", () => {
    assert.strictEqual(ours("19 Nov 2026"), "19 نوفمبر 2026")
    assert.strictEqual(ours("19 Nov 2026, 09:12"), "19 نوفمبر 2026، 09:12")
    assert.strictEqual(ours("Achol Deng works here since 2 May 2025"), "Achol Deng يعمل هنا منذ 2 مايو 2025")
  })
  test("keeps a code in its own direction and on one line", () => {
    assert.strictEqual(translate("There is no staff member with the number FO-001", true), "لا يوجد موظف بالرقم \u2068FO\u2060-\u2060001\u2069")
  })
  test("is translated part by part where a screen has joined facts or sentences", () => {
    assert.strictEqual(ours("NBD-1009 · served 12:05"), "NBD-1009 · سُجِّل 12:05")
    assert.strictEqual(ours("Wrong PIN. Ask Deng"), "رقم PIN غير صحيح. Ask Deng")
    assert.strictEqual(ours(", on leave"), "، في إجازة")
  })
})

describe("what a person wrote", () => {
  test("is not taken for one of our short sentences", () => {
    assert.strictEqual(written("Remove the sand"), "Remove the sand")
    assert.strictEqual(written("Close the valve"), "Close the valve")
    assert.strictEqual(ours("Close the valve"), "Close the valve")
    assert.strictEqual(written("Pump served in the morning"), "Pump served in the morning")
  })
})

describe("an element", () => {
  const element = elementsIn(translate)
  test("has its strings and numbers side by side as one sentence, in their places", () => {
    assert.deepStrictEqual(element("p", { children: [3, " ", "days", false, "!"] }), { children: [3, " ", "days", false, "!"] })
    assert.deepStrictEqual(element("p", { children: [3, " days", false, { type: "b" }, "Cancel"] }), {
      children: ["3 أيام", null, null, { type: "b" }, "إلغاء"],
    })
  })
  test("has its names for screen readers, and the title of an element of HTML", () => {
    assert.deepStrictEqual(element("abbr", { title: "Cancel", "aria-label": "Remove 7" }), { title: "إلغاء", "aria-label": "إزالة 7" })
    assert.deepStrictEqual(
      element(() => null, { title: "Cancel" }),
      { title: "Cancel" },
    )
  })
  test("keeps what a person typed or wrote", () => {
    for (const [type, props] of [
      ["textarea", { children: "Cancel" }],
      ["code", { children: "Cancel" }],
      ["p", { translate: "no", children: "Cancel" }],
    ] as const) {
      assert.strictEqual(element(type, props), props)
    }
  })
})
