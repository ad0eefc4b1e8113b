import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { addDays, dateOf, monthOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { system } from "@ops/platform/records/act.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { postEntry, reverseEntry } from "@ops/ledger/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { revenueSql } from "./revenue.ts"

const runtime = ManagedRuntime.make(testDatabase(ledgerModule))
afterAll(() => runtime.dispose())

const first = `${monthOf(dateOf(new Date()))}-01`
const revenue = async (siteId: number | null = null) => {
  const ask = Effect.flatMap(Database, ({ statement }) => statement(`select ${revenueSql.thisMonth} as now, ${revenueSql.lastMonth} as before`, [siteId]))
  const [row] = await runtime.runPromise(ask)
  return [row!.now, row!.before]
}
const by = system("test")
const sell = (date: string, account: string, credit: number, siteId: number, currency: "USD" | "SSP" = "USD") => {
  const lines = [
    { account: "1100", debit: credit },
    { account, credit, siteId },
  ]
  return runtime.runPromise(Effect.flatMap(Records, ({ perform }) => perform(postEntry, { date, description: "Sale", reference: null, currency, lines }, by)))
}

test("is what was posted to income accounts in the month, in dollars, of all sites or of one", async () => {
  await runtime.runPromise(ledgerModule.setup)
  expect(await revenue()).toEqual([0, null])

  await sell(first, "4100", 150_050, 1)
  await sell(first, "4200", 130_000_000, 2, "SSP")
  await sell(first, "2300", 99_900, 1) // no income
  await sell(addDays(first, -1), "4100", 80_000, 1)
  await sell(addDays(first, -32), "4100", 70_000, 1)
  expect(await revenue()).toEqual([2500.5, 800])
  expect(await revenue(1)).toEqual([1500.5, 800])
  expect(await revenue(2)).toEqual([1000, null])

  const wrong = await sell(first, "4100", 40_000, 1)
  expect(await revenue(1)).toEqual([1900.5, 800])
  await runtime.runPromise(Effect.flatMap(Records, ({ perform }) => perform(reverseEntry, { id: wrong.id, date: first, reason: "Wrong" }, by)))
  expect(await revenue(1)).toEqual([1500.5, 800])
})
