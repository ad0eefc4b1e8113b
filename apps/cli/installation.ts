/** For tests: an installation in its own folder, with its commands and its server. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare, demoPassword, type Server, startServer } from "@ops/platform/testing/server.ts"
import { runIn } from "./in-process.ts"

/** As `npx ops` runs it: the prepared program, if it matches the sources. */
export const main = path.join(import.meta.dirname, "../../ops.mjs")
export const password = demoPassword

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const installation = (settings: Readonly<Record<string, string>>) => {
  const folder = newFolder("cli")
  const data = path.join(folder, "data")
  const env: Record<string, string | undefined> = {
    ...bare,
    OPS_DATA: data,
    OPS_CONFIG_DIR: path.join(folder, "config"),
    XDG_CACHE_HOME: path.join(folder, "cache"),
    PORT: "0",
    ...settings,
  }
  let server: Server | undefined

  const ops = (words: ReadonlyArray<string>, { input = "", env: more = {}, cwd }: { input?: string; env?: Record<string, string>; cwd?: string } = {}) =>
    new Promise<Ran>((resolve) => {
      const child = execFile(process.execPath, [main, ...words], { env: { ...env, ...more }, cwd }, (_, out, err) =>
        resolve({ code: child.exitCode!, out, err }),
      )
      child.stdin!.end(input)
    })
  /** The same within this process, one line at a time: for tests that are about the output and effects of a line, not about the process. */
  const opsHere = (words: ReadonlyArray<string>, { env: more = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {}): Promise<Ran> =>
    runIn({ ...env, ...more }, words, cwd)
  const serve = async () => {
    server = await startServer([main, "serve"], env)
    env["OPS_URL"] = server.url
  }
  const stop = async () => {
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { folder, data, env, ops, opsHere, serve, stop }
}

// oxlint-disable-next-line typescript/no-explicit-any -- what a command prints is JSON of its own shape (docs/decisions/0066-casts.md)
export const jsonOf = ({ out }: Ran) => JSON.parse(out) as { schemaVersion: number; data: any }
