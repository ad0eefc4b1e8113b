import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import postgres from "postgres"
import { afterAll } from "vitest"
import { EmbeddedPostgres, make } from "./embedded.ts"

const root = fs.mkdtempSync(path.join(tmpdir(), "ops-embedded-"))
fs.chmodSync(root, 0o711) // accessible to the server's account
const folder = path.join(root, "data", "postgres")

const serverId = () => Number(fs.readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0])
const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return process.platform !== "linux" || fs.readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "" // not a zombie
  } catch {
    return false
  }
}
const log = () => fs.readFileSync(`${folder}.log`, "utf8")
const until = async <A>(what: () => Promise<A | false> | A | false): Promise<A> => {
  for (;;) {
    const value = await what()
    if (value !== false) return value
    await delay(50)
  }
}

const ask = async (server: EmbeddedPostgres["Service"], statement = "select 1 as answer") => {
  const sql = postgres({ ...server, password: Redacted.value(server.password), database: "postgres", max: 1 })
  try {
    return [...(await sql.unsafe(statement))] as Array<Record<string, unknown>>
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Another process that uses the server until told to end. */
const neighbour = async (data = folder) => {
  const code = `
    import { Effect } from "effect"
    import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
    import { make } from ${JSON.stringify(path.join(import.meta.dirname, "embedded.ts"))}
    NodeRuntime.runMain(Effect.scoped(Effect.gen(function* () {
      const { port } = yield* make(${JSON.stringify(data)})
      console.log("port " + port)
      yield* Effect.never
    })))`
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  })
  let output = ""
  child.stdout.on("data", (data) => (output += data))
  const port = await until(() => /^port (\d+)$/m.exec(output)?.[1] ?? false)
  return { port: Number(port), end: (signal: NodeJS.Signals) => (child.kill(signal), once(child, "exit")) }
}

afterAll(() => {
  try {
    process.kill(serverId(), "SIGQUIT") // a failed test may have left it behind
  } catch {
    // none is left, as expected
  }
  fs.rmSync(root, { recursive: true, force: true })
})

describe("the embedded server", { timeout: 60_000 }, () => {
  it.live("starts with durable settings, private to its account, and stops gracefully", () =>
    Effect.gen(function* () {
      const pid = yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(folder)
          const names = ["fsync", "synchronous_commit", "full_page_writes", "data_checksums", "listen_addresses"]
          const settings = yield* Effect.promise(() => ask(server, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`))
          assert.deepStrictEqual(settings[0], {
            fsync: "on",
            synchronous_commit: "on",
            full_page_writes: "on",
            data_checksums: "on",
            listen_addresses: "127.0.0.1",
          })
          assert.strictEqual(fs.statSync(`${folder}.password`).mode & 0o777, 0o600)
          const refused = yield* Effect.promise(() => ask({ ...server, password: Redacted.make("guess") }).then(String, (error) => error.code))
          assert.strictEqual(refused, "28P01")
          return serverId()
        }),
      )
      assert.isFalse(alive(pid))
      assert.match(log().trim(), /database system is shut down$/)
    }),
  )

  it.live("adopts the server left behind by a killed process", () =>
    Effect.gen(function* () {
      const other = yield* Effect.promise(() => neighbour())
      const pid = serverId()
      yield* Effect.promise(() => other.end("SIGKILL"))
      assert.isTrue(alive(pid))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const server = yield* make(folder)
          assert.strictEqual(server.port, other.port)
          assert.strictEqual(serverId(), pid)
          assert.deepStrictEqual(yield* Effect.promise(() => ask(server)), [{ answer: 1 }])
        }),
      )
      assert.isFalse(alive(pid))
    }),
  )

  it.live("restarts a dead server on the same port with all committed data", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* make(folder)
        yield* Effect.promise(() => ask(server, "create table kept as select 42 as answer"))
        const pid = serverId()
        process.kill(pid, "SIGKILL")
        const rows = yield* Effect.promise(() => until(() => ask(server, "select answer from kept").catch(() => false as const)))
        assert.deepStrictEqual(rows, [{ answer: 42 }])
        assert.notStrictEqual(serverId(), pid)
      }),
    ),
  )

  it.live("starts even if another process now has the dead server's process id", () =>
    Effect.scoped(
      Effect.gen(function* () {
        fs.writeFileSync(path.join(folder, "postmaster.pid"), `${process.pid}\n${folder}\n0\n1\n\n\n\nready\n`)
        const server = yield* make(folder)
        assert.notStrictEqual(server.port, 1)
        assert.deepStrictEqual(yield* Effect.promise(() => ask(server)), [{ answer: 1 }])
      }),
    ),
  )

  it.live("stops if the server is already dead", () =>
    Effect.gen(function* () {
      const pid = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* make(folder)
          process.kill(serverId(), "SIGKILL")
          return serverId()
        }),
      )
      assert.isFalse(alive(pid))
    }),
  )

  it.live("is shared by processes and stopped by the last one only", () =>
    Effect.gen(function* () {
      const other = yield* Effect.promise(() => neighbour())
      const pid = serverId()
      const server = yield* Effect.scoped(make(folder))
      assert.strictEqual(server.port, other.port)
      assert.isTrue(alive(pid))
      assert.deepStrictEqual(yield* Effect.promise(() => ask(server)), [{ answer: 1 }])
      yield* Effect.promise(() => other.end("SIGTERM"))
      assert.isFalse(alive(pid))
    }),
  )

  it.live("is created and started once when several processes start at the same moment", () =>
    Effect.promise(async () => {
      const others = await Promise.all([1, 2, 3].map(() => neighbour(path.join(root, "together", "postgres"))))
      const ports = new Set(others.map(({ port }) => port))
      await Promise.all(others.map((other) => other.end("SIGTERM")))
      assert.strictEqual(ports.size, 1)
    }),
  )
})
