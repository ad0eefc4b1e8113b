/** A whole server for tests, a process of its own, with the demo data loaded. */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** what JSON says, else the text */
  readonly body: any
}

/** Asks the server as the person who signed in; each call of its own key. */
export type Person = (method: string, path: string, body?: object) => Promise<Answer>

export interface DemoServer {
  readonly url: string
  /** Signs in by the demo password. */
  readonly as: (employeeId: string) => Promise<Person>
  readonly stop: () => Promise<void>
}

const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(OPS_|NODE_ENV|DATABASE_URL|PORT|HOST|VITEST)/.test(name)))

/** Throws what the server said if it does not start. */
export const demoServer = async (): Promise<DemoServer> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-demo-"))
  fs.chmodSync(folder, 0o711) // the database's account must get through
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "main.ts")], {
    env: { ...clean, OPS_DATA: path.join(folder, "data"), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  // also where a test gave up before it was there
  const end = () => child.kill("SIGKILL")
  process.once("exit", end)
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data))
  while (!/Password of all/.test(said)) {
    if (child.exitCode !== null) throw new Error(said)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const url = /http:\/\/localhost:\d+/.exec(said)![0]
  const ours = { "x-ops-client": "1", "content-type": "application/json" }

  const as = async (employeeId: string): Promise<Person> => {
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: ours,
      body: JSON.stringify({ employeeId, password: "field-office-demo" }),
    })
    if (!signedIn.ok) throw new Error(`${signedIn.status}: ${await signedIn.text()}`)
    const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!
    return async (method, at, body) => {
      const headers = { ...ours, cookie, "idempotency-key": crypto.randomUUID() }
      const answer = await fetch(`${url}${at}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      const isJson = answer.headers.get("content-type")?.startsWith("application/json")
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
    }
  }
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGTERM")
    await ended
    process.off("exit", end)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { url, as, stop }
}
