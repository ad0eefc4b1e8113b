/** Accruals on a real Postgres: with meals, bills and credit notes. */
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { creditInvoice } from "../invoices/invoice.ts"
import { bill, counted, finance, founded, model, planOf } from "../testing.ts"
import { accrueMeals } from "./accrual.ts"
import { accrualPreview, unbilledOn } from "./queries.ts"

const runtime = ManagedRuntime.make(testDatabase(model))
const run = <A, E>(effect: Effect.Effect<A, E, Database | Records>) => runtime.runPromise(effect as Effect.Effect<A, E, never>)
const accrue = (period: string, to: string) =>
  Effect.gen(function* () {
    const { version, lines } = yield* accrualPreview(period, to)
    return yield* Effect.flatMap(Records, ({ execute }) =>
      execute(accrueMeals, { period, version, unbilled: lines.map(({ client: _, site: __, usd: ___, ...line }) => line) }, finance),
    )
  })
const sums = (account: string, from: string, to: string) =>
  run(
    Effect.flatMap(Database, ({ statement }) =>
      statement(
        `select coalesce(sum(l.debit_usd - l.credit_usd), 0)::int as usd from journal_line l join account a on a.id = l.account_id
         where a.account_number = $1 and l.entry_date between $2::date and $3::date`,
        [account, from, to],
      ),
    ),
  ).then(([row]) => row!.usd as number)
const total = (lines: ReadonlyArray<{ readonly usd: number }>) => lines.reduce((sum, { usd }) => sum + usd, 0)

beforeAll(() => run(founded), 60_000)
afterAll(() => runtime.dispose())

test("what a month has not billed is what its bills come to before tax; once they are posted, the accrual is down to nothing", async () => {
  await run(counted("2024-02"))
  const unbilled = await run(unbilledOn("2024-02-29"))
  const plan = await run(planOf("2024-02"))
  const expected = plan.bills.map(({ contractId, heads, subtotal }) => [contractId, heads, subtotal]).sort()
  expect(unbilled.map(({ contractId, meals, amount }) => [contractId, meals, amount]).sort()).toEqual(expected)
  expect(total(await run(unbilledOn("2024-02-08"))), "up to a day within the month only what was served by then").toBeLessThan(total(unbilled))

  await run(accrue("2024-02", "2024-02-29"))
  expect(await sums("4100", "2024-02-01", "2024-02-29")).toBe(-total(unbilled))
  expect(await sums("1150", "2024-01-01", "2024-02-29")).toBe(total(unbilled))
  expect(await sums("1150", "2024-01-01", "2024-03-01")).toBe(0)

  await run(bill("2024-02"))
  const after = await run(accrualPreview("2024-02", "2024-02-29"))
  expect([total(after.lines), after.total]).toEqual([0, -total(unbilled)])
  await run(accrue("2024-02", "2024-02-29"))
  expect(await sums("4100", "2024-02-01", "2024-02-29")).toBe(-total(unbilled))
  expect(await sums("4100", "2024-03-01", "2030-01-01")).toBe(0)
  expect((await run(accrualPreview("2024-02", "2024-02-29"))).total).toBe(0)
})

test("meals of a bill that is credited in full are not billed again from the day of the credit note", async () => {
  const [invoice] = await run(
    Effect.flatMap(Database, ({ statement }) =>
      statement("select id, contract_id, subtotal_amount, lines from invoice where kind = 'meal' order by id limit 1", []),
    ),
  )
  await run(Effect.flatMap(Records, ({ execute }) => execute(creditInvoice, { id: invoice!.id as number, lines: null, reason: "Wrong client" }, finance)))
  const now = await run(unbilledOn(finance.today))
  expect(now.map(({ contractId, amount }) => [contractId, amount])).toEqual([[invoice!.contract_id, invoice!.subtotal_amount]])
  expect(await run(unbilledOn("2024-02-29"))).toEqual([])
})
