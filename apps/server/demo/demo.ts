/** The demo scenario: every module's part, performed through the real commands in chronological order. Used by both the banner and the terminal. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { billingDemo } from "@ops/billing/demo.ts"
import { cateringDemo } from "@ops/catering/demo.ts"
import { clientsDemo } from "@ops/clients/demo.ts"
import { constructionDemo } from "@ops/construction/demo.ts"
import { constructionMoneyDemo, wipDemo } from "@ops/construction/money/demo.ts"
import { contractorsDemo } from "@ops/contractors/demo.ts"
import { crmDemo } from "@ops/crm/demo.ts"
import { facilitiesDemo } from "@ops/facilities/demo.ts"
import { fieldDemo } from "@ops/field/demo.ts"
import { bankDemo } from "@ops/finance/bank/demo.ts"
import { financeDemo } from "@ops/finance/demo.ts"
import { payablesDemo } from "@ops/finance/payables/demo.ts"
import { pettyCashDemo } from "@ops/finance/petty-cash/demo.ts"
import { booksDemo, ratesDemo } from "@ops/ledger/demo.ts"
import { mealsDemo } from "@ops/meals/demo.ts"
import { demoPeople } from "@ops/identity/demo.ts"
import { delegationsDemo } from "@ops/identity/delegations/demo.ts"
import { PersonAdded, signInCommands } from "@ops/identity/person.ts"
import { dateOf, monthOf } from "@ops/platform/calendar.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { scenario } from "@ops/platform/demo/scenario.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { command, conflict, notFound, Rejection, system, unchanged } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { count } from "@ops/platform/text.ts"
import { assignmentsDemo } from "@ops/people/assignments/demo.ts"
import { payrollDemo } from "@ops/payroll/demo.ts"
import { attendanceDemo, staffDemo } from "@ops/people/demo.ts"
import { leaveDemo } from "@ops/people/leave/demo.ts"
import { procurementDemo, vendorDemo } from "@ops/procurement/demo.ts"
import { settingsDemo } from "@ops/sites/demo.ts"
import { reportsDemo } from "@ops/reporting/demo.ts"
import { stockDemo, stockItemsDemo } from "@ops/stock/demo.ts"
import { DemoApi } from "./demo-contract.ts"

export interface DemoOptions {
  /** multiplier of days and orders */
  readonly scale?: number
  /** seed of the random sequence */
  readonly seed?: number
  readonly progress?: (commands: number, note: string) => void
}

/** Leaves no event: only marks that the scenario was loaded completely. */
const finished = command("demo.loaded", function* (_: object) {
  return unchanged(0)
})

const loadedSql = sql({ loaded: col.flag }, "select exists(select from es.commit where command_id = 'system:demo:demo-loaded') as loaded")
const othersSql = sql(
  { others: col.flag },
  `select exists(select from es.event e join es.commit c on c.id = e.commit_id where e.type = $1 and c.via <> 'demo')
     or exists(select from es.commit where via not in ('demo', 'system') and command <> all($2)) as others`,
)
const begunSql = sql(
  { begun: col.flag },
  "select exists(select from es.commit where via = 'demo' and command_id like '%:demo-%' and command_id not like '%:demo-person-%') as begun",
)

const countSql = sql({ events: col.whole }, "select count(*) as events from es.event")

/**
 * The state of the scenario: loaded completely; absent beside other work, which is accounts outside the demo and commands of people; begun but not
 * finished; or neither. Only a log without other work is searched for the beginning, so a long log is not searched at each start.
 */
export const demoStatus = Effect.gen(function* () {
  const { statement } = yield* Database
  if ((yield* statement(loadedSql, []))[0]!.loaded) return "loaded"
  if ((yield* statement(othersSql, [PersonAdded.type, signInCommands]))[0]!.others) return "other work"
  return (yield* statement(begunSql, []))[0]!.begun ? "begun" : "empty"
})
/** The number of events; counting them reads the whole log. */
const eventCount = Effect.flatMap(Database, ({ statement }) => Effect.map(statement(countSql, []), ([row]) => row!.events))

