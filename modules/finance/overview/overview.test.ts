/** The overview on a real database: the year in the books, and the analytics. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { explain } from "@ops/platform/records/explain.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { people } from "@ops/identity/person.ts"
import { postEntry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { financeFigures } from "../figures.ts"
import { financeModule } from "../module.ts"
import type { OverviewAnswer } from "./contract.ts"
import { overviewSql } from "./queries.ts"

/** What other modules publish: 40 meals today at the first site and three of our own people, one of whom has left. */
const published = [
  `create view heads_fed as select s.id as site_id, null::bigint as client_id, es.today() as date, 'lunch' as meal_type, 30::bigint as heads, 10::bigint as others from site s where s.id = 1`,
  `create view company_staff as select n as id, 'FO-00' || n as staff_number, 'Person' as first_name, 'Deng' as last_name,
    case n when 3 then 'terminated' else 'active' end as status, n as site_id from generate_series(1, 3) n`,
]
const modules = [ledgerModule, financeModule]
const database = testDatabase({
  streams: [sites, people, ...modules.flatMap(({ streams }) => [...streams])],
  views: [...modules.flatMap(({ views }): ReadonlyArray<string> => views), ...published],
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
})

const by = (level: number, confinedTo: number | null = null): SignedIn => ({
  ...system("test", new Date().toISOString()),
  actor: `person:${level}`,
  person: level,
  level,
  permissions: permissionsOf(level),
  confinedTo,
  department: "operations",
  employeeId: `FO-${level}`,
  siteId: confinedTo,
  sessionId: null,
  proven: true,
})
const { today } = system("test", new Date().toISOString())
const monthStart = (back: number): string => (back === 0 ? `${today.slice(0, 7)}-01` : `${addDays(monthStart(back - 1), -1).slice(0, 7)}-01`)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

/** The answer for one site or for all sites. */
const overview = (siteId: number | null) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [row] = yield* statement(overviewSql, [siteId])
    return JSON.parse(row!.body) as typeof OverviewAnswer.Type
  })

/** Debits one account and credits another: in dollars, or in SSP at 1000 to the dollar. */
const posted = (date: string, debit: string, credit: string, amount: number, siteId: number, currency: "USD" | "SSP" = "USD") =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    const lines = [
      { account: debit, debit: amount * 100, siteId },
      { account: credit, credit: amount * 100, siteId },
    ]
    // as the system: a person cannot post to control accounts
    yield* execute(postEntry, { date, description: "Test", reference: null, currency, lines }, system("test"))
  })

layer(database, { timeout: "120 seconds" })("the finance overview", (it) => {
  it.effect("agrees with the books for all sites and for one site, and each figure can be explained", () =>
    Effect.gen(function* () {
      const { execute } = yield* Records
      yield* ledgerModule.setup
      yield* financeModule.setup
      const places = [1, 2].map((id) =>
        sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
      )
      yield* execute(told, places, system("test"))
      const last = monthStart(1)
      const before = monthStart(2)
      yield* posted(today, "1000", "4100", 600, 1)
      yield* posted(today, "1000", "4200", 300, 2)
      yield* posted(today, "1000", "4900", 50, 2)
      yield* posted(today, "5100", "1000", 90, 1)
      yield* posted(today, "5200", "2000", 10, 1)
      yield* posted(last, "1010", "4300", 1000, 1)
      yield* posted(before, "1010", "4300", 800, 1)

      const inYear = [last, before].reduce((sum, day, n) => sum + (day.slice(0, 4) === today.slice(0, 4) ? [1000, 800][n]! : 0), 0)
      const all = yield* overview(null)
      const services = 900 + inYear
      const share = (part: number) => ((100 * part) / services).toFixed(1)
      assert.deepStrictEqual(
        { ...all, asOf: undefined },
        {
          totalRevenue: { USD: `${950 + inYear}.00`, SSP: "0.00" },
          totalExpenses: { USD: "100.00", SSP: "0.00" },
          activeEmployees: 2,
          payables: "10.00",
          costPerMeal: "2.50",
          growth: "25.0",
          share: { catering: share(600), facilities: share(300), construction: share(inYear) },
          asOf: undefined,
        },
      )
      const second = yield* overview(2)
      assert.deepStrictEqual(
        [second.totalRevenue.USD, second.totalExpenses.USD, second.payables, second.costPerMeal, second.growth, second.activeEmployees],
        ["350.00", "0.00", "0.00", null, null, 1],
      )
      for (const name of ["totalRevenue", "totalExpenses", "activeEmployees", "payables", "costPerMeal", "growth", "cateringShare"]) {
        const told = yield* explain(financeFigures, `finance.${name}`, {}, by(10))
        const shown = { ...all, totalRevenue: all.totalRevenue.USD, totalExpenses: all.totalExpenses.USD, cateringShare: all.share.catering }
        assert.strictEqual(String(told.value), String(shown[name as keyof typeof shown]), name)
        assert.isAbove(told.formula.length, 10)
      }
    }),
  )

  it.effect("shows everything in USD, with the amounts posted in SSP beside it", () =>
    Effect.gen(function* () {
      const { totalExpenses } = yield* overview(1)
      yield* posted(today, "6400", "1020", 130_000, 1, "SSP")
      const after = yield* overview(1)
      assert.strictEqual(after.totalExpenses.SSP, "130000.00")
      assert.isAbove(Number(after.totalExpenses.USD), Number(totalExpenses.USD))
      assert.isBelow(Number(after.totalExpenses.USD), Number(totalExpenses.USD) + 1000)
    }),
  )
})
