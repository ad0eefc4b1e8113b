/** Meals reported after their bill, on a real Postgres: proposed, billed by a supplement, credited, declined. */
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import type { By, Command } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { person } from "@ops/meals/testing.ts"
import { bill, counted, finance, founded, model, today } from "../testing.ts"
import { billLateMeal, creditLateMeal, declineLateMeal, lateAmount, proposeLateMeal } from "./late-meal.ts"
import { proposalOf } from "./server.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
const run = <A, E>(effect: Effect.Effect<A, E, Database | Records>) => runtime.runPromise(effect as Effect.Effect<A, E, never>)
const refused = async <A, E>(effect: Effect.Effect<A, E, Database | Records>) => {
  const error: unknown = await run(Effect.flip(effect))
  return error instanceof Error ? error.message : String(error)
}
const supervisor = person(6, 6, today)
const fact = { contractId: 1, date: "2024-02-01", mealType: "lunch", heads: 3, reason: "The list of the night shift came late", fieldActId: null } as const
const propose = (more: Partial<Parameters<typeof proposalOf>[0]> = {}, by: By = supervisor) =>
  Effect.flatMap(proposalOf({ ...fact, ...more }), (input) => Effect.flatMap(Records, ({ execute }) => execute(proposeLateMeal, input, by)))
const decide = <Input>(act: Command<Input>, input: Input, by: By = finance) => Effect.flatMap(Records, ({ execute }) => execute(act, input, by))
const rows = (text: string, values: ReadonlyArray<unknown> = []) => run(Effect.flatMap(Database, ({ statement }) => statement(text, values)))

beforeAll(async () => {
  await run(founded)
  await run(counted("2024-02"))
}, 60_000)
afterAll(() => runtime.dispose())

test("what late people change of a bill follows its basis, its guarantee and its bands, and is nothing where those do not count", () => {
  const terms = (basis: "served" | "planned" | "guaranteed", guaranteedShare = 0) => ({
    rates: [{ from: "2024-01-01", rate: 1250, bands: [{ fromHeads: 100, rate: 1000 }] }],
    bases: [{ from: "2024-01-01", basis, guaranteedShare }],
  })
  const slot = { date: "2024-02-01", served: 90, planned: 120 }
  expect(lateAmount(terms("served"), slot, 3)).toEqual({ rate: 1250, amount: 3750 })
  expect(lateAmount(terms("served"), slot, -2)).toEqual({ rate: 1250, amount: -2500 })
  // the hundredth head reduces the price for all of them
  expect(lateAmount(terms("served"), slot, 10)).toEqual({ rate: 1000, amount: 100 * 1000 - 90 * 1250 })
  expect(lateAmount(terms("planned"), slot, 3).amount).toBe(0)
  // at least 80 % of 120, which is 96
  expect(lateAmount(terms("guaranteed", 8000), slot, 8)).toEqual({ rate: 1250, amount: 2 * 1250 })
})

test("people who work at another site do not report its meals", async () => {
  const elsewhere = { ...supervisor, confinedTo: 2 }
  const input = { ...fact, served: 90, rate: 1250, amount: 3750, invoiceId: 1 }
  expect(await refused(Effect.flatMap(Records, ({ execute }) => execute(proposeLateMeal, input, elsewhere)))).toMatch(/^You work at another site than/)
})

test("a meal that is not billed yet is recorded, not proposed", async () => {
  expect(await refused(propose())).toBe("This meal is not billed yet. Record it with its session or head-count, with a reason")
})

// proves U-13-2
test("a late meal is billed by a supplement once, by another than who reported it, as income of its own month; its bill stays as it was", async () => {
  await run(bill("2024-02"))
  const [before] = await rows("select id, lines, total_amount from invoice where contract_id = 1")
  const { id } = await run(propose())
  expect(await refused(decide(billLateMeal, { id }, supervisor))).toBe("Only finance can decide on late meals")
  const own = await run(propose({ mealType: "dinner" }, finance))
  expect(await refused(decide(billLateMeal, { id: own.id }))).toBe("You reported this meal, so another person must decide on it")
  await run(decide(billLateMeal, { id }))
  expect(await refused(decide(billLateMeal, { id }))).toBe("This late meal is billed already")
  const [supplement] = await rows(
    `select i.subtotal_amount, i.tax_amount, i.status, i.lines->0->>'quantity' as quantity, l.status as late, l.document_id = i.id as linked
     from late_meal l join invoice i on i.id = l.document_id where l.id = $1`,
    [id],
  )
  expect(supplement).toMatchObject({ subtotal_amount: 3750, tax_amount: 675, status: "issued", quantity: "3", late: "billed", linked: true })
  expect(
    await rows(
      `select to_char(l.entry_date, 'YYYY-MM-DD') as day, a.account_number as account, (l.credit - l.debit)::int as amount from journal_line l join account a on a.id = l.account_id
       join journal_entry j on j.id = l.journal_entry_id where j.source_kind = 'invoice' and j.source_id = (select document_id from late_meal where id = $1) and a.account_number = '4100'`,
      [id],
    ),
  ).toEqual([{ day: "2024-02-01", account: "4100", amount: 3750 }])
  expect((await rows("select id, lines, total_amount from invoice where id = $1", [before!.id]))[0]).toEqual(before)
})

test("people who were billed and not served are credited on the line of their meal; what changes nothing is declined with a reason", async () => {
  const { id } = await run(propose({ heads: -2, date: "2024-02-09" }))
  expect(await refused(decide(billLateMeal, { id }))).toBe("This late meal adds nothing to the invoice: credit or decline it")
  await run(decide(creditLateMeal, { id }))
  const [note] = await rows("select i.kind, i.subtotal_amount, i.notes from late_meal l join invoice i on i.id = l.document_id where l.id = $1", [id])
  expect(note).toEqual({ kind: "credit_note", subtotal_amount: 2500, notes: fact.reason })

  const planned = await run(propose({ contractId: 4 }))
  expect((await rows("select amount from late_meal where id = $1", [planned.id]))[0]).toEqual({ amount: 0 })
  expect(await refused(decide(declineLateMeal, { id: planned.id, reason: " " }))).toBe("Reason is required")
  await run(decide(declineLateMeal, { id: planned.id, reason: "Billed as planned" }))
  expect(await refused(propose({ heads: -500 }))).toMatch(/^Only \d+ were served at this meal$/)
})
