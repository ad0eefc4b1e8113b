/**
 * `npm run coverage`: which test proves which row of `docs/coverage/rows.tsv`, written to `docs/coverage.md`. A test declares it in the line above:
 * `// proves R-01, MSG-75`. Fails if a row has no test, if a line names no existing row or is not above a test, or if the code lacks something that a
 * row names in backticks. `--check` writes nothing, and fails if the file would change.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"

/** Inputs besides the tests: the existing calls, each in the form `GET /api/sites/:id`. */
export interface Known {
  readonly calls: ReadonlyArray<string>
  /** texts of resource screens that are derived from their declarations */
  readonly said?: ReadonlyArray<string>
}

/** The table, and the error messages; empty if there are none. */
export interface Coverage {
  readonly text: string
  readonly faults: ReadonlyArray<string>
}

interface Row {
  readonly id: string
  readonly family: string
  readonly what: string
  /** the texts in backticks: a path, calls, or texts that must be in the code literally */
  readonly named: ReadonlyArray<string>
}

interface Proof {
  readonly file: string
  readonly line: number
  readonly ids: ReadonlyArray<string>
  /** the test's own title; undefined if no test follows */
  readonly title: string | undefined
}

const families: Readonly<Record<string, string>> = {
  R: "Routes",
  S: "What screens show",
  DLG: "Dialogs",
  API: "Calls",
  ENT: "What is kept",
  MSG: "Messages",
  U: "What other systems do not have",
}

export const coverage = (root: string, { calls, said = [] }: Known): Coverage => {
  const rows = rowsOf(readFileSync(path.join(root, "docs/coverage/rows.tsv"), "utf8"))
  const files = globSync(["{apps,modules,platform,tools}/**/*.{ts,tsx}"], { cwd: root, exclude: (name) => /^(node_modules|dist)$/.test(path.basename(name)) })
  const texts = new Map(
    files
      .map((file) => file.replaceAll("\\", "/"))
      .sort()
      .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
  )
  const tests = [...texts].filter(([file]) => isTest(file))
  // the tool's own test writes such lines into generated trees
  const proofs = tests.filter(([file]) => file !== "tools/checks/coverage.test.ts").flatMap(([file, text]) => proofsOf(file, text))
  const sources = [...texts].filter(([file]) => !isTest(file))
  const ids = new Set(rows.map(({ id }) => id))
  const twice = rows.filter(({ id }, n) => rows.findIndex((row) => row.id === id) !== n)
  const faults = [
    ...twice.map(({ id }) => `${id} stands twice in docs/coverage/rows.tsv`),
    ...rows.filter(({ family }) => families[family] === undefined).map(({ id }) => `${id} is of no family that is known`),
    ...proofs.flatMap(({ file, line, ids: named, title }) => [
      ...(title === undefined ? [`${file}:${line} stands above no test`] : []),
      ...named.filter((id) => !ids.has(id)).map((id) => `${file}:${line} names ${id}, which is no row of docs/coverage/rows.tsv`),
    ]),
    ...rows.filter(({ id }) => !proofs.some(({ ids }) => ids.includes(id))).map(({ id, what }) => `${id} has no test: ${what}`),
    ...rows.flatMap((row) => missing(row, calls, [...sources, ...said.map((text) => ["screens", text] as const)])),
  ]
  return { text: tableOf(rows, proofs), faults }
}

const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file)

