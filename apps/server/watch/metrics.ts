/** `GET /metrics` for Prometheus, protected by a token: the request counts, and readings of the server taken for this answer. */
import { timingSafeEqual } from "node:crypto"
import { Effect, Metric, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { Tail } from "@ops/platform/event-store/tail.ts"
import { sha256 } from "@ops/platform/event-store/hash.ts"
import { version } from "@ops/platform/version.ts"
import { bounds, faultsOf } from "./faults.ts"
import { type Machine, read, type Readings, thisMachine } from "./readings.ts"

const prefix = "field_office"
const gauge = (name: string, description: string) => Metric.gauge(`${prefix}_${name}`, { description })
const gauges = {
  up: gauge("up", "1 while the database answers"),
  info: gauge("info", "The version of this process"),
  commits: gauge("commits", "The number of the last commit"),
  position: gauge("log_position", "The position up to which the log is final"),
  tail: gauge("tail_lag_events", "Positions that this process has not announced to its browsers yet"),
  owed: gauge("effects_owed", "Pending effects of a reactor, such as mails to send"),
  failing: gauge("effects_failing", "Of these, those that failed at least once"),
  parked: gauge("effects_parked", "Effects that failed in the last try as well"),
  oldest: gauge("effects_oldest_seconds", "How long the oldest pending effect has waited"),
  behind: gauge("reactor_lag_events", "Positions that a reactor has not processed yet"),
  unsealed: gauge("unsealed_seconds", "How long the oldest event without a seal has waited"),
  rows: gauge("rows_current", "1 while the read tables match the log, 0 while they are being rebuilt"),
  backup: gauge("backup_age_seconds", "The age of the newest file in OPS_BACKUPS"),
  free: gauge("disk_free_bytes", "Free room on the disk of a folder"),
  size: gauge("disk_size_bytes", "Size of the disk of a folder"),
  standby: gauge("standby_behind_bytes", "Log of the database that a standby has not received yet"),
  clock: gauge("clock_apart_seconds", "Difference between the clocks of the server, the database and the log"),
  fault: gauge("fault", "1 while something is wrong that is also raised as an alert"),
}
const set = (metric: Metric.Gauge<number>, value: number, labels: Readonly<Record<string, string>> = {}) =>
  Metric.update(Metric.withAttributes(metric, labels), value)

/** Faults that have occurred remain in the answer, as 0. */
const known = new Set<string>()

const note = (readings: Readings) =>
  Effect.gen(function* () {
    yield* set(gauges.up, 1)
    yield* set(gauges.info, 1, { version })
    yield* set(gauges.commits, readings.commits)
    yield* set(gauges.position, readings.position)
    const { position } = yield* Tail
    yield* set(gauges.tail, Math.max(0, readings.position - (yield* position)))
    for (const { reactor, owed, failing, parked, oldest, behind } of readings.queues) {
      yield* set(gauges.owed, owed, { reactor })
      yield* set(gauges.failing, failing, { reactor })
      yield* set(gauges.parked, parked, { reactor })
      yield* set(gauges.oldest, oldest, { reactor })
      yield* set(gauges.behind, behind, { reactor })
    }
    yield* set(gauges.unsealed, readings.unsealed)
    yield* set(gauges.rows, readings.rowsCurrent ? 1 : 0)
    if (readings.backup !== null) yield* set(gauges.backup, readings.backup)
    for (const { folder, free, size } of readings.disks) {
      yield* set(gauges.free, free, { folder })
      yield* set(gauges.size, size, { folder })
    }
    for (const { name, behind } of readings.standbys) yield* set(gauges.standby, behind, { standby: name })
    yield* set(gauges.clock, readings.clock)
    const faults = new Set(faultsOf(readings).map(({ name }) => name as string))
    for (const name of [...Object.keys(bounds), ...known]) yield* set(gauges.fault, faults.has(name) ? 1 : 0, { fault: name })
    for (const name of faults) known.add(name)
  })

const equal = (given: string, token: string) => timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)))

/** Adds the route if OPS_METRICS_TOKEN is set; otherwise the path does not exist. */
export const metricsLayer = (machine: Machine = thisMachine) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { metricsToken } = yield* Config
      if (metricsToken === undefined) return
      const services = yield* Effect.context<Config | Database | Tail>()
      const answer = Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const [, given = ""] = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "") ?? []
        if (!equal(given, Redacted.value(metricsToken))) {
          return HttpServerResponse.text("The token of OPS_METRICS_TOKEN is needed", { status: 401, headers: { "www-authenticate": "Bearer" } })
        }
        yield* read(machine).pipe(
          Effect.flatMap(note),
          Effect.timeout("3 seconds"),
          Effect.catchCause(() => set(gauges.up, 0)),
        )
        return HttpServerResponse.text(yield* PrometheusMetrics.format(), { contentType: "text/plain; version=0.0.4; charset=utf-8" })
      }).pipe(Effect.provideContext(services))
      yield* router.add("GET", "/metrics", answer)
    }),
  )
