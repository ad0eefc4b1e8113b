/** Why the server does not start: one sentence for each reason, with what to do about it. */
import * as fs from "node:fs"
import { Effect, Redacted, Schema } from "effect"
import { identityRefusals } from "@ops/identity/production.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"

export class StartRefused extends Schema.TaggedError<StartRefused>()("StartRefused", { message: Schema.String }) {}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/
const refuseFor = (reasons: ReadonlyArray<string>) =>
  reasons.length === 0
    ? Effect.void
    : Effect.fail(new StartRefused({ message: ["The server does not start:", ...reasons.map((reason) => `- ${reason}`)].join("\n") }))

/** What the settings alone say. */
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
      `HOST is ${host}, which others can reach, and OPS_ORIGIN is ${origin}: browsers keep nobody signed in without https. Put a proxy with a certificate before the server and give its address as OPS_ORIGIN, or leave HOST at 127.0.0.1.`,
    )
  }
  if ((nodeEnv === "production") !== production && nodeEnv !== undefined && nodeEnv !== "") {
    reasons.push(`NODE_ENV is ${nodeEnv}, and OPS_MODE is ${mode}: set OPS_MODE to what is meant, or leave NODE_ENV away.`)
  }
  if (!production) return reasons
  if (!https && !loopback.test(new URL(origin).hostname)) reasons.push(`OPS_ORIGIN is ${origin}: production needs https.`)
  if (!databaseUrl && !embeddedInProduction) {
    reasons.push("There is no DATABASE_URL: name a PostgreSQL server, or set OPS_EMBEDDED_IN_PRODUCTION=yes to run the books on the embedded one.")
  }
  if (databaseUrl) {
    const { hostname, searchParams } = new URL(Redacted.value(databaseUrl))
    if (!loopback.test(hostname) && hostname !== "" && searchParams.get("sslmode") !== "verify-full") {
      reasons.push(`DATABASE_URL leads to ${hostname} over the network: add sslmode=verify-full, so that nobody on the way can read or change the books.`)
    }
  }
  for (const [name, source] of Object.entries(sources)) {
    const file = source.startsWith("file ") ? source.slice(5) : undefined
    if (file !== undefined && process.platform !== "win32" && (modeOf(file) & 0o007) !== 0) {
      reasons.push(`${name}_FILE is ${file}, which every account of this machine can read: chmod o-rwx ${file}`)
    }
  }
  return reasons
}

const databaseRefusals = Effect.gen(function* () {
  const { statement } = yield* Database
  const [found] = yield* statement(
    `select current_setting('fsync') as "fsync", current_setting('full_page_writes') as "full_page_writes",
       current_setting('synchronous_commit') as "synchronous_commit", current_setting('data_checksums') as "data_checksums",
       (select rolsuper from pg_roles where rolname = current_user) as super, current_user as "user",
       has_table_privilege('es.event', 'insert') or has_table_privilege('es.event', 'update')
         or has_table_privilege('es.event', 'delete') or has_table_privilege('es.event', 'truncate') as writes`,
    [],
  )
  return [
    ...["fsync", "full_page_writes", "synchronous_commit", "data_checksums"]
      .filter((name) => found[name] === "off")
      .map((name) => `The database runs with ${name} off: it may lose or spoil what it has confirmed. Switch it on.`),
    ...(found.super || found.writes
      ? [`The server works in the database as ${found.user}, who may write the log past its rules. It must be able to read es.event and nothing more.`]
      : []),
  ]
})

/** Fails, with the sentences, where the settings make a start unsafe. */
export const checkSettings = Effect.flatMap(Config, (config) => refuseFor(settingsRefusals(config, process.env["NODE_ENV"])))

/** Fails, with the sentences, where the database or the accounts make production unsafe. */
export const checkDatabase = Effect.gen(function* () {
  const { mode } = yield* Config
  if (mode !== "production") return
  yield* refuseFor([...(yield* databaseRefusals), ...(yield* identityRefusals)])
})
