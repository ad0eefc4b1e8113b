/** The month-end run on a real Postgres: exactly the plan is posted, whatever happens in between. */
import { spawn } from "node:child_process"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { Effect, Exit, Fiber, ManagedRuntime, Redacted } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { EmbeddedPostgres } from "@ops/platform/database/embedded.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { HeadCountPlanned, clientContracts, RateAgreed } from "@ops/clients/contracts/client-contract.ts"
import { MealAttended, mealAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { mealSessions, SessionCancelled, SessionCompleted, SessionOpened } from "@ops/meals/meal-sessions/meal-session.ts"
import { correctMeals, MealsCorrected, MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { person } from "@ops/meals/testing.ts"
import { giveUp, post, runWithRest, startPosting } from "./billing-run-posting.ts"
import { holdMeals } from "../invoices/invoice-generation.ts"
import { draftMealBill } from "./meal-billing.ts"
import { statusOf } from "./status.ts"
import { makePlan, type Plan, planNamed, plannedBills, toPost } from "./plan.ts"
import { slotsBy } from "./slots.ts"
import { bill, counted, finance, founded, model, planOf, postFromOutside, printBilled, tell, today } from "../testing.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
type Services = Database | Records | EmbeddedPostgres
const run = <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect as Effect.Effect<A, E, never>)
const refusal = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<Rejection> => {
  const error = await run(Effect.flip(effect))
  expect(error).toBeInstanceOf(Rejection)
  return error as unknown as Rejection
}
const rows = (text: string, values: ReadonlyArray<unknown> = []) => run(Effect.flatMap(Database, ({ statement }) => statement(text, values)))
const only = async (text: string, values: ReadonlyArray<unknown> = []) => (await rows(text, values))[0]!
const events = async () => (await only("select count(*) as n from es.event")).n as number
/** Numbers of a series, if they are 1, 2, 3 … */
const gapless = async (numbers: string) => {
  const found = (await rows(`select right(number, 5)::int as n from (${numbers}) x(number) where number is not null order by 1`)).map(({ n }) => n)
  expect(found).toEqual(found.map((_, n) => n + 1))
  return found.length
}
const monthsFrom = (first: string, many: number) =>
  Array.from({ length: many }, (_, n) => new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5)) - 1 + n, 1)).toISOString().slice(0, 7))

beforeAll(() => run(founded), 60_000)
afterAll(() => runtime.dispose())

test("a plan writes no events; posting it creates exactly its bills, each with its number, journal entry and meals", async () => {
  await run(counted("2024-02"))
  const before = await events()
  const plan = await run(planOf("2024-02"))
  expect(await events()).toBe(before)
  expect(plan).toMatchObject({ month: "2024-02", from: "2024-02-01", to: "2024-02-29", whatIf: null, problems: [] })
  // by client, since all sites have one code
  expect(plan.bills.map(({ contractId }) => contractId)).toEqual([1, 3, 2, 6, 4, 5])
  expect(await run(planNamed(plan.id))).toEqual(plan)
  // contract 1: 90, 97, 104, 111 at lunch, one more at dinner; 12.50 a meal, 10.00 from 100 on
  const first = plan.bills.find(({ contractId }) => contractId === 1)!
  expect(first.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
    [187, 1250],
    [189, 1250],
    [215, 1000],
    [217, 1000],
  ])
  // contract 4: 40 planned on each of 8 slots; contract 3: at least 90.5 % of 40, which is 37
  expect(plan.bills.find(({ contractId }) => contractId === 4)).toMatchObject({ heads: 320, subtotal: 400_000, tax: 72_000 })
  expect(plan.bills.find(({ contractId }) => contractId === 3)!.slots.every(({ heads, served }) => heads === Math.max(37, served))).toBe(true)

  const id = await run(startPosting(plan.id, finance))
  await run(post(id, finance))
  const invoices = await rows(
    `select i.contract_id as "contractId", i.subtotal_amount as subtotal, i.tax_amount as tax, i.total_amount as total, i.lines, i.meals_served as served,
       i.meals_missed as missed, i.plan_digest as digest, i.status, to_char(i.period_start, 'YYYY-MM-DD') as from, to_char(i.period_end, 'YYYY-MM-DD') as to,
       i.due_date - i.issue_date as days, i.billing_period as period, j.total_debit as debit, a.held, a.billed
     from invoice i join journal_entry j on j.source_kind = 'invoice' and j.source_id = i.id and j.entry_date = i.issue_date
     join meal_account a on a.id = i.contract_id where i.run_id = $1 order by i.invoice_number`,
    [id],
  )
  expect(invoices).toMatchObject(
    plan.bills.map(({ contractId, subtotal, tax, total, lines, served, missed, from, to }) => ({
      contractId,
      subtotal,
      tax,
      total,
      lines,
      served,
      missed,
      from,
      to,
      status: "issued",
      digest: plan.digest,
      debit: total,
      held: null,
      days: 30,
      period: "February 2024",
      billed: [
        {
          from,
          to,
        },
      ],
    })),
  )
  expect(await only("select status, holds from billing_run where id = $1", [id])).toEqual({ status: "finished", holds: null })
  expect((await refusal(planOf("2024-02"))).message).toBe("No unbilled meals in this period")
  // a billed meal cannot be changed
  const correct = correctMeals([1])
  const change = { siteId: 1, clientId: 1, mealType: "lunch", staffCount: 5, date: "2024-02-01", reason: "Miscounted" } as const
  const refused = await refusal(Effect.flatMap(Records, ({ execute }) => execute(correct, change, person(9, 10, today))))
  expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/^This meal is already billed/) })
})

