/** Why the server does not start: one sentence for each reason, with what to do about it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Clock, Effect, Redacted, Schema } from "effect"
import { sealFaults } from "@ops/audit/seals/seals.ts"
import { identityRefusals } from "@ops/identity/production.ts"
import { Config, missingSecrets, type Settings } from "@ops/platform/config.ts"
import * as Database from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { commitDigest, eventHash } from "@ops/platform/event-store/hash.ts"
import { fingerprint } from "@ops/platform/records/generations/generation.ts"
import { unknownEvents } from "@ops/platform/records/generations/unknown-events.ts"
import { count } from "@ops/platform/text.ts"
import { version } from "@ops/platform/version.ts"
import { model } from "../modules.ts"

export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", { message: Schema.String }) {}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/
const refuseFor = (reasons: ReadonlyArray<string>) =>
  reasons.length === 0
    ? Effect.void
    : Effect.fail(new StartRefused({ message: ["The server does not start:", ...reasons.map((reason) => `- ${reason}`)].join("\n") }))

/** The reasons that follow from the settings alone. */
export const settingsRefusals = (
  { host, origin, mode, databaseUrl, embeddedInProduction, sources }: Config["Service"],
  nodeEnv: string | undefined,
  modeOf: (file: string) => number = (file) => fs.statSync(file).mode,
): ReadonlyArray<string> => {
  const reasons: Array<string> = []
  const https = origin.startsWith("https:")
  const production = mode === "production"
  if (!https && !loopback.test(host)) {
    reasons.push(
      `HOST is ${host}, which others can reach, and OPS_ORIGIN is ${origin}: browsers do not stay signed in without https. Put a proxy with a certificate before the server and give its address as OPS_ORIGIN, or leave HOST at 127.0.0.1.`,
    )
  }
  if ((nodeEnv === "production") !== production && nodeEnv !== undefined && nodeEnv !== "") {
    reasons.push(`NODE_ENV is ${nodeEnv}, and OPS_MODE is ${mode}: set OPS_MODE to the intended mode, or unset NODE_ENV.`)
  }
  if (!production) return reasons
  if (!https && !loopback.test(new URL(origin).hostname)) reasons.push(`OPS_ORIGIN is ${origin}: production needs https.`)
  if (!databaseUrl && !embeddedInProduction) {
    reasons.push("There is no DATABASE_URL: name a PostgreSQL server, or set OPS_EMBEDDED_IN_PRODUCTION=yes to run the books on the embedded one.")
  }
  if (databaseUrl) {
    const { hostname, searchParams } = new URL(Redacted.value(databaseUrl))
    if (!loopback.test(hostname) && hostname !== "" && searchParams.get("sslmode") !== "verify-full") {
      reasons.push(`DATABASE_URL leads to ${hostname} over the network: add sslmode=verify-full, so that the books cannot be read or changed on the way.`)
    }
  }
  reasons.push(...missingSecrets({ sources }))
  for (const [name, source] of Object.entries(sources)) {
    const file = source.startsWith("file ") ? source.slice(5) : undefined
    if (file !== undefined && process.platform !== "win32" && (modeOf(file) & 0o007) !== 0) {
      reasons.push(`${name}_FILE is ${file}, which every account of this machine can read: chmod o-rwx ${file}`)
    }
  }
  return reasons
}

/** A check at startup and its faults: a sentence for each. */
export interface Finding {
  readonly check: string
  readonly faults: ReadonlyArray<string>
}

/** The folder, or its nearest existing parent. */
const existing = (folder: string): string => (fs.existsSync(folder) || path.dirname(folder) === folder ? folder : existing(path.dirname(folder)))
const freeShare = (folder: string) => {
  const { bavail, blocks } = fs.statfsSync(folder)
  return bavail / blocks
}

