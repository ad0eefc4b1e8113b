/** The SQL of the lists of leave, and a person's ledger on a day. */
import { Effect, Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import type { Condition } from "@ops/platform/http/list-query.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { askedOf, bookedOf, LeaveAccount } from "./leave-account.ts"
import { balanceOn, type Booked, leastLeft, type LeaveEntry, leaveLedger } from "./leave-ledger.ts"
import { LeaveType } from "./leave-type.ts"
import { staffJoin } from "../joins.ts"
import { staffScope } from "../queries.ts"
import { StaffRoster, turnsOf } from "../assignments/staff-assignment.ts"
import { WorkWeek } from "../working-days/work-week.ts"
import { type Calendar, datesFrom, isOnTurn, isWorkingDay, usualWeek, workingDays } from "../working-days/working-days.ts"

/** Approved leave that is over is shown as taken, even before that is recorded. */
export const statusSql = `case when r.status = 'approved' and r.end_date < es.today() then 'taken' else r.status end`

/** Whose leave the signed-in user sees: that of the staff they see, and of people they supervise. `b` is the supervisor. */
export const leaveScope = (who: SignedIn): ReadonlyArray<Condition> => {
  const [first, ...others] = staffScope(who)
  if (!first) return []
  const all = [first, ...others]
  const supervised = `b.person_id is not distinct from ${Number(who.person)}::bigint`
  return [{ sql: `(${supervised} or (${all.map(({ sql }) => sql).join(" and ")}))`, values: all.flatMap(({ values = [] }) => values) }]
}

/** The same as additional SQL conditions; their values are appended to `values`. */
const seenBy = (who: SignedIn, values: Array<unknown>) =>
  leaveScope(who)
    .map((scope) => {
      let next = 0
      return ` and ${scope.sql.replaceAll("?", () => `$${values.push(scope.values?.[next++])}`)}`
    })
    .join("")

/** Whether the signed-in user may decide on the leave of person `p`: the same rule as in the command. */
export const decidesSql = (who: SignedIn): Condition => {
  const me = `${Number(who.person)}::bigint`
  if (who.level >= 10) return { sql: `p.person_id is distinct from ${me}` }
  const team = holds(who, "approval.team")
  const departmental = holds(who, "approval.departmental")
  if (!team && !departmental) return { sql: "false" }
  const site = who.confinedTo === null ? "true" : `p.site_id is not distinct from ${Number(who.confinedTo)}::bigint`
  const own = departmental && holds(who, "users.department")
  const rights = [
    `b.person_id is not distinct from ${me}`,
    `d.manager_id is not distinct from ${me}`,
    ...(own ? [`(${site} and lower(d.name) = lower(?::text))`] : []),
    ...(team ? [`(${site} and b.person_id is null)`] : []),
  ]
  return { sql: `(p.person_id is distinct from ${me} and (${rights.join(" or ")}))`, values: own ? [who.department] : [] }
}

/** The joins of a request: the person `p`, the department `d`, the leave type `t`, the supervisor `b`, the site `s`. */
export const leaveOwnJoins =
  "join leave_type t on t.id = r.leave_type_id left join company_staff b on b.id = p.supervisor_id left join site s on s.id = p.site_id"
export const leaveJoins = `${staffJoin.from} ${leaveOwnJoins}`

/** An SQL condition with its values inlined, for a select list, which takes no parameters. */
export const literal = ({ sql, values = [] }: Condition) => {
  let next = 0
  return sql.replaceAll("?", () => `'${String(values[next++] ?? "").replaceAll("'", "''")}'`)
}

const weeksSql = sql(
  { siteId: col.whole, siteName: col.text, from: col.nullable(col.text), days: col.json(Schema.Array(Schema.Int)) },
  `select s.id as "siteId", s.name as "siteName", w.week->>'from' as "from", coalesce(w.week->'days', $2::text::jsonb) as days from site s
       left join lateral (select x as week from work_week k, jsonb_array_elements(k.weeks) x where k.id = s.id and x->>'from' <= $1::text order by x->>'from' desc limit 1) w on true
       order by s.id`,
)
/** The working week of each site on a day. */
export const workWeekRows = (day: string) => statement(weeksSql, [day, JSON.stringify(usualWeek)])

type Places = NonNullable<Parameters<typeof turnsOf>[0]>["places"]

const accountColumns = stateColumns(LeaveAccount)
const staffOf = sqlOf({
  id: col.whole,
  staffNumber: col.text,
  name: col.text,
  siteId: col.nullable(col.whole),
  hireDate: col.text,
  terminationDate: col.nullable(col.text),
  entries: col.nullable(accountColumns.entries),
  absences: col.nullable(accountColumns.absences),
  places: col.nullable(stateColumns(StaffRoster).places),
})

/** The staff member with the booked leave; rejected if the caller may not see the person. */
export const staffWithLeave = (who: SignedIn, id: number) =>
  Effect.gen(function* () {
    const values: Array<unknown> = [id]
    const conditions = seenBy(who, values)
    const [row] = yield* statement(
      staffOf(`select p.id, p.staff_number as "staffNumber", p.first_name || ' ' || p.last_name as name, p.site_id as "siteId",
         to_char(p.hire_date, 'YYYY-MM-DD') as "hireDate", to_char(p.termination_date, 'YYYY-MM-DD') as "terminationDate",
         a.entries, a.absences, k.places
       from company_staff p join department d on d.id = p.department_id left join company_staff b on b.id = p.supervisor_id
       left join leave_account a on a.id = p.id left join staff_roster k on k.id = p.id
       where p.id = $1::bigint${conditions}`),
      values,
    )
    if (!row) return yield* Effect.fail(notFound(`Staff member ${id} does not exist`))
    const { entries, absences } = row
    return { ...row, account: entries && absences ? { entries, absences } : undefined }
  })

const typesSql = sql(stateColumns(LeaveType), `select ${LeaveType.state("t")} from leave_type t order by t.id`)
export const typesOfLeave = statement(typesSql, [])

const inDays = (hundredths: number) => hundredths / 100
const total = (entries: ReadonlyArray<{ readonly days: number }>) => entries.reduce((sum, { days }) => sum + days, 0)
const horizonDays = 800

/** What expires next after a day, if nothing more is taken. */
const nextExpiry = (ledger: ReadonlyArray<LeaveEntry>, at: string) => {
  const next = ledger.find(({ kind, date }) => kind === "expiry" && date > at)
  return next ? { days: inDays(-next.days), date: addDays(next.date, -1) } : null
}

/** A person's balances of every leave type on a day, each with the ledger that adds up to it. */
export const leaveBalances = (who: SignedIn, id: number, at: string) =>
  Effect.gen(function* () {
    const staff = yield* staffWithLeave(who, id)
    if (daysBetween(who.today, at) > horizonDays) return yield* Effect.fail(new Rejection(400, "at can be two years ahead at most"))
    const types = yield* typesOfLeave
    const balances = types.flatMap((type) => {
      const booked = bookedOf(staff.account, type.id)
      if (!type.isActive && booked.length === 0) return []
      const ledger = leaveLedger(staff, type.terms, booked, at)
      const balance = balanceOn(ledger, at)
      const pending = -total(askedOf(staff.account, type.id))
      const inYear = ledger.filter(({ date }) => date.slice(0, 4) === at.slice(0, 4))
      let running = 0
      return {
        leaveTypeId: type.id,
        leaveType: type.name,
        maxDaysPerYear: type.maxDaysPerYear,
        paid: type.paid,
        balance: inDays(balance),
        pending: inDays(pending),
        available: inDays(balance - pending),
        accrued: inDays(total(inYear.filter(({ kind }) => kind === "accrual"))),
        taken: inDays(-total(inYear.filter(({ kind }) => kind === "taken" || kind === "returned"))),
        expired: inDays(-total(inYear.filter(({ kind }) => kind === "expiry"))),
        expiring: type.carryForward ? nextExpiry(leaveLedger(staff, type.terms, booked, addDays(at, horizonDays)), at) : null,
        entries: ledger.map(({ kind, date, days, carried, requestId, reason }) => {
          running += days
          return { kind, date, days: inDays(days), carried: inDays(carried), balance: inDays(running), requestId, reason }
        }),
      }
    })
    return { staffId: staff.id, staffNumber: staff.staffNumber, name: staff.name, at, balances }
  })

const calendarSql = sql(
  { weeks: stateColumns(WorkWeek).weeks, names: col.json(Schema.Record(Schema.String, Schema.String)) },
  `select coalesce((select k.weeks from work_week k where k.id = $1::bigint), '[]') as weeks,
     (select coalesce(json_object_agg(to_char(h.date, 'YYYY-MM-DD'), h.name), '{}') from holiday h
      where h.is_active and h.date between $2::text::date and $3::text::date and (h.site_id is null or h.site_id = $1::bigint)) as names`,
)
/** The working calendar of a site, or of a person with rotations, with the names of the holidays. */
export const calendarFor = (siteId: number | null, places: Places | null, from: string, to: string) =>
  Effect.gen(function* () {
    const [row] = yield* statement(calendarSql, [siteId, from, to])
    const { names, weeks } = row!
    const calendar: Calendar = {
      weeks,
      holidays: new Set(Object.keys(names)),
      rotations: turnsOf(places === null ? undefined : { places }),
    }
    return { calendar, names }
  })

/** The effect of a leave request, before it is made. */
export const leavePreview = (
  who: SignedIn,
  id: number,
  asked: { readonly leaveTypeId: number; readonly startDate: string; readonly endDate: string; readonly halfDay: boolean },
) =>
  Effect.gen(function* () {
    const { leaveTypeId, startDate, endDate, halfDay } = asked
    if (endDate < startDate) return yield* Effect.fail(new Rejection(422, "End date must be on or after the start date"))
    if (daysBetween(startDate, endDate) > 366) return yield* Effect.fail(new Rejection(422, "Leave can last a year at most. Request the rest later"))
    const staff = yield* staffWithLeave(who, id)
    const type = (yield* typesOfLeave).find((type) => type.id === leaveTypeId)
    if (!type) return yield* Effect.fail(notFound(`Leave type ${leaveTypeId} does not exist`))
    const { calendar, names } = yield* calendarFor(staff.siteId, staff.places, startDate, endDate)
    const dates = datesFrom(startDate, endDate)
    const counted = type.countsEveryDay ? dates : workingDays(calendar, startDate, endDate)
    const notCounted = type.countsEveryDay
      ? []
      : dates.flatMap((date) => {
          if (isWorkingDay(calendar, date)) return []
          const off = calendar.rotations?.some((turn) => turn.from <= date && (turn.to === null || date <= turn.to) && !isOnTurn(turn, date))
          return [{ date, why: names[date] ?? (off ? "Days off" : "Not a working day") }]
        })
    const taken = halfDay ? 50 : counted.length * 100
    const booked = [...bookedOf(staff.account, type.id), ...askedOf(staff.account, type.id)]
    const more: ReadonlyArray<Booked> = [{ kind: "taken", days: -taken, date: startDate, requestId: null, reason: null }]
    const least = leastLeft(staff, type.terms, booked, more)
    return {
      startDate,
      endDate,
      totalDays: inDays(taken),
      notCounted,
      balance: inDays(balanceOn(leaveLedger(staff, type.terms, booked, startDate), startDate)),
      left: inDays(least),
      covered: type.mayGoNegative || least >= 0,
    }
  })

const awayOf = sqlOf({ from: col.text, to: col.text, holidays: col.unknown, people: col.unknown })
/** Who is absent between two days, and the kind of each day. */
export const leaveCalendar = (
  who: SignedIn,
  { from: first, to, siteId }: { readonly from: string; readonly to: string; readonly siteId: string | undefined },
) =>
  Effect.gen(function* () {
    if (to < first) return yield* Effect.fail(new Rejection(400, "to must be on or after from"))
    if (daysBetween(first, to) > 366) return yield* Effect.fail(new Rejection(400, "The calendar shows a year at most"))
    const values: Array<unknown> = [first, to, siteId ? siteId.split(",") : null]
    const conditions = seenBy(who, values)
    const sites = "(select id from site where id::text = any($3::text[]) or slug = any($3::text[]))"
    const [row] = yield* statement(
      awayOf(`select $1::text as "from", $2::text as "to",
         (select coalesce(json_agg(json_build_object('date', to_char(h.date, 'YYYY-MM-DD'), 'name', h.name, 'siteId', h.site_id) order by h.date), '[]')
          from holiday h where h.is_active and h.date between $1::text::date and $2::text::date and ($3::text[] is null or h.site_id is null or h.site_id in ${sites})) as holidays,
         (select coalesce(json_agg(x.person order by x.last_name, x.id), '[]') from (
            select p.id, p.last_name, json_build_object('staffId', p.id, 'name', p.first_name || ' ' || p.last_name, 'siteCode', s.code,
              'leaves', json_agg(json_build_object('id', r.id, 'leaveType', t.name, 'startDate', to_char(r.start_date, 'YYYY-MM-DD'),
                'endDate', to_char(r.end_date, 'YYYY-MM-DD'), 'status', ${statusSql}) order by r.start_date)) as person
            from leave_request r ${leaveJoins}
            where r.status in ('pending', 'approved', 'taken') and r.start_date <= $2::text::date and r.end_date >= $1::text::date
              and ($3::text[] is null or p.site_id in ${sites})${conditions}
            group by p.id, p.last_name, p.first_name, s.code) x) as people`),
      values,
    )
    return row
  })
