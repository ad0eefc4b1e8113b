import { assert, test } from "@effect/vitest"
import { faultsOf } from "./words.ts"

test("a replaced phrase is found in texts and in what a screen shows, with what to write instead", () => {
  const text = `// a comment may say anew
export const help = "The bill is taken back."
export const Part = () => <p>It applies from a day on.</p>
export const ask = (name: string) => \`\${name}: nobody has it\`
`
  assert.deepStrictEqual(faultsOf("part.tsx", text), [
    'part.tsx:2: "taken back" in "The bill is taken back.". Write: reversed, reverse, return to draft',
    'part.tsx:3: "from a day on" in "It applies from a day on.". Write: from a date',
    'part.tsx:4: "nobody" in ": nobody has it". Write: no one, none, unassigned',
  ])
})

test("names, SQL and single words are left alone", () => {
  assert.deepStrictEqual(faultsOf("a.ts", 'export const anew = "select taken back from r where (x = 1)", key = "nobody"'), [])
})
