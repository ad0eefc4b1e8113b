/** Leave of the company's own people in the demo scenario: opening balances, leave taken, and pending requests. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { StaffRoster } from "../assignments/staff-assignment.ts"
import { addHoliday } from "../working-days/holiday.ts"
import { adjustLeave } from "./leave-account.ts"
import { balanceOn, type Booked, leaveLedger } from "./leave-ledger.ts"
import { calendarFor, typesOfLeave } from "./queries.ts"
import { approveLeave, cancelLeave, markLeaveDays, rejectLeave, requestLeave } from "./leave-request.ts"
import { type Calendar, workingDays } from "../working-days/working-days.ts"

const chief = "FO-CEO-001"
const manager = "FO-MGT-001"
const supervisor = "FO-SUP-001"

interface Story {
  /** the staff number */
  readonly who: string
  readonly type: string
  /** days from today */
  readonly from: number
  readonly to: number
  readonly asks: string
  readonly reason: string
  /** days from today on which it is requested */
  readonly asked: number
  readonly decided?: readonly [does: "approve" | "reject" | "cancel", who: string, reason?: string]
}
const stories: ReadonlyArray<Story> = [
  { who: "FO-007", type: "Annual Leave", from: -42, to: -31, asks: supervisor, reason: "Harvest at home", asked: -55, decided: ["approve", supervisor] },
  { who: "FO-022", type: "Annual Leave", from: -33, to: -28, asks: manager, reason: "Family visit", asked: -45, decided: ["approve", manager] },
  {
    who: "FO-008",
    type: "Sick Leave",
    from: -22,
    to: -20,
    asks: supervisor,
    reason: "Malaria, certificate of the camp clinic",
    asked: -22,
    decided: ["approve", supervisor],
  },
  { who: "FO-014", type: "Unpaid Leave", from: -18, to: -16, asks: chief, reason: "Building at home", asked: -30, decided: ["approve", chief] },
  {
    who: "FO-009",
    type: "Annual Leave",
    from: -12,
    to: -8,
    asks: supervisor,
    reason: "Wedding of a cousin",
    asked: -20,
    decided: ["reject", supervisor, "The client's audit is in that week"],
  },
  { who: "FO-021", type: "Maternity Leave", from: -10, to: 79, asks: chief, reason: "Second child", asked: -40, decided: ["approve", chief] },
  { who: "FO-006", type: "Compassionate Leave", from: -6, to: -4, asks: supervisor, reason: "Funeral of the father", asked: -7, decided: ["approve", manager] },
  { who: "FO-013", type: "Annual Leave", from: -3, to: 8, asks: chief, reason: "Rest with the family in Juba", asked: -25, decided: ["approve", chief] },
  { who: "FO-010", type: "Annual Leave", from: 12, to: 23, asks: supervisor, reason: "Travel to Wau", asked: -9, decided: ["approve", supervisor] },
  {
    who: "FO-004",
    type: "Annual Leave",
    from: 20,
    to: 25,
    asks: chief,
    reason: "Business at home",
    asked: -8,
    decided: ["cancel", chief, "The client counts the camp in that week"],
  },
  { who: "FO-002", type: "Annual Leave", from: 15, to: 22, asks: manager, reason: "Training in Nairobi and a few days after it", asked: -3 },
  { who: "FO-005", type: "Annual Leave", from: 9, to: 16, asks: "FO-OPS-001", reason: "School holidays of my children", asked: -2 },
  { who: "FO-020", type: "Annual Leave", from: 30, to: 44, asks: chief, reason: "Christmas with the family", asked: -1 },
  { who: "FO-023", type: "Sick Leave", from: -1, to: 0, asks: chief, reason: "Typhoid, certificate follows", asked: -1 },
]

/** How many days a story is moved at most: more than the longest run of Sundays and holidays. */
const furthest = 7

/**
 * The days of a story, counted from today, with at least one working day: if they are all Sundays or holidays, the
 * story moves some days later, or some days earlier for a person who is absent today.
 */
export const onWork = (calendar: Calendar, today: string, { from, to }: Pick<Story, "from" | "to">): Pick<Story, "from" | "to"> => {
  const isWork = (by: number) => workingDays(calendar, addDays(today, from + by), addDays(today, to + by)).length > 0
  const by = Array.from({ length: furthest + 1 }, (_, n) => (to < 0 ? n : -n)).find(isWork) ?? 0
  return { from: from + by, to: to + by }
}

/** Each person's balance on the first day, in hundredths; earlier years were kept on paper. */
const opening = (n: number) => 900 + ((n * 375) % 1100)

