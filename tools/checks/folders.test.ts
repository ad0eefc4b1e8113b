import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { fullFolders } from "./folders.ts"

/** A tree with this many files in each folder, and the exceptions listed by its decision. */
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
  it("allows 25 files in a folder, not counting those of its subfolders", () =>
    assert.deepStrictEqual(fullFolders(tree({ "modules/meals": 25, "modules/meals/sessions": 20, "modules/meals/web": 25 })), []))

  it("names a larger folder with its number of files", () =>
    assert.match(fullFolders(tree({ "modules/meals": 26, "tools/bench": 3 })).join("\n"), /^modules\/meals holds 26 files, and may hold 25: .*$/))

  it("does not count installed or built files", () =>
    assert.deepStrictEqual(fullFolders(tree({ "apps/web/dist/assets": 40, "modules/meals/node_modules/x": 40 })), []))

  it("allows a listed folder as many files as the decision states, and no more", () => {
    assert.deepStrictEqual(fullFolders(tree({ "platform/ui": 73 }, "- `platform/ui`: 73")), [])
    assert.match(fullFolders(tree({ "platform/ui": 74 }, "- `platform/ui`: 73")).join("\n"), /platform\/ui holds 74 files, and may hold 73/)
  })

  it("requires an obsolete exception to be removed from the list", () =>
    assert.match(fullFolders(tree({ "platform/ui": 20 }, "- `platform/ui`: 73")).join("\n"), /lists platform\/ui, which holds no more than 25 files/))
})
