/** `npm run client -- FOLDER`: writes the package `@ops/client` for external programs, with types generated from the API's document. */
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { OpenApi } from "effect/http-api"
import type { JsonObject } from "@ops/platform/http/openapi/json.ts"
import { typesOfDocument } from "@ops/platform/http/openapi/typescript.ts"
import { version } from "@ops/platform/version.ts"
import { Api } from "./api.ts"

const root = path.join(import.meta.dirname, "../..")
const compiler = path.join(root, "node_modules/.bin/tsc")
const language = ["--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,dom.iterable", "--types", "", "--strict"]

const index = `import type * as client from "./client.js"
import type { DeclaredCall } from "./client.js"
export { Rejection } from "./client.js"
/** Connects to a server of version ${version}. */
export declare const connect: (connection: client.Connection) => client.Client<Calls>
`

/** Writes the package into a folder: the JavaScript for Node and browsers, and its types. */
export const writeClient = (folder: string) => {
  const source = path.join(root, "platform/client/client.ts")
  execFileSync(compiler, ["--ignoreConfig", source, "--outDir", folder, "--declaration", "--rewriteRelativeImportExtensions", ...language])
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".d.ts"))) {
    write(name, readFileSync(path.join(folder, name), "utf8").replaceAll('.ts"', '.js"'))
  }
  write("index.js", 'export { connect, Rejection } from "./client.js"\n')
  write("index.d.ts", `${index}\n${typesOfDocument(JSON.parse(JSON.stringify(OpenApi.fromApi(Api))) as JsonObject)}`)
  const exports = { ".": { types: "./index.d.ts", default: "./index.js" } }
  write("package.json", `${JSON.stringify({ name: "@ops/client", version, type: "module", exports }, null, 2)}\n`)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error("Name a folder: npm run client -- FOLDER")
  writeClient(folder)
  console.log(`@ops/client ${version} is in ${folder}. Add it to a program: npm install ${path.resolve(folder)}`)
}
