import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { holdsAny, permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, type ListShape, rowText } from "@ops/platform/http/list-query.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { Records, execute } from "@ops/platform/records/records.ts"
import { ReportRun, ReportSchedule, reportSchedules } from "./report-schedule.ts"
import { changeSchedule, makeSchedule, pauseSchedule, resumeSchedule } from "./commands.ts"
import { ReportSchedulesApi } from "./contract.ts"
import { sendReport } from "./run.ts"
import { scheduledReaders } from "../analytics/labels.ts"

const personName = (id: string) => `(select n.first_name || ' ' || n.last_name from person n where n.id = ${id})`

/** The schedules that a person has created or receives; level 10 sees all. */
const scheduleList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  return {
    select: `${ReportSchedule.answer("s", "id", "name", "report", "period", "siteId", "frequency", "weekday", "dayOfMonth", "hour", "format", "isActive", "nextRunAt", "lastRunAt", "version", "createdAt")},
      (select t.name from site t where t.id = s.site_id) as "siteName", ${personName("s.created_by")} as "createdByName",
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) order by r.n), '[]')
        from jsonb_array_elements(s.recipients) with ordinality r(id, n) join person p on p.id = r.id::text::bigint) as recipients,
      ${who.level >= 10 ? "true" : `coalesce(s.created_by = ${person}, false)`} as "canChange"`,
    from: "report_schedule s",
    id: "s.id",
    site: "s.site_id",
    where: who.level >= 10 ? [] : [{ sql: "(s.created_by = ? or s.recipients @> to_jsonb(?::int))", values: [person, person] }],
    filters: { report: "s.report", isActive: "s.is_active", status: "case when s.is_active then 'active' else 'paused' end" },
    search: ["s.name"],
    sorts: { name: "s.name", nextRunAt: "s.next_run_at", report: "s.report", createdAt: "s.created_at" },
    order: "name",
  }
}

const runList = (scheduleId: number): ListShape => ({
  select: `${ReportRun.answer("r", "id", "scheduleId", "dueAt", "from", "to")}, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    ${personName("r.started_by")} as "startedByName",
    (select count(*)::int from jsonb_array_elements(r.deliveries) d where d->>'mailId' is not null) as sent,
    (select coalesce(json_agg(json_build_object('personId', (d.it->>'personId')::int, 'name', ${personName("(d.it->>'personId')::bigint")}, 'mail', m.status,
        'reason', coalesce(d.it->>'reason', m.last_error)) order by d.n), '[]')
      from jsonb_array_elements(r.deliveries) with ordinality d(it, n) left join mail m on m.id = (d.it->>'mailId')::bigint) as deliveries`,
  from: "report_run r",
  id: "r.id",
  where: [{ sql: "r.schedule_id = ?", values: [scheduleId] }],
  sorts: { id: "r.id", at: "r.created_at" },
  order: "-id",
})

const schedule = answering(reportSchedules, scheduleList)

const peopleSql = sql(
  { id: col.whole, name: col.text, position: col.nullable(col.text), siteId: col.nullable(col.whole), level: col.whole },
  `select p.id, p.first_name || ' ' || p.last_name as name, p.position, p.site_id as "siteId", p.access_level as level from person p
    where p.is_active and p.erased_at is null and p.email is not null and not p.must_change_password
      and ($1::bigint is null or p.site_id = $1 or p.all_sites or p.access_level in (7, 10) or (p.access_level = 8 and p.site_id is null)) order by 2`,
)
const doneSql = sql({}, "select from es.commit where command_id = $1")
const lastRunSql = sql({ id: col.nullable(col.whole) }, "select max(id) as id from report_run where schedule_id = $1")

export const ReportSchedulesLive = HttpApiBuilder.group(
  ReportSchedulesApi,
  "reportSchedules",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database | Records>()
    /** 404 for a schedule that the person may not see. */
    const requireVisible = (id: number) =>
      Effect.gen(function* () {
        if ((yield* rowText(scheduleList(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`Report schedule ${id} does not exist`))
      })
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/report-schedules", scheduleList(who), query)),
      recipients: ({ query }) =>
        handle(function* () {
          const { confinedTo } = yield* Who
          const people = yield* statement(peopleSql, [confinedTo])
          const may = people.filter(({ level }) => holdsAny({ level, permissions: permissionsOf(level) }, scheduledReaders(query.report)))
          return jsonResponse(JSON.stringify(may.map(({ level: _, ...person }) => person)))
        }),
      one: ({ params }) => schedule.one(params.id),
      runs: ({ params: { id }, query }) =>
        mapDatabaseErrors(
          Effect.andThen(
            requireVisible(id),
            Effect.suspend(() => listAnswer(`/api/report-schedules/${id}/runs`, runList(id), query)),
          ),
        ),
      make: ({ payload: { siteId, weekday, dayOfMonth, ...given } }) =>
        schedule.execute(
          makeSchedule,
          { ...given, siteId: siteId === "" ? null : (siteId ?? null), weekday: weekday ?? null, dayOfMonth: dayOfMonth ?? null },
          201,
        ),
      change: ({ params: { id }, payload: { isActive, siteId, ...given } }) =>
        Effect.gen(function* () {
          const who = yield* Who
          yield* schedule.requireVisible(id)
          if (isActive !== undefined) yield* mapDatabaseErrors(execute(isActive ? resumeSchedule : pauseSchedule, { id }, who))
          return yield* schedule.execute(changeSchedule, {
            id,
            ...(given as object),
            ...(siteId !== undefined && { siteId: siteId === "" ? null : siteId }),
          })
        }),
      pause: ({ params: { id } }) => schedule.execute(pauseSchedule, { id }),
      run: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          yield* requireVisible(id)
          const options = yield* commandKey
          // figures change, so a repeated request would send a different report: it returns the first run instead
          const before = "key" in options ? yield* statement(doneSql, [`${who.actor}:${options.key}`]) : []
          if (before.length === 0) yield* sendReport(id, null, who, options).pipe(Effect.provide(context))
          const [row] = yield* statement(lastRunSql, [id])
          return jsonResponse((yield* rowText(runList(id), row!.id ?? 0)) ?? "null")
        }),
    })
  }),
)
