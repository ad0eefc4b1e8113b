/** The folders of rehearsals, each beside the data of the installation it was copied from, and their servers. */
import { spawn } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import { loadConfig } from "@ops/platform/config.ts"
import { writeExcerpt } from "@ops/platform/event-store/excerpt.ts"
import { folderOfDatabase } from "@ops/platform/private-folder.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { withProgress } from "@ops/platform/terminal/progress/progress.ts"
import { backUp } from "../backup/backup-work.ts"
import { inProcess } from "../local.ts"

const program = path.join(import.meta.dirname, "../../../ops.mjs")

interface Rehearsal {
  readonly name: string
  /** as requested */
  readonly asOf: string
  /** the time at which it begins, and the last log position that it contains */
  readonly at: string
  readonly position: number
  readonly folder: string
}

const settings = () => Effect.runPromise(loadConfig(process.env))
const parent = async () => path.join((await settings()).dataFolder, "rehearsals")
const about = (folder: string) => path.join(folder, "rehearsal.json")
/** The file that identifies the process serving it, for as long as it does. */
const serving = (folder: string) => path.join(folder, "serving")

const read = (folder: string): Rehearsal | undefined => {
  try {
    return { ...(JSON.parse(fs.readFileSync(about(folder), "utf8")) as Rehearsal), folder }
  } catch {
    return undefined
  }
}

const isServed = ({ folder }: Rehearsal) => {
  try {
    process.kill(Number(fs.readFileSync(serving(folder), "utf8")), 0)
    return true
  } catch {
    return false
  }
}

/** The rehearsals of this installation. A rehearsal whose preparation was interrupted is not included. */
export const rehearsals = async () => {
  const folder = await parent()
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []
  return names
    .map((name) => read(path.join(folder, name)))
    .filter((each) => each !== undefined)
    .map((each) => ({ ...each, state: isServed(each) ? "running" : "stopped" }))
}

export const begun = async (name: string | undefined) => (name === undefined ? undefined : (await rehearsals()).find((each) => each.name === name))

/** The environment of a rehearsal: that of the installation, except for its database, its seals, and everything that would reach other people. */
const environment = async ({ folder, at }: Rehearsal): Promise<NodeJS.ProcessEnv> => {
  const reachesOthers =
    /^(DATABASE_URL|SMTP_URL|OPS_SEAL_KEY)(_FILE)?$|^(OPS_SEAL_NOTES|OPS_AUDITOR_MAIL|OPS_URL|OPS_TRACES_URL|OPS_BACKUPS|OPS_WEBHOOK_NETWORKS|OPS_OIDC_ISSUER|OPS_OIDC_CLIENT_ID|TRUSTED_PROXIES|OPS_ORIGIN)$/
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !reachesOthers.test(name))),
    OPS_DATA: path.join(folder, "data"),
    OPS_MODE: (await settings()).mode,
    OPS_EMBEDDED_IN_PRODUCTION: "yes",
    // otherwise the demo would continue its scenario
    OPS_DEMO_DATA: "on-request",
    OPS_SEAL_KEY_FILE: path.join(folder, "seal.pem"),
    OPS_REHEARSAL: at,
    HOST: "127.0.0.1",
  }
}

const ran = (words: ReadonlyArray<string>, env: NodeJS.ProcessEnv, stdio: "inherit" | ["ignore", "ignore", "inherit"]) => {
  const child = spawn(process.execPath, [program, ...words], { env, stdio })
  return { child, ended: new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1))) }
}

/** Copies the secrets in the installation's data folder; those in the environment are inherited. */
const copySecrets = (from: string, to: string) => {
  for (const file of ["pepper", path.join("keys", "personal.key")]) {
    if (!fs.existsSync(path.join(from, file))) continue
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true, mode: 0o700 })
    fs.copyFileSync(path.join(from, file), path.join(to, file))
  }
}

/** Creates a rehearsal from the log up to a time. An interrupted preparation is started again. */
export const prepare = async (name: string, asOf: string): Promise<Rehearsal> => {
  if (!/^[\w.@:-]{1,60}$/.test(name) || /^\.+$/.test(name)) {
    throw new Exit("usage", `A rehearsal cannot be named "${name}".`, { next: "Use letters, digits, dots and dashes." })
  }
  const folder = path.join(await parent(), name.replaceAll(":", "-"))
  const data = path.join(folder, "data")
  const { at, position } = await inProcess(Effect.flatMap(Snapshots, ({ resolve }) => resolve(asOf)))
  const rehearsal: Rehearsal = { name, asOf, at, position, folder }
  const [whole, part] = [path.join(folder, "whole.backup"), path.join(folder, "part.backup")]
  fs.rmSync(folder, { recursive: true, force: true })
  for (const each of [path.dirname(folder), folder, data]) folderOfDatabase(each)
  try {
    await withProgress("Preparing the rehearsal", { steps: ["Reading the installation", "Taking its beginning"], unit: "rows" }, async (progress) => {
      progress.begin("Reading the installation")
      let before = 0
      await backUp({
        to: () => fs.createWriteStream(whole, { mode: 0o600 }),
        keysTo: undefined,
        progress: ({ rows, total }) => {
          progress.expect(total)
          progress.advance(rows - before)
          before = rows
        },
      })
      progress.begin("Taking its beginning")
      await writeExcerpt(whole, part, position)
    })
    copySecrets((await settings()).dataFolder, data)
    fs.writeFileSync(path.join(folder, "seal.pem"), generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 })
    const code = await ran(["restore", part], await environment(rehearsal), ["ignore", "ignore", "inherit"]).ended
    if (code !== 0) throw new Exit("failure", "The rehearsal could not be prepared and was removed.", { next: "See the message above." })
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
  for (const file of [whole, part]) fs.rmSync(file)
  fs.writeFileSync(about(folder), JSON.stringify(rehearsal), { mode: 0o600 })
  return rehearsal
}

/** Runs the server of a rehearsal until it is stopped; returns its exit code. Port 0 picks any free port. */
export const serve = async (rehearsal: Rehearsal, port: number) => {
  if (isServed(rehearsal)) throw new Exit("refused", `The rehearsal "${rehearsal.name}" is running already.`, { next: "Stop it with Ctrl-C where it runs." })
  const env = { ...(await environment(rehearsal)), PORT: String(port), ...(port > 0 && { OPS_ORIGIN: `http://127.0.0.1:${port}` }) }
  const { child, ended } = ran(["serve"], env, "inherit")
  fs.writeFileSync(serving(rehearsal.folder), String(process.pid))
  // a terminal signals both processes; a service manager signals only this one
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal))
  const code = await ended
  fs.rmSync(serving(rehearsal.folder), { force: true })
  return code
}

export const discard = async (rehearsal: Rehearsal) => {
  if (isServed(rehearsal)) throw new Exit("refused", `The rehearsal "${rehearsal.name}" is running.`, { next: "Stop it with Ctrl-C where it runs." })
  fs.rmSync(rehearsal.folder, { recursive: true, force: true })
}