/** The state of this machine: whether there is disk space, and whether secrets are protected. `free` returns the free share of a folder's disk. */
export const machineFindings = ({ dataFolder }: Pick<Settings, "dataFolder">, free: (folder: string) => number = freeShare): ReadonlyArray<Finding> => {
  const share = free(existing(dataFolder))
  const open: Array<string> = []
  if (process.platform !== "win32" && fs.existsSync(dataFolder)) {
    const others = (file: string, bits: number) => (fs.statSync(file).mode & bits) !== 0
    // the database's own account must be able to traverse the folder, but need not read it
    if (others(dataFolder, 0o006)) open.push(`OPS_DATA is ${dataFolder}, which every account of this machine can list: chmod o-rw ${dataFolder}`)
    for (const entry of fs.readdirSync(dataFolder, { withFileTypes: true })) {
      const file = path.join(dataFolder, entry.name)
      if (entry.isFile() && others(file, 0o007)) open.push(`${file} can be read by every account of this machine: chmod o-rwx ${file}`)
    }
  }
  return [
    {
      check: "Disk",
      faults:
        share < 0.1
          ? [`Only ${Math.floor(share * 100)}% of the disk of ${dataFolder} is free: make room until it is 10%, or move OPS_DATA to a larger disk.`]
          : [],
    },
    { check: "Private files", faults: open },
  ]
}

const logSql = sql({ ready: col.flag }, "select to_regclass('es.event') is not null as ready")
/** Whether the log's tables exist. */
export const hasLog = Effect.flatMap(Database.Database, ({ statement }) => Effect.map(statement(logSql, []), ([log]) => log!.ready))
const lastVersionSql = sql({ version: col.text }, "select app_version as version from es.commit order by id desc limit 1")
const activeSql = sql({ fingerprint: col.text }, "select fingerprint from es.projection where name = 'rows' and state = 'active'")
const lastCommitSql = sql({ at: col.number }, "select (extract(epoch from recorded_at) * 1000)::float8 as at from es.commit order by id desc limit 1")

const newer = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true }) > 0

/** Whether a newer version wrote the log, and which of its events this version does not know. Empty if there is no log yet. */
export const unknownFaults = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  if (!(yield* hasLog)) return []
  const [last] = yield* statement(lastVersionSql, [])
  const unknown = (yield* unknownEvents(model.streams)).map(({ type, version, position, stream }) => `${type} (${version}), as event ${position} of ${stream}`)
  return [
    ...(last && newer(last.version, version)
      ? [`The database was written by version ${last.version} and this is ${version}: start ${last.version} or a newer one.`]
      : []),
    ...(unknown.length > 0
      ? [
          `The log holds events that this version does not know: ${unknown.join("; ")}. Start the version that wrote them, or a newer one; ops audit verify shows whether they were forged.`,
        ]
      : []),
  ]
})

const rowsFaults = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  const [active] = yield* statement(activeSql, [])
  return active && active.fingerprint !== fingerprint(model.streams, model.views)
    ? ["The rows were created by another version of the program: stop the other running server, then run ops migrate."]
    : []
})

const clockFaults = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  const [last] = yield* statement(lastCommitSql, [])
  const now = yield* Clock.currentTimeMillis
  const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace("T", " ")
  return last && now < last.at - 5 * 60_000
    ? [`The clock says ${text(now)} UTC, and the last event was written at ${text(last.at)}: correct the clock, preferably with a time server.`]
    : []
})

/** The number of events at the end of the log that are checked at a start. */
const tail = 1000
const tailSql = sql(
  {
    position: col.whole,
    stream: col.text,
    version: col.whole,
    type: col.text,
    schemaVersion: col.whole,
    occurredAt: col.text,
    data: col.object,
    hash: col.text,
    before: col.nullable(col.text),
    commandId: col.nullable(col.text),
    command: col.nullable(col.text),
    requestHash: col.nullable(col.text),
    actor: col.nullable(col.text),
    correlation: col.nullable(col.text),
    via: col.nullable(col.text),
  },
  `select e.position, e.stream, e.version, e.type, e.schema_version as "schemaVersion",
     to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt", e.data, e.hash,
     (select before.hash from es.event before where before.stream = e.stream and before.version = e.version - 1) as before,
     c.command_id as "commandId", c.command, c.request_hash as "requestHash", c.actor, c.correlation, c.via
   from (select * from es.event order by position desc limit ${tail}) e
   left join es.commit c on c.id = e.commit_id
   order by e.position`,
)

