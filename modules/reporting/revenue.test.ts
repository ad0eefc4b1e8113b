import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Database } from "@ops/platform/database/database.ts"
import { system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { postEntry, reverseEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { revenueOn } from "./revenue.ts"

const runtime = ManagedRuntime.make(testDatabase(ledgerModule))
beforeAll(() => runtime.runPromise(ledgerModule.setup))
afterAll(() => runtime.dispose())

const by = system("test")
const revenue = async (day: string, siteId: number | null = null) => {
  const { thisMonth, lastMonthSoFar } = revenueOn(`date '${day}'`)
  const ask = Effect.flatMap(Database, ({ statement }) => statement(`select ${thisMonth} as now, ${lastMonthSoFar} as before`, [siteId]))
  const [row] = await runtime.runPromise(ask)
  return [row!.now, row!.before]
}
const sell = (date: string, account: string, credit: number, siteId: number, currency: "USD" | "SSP" = "USD") => {
  const lines = [
    { account: "1100", debit: credit },
    { account, credit, siteId },
  ]
  return runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(postEntry, { date, description: "Sale", reference: null, currency, lines }, by)))
}

test("revenue is what was posted to income accounts in the month, in dollars, for all sites or for one", async () => {
  expect(await revenue("2026-06-30")).toEqual([0, null])

  await sell("2026-06-01", "4100", 150_050, 1)
  await sell("2026-06-01", "4200", 130_000_000, 2, "SSP")
  await sell("2026-06-01", "2300", 99_900, 1) // not income
  await sell("2026-05-31", "4100", 80_000, 1)
  await sell("2026-04-30", "4100", 70_000, 1)
  expect(await revenue("2026-06-30")).toEqual([2500.5, null])
  expect(await revenue("2026-06-30", 1)).toEqual([1500.5, null])
  expect(await revenue("2026-06-30", 2)).toEqual([1000, null])

  const wrong = await sell("2026-06-01", "4100", 40_000, 1)
  expect(await revenue("2026-06-30", 1)).toEqual([1900.5, null])
  await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(reverseEntry, { id: wrong.id, date: "2026-06-01", reason: "Wrong" }, by)))
  expect(await revenue("2026-06-30", 1)).toEqual([1500.5, null])
})

test("a month in progress is compared with the previous month up to the same day", async () => {
  await sell("2025-01-01", "4100", 10_000, 1)
  await sell("2025-01-31", "4100", 1_000, 1)
  await sell("2025-02-10", "4100", 500, 1)
  await sell("2025-02-28", "4100", 50, 1)
  expect(await revenue("2025-02-01")).toEqual([5.5, 100])
  expect(await revenue("2025-02-28")).toEqual([5.5, 100])
  expect(await revenue("2025-03-09")).toEqual([0, null])
  expect(await revenue("2025-03-10")).toEqual([0, 5])
  // the last days of a longer month are compared with the whole of a shorter one
  expect(await revenue("2025-03-28")).toEqual([0, 5.5])
  expect(await revenue("2025-03-31")).toEqual([0, 5.5])
})

test("the revenue of thirteen months ends with that of this month, and has nought where nothing was earned", async () => {
  await sell("2024-03-10", "4100", 20_000, 1)
  await sell("2024-05-31", "4100", 30_000, 2)
  const months = async (siteId: number | null) => {
    const ask = Effect.flatMap(Database, ({ statement }) => statement(`select ${revenueOn("date '2024-05-31'").months} as months`, [siteId]))
    return (await runtime.runPromise(ask))[0]!.months
  }
  expect(await months(null)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200, 0, 300])
  expect(await months(2)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 300])
})