const tell = ({ scale = 1, seed = 2026, progress = () => {} }: DemoOptions) =>
  Effect.gen(function* () {
    let commands = 0
    yield* demoPeople
    const story = yield* scenario({ scale, seed }, (at) => progress(++commands, monthOf(dateOf(at))))
    yield* settingsDemo(story)
    const staff = yield* staffDemo(story.part("staff"))
    const vendors = yield* vendorDemo(story)
    const items = yield* stockItemsDemo(story, vendors)
    yield* story.atOnce([
      clientsDemo(story.part("clients")),
      mealsDemo(story.part("meals")),
      cateringDemo(story.part("catering"), items),
      stockDemo(story.part("stock"), items),
      procurementDemo(story.part("procurement"), items),
      billingDemo(story.part("billing")),
      financeDemo(story.part("finance")),
      payablesDemo(story.part("payables")),
      contractorsDemo(story.part("contractors")),
      constructionDemo(story.part("construction"), staff),
      constructionMoneyDemo(story.part("construction-money"), staff),
      pettyCashDemo(story.part("petty-cash")),
      crmDemo(story.part("crm")),
      ratesDemo(story),
      assignmentsDemo(story.part("assignments"), staff),
      leaveDemo(story.part("leave"), staff),
      attendanceDemo(story.part("attendance"), staff),
      payrollDemo(story.part("payroll")),
      facilitiesDemo(story.part("facilities"), staff, items),
      reportsDemo(story.part("reports")),
      delegationsDemo(story.part("delegations")),
      fieldDemo(story.part("field")),
    ])
    yield* booksDemo(story)
    yield* bankDemo(story)
    yield* wipDemo(story)
    yield* (yield* Records).execute(finished, {}, system("demo", undefined, "demo"), { key: "demo-loaded" })
  })

/** Loads the scenario. Loading it again changes nothing; it is rejected if other people have already worked with the system. */
export const loadDemo = (options: DemoOptions = {}) =>
  Effect.gen(function* () {
    const before = yield* demoStatus
    if (before === "loaded") return { loaded: true, already: true, events: 0 }
    if (before === "other work")
      return yield* Effect.fail(conflict("There is other work in this database already, so demo data cannot be loaded into it. Use a new database"))
    const eventsBefore = yield* eventCount
    yield* (yield* Records).inBulk(tell(options))
    return { loaded: true, already: false, events: (yield* eventCount) - eventsBefore }
  })

export const DemoLive = HttpApiBuilder.group(
  DemoApi,
  "demo",
  Effect.fn(function* (handlers) {
    const { mode } = yield* Config
    const context = yield* Effect.context<Database | Records | Config>()
    const absent = Effect.fail(notFound("Not found"))
    const load = mapDatabaseErrors(Effect.provide(loadDemo(), context)).pipe(
      Effect.catchIf(
        (error) => !(error instanceof Rejection),
        (error) => Effect.die(error),
      ),
    ) as Effect.Effect<{ loaded: boolean; already: boolean; events: number }, Rejection>
    return handlers.handleAll({
      load: () =>
        Effect.flatMap(Who, (who) => {
          if (mode === "demo") return load
          return holds(who, "system.admin") ? Effect.fail(conflict(notInProduction)) : absent
        }),
      status: () =>
        mode === "demo"
          ? mapDatabaseErrors(
              Effect.provide(
                Effect.map(Effect.all([demoStatus, eventCount]), ([status, events]) => ({ loaded: status === "loaded", already: status === "loaded", events })),
                context,
              ),
            )
          : absent,
    })
  }),
)

const notInProduction =
  "Demo data are loaded only into a database without accounts, and this one belongs to a production installation. Use a new database with OPS_MODE=demo"

/** In demo mode a first start loads the scenario at once, unless it is to be loaded on request. */
export const demoAtStart = Effect.gen(function* () {
  const { mode, demoData } = yield* Config
  if (mode !== "demo" || demoData !== "at-start") return
  const status = yield* demoStatus
  if (status === "loaded" || status === "other work") return
  console.error("Loading the demo data, once:")
  let last = ""
  yield* loadDemo({
    progress: (commands, note) => {
      if (note !== last || commands % 250 === 0) console.error(`  ${note}, after ${count(commands, "command")}`)
      last = note
    },
  })
})