test("a plan cannot be posted once its facts have changed: the refusal names the change, and nothing is written", async () => {
  await run(counted("2024-03"))
  const plan = await run(planOf("2024-03"))
  const [lunch] = await rows(
    "select id, staff_count from staff_feeding_record where client_id = 1 and site_id = 1 and date = '2024-03-01' and meal_type = 'lunch'",
  )
  await run(tell(staffFeedingRecords.at(lunch!.id, MealsCorrected({ staffCount: lunch!.staff_count + 2, notes: "Two came late", recordedBy: 3 }))))
  await run(tell(clientContracts.at(5, RateAgreed({ from: "2024-03-01", rate: 1300, bands: [] }))))
  await run(tell(clientContracts.at(6, HeadCountPlanned({ from: "2024-03-01", heads: 41, reason: "One more" }))))
  const before = await events()
  const refused = await refusal(startPosting(plan.id, finance))
  expect(refused.status).toBe(409)
  const [head, ...changes] = refused.message.split("\n")
  expect(head).toBe("3 bills have changed since this plan was created. Create a new plan")
  const now = await run(plannedBills(plan))
  const total = (bills: Plan["bills"], contractId: number) => (bills.find((bill) => bill.contractId === contractId)!.total / 100).toFixed(2)
  expect(changes.sort()).toEqual(
    [
      `Client 1 at Site 1: meals 808 → 810, USD ${total(plan.bills, 1)} → USD ${total(now, 1)}`,
      "Client 2 at Site 3: planned for lunch of 2024-03-01 40 → 41",
      `Client 4 at Site 3: prices, USD ${total(plan.bills, 5)} → USD ${total(now, 5)}`,
    ].sort(),
  )
  expect(await events()).toBe(before)
  // back to the terms of the other months
  await run(tell(clientContracts.at(5, RateAgreed({ from: "2024-04-01", rate: 1250, bands: [{ fromHeads: 100, rate: 1000 }] }))))
  await run(tell(clientContracts.at(6, HeadCountPlanned({ from: "2024-04-01", heads: 40, reason: "As before" }))))
  expect((await run(bill("2024-03"))).bills).toHaveLength(6)
})

