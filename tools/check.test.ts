import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newFolder } from "../platform/testing/data-folder.ts"
import { affected, run, typesAndLint } from "./check.ts"
import { namesOf } from "./reach.ts"

const root = path.join(import.meta.dirname, "..")
const folder = newFolder("check")
const [command, ...args] = typesAndLint
const report = async (text: string) => {
  writeFileSync(path.join(folder, "code/file.ts"), text)
  return run(command, [...args, "--config", path.join(root, ".oxlintrc.json"), "code"], folder)
}

beforeAll(() => {
  mkdirSync(path.join(folder, "code"))
  const own = { extends: path.join(root, "tsconfig.json"), compilerOptions: { types: [], incremental: false }, include: ["code"] }
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(own))
})
afterAll(() => rmSync(folder, { recursive: true }))

test("types and lint pass where there is nothing to report", async () => {
  expect(await report("export const days: number = 7\n")).toMatchObject({ code: 0 })
})

test.each([
  ["an error of the compiler", "export const days: string = 7\n", "TS2322"],
  ["an error of the compiler below a comment that turns the lint off", "/* oxlint-disable */\nexport const days: string = 7\n", "TS2322"],
  ["an unused name", "const days = 7\nexport {}\n", "TS6133"],
  ["syntax that Node cannot strip", "export enum Days { Sunday }\n", "TS1294"],
  ["an expected error that is none", "// @ts-expect-error -- none\nexport const days = 7\n", "TS2578"],
  ["a finding of the lint that needs types", "const wait = async () => {}\nwait()\n", "no-floating-promises"],
])("types and lint report %s", async (_what, text, reported) => {
  const { code, said } = await report(text)
  expect(said).toContain(reported)
  expect(code).toBe(1)
})

test.each([
  ["nothing, after no change", {}, []],
  ["a changed file and those that import it", { "a.ts": "2" }, ["a.ts", "b.ts"]],
  ["a new file", { "d.ts": "1" }, ["d.ts"]],
  ["everything, after a change of the settings", { ".oxlintrc.json": "2" }, undefined],
  ["everything, after a file was removed", { "c.ts": undefined }, undefined],
])("the lint looks at %s", (_what, changes, expected) => {
  const before = { "a.ts": "1", "b.ts": "1", "c.ts": "1", ".oxlintrc.json": "1" }
  const now = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, digest]) => digest !== undefined)) as Record<string, string>
  const texts: Readonly<Record<string, string>> = { "b.ts": 'import "./a.ts"', "c.ts": 'import "./b.ts"' }
  expect(affected(before, now, (files) => namesOf(files, (file) => texts[file] ?? ""))?.sort()).toEqual(expected)
})
