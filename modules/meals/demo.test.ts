import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addDays, dateOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { chance, look, type Scenario, telling } from "@ops/platform/demo/scenario.ts"
import { command, type Outcome, type CommandGenerator, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { clients } from "@ops/clients/client.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { projectHeads } from "@ops/clients/projects/project-head.ts"
import { staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { sites } from "@ops/sites/site.ts"
import { mealsDemo } from "./demo.ts"
import { mealsModule } from "./module.ts"
import { client, contract, diner, person, siteAt } from "./testing.ts"

const today = dateOf(new Date())
const length = 7
const days = Array.from({ length }, (_, n) => addDays(today, n - length + 1))
const from = addDays(today, -400)
const begin = command("test.begin", function* (): CommandGenerator<Outcome> {
  const changes = [
    ...["unity-state", "paloj-adar", "juba-office"].map((slug, n) => siteAt(n + 1, slug)),
    client(1),
    client(2),
    ...contract(1, { clientId: 1, siteId: 1, from, heads: 120 }),
    ...contract(2, { clientId: 1, siteId: 2, from, heads: 50 }),
    ...contract(3, { clientId: 2, siteId: 2, from, heads: 40 }),
    ...Array.from({ length: 130 }, (_, n) => diner(n + 1, { clientId: 1, siteId: 1 })).flat(),
    ...Array.from({ length: 55 }, (_, n) => diner(n + 201, { clientId: 1, siteId: 2 })).flat(),
    ...Array.from({ length: 40 }, (_, n) => diner(n + 301, { clientId: 2, siteId: 2 })).flat(),
  ]
  return { changes, id: 1 }
})

layer(testDatabase({ ...mealsModule, streams: [sites, clients, clientContracts, projectHeads, staffMembers, ...mealsModule.streams] }), { timeout: 60_000 })(
  "the demo's meals",
  (it) => {
    it.effect("are counted and recorded by name with equal results; loading them twice adds nothing", () =>
      Effect.gen(function* () {
        const records = yield* Records
        const { execute, executeAll } = records
        const { statement } = yield* Database
        yield* execute(begin, {}, system("test"))
        const story: Scenario = {
          ...telling(),
          part: () => story,
          chance: chance(2026),
          days,
          scale: 1,
          as: (_, day, time) => person(1, 10, day, { at: new Date(Math.min(Date.now(), Date.parse(`${day}T${time}:00+02:00`))).toISOString() }),
          execute: (name, act, input, by) => Effect.map(execute(act, input, by, { key: `demo-${name}` }), ({ id }) => id),
          executeAll: (act, told) =>
            Effect.gen(function* () {
              const before = yield* statement("select command_id as key from es.commit where command_id = any($1::text[])", [told.map(({ key }) => key)])
              const left = told.filter(({ key }) => !before.some((row) => row.key === key))
              if (left.length > 0) yield* executeAll(act, left)
            }),
          look: (question) => look(records, question),
        }
        yield* mealsDemo(story)
        const figures = `select (select sum(heads)::int from heads_fed where date = $1 and meal_type = 'lunch') as today, (select sum(heads)::int from heads_fed where date = $1::date - 1 and meal_type = 'lunch') as yesterday,
          (select sum(heads + others)::int from heads_fed where date = $1) as meals, (select count(*) from meal_slot) as slots, (select count(*) from meal_slot where discrepancy) as differences,
          (select count(*) from meal_session where status = 'active') as open, (select count(*) from es.event) as events`
        const [row] = yield* statement(figures, [today])
        assert.deepInclude(row, { today: 247, yesterday: 235, meals: 495, slots: length * 9, differences: 0, open: 3 })
        yield* mealsDemo({ ...story, chance: chance(2026) })
        assert.deepStrictEqual((yield* statement(figures, [today]))[0], row)
      }),
    )
  },
)