test("a what-if shows the difference from the current terms and cannot be posted", async () => {
  await run(counted("2024-04"))
  const asked = { month: "2024-04", from: "2024-04-01", to: "2024-04-30", siteId: null, clientId: null }
  const plan = await run(planOf("2024-04"))
  const whatIf = async (change: Parameters<typeof makePlan>[1]) => run(makePlan(asked, change, 7))
  const differences = (made: Plan) => made.bills.map(({ total, agreed }, n) => [agreed!.total === plan.bills[n]!.total, total - agreed!.total])

  const dearer = await whatIf({ rate: 1300 })
  expect(dearer.digest).not.toBe(plan.digest)
  expect(dearer.bills.every(({ lines }) => lines.every(({ unitPrice }) => unitPrice === 1300))).toBe(true)
  expect(differences(dearer).every(([same, difference]) => same && (difference as number) > 0)).toBe(true)
  const untaxed = await whatIf({ taxRate: 0 })
  expect(differences(untaxed)).toEqual(plan.bills.map(({ tax }) => [true, -tax]))
  const planned = await whatIf({ basis: "planned", heads: 50 })
  expect(planned.bills.map(({ heads }) => heads)).toEqual(plan.bills.map(() => 400))
  expect(planned.bills.every(({ slots }) => slots.every(({ planned, served, missed }) => planned === 50 && missed === Math.max(50 - served, 0)))).toBe(true)
  const half = await whatIf({ basis: "guaranteed", guaranteedShare: 5000, heads: 50 })
  expect(half.bills.every(({ slots }) => slots.every(({ heads, served }) => heads === Math.max(served, 25)))).toBe(true)

  // a rate in a currency that no contract uses would change nothing: it is refused
  const refused = (change: Parameters<typeof makePlan>[1], more: object = {}) => refusal(makePlan({ ...asked, ...more }, change, 7))
  expect(await refused({ rate: 17_550_00, currency: "SSP" })).toMatchObject({
    status: 422,
    message: "The rate is in SSP, but every contract here is priced in USD. Give the rate in USD",
  })
  const { clientId } = plan.bills.find(({ contractId }) => contractId === 1)!
  await rows("update client_contract set currency = 'SSP' where client_id = $1", [clientId])
  expect(await refused({ rate: 1300 }, { clientId })).toMatchObject({
    status: 422,
    message: "The rate is in USD, but every contract here is priced in SSP. Give the rate in SSP",
  })
  // if only some contracts use it, the plan names the others
  const some = await whatIf({ rate: 1300 })
  expect(some.problems.filter((problem) => problem.includes("is priced in SSP: the rate in USD does not apply to it"))).not.toEqual([])
  expect(dearer.problems).toEqual([])
  await rows("update client_contract set currency = 'USD' where client_id = $1", [clientId])

  expect(await refusal(startPosting(dearer.id, finance))).toMatchObject({
    status: 422,
    message: "A what-if plan cannot be posted. Create a plan with the agreed terms",
  })
})

test("a plan of part of a month, with an open session, or of meals recorded by the poster cannot be posted", async () => {
  const some = await run(makePlan({ month: null, from: "2024-04-01", to: "2024-04-09", siteId: 1, clientId: 1 }, null, 7))
  expect(some.bills).toMatchObject([{ contractId: 1, from: "2024-04-01", to: "2024-04-09" }])
  expect((await refusal(startPosting(some.id, finance))).message).toMatch(/^Only the plan of a month can be posted/)
  expect((await refusal(startPosting("2024-04-00000000", finance))).status).toBe(404)

  const plan = await run(planOf("2024-04"))
  const before = await events()
  expect(await refusal(startPosting(plan.id, person(3, 7, today)))).toMatchObject({
    status: 403,
    message: expect.stringMatching(/^You recorded meals of this period at Site \d/),
  })
  expect(await refusal(startPosting(plan.id, person(8, 8, today)))).toMatchObject({ status: 403 })
  expect(await events()).toBe(before)

  const at = {
    sessionDate: "2024-05-03",
    startsAt: "2024-05-03T10:00:00.000Z",
    mealType: "lunch",
    siteId: 1,
    clientId: 1,
    contractId: 1,
    projectId: null,
  } as const
  await run(tell(mealSessions.at(1, SessionOpened({ ...at, mealCost: 1250, currency: "USD", notes: "", recordedBy: 3, slot: "one" }))))
  await run(
    tell(staffFeedingRecords.at(1, MealsRecorded({ siteId: 1, clientId: 1, date: "2024-05-03", mealType: "lunch", staffCount: 9, notes: "", recordedBy: 3 }))),
  )
  const open = await run(planOf("2024-05"))
  expect(open.bills).toMatchObject([{ total: 13_275, problems: ["Lunch of 2024-05-03: the session is not closed"] }])
  expect(await refusal(startPosting(open.id, finance))).toMatchObject({
    status: 422,
    message: "This plan cannot be posted yet:\nClient 1 at Site 1: Lunch of 2024-05-03: the session is not closed",
  })
})

