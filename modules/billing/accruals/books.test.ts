/** Accruals on a real Postgres: with meals, bills and credit notes. */
import { Effect, ManagedRuntime } from "effect"
import { changeClient } from "@ops/clients/client.ts"
import { stateBalance, withdrawBalance } from "@ops/ledger/checks/assertion.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { system } from "@ops/platform/records/command.ts"
import { billingChecks } from "../closing.ts"
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

// proves U-18-2
test("a month-end waits for the statement of each client that sends one, from its day on, until it is stated, and once more when it is withdrawn", async () => {
  const { execute } = await run(Records)
  const waiting = async (period: string) => {
    const lines = await run(Effect.provideService(checklist(period), ClosingChecks, billingChecks))
    return lines.find(({ key }) => key === "client-statements")!.examples.map(({ text }) => text)
  }
  const lines = [
    { account: "1100", debit: 70_00, clientId: 2 },
    { account: "4900", credit: 70_00 },
  ]
  const owed = { description: "Owed", reference: null, currency: "SSP" as const, lines }
  await run(execute(postEntry, { ...owed, date: "2024-02-20" }, system("test", "2024-02-20T08:00:00.000Z")))
  expect(await waiting("2024-02")).toEqual([])
  await run(execute(changeClient, { id: 2, statementsFrom: "2024-02-01" }, finance))
  const expected = ["Client 2 has not confirmed its balance in SSP on 2024-02-29"]
  expect([await waiting("2024-01"), await waiting("2024-02")]).toEqual([[], expected])
  const balance = { accountNumber: "1100", clientId: 2, currency: "SSP" as const, amount: 70_00, source: "Their statement" }
  await run(execute(stateBalance, { ...balance, clientId: 1, date: "2024-02-29" }, finance))
  await run(execute(stateBalance, { ...balance, date: "2024-02-28" }, finance))
  expect(await waiting("2024-02")).toEqual(expected)
  const { id } = await run(execute(stateBalance, { ...balance, date: "2024-02-29" }, finance))
  expect([await waiting("2024-02"), (await waiting("2024-03")).length]).toEqual([[], 1])
  await run(execute(withdrawBalance, { id, reason: "Another client's" }, finance))
  expect(await waiting("2024-02")).toEqual(expected)
})
