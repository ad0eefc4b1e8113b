/** Expected, cooked and eaten portions, and a meal's cost and revenue, with every module's records on a real Postgres. */
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { lookAtRules } from "@ops/alerts/clock.ts"
import { issueMeal } from "@ops/catering/kitchen-issues/kitchen-issue.ts"
import { store } from "@ops/catering/testing.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { recordAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { completeSession, countDiners, openSession } from "@ops/meals/meal-sessions/meal-session.ts"
import { MealsCorrected, MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract, diner } from "@ops/meals/testing.ts"
import { hired } from "@ops/people/testing.ts"
import { workWeeks, WorkWeekSet } from "@ops/people/working-days/work-week.ts"
import { marginDays, marginList, marginTotalsSql } from "@ops/reporting/margin/margin.ts"
import { marginFigures } from "@ops/reporting/margin/figures.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { type Command, command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { dueRules, model } from "../modules.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
type Ready = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
const by = system("test", new Date().toISOString())
const { today } = by
const run = <A, E>(effect: Effect.Effect<A, E, Ready>) => runtime.runPromise(effect)
const rows = (text: string, values: ReadonlyArray<unknown> = []) => run(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const execute = <Input>(doing: Command<Input>, input: Input) => run(Effect.flatMap(Records, ({ execute }) => execute(doing, input, by)))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
const tell = (...changes: ReadonlyArray<Change>) => execute(told, changes)
const boss: SignedIn = actingAs(
  { id: 1, employeeId: "FO-1", firstName: "P", lastName: "D", department: null, accessLevel: 10, siteId: null, allSites: false, mustChangePassword: false },
  { at: by.at, via: "web", simulated: false, sessionId: null },
)
/** The same contract, in SSP. */
const inSsp = (changes: ReadonlyArray<Change>) =>
  changes.map((change) =>
    change.event.type === "ContractSigned" ? { ...change, event: { ...change.event, data: { ...(change.event.data as object), currency: "SSP" } } } : change,
  )
const counted = (id: number, siteId: number, clientId: number, mealType: "breakfast" | "lunch" | "dinner", staffCount: number) =>
  staffFeedingRecords.at(id, MealsRecorded({ siteId, clientId, date: today, mealType, staffCount, notes: "", recordedBy: null }))

const listed = async (who: Pick<SignedIn, "confinedTo"> = boss) => {
  const { with: margin, select, from, where } = marginList(who, { from: today, to: today })
  const scope = (where ?? []).map(({ sql, values }) => sql.replace("?", String(values![0]))).join(" and ") || "true"
  return rows(`with margin as (${margin!.sql}) select ${select} from ${from} where ${scope} order by 1`, margin!.values)
}
const meal = async (id: string) => (await listed()).find((row) => row.id === id)!

beforeAll(async () => {
  await tell(...store, client(1), client(2))
  await tell(...contract(1, { clientId: 1, siteId: 1, from: "2026-01-01", heads: 100 }), ...inSsp(contract(2, { clientId: 2, siteId: 2, from: "2026-01-01" })))
  await tell(
    workWeeks.at(1, WorkWeekSet({ from: "2026-01-01", days: [1, 2, 3, 4, 5, 6, 7] })),
    hired(1),
    hired(2),
    hired(3, { siteId: 2, hireDate: "2100-01-01" }),
  )
  await tell(...Array.from({ length: 90 }, (_, n) => diner(n + 1, { clientId: 1, siteId: 1 })).flat())
}, 120_000)
afterAll(() => runtime.dispose())

// proves U-14
test("a meal shows expected, cooked and eaten portions, the gap, the food cost, the revenue and the margin", async () => {
  const lunch = { sessionDate: { date: today, at: null }, mealType: "lunch", siteId: 1, clientId: null, projectId: null, notes: "" } as const
  const { id } = await execute(openSession([1]), lunch)
  const everybody = { mealSessionId: id, staffMemberIds: Array.from({ length: 90 }, (_, n) => n + 1), attended: true, reason: "", notes: "" }
  await execute(recordAttendances(new Map()), everybody)
  const onMenu = (heads: number) => ({ menuId: 1, dishIds: [1], heads, needs: [] })
  const goods = [
    { stockItemId: 1, quantity: 5000 },
    { stockItemId: 2, quantity: 1000 },
  ]
  await execute(issueMeal(onMenu(110)), { siteId: 1, date: today, mealType: "lunch", lines: goods })
  // while it is open the final attendance is unknown
  expect(await meal(`1-${today}-lunch`)).toMatchObject({ expected: 102, cooked: 110, eaten: 90, open: true, gap: null, gapPercent: null })
  await execute(countDiners, { id, visitors: 5 })
  await execute(completeSession, { id, attended: 90, missed: 0 })
  expect(await meal(`1-${today}-lunch`)).toMatchObject({
    planned: 100,
    ownStaff: 2,
    expected: 102,
    cooked: 110,
    eaten: 95,
    open: false,
    gap: 15,
    gapPercent: 13.6,
    // 5 kg at 1.20 and 1 kg at 2.00; 90 are billed at 12.50
    cost: "8.00",
    costPerMeal: "0.08",
    // 15 of 110 heads that were cooked for did not eat
    uneaten: "1.09",
    revenue: "1125.00",
    margin: "1117.00",
  })

  // without an issue the cost is unknown; 10 × SSP 12.50 at 1,300 to the dollar
  await tell(counted(1, 2, 2, "breakfast", 10))
  const paloj = await meal(`2-${today}-breakfast`)
  expect(paloj).toMatchObject({
    planned: 0,
    ownStaff: 0,
    cooked: null,
    eaten: 10,
    gap: 10,
    gapPercent: 100,
    cost: null,
    costPerMeal: null,
    uneaten: null,
    revenue: "0.10",
    margin: null,
  })
  expect((await listed({ confinedTo: 2 })).map(({ id }) => id)).toEqual([`2-${today}-breakfast`])
})

// proves U-14
test("an alert is raised when the three counts differ widely, and ends when they agree", async () => {
  await execute(issueMeal({ menuId: 1, dishIds: [1], heads: 100, needs: [] }), {
    siteId: 1,
    date: today,
    mealType: "dinner",
    lines: [{ stockItemId: 1, quantity: 1000 }],
  })
  await tell(counted(2, 1, 1, "dinner", 40))
  const alerts = async () => {
    await run(lookAtRules(dueRules))
    return rows("select title, message, priority, status, site_id::int as site from alert where starts_with(cause, 'triangle/') order by id")
  }
  const dinner = {
    title: `Dinner of ${today} at Site 1: the counts are 61% apart`,
    message: "102 should have been there, goods were issued for 100, 40 ate. Find out which of them is wrong",
    priority: "high",
    site: 1,
  }
  expect(await alerts()).toEqual([{ ...dinner, status: "open" }])
  expect(await alerts(), "said once").toHaveLength(1)
  await tell(staffFeedingRecords.at(2, MealsCorrected({ staffCount: 98, notes: "", recordedBy: null })))
  expect(await alerts()).toMatchObject([{ status: "resolved" }])
})

test("the totals are the sums of the meals, and each figure is explained by the same value", async () => {
  const all = await listed()
  const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
  const sum = (of: (row: (typeof all)[number]) => unknown) => all.reduce((total, row) => total + Number(of(row) ?? 0), 0)
  const known = (row: (typeof all)[number]) => row.cost !== null
  const [answer] = await rows(marginTotalsSql, [today, today, null])
  expect(JSON.parse(answer!.answer as string)).toMatchObject({
    meals: all.length,
    expected: sum(({ expected }) => expected),
    eaten: sum(({ eaten }) => eaten),
    costed: 2,
    cooked: 210,
    eatenOfCosted: 193,
    cost: (sum(({ cost }) => cents(cost)) / 100).toFixed(2),
    costPerMeal: (Math.round(sum(({ cost }) => cents(cost)) / 193) / 100).toFixed(2),
    uneaten: (sum(({ uneaten }) => cents(uneaten)) / 100).toFixed(2),
    revenue: (sum((row) => (known(row) ? cents(row.revenue) : 0)) / 100).toFixed(2),
    margin: (sum(({ margin }) => cents(margin)) / 100).toFixed(2),
  })
  const shown = {
    expected: "expected",
    cooked: "cooked",
    eaten: "eaten",
    gap: "gapPercent",
    cost: "cost",
    costPerMeal: "costPerMeal",
    uneaten: "uneaten",
    revenue: "revenue",
    margin: "margin",
  }
  for (const row of all) {
    const asked = { siteId: row.siteId, day: row.date, meal: row.mealType }
    for (const figure of marginFigures) {
      const { value, formula } = await run(figure.explain(asked, boss))
      expect(value, `${figure.name} of ${row.id}: ${formula}`).toEqual(row[shown[figure.name.split(".")[1] as keyof typeof shown]])
    }
  }
})

test("the period is a month, a range or the month so far; anything else is refused with a sentence", () => {
  expect(marginDays({}, "2026-11-21")).toEqual({ from: "2026-11-01", to: "2026-11-21" })
  expect(marginDays({ month: "2028-02" }, "2026-11-21")).toEqual({ from: "2028-02-01", to: "2028-02-29" })
  expect(marginDays({ from: "2026-10-05" }, "2026-11-21")).toEqual({ from: "2026-10-05", to: "2026-11-21" })
  expect(marginDays({ to: "2026-10-05" }, "2026-11-21")).toEqual({ from: "2026-10-01", to: "2026-10-05" })
  expect(() => marginDays({ month: "2026-13" }, "2026-11-21")).toThrow("month must be a month such as 2026-11")
  expect(() => marginDays({ from: "soon" }, "2026-11-21")).toThrow("from and to must be days such as 2026-11-21")
  expect(() => marginDays({ from: "2026-11-02", to: "2026-11-01" }, "2026-11-21")).toThrow("to must be on or after from")
  expect(() => marginDays({ from: "2016-11-02", to: "2026-11-01" }, "2026-11-21")).toThrow("The margin shows a year at most")
})
