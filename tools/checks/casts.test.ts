import { assert, test } from "@effect/vitest"
import { castsOf, faultsOf } from "./casts.ts"

const decision = `| place | cast | why |
|---|---|---|
| \`a.ts\` | \`any\` | a row's columns are not known |
| \`c.ts\` | 2 \`as never\` | a pair |

\`as unknown as\` stands at 1 places.
`

test("finds casts by syntax rather than by text", () => {
  const text = `/** as never, any: words */
const said = "as never, : any"
const one: any = said
export const two = one as unknown as number
export const three = one as never
`
  assert.deepStrictEqual(castsOf("a.ts", text), [
    { line: 3, kind: "any" },
    { line: 4, kind: "as unknown as" },
    { line: 5, kind: "as never" },
  ])
})

test("allows exactly what the decision lists", () => {
  const a = "export const a: any = 1 as unknown as string"
  const c = "export const c = [1 as never, 2 as never]"
  assert.deepStrictEqual(
    faultsOf(
      new Map([
        ["a.ts", a],
        ["c.ts", c],
      ]),
      decision,
    ),
    [],
  )
  assert.deepStrictEqual(
    faultsOf(
      new Map([
        ["a.ts", `${a}\nexport const b = a as never`],
        ["b.ts", a],
        ["c.ts", c],
      ]),
      decision,
    ),
    [
      "a.ts:2: as never is not one of the places that docs/decisions/0066-casts.md lists",
      "b.ts:1: any is not one of the places that docs/decisions/0066-casts.md lists",
      "as unknown as stands at 2 places, 1 at most by docs/decisions/0066-casts.md",
    ],
  )
  assert.deepStrictEqual(faultsOf(new Map([["c.ts", c]]), decision), ["docs/decisions/0066-casts.md lists a.ts any, which is not there any more"])
})

test("counts statements of SQL that do not say what they answer, but for those of tests", () => {
  const text = 'export const a = [statement("select 1", []), statement(sql({}, "select"), []), statement(`select ${1}`, [])]'
  const more = `A statement with a bare text stands at 1 places at most. ${decision.split("\n\n")[1]}`
  assert.deepStrictEqual(faultsOf(new Map([["a.test.ts", text]]), more), [])
  assert.deepStrictEqual(faultsOf(new Map([["a.ts", text]]), more), [
    'statement("…") stands at 2 places, 1 at most by docs/decisions/0066-casts.md: declare the row by sql',
  ])
})
