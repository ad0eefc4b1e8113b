/**
 * Two months of meals in the demo scenario: head-counts at three sites, 247 heads today and 235 yesterday. Where
 * clients have contracts, sessions list everyone served by name, with the same totals. All are closed except today's
 * dinner, to which no one has come yet.
 */
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import type { Scenario, Told } from "@ops/platform/demo/scenario.ts"
import { allocate } from "@ops/platform/money.ts"
import { find } from "@ops/platform/records/command.ts"
import { type mealPlans, planCovers } from "@ops/clients/staff-members/staff-member.ts"
import { recordAttendances, type Taps } from "./meal-sessions/meal-attendance.ts"
import { setCapacity } from "./capacities/meal-capacity.ts"
import { type Closing, completeSession, mealSessions, type NewSession, openSession } from "./meal-sessions/meal-session.ts"
import { type Meals, type MealType, mealTypes, recordMeals } from "./head-counts/staff-feeding.ts"

const heads = [120, 85, 42]
/** When a meal begins, when most people come, and when it is counted. */
const times = { breakfast: ["06:30", "06:50", "07:30"], lunch: ["12:15", "12:40", "13:30"], dinner: ["18:15", "18:45", "19:30"] } as const

interface Contract {
  readonly id: number
  readonly clientId: number
  readonly siteId: number
  readonly startDate: string
  readonly endDate: string | null
}
interface Diner {
  readonly id: number
  readonly clientId: number
  readonly siteId: number
  readonly mealPlan: (typeof mealPlans)[number]
  readonly hireDate: string | null
  readonly endDate: string | null
}
/** One client's share of a meal at a site; there is no client at a site without contracts. */
interface Serving {
  readonly name: string
  readonly day: string
  readonly siteId: number
  readonly mealType: MealType
  readonly clientId: number | null
  readonly heads: number
  /** the people served; empty if people are only counted */
  readonly people: ReadonlyArray<number>
}

const slotOf = ({ siteId, clientId, day, mealType }: Serving) => `${siteId}/${clientId}/none/${day}/${mealType}`

const contractsSql = `select id, client_id as "clientId", site_id as "siteId", to_char(start_date, 'YYYY-MM-DD') as "startDate", to_char(end_date, 'YYYY-MM-DD') as "endDate"
  from client_contract where service_type = 'catering' order by id`
const dinersSql = `select id, client_id as "clientId", site_id as "siteId", meal_plan as "mealPlan", to_char(hire_date, 'YYYY-MM-DD') as "hireDate", to_char(end_date, 'YYYY-MM-DD') as "endDate"
  from staff_member order by id`

