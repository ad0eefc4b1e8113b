/** `ops doctor`: checks that this machine has everything the product needs. It changes nothing. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Cause, Effect, Exit, Redacted } from "effect"
import { sealFaults } from "@ops/audit/seals/seals.ts"
import { Config, describeConfig, loadConfig, type Settings } from "@ops/platform/config.ts"
import { clockFault } from "@ops/platform/database/clock.ts"
import * as Addresses from "@ops/platform/database/connection.ts"
import * as Database from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { fingerprint } from "@ops/platform/records/generations/generation.ts"
import { count } from "@ops/platform/text.ts"
import { isCurrent, webFolder } from "@ops/platform/build/web.ts"
import { modeFaults, recordedMode } from "../server/installation-mode.ts"
import { model } from "../server/modules.ts"
import { bounds } from "../server/watch/faults.ts"
import { backupAge } from "../server/watch/readings.ts"
import { type Finding, logFindings, machineFindings, productionRefusals, settingsRefusals } from "../server/starts/refusals.ts"

export interface Check {
  readonly state: "PASS" | "WARN" | "BLOCKED"
  readonly check: string
  readonly finding: string
  /** the command or step that helps */
  readonly next: string | null
}

const pass = (check: string, finding: string): Check => ({ state: "PASS", check, finding, next: null })
const warn = (check: string, finding: string, next: string): Check => ({ state: "WARN", check, finding, next })
const blocked = (check: string, finding: string, next: string): Check => ({ state: "BLOCKED", check, finding, next })
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

const node = (): Check =>
  process.features.typescript
    ? pass("Node", process.versions.node)
    : blocked("Node", `${process.versions.node} cannot run TypeScript`, "Start with ./ops.mjs or npm, which include their own Node.")

const dataFolder = ({ dataFolder: folder }: Settings): Check => {
  if (!fs.existsSync(folder)) {
    const parent = path.dirname(folder)
    try {
      fs.accessSync(parent, fs.constants.W_OK)
      return pass("Data folder", `${folder} does not exist yet and can be created`)
    } catch (error) {
      return blocked("Data folder", `${folder} cannot be created: ${reason(error)}`, "Set OPS_DATA to a folder you can write to.")
    }
  }
  const probe = path.join(folder, `.doctor-${process.pid}`)
  try {
    fs.writeFileSync(probe, "")
    fs.rmSync(probe)
    return pass("Data folder", `${folder} can be written`)
  } catch (error) {
    return blocked("Data folder", `${folder} cannot be written: ${reason(error)}`, "Give its owner the right to write, or set OPS_DATA.")
  }
}

const webApp = (): Check => {
  if (!fs.existsSync(path.join(webFolder, "index.html"))) return warn("Web app", "not built yet", "npm run build (npm start does it automatically)")
  return isCurrent() ? pass("Web app", "built from these sources") : warn("Web app", "built from different sources", "npm run build")
}

/** Whether the mail server answers and accepts the sign-in; nothing is sent. */
const mail = async ({ smtpUrl, mode }: Settings): Promise<Check> => {
  if (!smtpUrl) return warn("Mail", "no SMTP_URL: mails are saved as files in the data folder", "Set SMTP_URL to send mail.")
  const url = Redacted.value(smtpUrl)
  const { hostname } = new URL(url)
  if (mode === "demo" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    return warn("Mail", `demo mode sends nothing to ${hostname}: mails are saved as files in the data folder`, "OPS_MODE=production sends.")
  }
  const { default: nodemailer } = await import("nodemailer")
  const transport = nodemailer.createTransport({ url, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 })
  try {
    await transport.verify()
    return pass("Mail", `${hostname} takes mail`)
  } catch (error) {
    return blocked("Mail", `${hostname} takes no mail: ${reason(error)}`, "Check SMTP_URL, user and password.")
  } finally {
    transport.close()
  }
}

/** Whether backups are made, as far as visible from this machine. Demo mode does not need any. */
const backups = ({ backups: folder, mode }: Settings): ReadonlyArray<Check> => {
  if (mode === "demo") return []
  const age = backupAge(folder, Date.now())
  if (age === null)
    return [
      warn("Backups", "they are not monitored: OPS_BACKUPS is not set", "Set it to the folder of the nightly backup; docs/guides/install.md has a timer."),
    ]
  if (age >= bounds.backup)
    return [warn("Backups", `${folder} has no backup from the last ${bounds.backup / 3600} hours`, "Run ops backup FILE, and check its timer.")]
  return [pass("Backups", `the newest in ${folder} is ${count(Math.round(age / 3600), "hour")} old`)]
}

/** The checks of a production start. In demo mode they block nothing. */
const asChecks = (findings: ReadonlyArray<Finding>, mode: Settings["mode"]): ReadonlyArray<Check> =>
  findings.flatMap(({ check, faults }) => {
    if (faults.length === 0) return [pass(check, "no fault found")]
    return faults.map((fault) => (mode === "production" ? blocked : warn)(check, fault, "In production the server does not start in this state."))
  })

/** Statements that write the log in violation of its rules, each of which the database must reject. */
const attempts = [
  "insert into es.event select * from es.event where false",
  "update es.event set type = type where false",
  "delete from es.event where false",
  "insert into es.commit overriding system value select * from es.commit where false",
]

