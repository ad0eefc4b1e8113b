/** A rejection names other records by number or title, never by an internal id. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { command, conflict, system, titleOf } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { openSite } from "@ops/sites/site.ts"
import { model } from "../modules.ts"

const root = path.join(import.meta.dirname, "../../..")
/** The template of each rejection: `throw conflict(`…`)`, `invalid(`…`)`, `forbidden(`…`)`. */
const sentences = globSync("{modules,platform}/**/*.ts", { cwd: root, exclude: (name) => name.includes("node_modules") })
  .filter((file) => !/\.test\.ts$|\bweb\b/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), "utf8").matchAll(
        /\b(?:conflict|invalid|forbidden)\(\s*`((?:[^`$]|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*)`/g,
      ),
    ].map(([, sentence]) => ({ file, sentence: sentence! })),
  )
/** An id alone in a sentence: `${bill.invoiceId}`, `${id}`. An employee ID is what people sign in with. */
const id = /\$\{(?!employeeId\b|[\w.]*\.employeeId\b)(?:[\w.!]*\.)?(?:id|\w+Id)!?\}/

describe("the sentence of a refusal", () => {
  test("contains an internal id only if the caller gave that id", () => {
    expect(sentences.length).toBeGreaterThan(500)
    const ids = sentences.filter(({ sentence }) => id.test(sentence)).map(({ file, sentence }) => `${file}: ${sentence}`)
    // the caller named it by its id; a billing run has no other name
    const repeats =
      /There is no |does not exist|is not on this request|has no (?:item|line|snag|task)|You get no alerts|from before it was encrypted|already posted as run/
    expect(ids.filter((line) => !repeats.test(line))).toEqual([])
  })
})

const refuse = command("test.refuse", function* ({ sentence }: { readonly sentence: string }) {
  yield* []
  throw conflict(sentence)
})

layer(testDatabase(model))("with the database", (it) => {
  it.effect("a refusal names a record by its title", () =>
    Effect.gen(function* () {
      const { could, execute } = yield* Records
      const by = system("test", "2026-11-21T06:00:00.000Z")
      yield* execute(openSite, { id: 1, code: "US", slug: "unity-state", name: "Unity State", label: "Unity", client: null, location: null }, by)
      const sentence = `This was counted at ${titleOf("site", 1)}, and billed on ${titleOf("invoice", 99)}`
      const said = "This was counted at Unity State, and billed on another invoice"
      const refusal = yield* Effect.flip(execute(refuse, { sentence }, by))
      assert.deepInclude(refusal, { status: 409, message: said })
      assert.strictEqual(yield* could(refuse, { sentence }, { ...by, at: "2026-11-21T06:00:00.000Z", today: "2026-11-21" }), said)
    }),
  )
})
