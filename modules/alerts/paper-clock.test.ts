/** Papers of contractors that end soon, on a real database. */
import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { act, maybe, system } from "@ops/platform/records/act.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { ContractorChanged, ContractorRegistered, contractors } from "@ops/contractors/contractor.ts"
import { electrician } from "@ops/contractors/testing.ts"
import { alerts, resolveAlert } from "./alert.ts"
import { notePapers } from "./paper-clock.ts"

const runtime = ManagedRuntime.make(testDatabase({ streams: [contractors, alerts] }))
afterAll(() => runtime.dispose())

const by = system("test")
const told = act("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* maybe(stream, id)
  return changes
})
const tell = (...changes: ReadonlyArray<Change>) => runtime.runPromise(Effect.flatMap(Records, ({ perform }) => perform(told, changes, by)))
const said = async () => {
  await runtime.runPromise(notePapers)
  const rows = await runtime.runPromise(
    Effect.flatMap(Database, ({ statement }) => statement("select title, priority, status, site_id as site from alert order by id", [])),
  )
  return rows.map(({ title, priority, status }) => [title, priority, status])
}
const { rate: _, currency, contractorNumber: __, ...facts } = electrician
const inDays = (days: number) => addDays(by.today, days)
const papers = (contractEnd: string | null, workPermitExpiry: string | null) => ({ ...facts, siteId: 1, contractEnd, workPermitExpiry })

test("a contract or permit that ends within 60 days is said once, presses 14 days before, and is withdrawn when it is renewed", async () => {
  const number = "CON-0001"
  await tell(contractors.at(1, ContractorRegistered({ ...papers(inDays(61), inDays(60)), contractorNumber: number, currency, createdBy: null })))
  await tell(contractors.at(2, ContractorRegistered({ ...papers(null, null), nationalId: "N-2", contractorNumber: "CON-0002", currency, createdBy: null })))
  const permit = `${number}: work permit ends ${inDays(60)}`
  expect(await said()).toEqual([[permit, "medium", "open"]])
  expect(await said(), "said once").toEqual([[permit, "medium", "open"]])

  await tell(contractors.at(1, ContractorChanged(papers(inDays(14), inDays(400)))))
  const contract = [`${number}: contract ends ${inDays(14)}`, "high", "open"]
  expect(await said()).toEqual([[permit, "medium", "resolved"], contract])

  await tell(contractors.at(1, ContractorChanged(papers(inDays(30), inDays(400)))))
  const later = `${number}: contract ends ${inDays(30)}`
  expect(await said(), "another date is another word").toEqual([
    [permit, "medium", "resolved"],
    [contract[0], "high", "resolved"],
    [later, "medium", "open"],
  ])
  await runtime.runPromise(Effect.flatMap(Records, ({ perform }) => perform(resolveAlert, { id: 3, note: "" }, by)))
  expect((await said()).at(-1), "what somebody resolved is not said again").toEqual([later, "medium", "resolved"])
  expect(await said()).toHaveLength(3)
})