test("only one of two concurrent postings of a month succeeds; two workers on one run create each bill once", async () => {
  const plan = await run(planOf("2024-04"))
  const [one, other] = await run(
    Effect.all([Effect.exit(startPosting(plan.id, finance)), Effect.exit(startPosting((await run(planOf("2024-04"))).id, finance))], { concurrency: 2 }),
  )
  expect([one, other].filter(Exit.isSuccess)).toHaveLength(1)
  const [{ id }] = (await rows("select id from billing_run where month = '2024-04'")) as unknown as [{ id: number }]
  expect(await refusal(startPosting(plan.id, finance))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Another billing run is in progress for this month/),
  })
  await run(Effect.all([Effect.exit(post(id, finance)), Effect.exit(post(id, finance)), Effect.exit(post(id, person(10, 10, today)))], { concurrency: 3 }))
  await run(post(id, finance))
  expect(await only("select count(*) as n, count(distinct contract_id) as contracts from invoice where run_id = $1", [id])).toEqual({ n: 6, contracts: 6 })
  expect(await only("select status from billing_run where id = $1", [id])).toEqual({ status: "finished" })
})

test("a change before the meals are held ends the run before its first bill and releases the meals", async () => {
  await run(counted("2024-06"))
  const plan = await run(planOf("2024-06"))
  const id = await run(startPosting(plan.id, finance))
  const [count] = await rows("select id from staff_feeding_record where client_id = 4 and date = '2024-06-01' and meal_type = 'dinner'")
  await run(tell(staffFeedingRecords.at(count!.id, MealsCorrected({ staffCount: 1, notes: "", recordedBy: 3 }))))
  expect((await refusal(post(id, finance))).message).toMatch(/^The meals to bill changed before they were locked, so the run ended:\nClient 4 at Site 3: meals/)
  expect(await only("select status, reason like '%Client 4%' as told, holds from billing_run where id = $1", [id])).toEqual({
    status: "abandoned",
    told: true,
    holds: null,
  })
  expect(await only("select count(*) as n from meal_account where held is not null")).toEqual({ n: 0 })
  expect(await only("select count(*) as n from invoice where run_id = $1", [id])).toEqual({ n: 0 })
  expect((await run(bill("2024-06"))).bills).toHaveLength(6)
})

test("meals held by a run cannot be changed; an abandoned run releases them, and another run can begin", async () => {
  await run(counted("2024-07"))
  const id = await run(Effect.flatMap(planOf("2024-07"), (plan) => startPosting(plan.id, finance)))
  await run(cut(post(id, finance), 2, false))
  const change = { siteId: 1, clientId: 1, mealType: "lunch", staffCount: 5, date: "2024-07-01", reason: "Miscounted" } as const
  const correct = Effect.flatMap(Records, ({ execute }) => execute(correctMeals([1]), change, person(9, 10, today)))
  expect(await refusal(correct)).toMatchObject({ status: 409, message: "July 2024 is being billed right now. Try again in a few minutes" })
  await run(giveUp(id, "Miscounted", finance))
  await run(correct)
  await run(post(id, finance))
  await run(giveUp(id, "Again", finance))
  expect(await only("select count(*)::int as n from invoice where run_id = $1", [id])).toEqual({ n: 0 })
  expect(await only("select status, reason from billing_run where id = $1", [id])).toEqual({ status: "abandoned", reason: "Miscounted" })
  const { bills } = await run(bill("2024-07"))
  expect(bills).toHaveLength(6)
})

