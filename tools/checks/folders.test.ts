import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { fullFolders } from "./folders.ts"

/** A tree with so many files in each folder, and the exceptions that its decision lists. */
const tree = (counts: Readonly<Record<string, number>>, listed = "") => {
  const root = mkdtempSync(path.join(tmpdir(), "ops-folders-"))
  const files = Object.entries(counts).flatMap(([folder, count]) => Array.from({ length: count }, (_, n) => `${folder}/file-${n}.ts`))
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), "")
  }
  mkdirSync(path.join(root, "docs/decisions"), { recursive: true })
  writeFileSync(path.join(root, "docs/decisions/0064-rooms.md"), `# 64. Rooms\n\n${listed}\n`)
  return root
}

describe("the size of folders", () => {
  it("25 files in a folder are right, and those of the folders below it are not counted", () =>
    assert.deepStrictEqual(fullFolders(tree({ "modules/meals": 25, "modules/meals/sessions": 20, "modules/meals/web": 25 })), []))

  it("a folder with more is named, with how many it holds", () =>
    assert.match(fullFolders(tree({ "modules/meals": 26, "tools/bench": 3 })).join("\n"), /^modules\/meals holds 26 files, and may hold 25: .*$/))

  it("what is installed or built is not counted", () =>
    assert.deepStrictEqual(fullFolders(tree({ "apps/web/dist/assets": 40, "modules/meals/node_modules/x": 40 })), []))

  it("a folder that the decision lists may hold as many as are listed, and no more", () => {
    assert.deepStrictEqual(fullFolders(tree({ "platform/ui": 73 }, "- `platform/ui`: 73")), [])
    assert.match(fullFolders(tree({ "platform/ui": 74 }, "- `platform/ui`: 73")).join("\n"), /platform\/ui holds 74 files, and may hold 73/)
  })

  it("an exception that is needed no more is taken off the list", () =>
    assert.match(fullFolders(tree({ "platform/ui": 20 }, "- `platform/ui`: 73")).join("\n"), /lists platform\/ui, which holds no more than 25 files/))
})
