/**
 * Prepares `ops` to start fast: its modules bundled into a few files, and the texts of `--version` and `--help`. Run by `npm install`, `npm run
 * build` and `npm test`. `ops.mjs` uses the result only while every source file is unchanged; otherwise `ops` runs from its sources.
 */
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { builtinModules } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "vite"
import { plainApis } from "./plain-apis.ts"
import { screens, screenSources } from "@ops/platform/build/screens.ts"

const root = path.join(import.meta.dirname, "..")
const folder = path.join(root, "node_modules/.cache/ops")
const written = path.join(folder, "prepared.json")

/** What `ops.mjs` reads before it uses the prepared files. */
interface Prepared {
  readonly name: string
  readonly node: string
  /** path, size and modification time */
  readonly files: ReadonlyArray<readonly [file: string, size: number, modified: number]>
  /** the commands that it runs from the sources */
  readonly onThisMachine: ReadonlyArray<string>
}

const isCurrent = async () => {
  const { prepared } = (await import(pathToFileURL(path.join(root, "ops.mjs")).href)) as { readonly prepared: () => { readonly folder: URL } | undefined }
  const found = prepared()
  return found !== undefined && existsSync(new URL("main.mjs", found.folder))
}

/** A module keeps the path of its source, from which it locates other files. */
const places: Plugin = {
  name: "places",
  transform: (code, id) =>
    code.includes("import.meta.")
      ? code
          .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(id)))
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
          .replaceAll("import.meta.main", "false")
      : undefined,
}

/**
 * Commands on this machine's database run from the sources, which `ops.mjs` ensures: bundling renames functions, and with them the fold fingerprints
 * that identify the rows. None of that code may be bundled.
 */
const onThisMachine: Plugin = {
  name: "on-this-machine",
  enforce: "pre",
  load: (id) =>
    /\/apps\/(cli\/(local|doctor|backup\/backup-work)|server\/.+)\.ts$/.test(id)
      ? {
          code: `throw new Error("This works on the database of this machine: run it with OPS_FROM_SOURCES=1"); export const ${names(id).join(" = 0, ")} = 0`,
          moduleType: "js",
        }
      : undefined,
}
const names = (file: string) => [
  "unused",
  ...[...readFileSync(file, "utf8").matchAll(/^export (?:const|class|function\*?|async function) (\w+)/gm)].map(([, name]) => name!),
]

/**
 * Node's built-in modules are accessed without an `import`, which would read every export, and many exports load further modules (those of `node:fs`
 * the streams, those of `node:process` the terminal).
 */
const builtins: Plugin = {
  name: "builtins",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = withoutImports(chunk.code)
  },
}
/** Child processes, which the parser of the command line imports, are started by few commands. */
const whenUsed = (module: string) => `new Proxy({},{get:(_,name)=>${module}[name]})`
const imported = /^import\s*(?:([\w$]+)\s*,?)?\s*(?:\*\s*as\s+([\w$]+)|\{([^}]*)\})?\s*from\s*(["'`])([^"'`]+)\4;?\s*/
const withoutImports = (code: string): string => {
  const [statement, whole, space, names, , from = ""] = imported.exec(code) ?? []
  if (statement === undefined) return code
  const rest = withoutImports(code.slice(statement.length))
  if (!builtinModules.includes(from.replace(/^node:/, ""))) return statement + rest
  const taken = `process.getBuiltinModule(${JSON.stringify(from)})`
  const parts = [
    ...[whole, space].filter((name) => name !== undefined).map((name) => `${name}=${from.endsWith("child_process") ? whenUsed(taken) : taken}`),
    ...(names ? [`{${names.replaceAll(" as ", ":")}}=${taken}`] : []),
  ]
  return parts.length === 0 ? rest : `const ${parts.join(",")};${rest}`
}

/** Everything that depends on Effect must share one copy of it; other packages stay external. */
const inside = [/^@ops\//, /^effect(\/|$)/, /^@effect\//, "commander", "string-width"]

/** What every read call loads, with all its imports, is bundled into one file, because each additional file slows down the start. */
const reading = /\/(apps\/cli\/(program|client)|platform\/terminal\/(run|lists|output))\.ts$/

/** The terminal widths for which help is stored; for other widths the program runs. */
const widths = Array.from({ length: 161 }, (_, n) => 40 + n)

export const prepareOps = async () => {
  if (await isCurrent()) return
  const { build } = await import("vite")
  const name = randomUUID()
  const to = path.join(folder, name)
  const loaded = new Set<string>()
  const began = Date.now()
  mkdirSync(to, { recursive: true })
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [
      onThisMachine,
      places,
      builtins,
      plainApis,
      screens(),
      {
        name: "loaded",
        generateBundle() {
          for (const id of [...this.getModuleIds(), ...screenSources]) if (path.isAbsolute(id)) loaded.add(id)
        },
      },
    ],
    ssr: { noExternal: inside, target: "node" },
    build: {
      ssr: true,
      outDir: to,
      minify: true,
      target: "esnext",
      rollupOptions: {
        input: { main: path.join(root, "apps/cli/main.ts") },
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs", codeSplitting: { groups: [{ name: "reading", test: reading }] } },
      },
    },
  })
  const leaked = [...loaded].filter((id) => /\/platform\/database\/(connection|embedded|migrate)\.ts$/.test(id))
  if (leaked.length > 0) throw new Error(`These work on a database, and do not belong into what is prepared: ${leaked.join(", ")}`)
  const program = path.join(to, "main.mjs")
  const env = { ...process.env, NO_COLOR: "1" }
  writeFileSync(path.join(to, "version.txt"), execFileSync(process.execPath, [program, "--version"], { env }))
  const [{ helpAt }, { groups }] = await Promise.all([import("../apps/cli/help-text.ts"), import("../apps/cli/program.ts")])
  const here = groups.flatMap(({ onThisMachine }) => onThisMachine ?? [])
  const help = await helpAt(widths)
  for (const [width, text] of help) writeFileSync(path.join(to, `help-${width}.txt`), text)

  // packages are covered by the lock file of the installed packages that npm keeps
  const ours = [...loaded].map((id) => path.relative(root, id)).filter((file) => !file.includes("node_modules/") && !file.startsWith(".."))
  const files = [
    ...new Set([
      ...ours,
      "apps/cli/help-text.ts",
      "tools/prepare-ops.ts",
      "tools/plain-apis.ts",
      "platform/build/screens.ts",
      "package.json",
      "node_modules/.package-lock.json",
    ]),
  ].filter((file) => existsSync(path.join(root, file)))
  const states = files.map((file) => [file, statSync(path.join(root, file)).size, statSync(path.join(root, file)).mtimeMs] as const)
  // files edited meanwhile may or may not be included
  if (states.some(([, , modified]) => modified >= began)) return rmSync(to, { recursive: true })
  writeFileSync(`${written}.${name}`, JSON.stringify({ name, node: process.version, files: states, onThisMachine: here } satisfies Prepared))
  renameSync(`${written}.${name}`, written)
  // a command that is running may still load files of the previous version
  const hour = 3_600_000
  for (const old of readdirSync(folder, { withFileTypes: true })) {
    if (old.isDirectory() && old.name !== name && statSync(path.join(folder, old.name)).mtimeMs < Date.now() - hour)
      rmSync(path.join(folder, old.name), { recursive: true })
  }
}

if (import.meta.main) await prepareOps()