const rowsOf = (text: string): ReadonlyArray<Row> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [id = "", what = ""] = line.split("\t")
      return { id, what, family: id.split("-")[0]!, named: [...what.matchAll(/`([^`]+)`/g)].map(([, name]) => name!) }
    })

const proofsOf = (file: string, text: string): ReadonlyArray<Proof> => {
  const lines = text.split("\n")
  return lines.flatMap((line, n) => {
    const named = /^\s*\/\/ proves (.+)$/.exec(line)?.[1]
    return named === undefined ? [] : [{ file, line: n + 1, ids: named.split(",").map((id) => id.trim()), title: titleOf(lines.slice(n + 1)) }]
  })
}

/** The first title of the test, or of the loop, table or group of tests, with which these lines begin. */
const titleOf = (lines: ReadonlyArray<string>): string | undefined => {
  const first = lines.findIndex((line) => !/^\s*\/\//.test(line))
  if (!/^\s*((test|it|describe)[.(]|layer\(|for \()/.test(lines[first] ?? "")) return undefined
  const text = lines.slice(first).join("\n")
  const table = /^\s*((test|it)\.(each|for)\b|layer\()/.test(text)
  const found = table
    ? /\)\(\s*(["'`])((?:\\.|(?!\1).)*)\1/s.exec(text)
    : /\b(?:test|it|describe)(?:\.(?:effect|live|prop|describe|skipIf\([^)]*\)))?\(\s*(["'`])((?:\\.|(?!\1).)*)\1/s.exec(text)
  return found?.[2]
}

/** The texts named by the row that the code lacks. */
const missing = ({ id, family, named }: Row, calls: ReadonlyArray<string>, sources: ReadonlyArray<readonly [file: string, text: string]>) => {
  const has = (within: RegExp, text: string) => sources.some(([file, source]) => within.test(file) && source.includes(text))
  const matches = (call: string, each: string) => new RegExp(`^${each.replaceAll(/:[A-Za-z]+|\{[^}]*\}/g, "[^/]+")}$`).test(call)
  const stands: Readonly<Record<string, (name: string) => boolean>> = {
    R: (route) => has(/^apps\/web\/(routes\.ts|shell\/)/, `"${route}"`),
    API: (call) => calls.some((each) => matches(call, each)),
    MSG: (sentence) => has(/./, sentence),
  }
  const where: Readonly<Record<string, string>> = { R: "apps/web/routes.ts", API: "the contract", MSG: "the sources" }
  return named.filter((name) => !(stands[family] ?? (() => true))(name)).map((name) => `${id} names ${name}, which does not stand in ${where[family]}`)
}

const tableOf = (rows: ReadonlyArray<Row>, proofs: ReadonlyArray<Proof>) => {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ")
  const links = (id: string) =>
    proofs
      .filter(({ ids, title }) => ids.includes(id) && title !== undefined)
      .map(({ file, title }) => `[${cell(title!).replaceAll(/[[\]]/g, "\\$&")}](../${file})`)
      .join("<br>")
  const tables = Object.entries(families).flatMap(([family, title]) => {
    const own = rows.filter((row) => row.family === family)
    if (own.length === 0) return []
    return [
      `## ${title}`,
      "",
      "| Row | What | Proved by |",
      "| --- | --- | --- |",
      ...own.map(({ id, what }) => `| ${id} | ${cell(what)} | ${links(id)} |`),
      "",
    ]
  })
  return [
    "# What the product promises, and the tests that prove it",
    "",
    "Made by `npm run coverage` of `coverage/rows.tsv` and of the lines `// proves …` above the tests: change those, never this file.",
    "",
    ...tables,
  ].join("\n")
}

const run = async () => {
  const root = path.join(import.meta.dirname, "../..")
  const { Api } = await import("../../apps/server/api.ts")
  const groups = Object.values(
    Api.groups as unknown as Record<string, { readonly endpoints: Record<string, { readonly method: string; readonly path: string }> }>,
  )
  const calls = groups.flatMap(({ endpoints }) => Object.values(endpoints).map(({ method, path }) => `${method} ${path}`))
  const screens = await Promise.all(globSync("modules/**/screen.ts", { cwd: root }).map((file) => import(path.join(root, file))))
  const said = screens.map(({ screen }) => `Loading ${screen.noun[1]}... ${JSON.stringify(screen.commands)}`)
  const { text, faults } = coverage(root, { calls, said })
  const file = path.join(root, "docs/coverage.md")
  const stale = process.argv.includes("--check") && (!existsSync(file) || readFileSync(file, "utf8") !== text)
  if (!process.argv.includes("--check")) writeFileSync(file, text)
  const wrong = [...faults, ...(stale ? ["docs/coverage.md is out of date: npm run coverage"] : [])]
  for (const fault of wrong) console.error(fault)
  if (wrong.length > 0) process.exitCode = 1
}

if (import.meta.main) await run()
