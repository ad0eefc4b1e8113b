/** A small company for billing tests: three sites, four clients, six contracts, and months of counted meals. */
import { Effect, Layer, Redacted } from "effect"
import { dateOf } from "@ops/platform/calendar.ts"
import * as Database from "@ops/platform/database/database.ts"
import { documentsModule } from "@ops/platform/documents/module.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import { mailModule } from "@ops/platform/mail/module.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import * as Records from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase, testPersonalKeys } from "@ops/platform/testing/database.ts"
import { BasisAgreed, clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract, person, siteAt } from "@ops/meals/testing.ts"
import { sitesModule } from "@ops/sites/module.ts"
import { post, startPosting } from "./meal-billing/billing-run-posting.ts"
import { statusOf } from "./meal-billing/status.ts"
import { billingModule } from "./module.ts"
import { makePlan, monthAsked } from "./meal-billing/plan.ts"

const modules = [sitesModule, clientsModule, ledgerModule, mealsModule, billingModule, mailModule, documentsModule]
export const model = {
  streams: modules.flatMap(({ streams }) => [...streams]),
  consequences: modules.flatMap(({ consequences }) => [...consequences]),
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}

export const today = dateOf(new Date())
/** Writes changes to the log unchecked. */
export const finance = person(7, 7, today)

/** Writes changes to the log as they are. */
export const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})
export const tell = (...changes: ReadonlyArray<Change>) => Effect.flatMap(Records.Records, ({ execute }) => execute(told, changes, system("test")))

/** Client and site of each contract, by the contract's id. */
const contracts: ReadonlyArray<readonly [id: number, clientId: number, siteId: number]> = [
  [1, 1, 1],
  [2, 2, 1],
  [3, 1, 2],
  [4, 3, 2],
  [5, 4, 3],
  [6, 2, 3],
]

/** Contract 3 has a guaranteed share, contract 4 is billed as planned, the others as served. */
export const founded = Effect.gen(function* () {
  yield* ledgerModule.setup
  yield* tell(...[1, 2, 3].map((id) => siteAt(id, `site-${id}`)), ...[1, 2, 3, 4].map(client))
  yield* tell(
    ...contracts.flatMap(([id, clientId, siteId]) => contract(id, { clientId, siteId, from: "2024-01-01", heads: 40 })),
    clientContracts.at(3, BasisAgreed({ from: "2024-01-01", basis: "guaranteed", guaranteedShare: 9050 })),
    clientContracts.at(4, BasisAgreed({ from: "2024-01-01", basis: "planned", guaranteedShare: 0 })),
  )
})

/** Head-counts of two meals on four days of a month, for each contract. */
export const counted = (month: string) => {
  let id = Number(month.replace("-", "")) * 100
  return tell(
    ...["01", "09", "18", "28"].flatMap((day, d) =>
      (["lunch", "dinner"] as const).flatMap((mealType, m) =>
        contracts.map(([contractId, clientId, siteId]) => {
          const staffCount = contractId === 1 ? 90 + 7 * d + m : ((contractId * 7 + d * 13 + m * 5) % 40) + 10
          return staffFeedingRecords.at(id++, MealsRecorded({ siteId, clientId, date: `${month}-${day}`, mealType, staffCount, notes: "", recordedBy: 3 }))
        }),
      ),
    ),
  )
}

export const planOf = (month: string) =>
  Effect.flatMap(monthAsked(month, today), (days) => makePlan({ month, ...days, siteId: null, clientId: null }, null, finance.person))

/** Plans and posts a month; returns the run's id. */
export const bill = (month: string) =>
  Effect.gen(function* () {
    const plan = yield* planOf(month)
    const run = yield* startPosting(plan.id, finance)
    yield* post(run, finance)
    return { plan, run, ...(yield* statusOf(month, today)) }
  })

/** Bills a month on a separate database, in the time zone of the process; prints the result. */
export const printBilled = (month: string) =>
  Effect.runPromise(
    Effect.gen(function* () {
      yield* founded
      yield* counted(month)
      const { plan, digest, bills } = yield* bill(month)
      console.log(JSON.stringify({ zone: process.env["TZ"], plan: plan.digest, digest, bills: bills.length }))
    }).pipe(Effect.provide(testDatabase(model))),
  )

/** Does the work of a run in a separate process, on the database of a server that others use as well. */
export const postFromOutside = (server: { host: string; port: number; user: string; password: string }, run: number) =>
  Effect.runPromise(
    Effect.provide(
      post(run, finance),
      Records.layer.pipe(
        Layer.provideMerge(EventStore.layer),
        Layer.provideMerge(testPersonalKeys),
        Layer.provideMerge(Database.layer({ ...server, password: Redacted.make(server.password), database: "postgres", role: "ops" })),
        Layer.provideMerge(Layer.succeed(Records.Model, model)),
      ),
    ),
  )
