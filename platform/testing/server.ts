/** A complete server for tests, in a separate process as in production, and the calls of a signed-in person. */
import { spawn } from "node:child_process"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  /** the parsed JSON, otherwise the text */
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer of any call, which a test compares (docs/decisions/0066-casts.md)
  readonly body: any
}

/** Calls a server as a signed-in person; each call has its own idempotency key. A form is sent unchanged, anything else as JSON. */
export type Person = (method: string, path: string, body?: object) => Promise<Answer>

export interface Server {
  readonly url: string
  /** Signs a person in with the demo password. */
  readonly as: (employeeId: string) => Promise<Person>
  readonly stop: () => Promise<unknown>
}

export interface ServerProcess extends Server {
  /** All output so far. */
  readonly said: () => string
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Stops it, unless it has already ended; returns its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** The environment without variables that would configure a server differently from its test. */
export const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(OPS_|NODE_ENV|CI$|DATABASE_URL|SMTP_URL|PORT|HOST|VITEST)/.test(name)),
)

/**
 * Starts the server, on a port of its own choice unless given, and waits until it reports its address. Throws its output if it does not start, or has
 * not started `within` a time in ms.
 */
export const startServer = (program: ReadonlyArray<string>, env: Readonly<Record<string, string | undefined>>, within?: number) =>
  new Promise<ServerProcess>((resolve, reject) => {
    const child = spawn(process.execPath, program, { env: { ...bare, PORT: "0", ...env }, stdio: ["ignore", "pipe", "pipe"] })
    // also if a test gave up before the server was ready
    const end = () => child.kill("SIGKILL")
    process.once("exit", end)
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    let said = ""
    const late = within === undefined ? undefined : setTimeout(end, within)
    void ended.then(() => {
      process.off("exit", end)
      reject(new Error(`The server did not start:\n${said}`))
    })
    const stop = (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal)
      return ended
    }
    const hear = (text: Buffer) => {
      said += text
      const url = /Field Office is at (http:\S+)\n/.exec(said)?.[1]
      if (url) clearTimeout(late)
      if (url) resolve({ url, said: () => said, ended, as: (employeeId) => personAt(url, employeeId), stop })
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
  })

/** The password of all demo accounts. */
export const demoPassword = "field-office-demo"

const ours = { "x-ops-client": "1", "content-type": "application/json" }

/** Signs a person in with the demo password and returns the headers for their calls. */
export const signIn = async (url: string, employeeId: string) => {
  const body = JSON.stringify({ employeeId, password: demoPassword })
  const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers: ours, body })
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return { ...ours, cookie: answer.headers.get("set-cookie")!.split(";")[0]! }
}

/** Signs a person in at a server with the demo password. */
export const personAt = async (url: string, employeeId: string): Promise<Person> => {
  const headers = await signIn(url, employeeId)
  return async (method, path, body) => {
    const { "content-type": json, ...rest } = headers
    const isForm = body instanceof FormData
    const own = { ...rest, ...(!isForm && { "content-type": json }), "idempotency-key": crypto.randomUUID() }
    const answer = await fetch(url + path, { method, headers: own, ...(body && { body: isForm ? body : JSON.stringify(body) }) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = bytes.toString()
    const isJson = answer.headers.get("content-type")?.startsWith("application/json")
    return { status: answer.status, headers: answer.headers, bytes, text, body: isJson ? JSON.parse(text) : text }
  }
}
