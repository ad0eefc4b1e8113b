/** The files of docs/guides/install: their settings are known, complete and safe for production. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Redacted } from "effect"
import { expect, test } from "vitest"
import { loadConfig } from "@ops/platform/config.ts"
import { variables } from "@ops/platform/variables.ts"
import { settingsRefusals } from "./refusals.ts"

const folder = path.join(import.meta.dirname, "../../../docs/guides/install")
const read = (file: string) => fs.readFileSync(path.join(folder, file), "utf8")
const strong = "Ym9va3Mgb2YgdGhlIGNvbXBhbnkgMTIzNDU2Nzg5"
/** The content of the secret files, by the end of their name. */
const secrets: Readonly<Record<string, string>> = {
  "database-url": "postgres://field_office:0123abcd@127.0.0.1:5432/field_office",
  "seal.pem": "-----BEGIN PRIVATE KEY-----",
  "smtp-url": "smtps://user:password@mail.example.com:465",
}
const secretIn = (file: string) => secrets[path.basename(file)] ?? strong

const refusals = async (env: Readonly<Record<string, string>>) => {
  const unknown = Object.keys(env).filter((name) => !(name.replace(/_FILE$/, "") in variables))
  const settings = await Effect.runPromise(loadConfig(env, secretIn))
  return [...unknown, ...settingsRefusals({ ...settings, pepper: settings.pepper ?? Redacted.make("") }, undefined, () => 0o600)]
}

test("the settings of the service start production, and watch backups and metrics", async () => {
  const env = Object.fromEntries([...read("field-office.env").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
  expect(await refusals(env)).toEqual([])
  expect(Object.keys(env)).toEqual(expect.arrayContaining(["OPS_BACKUPS", "OPS_METRICS_TOKEN_FILE", "OPS_SEAL_NOTES", "TRUSTED_PROXIES"]))
})

test("the settings of the containers start production, with secrets that the script makes and the compose file mounts", async () => {
  const compose = read("compose.yaml")
  const server = compose.slice(compose.indexOf("\n  server:"), compose.indexOf("\n  proxy:"))
  const given = [...server.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name!, value!] as const)
  const text = (value: string) => value.replace(/\$\{OPS_HOST[^}]*\}/, "ops.example.com").replace(/\$\{\w+:-([^}]*)\}/, "$1")
  const image = Object.fromEntries([...read("Dockerfile").matchAll(/\b(HOST|OPS_[A-Z]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
  const env = { ...image, ...Object.fromEntries(given.map(([name, value]) => [name, text(value)])) }
  expect(await refusals(env)).toEqual([])
  const mounted = [...compose.matchAll(/^ {2}([\w.-]+): \{ file: \.\/secrets\/([\w.-]+) \}$/gm)].map(([, name]) => name!)
  const used = given.flatMap(([, value]) => (value.startsWith("/run/secrets/") ? [path.basename(value)] : []))
  expect(mounted).toEqual(expect.arrayContaining(used))
  const made = read("secrets.sh")
  for (const name of mounted) expect(made).toContain(name)
  for (const safe of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true"]) expect(server).toContain(safe)
  // the folder of the program is copied into the image whenever it is built, with all that is not ignored
  for (const made of ["secrets", "notes"]) expect(read("Dockerfile.dockerignore").split("\n")).toContain(`docs/guides/install/${made}`)
  expect(read("Dockerfile")).toMatch(/^USER node$/m)
  expect(read("Dockerfile")).toMatch(/^HEALTHCHECK /m)
})

test("the dashboard reads only metrics that the server has", () => {
  const names = new Set([...read("grafana.json").matchAll(/field_office_(\w+)/g)].map(([, name]) => name!.replace(/_bucket$/, "")))
  const sources = ["../watch/metrics.ts", "../../../platform/http/limits/request-limits.ts"]
    .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), "utf8"))
    .join()
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !sources.includes(`"${name}"`) && !sources.includes(`"field_office_${name}"`))).toEqual([])
})