const serverSql = sql(
  { version: col.text, name: col.text, ready: col.flag },
  "select current_setting('server_version') as version, current_user as name, to_regclass('es.event') is not null as ready",
)
const activeSql = sql(
  { generation: col.whole, fingerprint: col.text },
  "select generation, fingerprint from es.projection where name = 'rows' and state = 'active'",
)
const logSql = sql(
  { closed: col.whole, last: col.whole, events: col.whole },
  "select es.closed() as closed, (select coalesce(max(position), 0) from es.event) as last, (select count(*) from es.event) as events",
)
const effectsSql = sql(
  { parked: col.whole, owed: col.whole },
  "select count(*) filter (where parked) as parked, count(*) filter (where not parked) as owed from es.effect",
)
const sealedSql = sql(
  { id: col.whole, position: col.whole, late: col.whole },
  `select id, position, (select count(*) from es.event e join es.commit c on c.id = e.commit_id
     where e.position > s.position and c.recorded_at < now() - interval '2 minutes') as late from es.seal s order by id desc limit 1`,
)

const insideDatabase = (settings: Settings) =>
  Effect.gen(function* () {
    const { mode } = settings
    const { statement } = yield* Database.Database
    const server = (yield* statement(serverSql, []))[0]!
    const checks = [pass("Database", `PostgreSQL ${server.version}, as ${server.name}`)]
    if (!server.ready) return [...checks, pass("Log", "its tables are not there yet; the first start makes them")]
    const [wrongMode] = modeFaults(yield* recordedMode, settings)
    checks.push(wrongMode === undefined ? pass("Mode", settings.mode) : blocked("Mode", wrongMode, "The server does not start in this state."))

    const open: Array<string> = []
    for (const text of attempts) {
      const code = yield* Effect.match(statement(text, []), { onSuccess: () => "done", onFailure: (error) => error.code })
      if (code !== "42501") open.push(text.split(" ", 1)[0]!)
    }
    checks.push(
      open.length === 0
        ? pass("Log", `the database does not let ${server.name} bypass its rules`)
        : blocked("Log", `${server.name} can ${open.join(", ")} directly in the log`, "Run the server as the role ops, which owns no tables."),
    )

    const [active] = yield* statement(activeSql, [])
    checks.push(
      !active
        ? pass("Rows", "not created yet; the first start creates them")
        : active.fingerprint === fingerprint(model.streams, model.views)
          ? pass("Rows", `created by this version, generation ${active.generation}`)
          : warn("Rows", "created by another version; the next start rebuilds them", "ops migrate"),
    )

    const log = (yield* statement(logSql, []))[0]!
    checks.push(pass("Position", `${count(log.events, "event")}, final up to ${log.closed}${log.last > log.closed ? `; being written up to ${log.last}` : ""}`))

    const clock = yield* clockFault()
    checks.push(
      clock ? warn("Clocks", clock, "Synchronize the clocks of both machines with a time server.") : pass("Clocks", "this machine and the database agree"),
    )

    const effects = (yield* statement(effectsSql, []))[0]!
    checks.push(
      effects.parked > 0
        ? warn("Effects", `${effects.parked} failed after the last attempt, ${effects.owed} waiting`, "ops mails list --status failed,queued")
        : pass("Effects", `none failed, ${effects.owed} waiting`),
    )
    checks.push(...asChecks(yield* logFindings, mode))
    const [sealed] = yield* statement(sealedSql, [])
    checks.push(
      !sealed
        ? warn("Seals", "nothing is sealed yet", "npm start: the server seals while it runs")
        : sealed.late > 0
          ? warn("Seals", `${count(sealed.late, "event")} after seal ${sealed.id} not sealed for two minutes`, "The server log has the reason.")
          : pass("Seals", `${sealed.id}, the last up to position ${sealed.position}`),
      ...asChecks([{ check: "Last seal", faults: yield* sealFaults }], mode),
    )
    if (mode === "production" && active) checks.push(...asChecks([{ check: "Production", faults: yield* productionRefusals }], mode))
    return checks
  })

const database = (settings: Settings): Effect.Effect<ReadonlyArray<Check>> => {
  const { databaseUrl, dataFolder } = settings
  if (!databaseUrl && !fs.existsSync(path.join(dataFolder, "postgres", "PG_VERSION"))) {
    return Effect.succeed([pass("Database", `there is none in ${dataFolder} yet; the first start creates it`)])
  }
  return Effect.flatMap(Addresses.DatabaseAddress, ({ app }) => Effect.provide(insideDatabase(settings), Database.layer({ ...app, max: 1 }))).pipe(
    Effect.provide(Addresses.layer),
    // passwords are checked only in production, which has a pepper
    Effect.provideService(Config, { ...settings, pepper: settings.pepper ?? Redacted.make("") }),
    Effect.catchCause((cause) => Effect.succeed([blocked("Database", reason(Cause.squash(cause)), "Check DATABASE_URL, or the log beside the data folder.")])),
  )
}

/** Runs all checks. A setting is a check too: its finding is the value, with secrets hidden, and its source. */
export const examine = async (env: Readonly<Record<string, string | undefined>>): Promise<ReadonlyArray<Check>> => {
  const loaded = await Effect.runPromiseExit(loadConfig(env))
  if (Exit.isFailure(loaded)) {
    const wrong = reason(Cause.squash(loaded.cause)).split("\n")
    return [node(), ...wrong.map((sentence) => blocked("Settings", sentence, "ops help environment lists every variable")), webApp()]
  }
  const settings = loaded.value
  const unsafe = settingsRefusals({ ...settings, pepper: settings.pepper ?? Redacted.make("") }, env["NODE_ENV"])
  return [
    node(),
    ...describeConfig(settings).map(({ name, value, source }) => pass(name, `${value} (${source})`)),
    ...unsafe.map((sentence) => blocked("Settings", sentence, "The server does not start in this state.")),
    dataFolder(settings),
    ...asChecks(machineFindings(settings), settings.mode),
    ...backups(settings),
    ...(await Effect.runPromise(database(settings))),
    await mail(settings),
    webApp(),
  ]
}