test("the slots of a month equal the view, for sessions and counts; the person who recorded a meal cannot bill it", async () => {
  const at = { startsAt: "2024-09-03T10:00:00.000Z", siteId: 1, clientId: 1, contractId: 1, mealCost: 1250, currency: "USD" as const, notes: "", recordedBy: 3 }
  const session = (id: number, day: string, more: { projectId?: number } = {}) =>
    mealSessions.at(id, SessionOpened({ ...at, sessionDate: `2024-09-${day}`, mealType: "lunch", projectId: null, slot: `session ${id}`, ...more }))
  let tap = 100
  const taps = (mealSessionId: number, seats: ReadonlyArray<"eats" | "missing" | "exception">) =>
    seats.map((seat) =>
      mealAttendances.at(
        tap++,
        MealAttended({
          mealSessionId,
          staffMemberId: tap,
          attended: seat !== "missing",
          attendanceTime: at.startsAt,
          mealType: "lunch",
          mealCost: 1250,
          currency: "USD",
          exception: seat === "exception" ? "not_on_plan" : null,
          late: false,
          notes: "",
          recordedBy: 5,
        }),
      ),
    )
  const closed = (id: number) => mealSessions.at(id, SessionCompleted({ attended: 0, missed: 0 }))
  const counted = (id: number, day: string, staffCount: number) =>
    staffFeedingRecords.at(id, MealsRecorded({ siteId: 1, clientId: 1, date: `2024-09-${day}`, mealType: "lunch", staffCount, notes: "", recordedBy: 3 }))
  await run(
    tell(
      session(11, "01"),
      ...taps(11, ["eats", "eats", "missing", "exception"]),
      closed(11),
      // two sessions of two projects are one slot; the count differs
      session(12, "02", { projectId: 1 }),
      session(13, "02", { projectId: 2 }),
      ...taps(12, ["eats"]),
      ...taps(13, ["eats", "eats"]),
      closed(12),
      closed(13),
      counted(12, "02", 4),
      session(14, "03"),
      closed(14),
      session(15, "04"),
      mealSessions.at(15, SessionCancelled({ reason: "Rain" })),
      counted(15, "04", 7),
      session(16, "05"),
      ...taps(16, ["eats"]),
      counted(16, "05", 9),
    ),
  )
  const view = await rows(
    `select to_char(date, 'YYYY-MM-DD') as date, meal_type as "mealType", project_id as "projectId", planned, served, missed, discrepancy, open_session as "openSession", exceptions,
       null as "signedBy", null as sheets from meal_slot where date between '2024-09-01' and '2024-09-30' order by date`,
  )
  const slots = [...((await run(slotsBy({ from: "2024-09-01", to: "2024-09-30" }))).get(1) ?? [])].sort((a, b) => (a.date < b.date ? -1 : 1))
  expect(slots).toEqual(view)
  expect(slots.map(({ served, exceptions, discrepancy, openSession }) => [served, exceptions, discrepancy, openSession])).toEqual([
    [2, 1, false, false],
    [3, 0, true, false],
    [0, 0, false, false],
    [7, 0, false, false],
    [9, 0, false, true],
  ])
  const plan = await run(makePlan({ month: "2024-09", from: "2024-09-01", to: "2024-09-04", siteId: null, clientId: null }, null, 7))
  expect(plan.bills).toMatchObject([
    { heads: 12, problems: ["Lunch of 2024-09-01: 1 exception not decided", "Lunch of 2024-09-02: the head-count differs from the attendances"] },
  ])
  expect(await refusal(startPosting(plan.id, person(5, 7, today)))).toMatchObject({
    status: 403,
    message: "You recorded meals of this period at Site 1. Another person must bill these meals",
  })
})

/** Runs an effect that is interrupted at its n-th commit: just before or just after it. */
const cut = <A, E>(work: Effect.Effect<A, E, Database | Records>, at: number, after: boolean) =>
  Effect.gen(function* () {
    const records = yield* Records
    let n = 0
    const counted = <A, E>(commit: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => (++n !== at ? commit : after ? Effect.andThen(commit, Effect.interrupt) : Effect.interrupt))
    const cutting: Records["Service"] = {
      ...records,
      execute: (...given) => counted(records.execute(...given)),
      executeAll: (...given) => counted(records.executeAll(...given)),
    }
    const exit = yield* Effect.exit(Effect.provideService(work, Records, cutting))
    expect(Exit.hasInterrupts(exit)).toBe(true)
  })

/** Where a run is interrupted: the lock, six bills, the end, before and after each; usually the first, one in the middle and the last of the bills. */
const points = times([1, 2, 4, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]).flatMap((n) => [[n, false] as const, [n, true] as const])

