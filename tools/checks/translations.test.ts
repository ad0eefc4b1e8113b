import { assert, test } from "@effect/vitest"
import { translator } from "../../platform/language/translator.ts"
import { missingIn, textsIn, unusedIn } from "./translations.ts"

const screen = `import { t } from "./t.ts"
export const Part = ({ n, name, food }: Props) => (
  <section className="Not a text" aria-label={\`Meal of \${name}\`}>
    <p>Keep going: {n} {n === 1 ? "entry is" : "entries are"} saved.</p>
    <Button label="Send now" />
    {t(\`no \${food}\`)}
  </section>
)
`

test("the texts of a screen are found whole: runs with their values, every form of them, attributes that are read, arguments of t", () => {
  assert.deepStrictEqual(
    textsIn("part.tsx", screen).map(([text]) => text),
    ["Meal of 7", "Keep going: 7 entry is saved.", "Keep going: 7 entries are saved.", "Send now", "no 7"],
  )
})

test("a text without a translation is reported with its line, and a translation without a text", () => {
  const words = {
    "Meal of {name}": "وجبة {name}",
    "Keep going: {n} entry is saved.": "حُفظ إدخال",
    "Keep going: {n} entries are saved.": "حُفظت {n} إدخالات",
    "no {food}": "بدون {food}",
    "Send later": "إرسال لاحقًا",
  }
  assert.deepStrictEqual(missingIn(textsIn("part.tsx", screen), "part.tsx", translator("ar", words)), ['part.tsx:5: "Send now" has no translation'])
  const written = new Set(["Meal of", "Keep going: 7 entry is saved.", "Keep going: 7 entries are saved.", "no", "Send now"])
  assert.deepStrictEqual(unusedIn(words, written), ["Send later"])
})

test("a short sentence with a free value is missing unless t says that it is ours", () => {
  const text = `export const Part = ({ food }: Props) => <b>no {food}</b>\n`
  assert.deepStrictEqual(missingIn(textsIn("part.tsx", text), "part.tsx", translator("ar", { "no {food}": "بدون {food}" })), [
    'part.tsx:1: "no 7" has no translation',
  ])
})