export const mealsDemo = ({ as, execute, executeAll, look, until, chance, days }: Scenario) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    // the clients, their contracts and their people exist by then
    yield* until(as("FO-CEO-001", days[0]!, "06:00").at)
    const contracts = (yield* statement(contractsSql, [])) as ReadonlyArray<Contract>
    const present = Effect.map(statement(dinersSql, []), (rows) => rows as ReadonlyArray<Diner>)
    const known = contracts.map(({ id }) => id)
    const inForce = (siteId: number, day: string) =>
      contracts.filter((contract) => contract.siteId === siteId && contract.startDate <= day && (contract.endDate === null || day <= contract.endDate))
    /** The people who may eat at a client's table, rotated every day so that each of them misses a meal now and then. */
    const table = (diners: ReadonlyArray<Diner>, siteId: number, clientId: number, mealType: MealType, day: string, index: number) => {
      const could = diners.filter(
        (diner) =>
          diner.siteId === siteId &&
          diner.clientId === clientId &&
          planCovers(diner.mealPlan, mealType) &&
          (diner.hireDate === null || diner.hireDate <= day) &&
          (diner.endDate === null || day <= diner.endDate),
      )
      const first = (index * 7) % Math.max(could.length, 1)
      return [...could.slice(first), ...could.slice(0, first)].map(({ id }) => id)
    }

    /** The meals of a day and the people served, limited to those employed on that day. */
    const servingsOf = (day: string, index: number, diners: ReadonlyArray<Diner>): ReadonlyArray<Serving> => {
      const left = days.length - 1 - index
      return heads.flatMap((most, site) => {
        const fed = left === 0 ? most : left === 1 ? most - 4 : most - chance.between(2, 8)
        return mealTypes.flatMap((mealType) => {
          // the day's largest meal is its head-count; today's dinner may still be to come
          const count = mealType === "lunch" || left === 0 ? fed : fed - chance.between(0, 6)
          const siteId = site + 1
          const clients = [...new Set(inForce(siteId, day).map(({ clientId }) => clientId))]
          const tables = clients.map((clientId) => table(diners, siteId, clientId, mealType, day, index))
          const seats = tables.map(({ length }) => length)
          const parts = clients.length === 0 ? [count] : allocate(count, seats.some((seat) => seat > 0) ? seats : seats.map(() => 1))
          return parts.map((heads, n): Serving => {
            const people = tables[n] && tables[n].length >= heads ? tables[n].slice(0, heads) : []
            const name = `${day}-${siteId}-${clients[n] ?? "none"}-${mealType}`
            return { name, day, siteId, mealType, clientId: clients[n] ?? null, heads, people }
          })
        })
      })
    }
    const today = days.at(-1)!
    const cook = ({ day, mealType }: Serving, time: 0 | 1 | 2) => as("FO-CEO-001", day, times[mealType][time])

    const diners = yield* present
    const windows = new Set(contracts.map(({ siteId, clientId }) => `${siteId} ${clientId}`))
    for (const window of windows) {
      const [siteId, clientId] = window.split(" ").map(Number) as [number, number]
      const seats = diners.filter((diner) => diner.siteId === siteId && diner.clientId === clientId).length
      const most = Math.ceil(seats / 8) * 10
      const capacity = { siteId, clientId, projectId: null, mealRate: null, startDate: days[0]!, endDate: null, notes: "" }
      const meals = { maxBreakfastCapacity: most, maxLunchCapacity: most, maxDinnerCapacity: most }
      yield* execute(
        `capacity-${siteId}-${clientId}`,
        setCapacity({ contracts: known, windows: [] }),
        { ...capacity, ...meals },
        as("FO-CEO-001", days[0]!, "06:00"),
      )
    }

    const opening = (serving: Serving): Told<NewSession> => {
      const { name, day, siteId, clientId, mealType } = serving
      const input = { sessionDate: { date: day, at: null }, mealType, siteId, clientId, projectId: null, notes: "" }
      return { key: `demo-session-${name}`, input, by: cook(serving, 0) }
    }
    const counting = (serving: Serving): Told<Meals> => {
      const { name, siteId, clientId, mealType, heads } = serving
      return { key: `demo-meals-${name}`, input: { siteId, clientId, mealType, staffCount: heads, notes: "" }, by: cook(serving, 2) }
    }

    for (const [index, day] of days.entries()) {
      yield* until(as("FO-CEO-001", day, "06:00").at)
      const servings = servingsOf(day, index, yield* present)
      for (const mealType of mealTypes) {
        const part = servings.filter((serving) => serving.mealType === mealType)
        const seated = part.filter(({ people }) => people.length > 0)
        const comes = (time: 0 | 1 | 2) => until(cook(part[0]!, time).at)
        yield* comes(0)
        yield* executeAll(openSession(known), seated.map(opening))
        const ids = new Map<Serving, number>()
        for (const serving of seated) ids.set(serving, (yield* look(find(mealSessions, { slot: slotOf(serving) })))!.id)
        const idOf = (serving: Serving) => ids.get(serving)!
        const sat = (time: 0 | 1) =>
          executeAll(
            recordAttendances(new Map()),
            seated.map((serving): Told<Taps> => {
              const { name, people } = serving
              const early = Math.ceil(people.length / 3)
              const staffMemberIds = time === 0 ? people.slice(0, early) : people.slice(early)
              const said = { mealSessionId: idOf(serving), attended: true, reason: "", notes: "" }
              return { key: `demo-taps-${name}-${time + 1}`, input: { ...said, staffMemberIds }, by: cook(serving, time) }
            }),
          )
        // today's dinner is still to come, whatever the hour
        if (day === today && mealType === "dinner") continue
        yield* sat(0)
        yield* comes(1)
        yield* sat(1)
        yield* comes(2)
        yield* executeAll(recordMeals(known), part.map(counting))
        yield* executeAll(
          completeSession,
          seated.map(
            (serving, n): Told<Closing> => ({
              key: `demo-close-${serving.name}`,
              // one visitor today, billed to no client
              input: {
                id: idOf(serving),
                attended: serving.people.length,
                missed: 0,
                ...(n === 0 && day === today && mealType === "lunch" && { visitors: 1 }),
              },
              by: cook(serving, 2),
            }),
          ),
        )
      }
    }
  })
