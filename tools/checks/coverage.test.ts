import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { coverage } from "./coverage.ts"

const folders: Array<string> = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

const calls = ["GET /api/parcels", "PATCH /api/parcels/:id/send", "GET /api/reports/:report"]
const rows = [
  "R-01\t`/parcels`: what is on its way",
  "API-01\t`GET /api/parcels` and `PATCH /api/parcels/{id}/send`: parcels",
  "API-02\t`GET /api/reports/late`: those that are late",
  "MSG-01\t`No parcels yet`, where there are none",
  "S-01\tParcels: the | of them",
]

/** A valid product, overlaid with the files of a test. */
const product = (planted: Readonly<Record<string, string>> = {}) => {
  const root = mkdtempSync(path.join(tmpdir(), "ops-coverage-"))
  folders.push(root)
  const files: Record<string, string> = {
    "docs/coverage/rows.tsv": `${rows.join("\n")}\n`,
    "apps/web/routes.ts": `export const screens = [{ path: "/parcels" }]`,
    "modules/parcels/web/page.tsx": `export const empty = "No parcels yet"`,
    "modules/parcels/parcels.test.ts": `
// proves API-01
// and no row of any other
it.effect("go out", () => {})

  // proves API-02
  test.each([
    ["one", 1],
  ])("%s is late", (_, n) => {})
// proves S-01
describe("parcels", () => {})
`,
    "apps/web/e2e/parcels.spec.ts": `
// proves R-01
// proves MSG-01, S-01
for (const width of ["phone", "desk"]) {
  test(\`\${width}: none [yet]\`, async () => {})
}
`,
    ...planted,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return coverage(root, { calls })
}

describe("the coverage of the rows by tests", () => {
  it("is complete if each row has a test, and links to it", () => {
    const { text, faults } = product()
    assert.deepStrictEqual(faults, [])
    assert.include(text, "| API-01 | `GET /api/parcels` and `PATCH /api/parcels/{id}/send`: parcels | [go out](../modules/parcels/parcels.test.ts) |")
    assert.include(text, "[%s is late](../modules/parcels/parcels.test.ts)")
    assert.include(
      text,
      "| S-01 | Parcels: the \\| of them | [${width}: none \\[yet\\]](../apps/web/e2e/parcels.spec.ts)<br>[parcels](../modules/parcels/parcels.test.ts) |",
    )
    assert.isBelow(text.indexOf("## Routes"), text.indexOf("## Messages"))
  })

  const planted: ReadonlyArray<readonly [what: string, files: Readonly<Record<string, string>>, said: string]> = [
    [
      "a row without a test",
      { "apps/web/e2e/parcels.spec.ts": `// proves R-01, S-01\ntest("a", () => {})` },
      "MSG-01 has no test: `No parcels yet`, where there are none",
    ],
    [
      "a test of an unknown row",
      { "modules/parcels/bad.test.ts": `// proves R-01, R-99\ntest("a", () => {})` },
      "modules/parcels/bad.test.ts:1 names R-99, which is no row of docs/coverage/rows.tsv",
    ],
    [
      "a line above no test",
      { "modules/parcels/bad.test.ts": `// proves R-01\nconst a = 1\ntest("a", () => {})` },
      "modules/parcels/bad.test.ts:1 stands above no test",
    ],
    ["a duplicate row", { "docs/coverage/rows.tsv": [...rows, rows[4]].join("\n") }, "S-01 stands twice in docs/coverage/rows.tsv"],
    ["a row of an unknown family", { "docs/coverage/rows.tsv": [...rows, "X-01\tWhat"].join("\n") }, "X-01 is of no family that is known"],
    ["a screen without a route", { "apps/web/routes.ts": "" }, "R-01 names /parcels, which does not stand in apps/web/routes.ts"],
    ["a message missing from the sources", { "modules/parcels/web/page.tsx": "" }, "MSG-01 names No parcels yet, which does not stand in the sources"],
    [
      "an unknown call",
      { "docs/coverage/rows.tsv": [...rows, "API-03\t`POST /api/parcels`: a new one"].join("\n") },
      "API-03 names POST /api/parcels, which does not stand in the contract",
    ],
  ]
  for (const [what, files, said] of planted) {
    it(`finds ${what}`, () => assert.include(product(files).faults, said))
  }
})