const staffSql = sql(
  { id: col.whole, personId: col.nullable(col.whole), hireDate: col.text },
  `select id, person_id as "personId", to_char(hire_date, 'YYYY-MM-DD') as "hireDate" from company_staff`,
)
const placeSql = sql(
  { siteId: col.nullable(col.whole), places: col.nullable(stateColumns(StaffRoster).places) },
  `select p.site_id as "siteId", k.places from company_staff p left join staff_roster k on k.id = p.id where p.id = $1::bigint`,
)

export const leaveDemo = ({ as, execute, days, until }: Scenario, ids: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const first = days[0]!
    const today = days.at(-1)!
    const types = yield* typesOfLeave
    const annual = types.find(({ name }) => name === "Annual Leave")!
    const staff = yield* statement(staffSql, [])
    const chiefId = as(chief, first, "06:30").person
    for (const [n, [number, id]] of Object.entries(ids).entries()) {
      const { hireDate, personId } = staff.find((row) => row.id === id)!
      const by = as(personId === chiefId ? manager : chief, first, "06:30")
      const booked: Array<Booked> = []
      // all but a few days of each year were taken
      const ends = Array.from({ length: Number(first.slice(0, 4)) - Number(hireDate.slice(0, 4)) }, (_, year) => `${Number(hireDate.slice(0, 4)) + year}-12-30`)
      for (const date of [...ends, first]) {
        const left = balanceOn(leaveLedger({ hireDate, terminationDate: null }, annual.terms, booked, date), date)
        const days = (date === first ? opening(n) : (n * 130) % 600) - left
        if (days >= 0) continue
        booked.push({ kind: "adjusted", days, date, requestId: null, reason: null })
        yield* execute(
          `leave-opening-${number}-${date}`,
          adjustLeave,
          { staffId: id, leaveTypeId: annual.id, days, date, reason: "Taken, as the paper book has it" },
          by,
        )
      }
    }
    const granted: Array<{ readonly id: number; readonly from: string; readonly over: string }> = []
    const stepsOf = ({ who, type, asks, reason, asked, decided, ...told }: Story, n: number) => {
      const key = `leave-${n}`
      /** Requests fewer days if the balance of that day does not cover them all; returns the request and its last day. */
      const request = (by: By, from: number, last: number): Effect.Effect<{ readonly id: number; readonly last: number }, unknown> =>
        execute(
          key,
          requestLeave,
          {
            staffId: ids[who]!,
            leaveTypeId: types.find(({ name }) => name === type)!.id,
            startDate: addDays(today, from),
            endDate: addDays(today, last),
            halfDay: false,
            claimedDays: null,
            reason,
            emergencyContact: null,
            emergencyPhone: null,
            handoverNotes: "",
          },
          by,
        ).pipe(
          Effect.map((id) => ({ id, last })),
          Effect.catch((refusal) => (last > from ? request(by, from, last - 1) : Effect.fail(refusal))),
        )
      const askedOn = addDays(today, asked)
      return Effect.gen(function* () {
        if (askedOn < first) return
        const minute = String(10 + n).padStart(2, "0")
        const [place] = yield* statement(placeSql, [ids[who]!])
        const [earliest, latest] = [addDays(today, told.from - furthest), addDays(today, told.to + furthest)]
        const { calendar } = yield* calendarFor(place!.siteId, place!.places, earliest, latest)
        const { from, to } = onWork(calendar, today, told)
        const { id, last } = yield* request(as(asks, askedOn, `08:${minute}`), from, to)
        if (!decided) return
        const [does, decider, why = ""] = decided
        const by = as(decider, askedOn, `16:${minute}`)
        if (does === "reject") return yield* execute(`${key}-rejected`, rejectLeave, { id, reason: why }, by)
        yield* execute(`${key}-approved`, approveLeave, { id, overrideReason: null }, by)
        if (does === "cancel") return yield* execute(`${key}-cancelled`, cancelLeave, { id, reason: why }, as(decider, addDays(askedOn, 2), "10:20"))
        granted.push({ id, from: addDays(today, from), over: addDays(today, last + 1) })
      })
    }
    const queue = stories.map((story, n) => ({ on: story.asked, steps: stepsOf(story, n) })).toSorted((a, b) => a.on - b.on)
    // for each day: the requests made by then, and each morning the days of leave that have started
    for (const day of days) {
      const clock = system("leave", new Date(Math.min(Date.parse(`${day}T00:10:00+02:00`), Date.now())).toISOString(), "demo")
      yield* until(clock.at)
      for (const { id, from, over } of granted) if (from <= day && day <= over) yield* execute(`leave-day-${id}-${day}`, markLeaveDays, { id }, clock)
      for (const { on, steps } of queue) if (addDays(today, on) === day) yield* steps
      if (addDays(today, -20) === day)
        yield* execute("holiday-market", addHoliday, { date: addDays(today, 11), name: "Bentiu market day", siteId: 1 }, as(chief, day, "09:10"))
    }
  })