test("a run interrupted before or after any commit and then resumed ends like an uninterrupted one", async () => {
  const months = monthsFrom("2025-01", points.length)
  const billed = async (month: string, point?: readonly [number, boolean]) => {
    await run(counted(month))
    const plan = await run(planOf(month))
    const id = await run(startPosting(plan.id, finance))
    if (point) {
      await run(cut(post(id, finance), ...point))
      const { run: row, rest } = await run(runWithRest(id))
      expect(row.status).toBe(point[0] === 8 && point[1] ? "finished" : "running")
      // each commit except the first and the last is a bill
      expect(toPost(plan).length - rest.length).toBe(Math.max(0, Math.min(6, point[0] - (point[1] ? 1 : 2))))
    }
    await run(post(id, finance))
    expect((await only("select status from billing_run where id = $1", [id])).status).toBe("finished")
    return plan.digest
  }
  for (const [n, point] of points.entries()) await billed(months[n]!, point)
  const cutOff = await Promise.all(months.map((month) => run(statusOf(month, today))))

  // the same months without interruption, on a separate database
  const clean = ManagedRuntime.make(testDatabase(model))
  try {
    const first = await run(Effect.map(statusOf("2024-02", today), ({ bills }) => bills.length))
    expect(first).toBe(6)
    const before = ["2024-02", "2024-03", "2024-04", "2024-06", "2024-07"]
    const again = await clean.runPromise(
      Effect.gen(function* () {
        yield* founded
        // this many numbers were used before
        for (const month of before) {
          yield* counted(month)
          yield* bill(month)
        }
        const made: Array<Effect.Success<ReturnType<typeof bill>>> = []
        for (const month of months) {
          yield* counted(month)
          made.push(yield* bill(month))
        }
        return made
      }),
    )
    expect(again.map(({ digest }) => digest)).toEqual(cutOff.map(({ digest }) => digest))
    expect(new Set(cutOff.map(({ digest }) => digest)).size).toBe(months.length)
  } finally {
    await clean.dispose()
  }
}, 120_000)

test("a partly billed month is billed for its remaining days, even if the run is interrupted in between", async () => {
  await run(counted("2024-08"))
  const days = { from: "2024-08-09", to: "2024-08-09" }
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* execute(holdMeals, { contractId: 1, ...days }, finance)
      const [bill] = yield* plannedBills({ ...days, siteId: 1, clientId: 1 })
      yield* execute(draftMealBill(bill!), { siteId: 1, clientId: 1, billingType: "daily", ...days }, finance)
    }),
  )
  const plan = await run(planOf("2024-08"))
  expect(plan.bills.filter(({ contractId }) => contractId === 1)).toMatchObject([
    { from: "2024-08-01", to: "2024-08-08" },
    { from: "2024-08-10", to: "2024-08-31" },
  ])
  const id = await run(startPosting(plan.id, finance))
  await run(cut(post(id, finance), 3, false))
  // the first part is posted; the rest of the contract stays held
  expect(await only("select held from meal_account where id = 1")).toEqual({ held: { from: "2024-08-10", to: "2024-08-31", runId: id } })
  await run(post(id, finance))
  expect(
    await only("select held, jsonb_path_query_array(billed, '$[*] ? (@.from starts with \"2024-08\").from') as billed from meal_account where id = 1"),
  ).toEqual({
    held: null,
    billed: ["2024-08-09", "2024-08-01", "2024-08-10"],
  })
  const { bills, unbilled } = await run(statusOf("2024-08", today))
  expect([bills.length, unbilled]).toEqual([8, {}])
})

