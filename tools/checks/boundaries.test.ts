import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { boundaries } from "./boundaries.ts"

const folders: Array<string> = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A valid tree, overlaid with the files of a test. */
const house = (planted: Readonly<Record<string, string>> = {}) => {
  const root = mkdtempSync(path.join(tmpdir(), "ops-house-"))
  folders.push(root)
  const files: Record<string, string> = {
    "platform/package.json": `{"name":"@ops/platform"}`,
    "platform/records/record.ts": `export const record = 1`,
    "platform/database/database.ts": `import postgres from "postgres"\nexport const database = postgres`,
    "platform/money.ts": `export const cents = 100`,
    "platform/ui/form-dialog.tsx": `import { useForm } from "react-hook-form"\nexport default useForm`,
    "modules/stock/package.json": `{"name":"@ops/stock"}`,
    "modules/stock/README.md": "# Stock\n\n`queries.ts` is ours.\n\n## Published\n- `item.ts`\n\n## Notes\n`secret.ts`\n",
    "modules/stock/item.ts": `import { record } from "@ops/platform/records/record.ts"\nexport const item = record`,
    "modules/stock/queries.ts": `import { database } from "@ops/platform/database/database.ts"\nexport const query = database`,
    "modules/stock/secret.ts": `export const secret = 1`,
    "modules/stock/contract.ts": `export type Answer = string`,
    "modules/meals/package.json": `{"name":"@ops/meals"}`,
    "modules/meals/README.md": "# Meals\n",
    "modules/meals/meal.ts": `import { record } from "@ops/platform/records/record.ts"\nimport { item } from "@ops/stock/item.ts"\nexport const meal = [record, item]`,
    "modules/meals/contract.ts": `export * from "@ops/stock/contract.ts"`,
    "modules/meals/server.ts": `import { meal } from "./meal.ts"\nimport "@ops/platform/database/database.ts"\nexport const server = meal`,
    "modules/meals/web/meals-page.tsx": `import type { Answer } from "../contract.ts"\nimport { cents } from "@ops/platform/money.ts"\nexport const page = (a: Answer) => [a, cents, import("./meal-dialog.tsx")]`,
    "modules/meals/web/meal-dialog.tsx": `import { Schema } from "effect"\nimport form from "@ops/platform/ui/form-dialog.tsx"\nexport default [Schema, form]`,
    "apps/server/package.json": `{"name":"@ops/app-server"}`,
    "apps/server/app.ts": `import { server } from "@ops/meals/server.ts"\nexport const app = server`,
    "apps/cli/package.json": `{"name":"@ops/app-cli"}`,
    "apps/cli/main.ts": `import { app } from "../server/app.ts"\nexport default app`,
    "apps/web/package.json": `{"name":"@ops/app-web"}`,
    "apps/web/main.tsx": `export const pages = [() => import("@ops/meals/web/meals-page.tsx")]`,
    ...planted,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return boundaries(root)
}

describe("the boundary check", () => {
  it("accepts a tree that keeps the boundaries", () => assert.deepStrictEqual(house(), []))

  const planted: ReadonlyArray<readonly [what: string, files: Readonly<Record<string, string>>, said: RegExp]> = [
    ["a module in the platform", { "platform/bad.ts": `import { item } from "@ops/stock/item.ts"` }, /platform\/bad\.ts: .* knows nothing of a module/],
    ["the type of a module in the platform", { "platform/bad.ts": `import type { Answer } from "@ops/stock/contract.ts"` }, /knows nothing of a module/],
    ["an app in a module", { "modules/meals/bad.ts": `export { app } from "@ops/app-server/app.ts"` }, /meals\/bad\.ts: .* knows nothing of an app/],
    ["an app in a module, imported dynamically", { "modules/meals/bad.ts": `export const a = import("../../apps/server/app.ts")` }, /knows nothing of an app/],
    ["an unpublished file of another module", { "modules/meals/bad.ts": `import "@ops/stock/queries.ts"` }, /does not list queries\.ts/],
    ["a file that its README names outside of Published", { "modules/meals/bad.ts": `import "@ops/stock/secret.ts"` }, /does not list secret\.ts/],
    ["a higher floor in the platform", { "platform/database/bad.ts": `import { record } from "../records/record.ts"` }, /database\/bad\.ts: .* higher floor/],
    [
      "the type of a higher floor in a pure file",
      { "platform/bad.ts": `import type { record } from "./records/record.ts"` },
      /platform\/bad\.ts: .* higher floor/,
    ],
    [
      "reports in a module",
      {
        "modules/reporting/package.json": `{"name":"@ops/reporting"}`,
        "modules/reporting/contract.ts": `export type Metrics = string`,
        "modules/meals/bad.ts": `import type { Metrics } from "@ops/reporting/contract.ts"`,
      },
      /meals\/bad\.ts: .* none of these knows reports/,
    ],
    [
      "a page and a dialog that need each other",
      {
        "modules/meals/web/meals-page.tsx": `export const lists = []\nexport const page = import("./meal-dialog.tsx")`,
        "modules/meals/web/meal-dialog.tsx": `import { lists } from "./meals-page.tsx"\nexport default lists`,
      },
      /meals-page\.tsx.*files need each other in a circle/,
    ],
    [
      "three files that need each other by types",
      {
        "modules/stock/a.ts": `import type { B } from "./b.ts"\nexport type A = B`,
        "modules/stock/b.ts": `import type { C } from "./c.ts"\nexport type B = C`,
        "modules/stock/c.ts": `import type { A } from "./a.ts"\nexport type C = A | 1`,
      },
      /a\.ts → .*b\.ts → .*c\.ts → .*a\.ts: files need each other/,
    ],
    ["a path into another package", { "modules/meals/bad.ts": `import "../stock/item.ts"` }, /bad\.ts: \.\.\/stock\/item\.ts leaves its package/],
    ["a path into the platform", { "modules/meals/bad.ts": `import "../../platform/money.ts"` }, /leaves its package/],
    [
      "a cycle of modules",
      { "modules/stock/bad.ts": `import type { Answer } from "@ops/meals/contract.ts"` },
      /meals → .*stock → .*meals|stock → .*meals → .*stock/,
    ],
    ["the server in the web app", { "apps/web/bad.ts": `import "../server/app.ts"` }, /of the apps, only the terminal's builds on another/],
    [
      "the contract itself in a page",
      { "modules/meals/web/bad.tsx": `import { type Answer } from "../contract.ts"` },
      /nothing of a server .*: modules\/meals\/contract\.ts/,
    ],
    [
      "the server in a page of a room",
      { "modules/meals/sessions/web/bad.tsx": `import { server } from "../../server.ts"` },
      /sessions\/web\/bad\.tsx: nothing of a server .*: modules\/meals\/server\.ts/,
    ],
    [
      "effect in a page of a room",
      { "modules/meals/sessions/web/bad-page.tsx": `import { Schema } from "effect"` },
      /only \*-dialog\.tsx and \*-form\.tsx import effect/,
    ],
    [
      "the contract of another module's room, where its README does not list it",
      { "modules/meals/bad.ts": `import "@ops/stock/items/contract.ts"`, "modules/stock/items/contract.ts": "" },
      /does not list items\/contract\.ts/,
    ],
    ["a driver in the kit", { "platform/ui/bad.tsx": `export const a = import("postgres")` }, /platform\/ui\/bad\.tsx: nothing of a server .*: postgres/],
    ["a file system behind a pure file", { "platform/money.ts": `import "node:fs"` }, /meals-page\.tsx: nothing of a server .*: platform\/money\.ts → node:fs/],
    ["effect in a page", { "modules/meals/web/bad-page.tsx": `import { Schema } from "effect"` }, /only \*-dialog\.tsx and \*-form\.tsx import effect/],
    [
      "a dialog in a page's first load",
      { "modules/meals/web/bad-page.tsx": `import d from "./meal-dialog.tsx"` },
      /loaded when they open.*meal-dialog\.tsx → effect/,
    ],
    [
      "the kit of forms in the entry",
      { "apps/web/main.tsx": `import "@ops/platform/ui/form-dialog.tsx"` },
      /apps\/web\/main\.tsx: .*form-dialog\.tsx → react-hook-form/,
    ],
    [
      "the database behind a record",
      { "modules/stock/item.ts": `import "@ops/platform/records/record.ts"\nimport "./queries.ts"` },
      /item\.ts: a record knows no HTTP.*queries\.ts → platform\/database/,
    ],
    [
      "HTTP in a record",
      { "modules/meals/meal.ts": `import "@ops/platform/records/record.ts"\nimport { HttpRouter } from "effect/http"` },
      /meal\.ts: a record knows.*effect\/http/,
    ],
    ["React in a record", { "modules/meals/meal.ts": `import "@ops/platform/records/record.ts"\nimport "react"` }, /a record knows.*react/],
  ]
  for (const [what, files, said] of planted) {
    it(`finds ${what}`, () => assert.match(house(files).join("\n"), said))
  }
})