/** Recomputes the hashes of the last events: each follows from the previous one in its stream. */
const chainFaults = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  const events = yield* statement(tailSql, [])
  const broken = events.filter(
    (event) =>
      (event.version > 1 && event.before === null) ||
      eventHash(event.before ?? "", event, commitDigest(event as Parameters<typeof commitDigest>[0])) !== event.hash,
  )
  if (broken.length === 0) return []
  const places = broken.slice(0, 3).map(({ position, stream }) => `${position} (${stream})`)
  return [
    `The log was changed in violation of its rules: ${count(broken.length, "event")} of its last ${tail} ${broken.length === 1 ? "does" : "do"} not fit, ` +
      `at position ${places.join(", ")}${broken.length > 3 ? " and on" : ""}. Keep this database unchanged for the investigation, and start on a backup.`,
  ]
})

/** The state of the database itself, beyond its settings. */
export const logFindings = Effect.gen(function* () {
  return [
    { check: "Version", faults: [...(yield* unknownFaults), ...(yield* rowsFaults)] },
    { check: "Clock", faults: yield* clockFaults },
    { check: "Hash chain", faults: yield* chainFaults },
  ] satisfies ReadonlyArray<Finding>
})

const settingsSql = sql(
  {
    fsync: col.text,
    full_page_writes: col.text,
    synchronous_commit: col.text,
    data_checksums: col.text,
    super: col.flag,
    user: col.text,
    writes: col.flag,
  },
  `select current_setting('fsync') as "fsync", current_setting('full_page_writes') as "full_page_writes",
     current_setting('synchronous_commit') as "synchronous_commit", current_setting('data_checksums') as "data_checksums",
     (select rolsuper from pg_roles where rolname = current_user) as super, current_user as "user",
     has_table_privilege('es.event', 'insert') or has_table_privilege('es.event', 'update')
       or has_table_privilege('es.event', 'delete') or has_table_privilege('es.event', 'truncate') as writes`,
)
const settingsOfDatabase = Effect.gen(function* () {
  const { statement } = yield* Database.Database
  const found = (yield* statement(settingsSql, []))[0]!
  return [
    ...(["fsync", "full_page_writes", "synchronous_commit", "data_checksums"] as const)
      .filter((name) => found[name] === "off")
      .map((name) => `The database runs with ${name} off: it may lose or corrupt confirmed data. Turn it on.`),
    ...(found.super || found.writes
      ? [`The server works in the database as ${found.user}, who can write to the log directly. That role must only be able to read es.event.`]
      : []),
  ]
})

const faultsOf = (findings: ReadonlyArray<Finding>) => findings.flatMap(({ faults }) => faults)

/** Fails, with the sentences, if the settings or the machine make a start unsafe. */
export const checkSettings = Effect.gen(function* () {
  const config = yield* Config
  const machine = config.mode === "production" ? faultsOf(machineFindings(config)) : []
  yield* refuseFor([...settingsRefusals(config, process.env["NODE_ENV"]), ...machine])
})

/** Fails, before anything is created or migrated there, if a newer version has written to the database. */
export const checkVersion = (owner: Database.DatabaseOptions) =>
  Effect.flatMap(unknownFaults, refuseFor).pipe(Effect.provide(Database.layer({ ...owner, max: 1 })))

/** Properties of the database or the accounts that make production unsafe. */
export const productionRefusals = Effect.gen(function* () {
  return [...(yield* settingsOfDatabase), ...(yield* identityRefusals)]
})

/** Fails, with the sentences, if the database or the accounts make production unsafe. */
export const checkDatabase = Effect.gen(function* () {
  const { mode } = yield* Config
  if (mode !== "production") return
  yield* refuseFor([...(yield* productionRefusals), ...faultsOf(yield* logFindings), ...(yield* sealFaults)])
})