/** A process that imports this module's testing file and performs a task. */
const outside = (script: string, env: Record<string, string> = {}) => {
  const testing = pathToFileURL(path.join(import.meta.dirname, "../testing.ts")).href
  return spawn(process.execPath, ["--input-type=module", "-e", `import * as testing from ${JSON.stringify(testing)}\n${script}`], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_ENV: "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
}

test("a run can be resumed after its process is killed", async () => {
  const { host, port, user, password } = await run(EmbeddedPostgres)
  const server = JSON.stringify({ host, port, user, password: Redacted.value(password) })
  for (const [month, bills] of [
    ["2026-05", 1],
    ["2026-06", 4],
  ] as const) {
    await run(counted(month))
    const id = await run(Effect.flatMap(planOf(month), (plan) => startPosting(plan.id, finance)))
    const process = outside(`await testing.${postFromOutside.name}(${server}, ${id})`)
    const ended = new Promise((resolve) => process.once("exit", resolve))
    const posted = () => only("select count(*)::int as n from invoice where run_id = $1", [id])
    while (process.exitCode === null && (await posted()).n < bills) await new Promise((resolve) => setTimeout(resolve, 1))
    process.kill("SIGKILL")
    await ended
    await run(post(id, finance))
    expect(await only("select count(*)::int as n, count(distinct contract_id)::int as contracts from invoice where run_id = $1", [id])).toEqual({
      n: 6,
      contracts: 6,
    })
    expect(await only("select status from billing_run where id = $1", [id])).toEqual({ status: "finished" })
    expect(await only("select count(*)::int as n from meal_account where held is not null")).toEqual({ n: 0 })
  }
}, 60_000)

test("a fibre interrupted at any point neither loses nor duplicates a bill", async () => {
  for (const [n, month] of monthsFrom("2026-07", 3).entries()) {
    await run(counted(month))
    const id = await run(Effect.flatMap(planOf(month), (plan) => startPosting(plan.id, finance)))
    await run(
      Effect.gen(function* () {
        const working = yield* Effect.forkChild(post(id, finance))
        yield* Effect.sleep(`${5 + n * 15} millis`)
        yield* Fiber.interrupt(working)
      }),
    )
    await run(post(id, finance))
    expect(await only("select count(*)::int as n from invoice where run_id = $1", [id])).toEqual({ n: 6 })
  }
})

test("after all these runs, no number is missing, no meal is billed twice, and the books balance", async () => {
  const invoices = await gapless("select invoice_number from invoice where kind = 'meal'")
  expect(invoices).toBe((5 + points.length + 2 + 3) * 6 + 7)
  // one for the revenue of the month, one for today's invoice, each in the number series of its year
  let entries = 0
  for (const { year } of await rows("select distinct left(entry_number, 7) as year from journal_entry"))
    entries += await gapless(`select entry_number from journal_entry where entry_number like '${year}%'`)
  expect(entries).toBe(2 * invoices)
  expect(
    await only(`select bool_and(a.account_number in ('1150', '4100') and l.entry_date = i.period_end and l.debit + l.credit = i.subtotal_amount) as earned,
      count(distinct j.id)::int as entries from invoice i join journal_entry j on j.source_kind = 'invoice' and j.source_id = i.id and j.entry_date < i.issue_date
      join journal_line l on l.journal_entry_id = j.id join account a on a.id = l.account_id`),
  ).toEqual({ earned: true, entries: invoices })
  expect(
    await only(`select count(*)::int as n from meal_account a, jsonb_array_elements(a.billed) x, jsonb_array_elements(a.billed) y
      where x->>'invoiceId' < y->>'invoiceId' and x->>'from' <= y->>'to' and y->>'from' <= x->>'to'`),
  ).toEqual({ n: 0 })
  expect(await only("select sum(total_amount)::text as total from invoice where status <> 'draft'")).toEqual(
    await only("select sum(l.debit)::text as total from journal_line l join account a on a.id = l.account_id where a.account_number = '1100'"),
  )
})

test("a month is billed the same in every time zone", async () => {
  const billed = (zone: string) =>
    new Promise<{ plan: string; digest: string; zone: string }>((resolve, reject) => {
      let text = ""
      const process = outside(`await testing.${printBilled.name}("2026-10")`, { TZ: zone })
      process.stdout!.on("data", (part) => (text += part))
      process.once("exit", () => (text ? resolve(JSON.parse(text)) : reject(new Error(`Nothing came out in ${zone}`))))
    })
  const zones = ["UTC", "Pacific/Auckland", "America/St_Johns"]
  const answers = await Promise.all(zones.map(billed))
  expect(answers).toEqual(zones.map((zone) => ({ ...answers[0], zone, bills: 6 })))
}, 120_000)
