/**
 * The clocks of alerts: one checks every ten minutes for due causes, raises new alerts and withdraws those whose cause
 * has ended. Another sends the digests each morning, and a third verifies the log each night. A cause has at most one
 * open alert, and a digest is sent under the key of its day, so repeated runs do no harm.
 */
import { Effect, Schema } from "effect"
import { clock } from "@ops/platform/clocks/clock.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { command, find, Rejection, system, unchanged } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { alerts, type Finding, raise, settle } from "./alert.ts"
import { digestEnds, digestTime, sendDigests, type WaitingLists } from "./mails/digest.ts"
import type { DueRule } from "./rules/due-rules.ts"

/** Records the finding of a check. */
export const noteFinding = command("alert.note", function* (finding: Finding) {
  const changes = yield* raise(finding)
  return changes.length > 0 ? changes : unchanged((yield* find(alerts, { openCause: finding.cause }))?.id ?? 0)
})

/** Withdraws the open alert of a cause that has ended. */
export const endCause = command("alert.end", function* ({ cause }: { readonly cause: string }) {
  const changes = yield* settle(cause)
  return changes.length > 0 ? changes : unchanged(0)
})

/**
 * The differences between the current causes ($1, with their priorities $2) and the alerts of a rule ($3). An alert
 * that a person resolved is not raised again unless its priority has risen since.
 */
const differences = sql(
  { cause: col.text, holds: col.flag },
  `with due as (select * from unnest($1::text[], $2::text[]) as d(cause, priority)),
    words as (select array['other', 'medium', 'high', 'critical'] as rising)
  select d.cause, true as holds from due d, words w where not exists (select from alert a where a.cause = d.cause and (
      a.open_cause is not null and a.priority = d.priority
      or a.resolved_by is not null and array_position(w.rising, a.priority) >= array_position(w.rising, d.priority)))
  union all
  select a.open_cause, false from alert a where starts_with(a.open_cause, $3 || '/') and not exists (select from due d where d.cause = a.open_cause)`,
)

/** Updates the alerts of a rule to the current findings. Returns how many were raised, worsened or withdrawn. */
export const bringInLine = (rule: Pick<DueRule, "name" | "endsOnly">, holding: ReadonlyArray<Finding>) =>
  Effect.gen(function* () {
    const findings = new Map(holding.map((finding) => [finding.cause, finding]))
    let done = 0
    for (const { cause, holds } of yield* statement(differences, [[...findings.keys()], [...findings.values()].map(({ priority }) => priority), rule.name])) {
      if (holds && rule.endsOnly) continue
      const by = system("alerts")
      // a concurrent change by another process is no error
      yield* Effect.catchIf(
        holds ? execute(noteFinding, findings.get(cause)!, by) : execute(endCause, { cause }, by),
        (error) => error instanceof Rejection,
        ({ message }) => Effect.logWarning(`Alert of ${cause}: ${message}`),
      )
      done++
    }
    return done
  })

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
/** A row of a rule; a rule that only ends alerts returns causes only. */
const Found = Schema.Struct({
  cause: Schema.String,
  type: optional(Schema.String),
  priority: optional(Schema.String),
  title: optional(Schema.String),
  message: optional(Schema.String),
  siteId: optional(Schema.Int),
  relatedEntity: optional(Schema.String),
  relatedEntityId: optional(Schema.Int),
})
const foundSql = sqlOf({ found: col.json(Found) })

/** The current findings of a rule. */
const findingsOf = ({ sql }: DueRule) =>
  Effect.map(statement(foundSql(`select to_json(f) as found from (${sql}) f`), []), (rows) =>
    rows.map(
      ({ found: { cause, type, priority, title, message, siteId, relatedEntity, relatedEntityId } }) =>
        ({
          cause,
          type: type ?? "other",
          priority: priority ?? "other",
          title: (title ?? cause).slice(0, 200),
          message: (message ?? "").slice(0, 500),
          siteId: siteId ?? null,
          relatedEntity: relatedEntity ?? null,
          relatedEntityId: relatedEntityId ?? null,
        }) as Finding,
    ),
  )

/** Checks all rules. A failing rule does not stop the others. */
export const lookAtRules = (rules: ReadonlyArray<DueRule>) =>
  Effect.forEach(rules, (rule) =>
    Effect.catch(
      Effect.flatMap(findingsOf(rule), (findings) => bringInLine(rule, findings)),
      (error) => Effect.as(Effect.logWarning(`Alerts of "${rule.name}" were not checked: ${error.message}`), 0),
    ),
  ).pipe(Effect.map((counts) => counts.reduce((sum, each) => sum + each, 0)))

/** Raises an alert for the faults found by a check of the log, or withdraws it. */
export const noteLog = (name: "seals" | "log", faults: ReadonlyArray<string>) =>
  bringInLine(
    { name },
    faults.length === 0
      ? []
      : [
          {
            cause: `${name}/check`,
            type: "audit",
            priority: "critical",
            title: name === "log" ? "The log has been altered" : "The seals of the log are not valid",
            message: `${faults[0]}${faults.length > 1 ? ` And ${faults.length - 1} more.` : ""} Run ops audit verify`.slice(0, 500),
            siteId: null,
            relatedEntity: "log",
            relatedEntityId: null,
          },
        ],
  )

/** Provided by the application: the rules of all modules, pending decisions, and faults of the log. */
export interface ClockSources<R> {
  readonly rules: ReadonlyArray<DueRule>
  readonly waiting: WaitingLists
  /** the result of a quick check of the seals */
  readonly sealFaults: Effect.Effect<ReadonlyArray<string>, { readonly message: string }, R>
  /** the result of verifying the whole log */
  readonly logFaults: Effect.Effect<ReadonlyArray<string>, { readonly message: string }, R>
}

const hour = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Juba", hour: "2-digit", minute: "2-digit", hourCycle: "h23" })

export const alertClocks = <R>({ rules, waiting, sealFaults, logFaults }: ClockSources<R>) => {
  const seals = Effect.flatMap(sealFaults, (faults) => noteLog("seals", faults))
  const look = Effect.andThen(
    lookAtRules(rules),
    Effect.catch(seals, (error) => Effect.logWarning(`The seals were not checked: ${error.message}`)),
  )
  const digests = Effect.suspend(() => {
    const now = new Date()
    const time = hour.format(now)
    return time >= digestTime && time < digestEnds ? sendDigests(waiting, now.toISOString()) : Effect.void
  })
  return [
    clock("alerts", "*/10 * * * *", { work: look, failed: "The alerts were not checked" }),
    // outside working hours; a server that was off then runs it an hour after its start
    clock("log", "0 2 * * *", {
      work: Effect.flatMap(logFaults, (faults) => noteLog("log", faults)),
      failed: "The log was not verified",
      late: "1 hour",
    }),
    clock("digests", `0 ${Number(digestTime.slice(0, 2))} * * *`, { work: digests, failed: "The digests were not sent" }),
  ] as const
}
