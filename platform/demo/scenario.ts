/** The building blocks of every module's part of the demo scenario: the days, the people, and reproducible randomness. */
import { Deferred, Effect } from "effect"
import { addDays, dateOf, daysBetween, monthOf } from "../calendar.ts"
import { permissionsOf } from "../access/levels.ts"
import { siteScope } from "../access/site-scope.ts"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { type Command, command, type By, type CommandGenerator, system, unchanged } from "../records/command.ts"
import { Records } from "../records/records.ts"

/** Seeded random numbers (mulberry32): the same seed gives the same scenario. */
export const chance = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    /** a whole number from `low` to `high`, both inclusive */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <A>(from: ReadonlyArray<A>): A => from[Math.floor(next() * from.length)]!,
  }
}

/**
 * Runs concurrent stories in chronological order: each command at its time, one after the other, so that the log has them in the order in which they
 * happened.
 */
export interface Telling {
  /** Waits for a moment, after which everything that other stories do before it has been done. Returns at once if it is past. */
  readonly until: (moment: string) => Effect.Effect<void>
  /** Runs stories concurrently, and waits for all. If two wait for the same moment, the one that asked first goes first. */
  readonly atOnce: <E = never, R = never>(stories: ReadonlyArray<Effect.Effect<unknown, E, R>>) => Effect.Effect<void, E, R>
}

/** A simulated clock that advances to the next moment once every story waits: one performs commands, the others wait. */
export const telling = (): Telling => {
  /** sorted by moment, latest first; for the same moment the last to ask comes first */
  const waiting: Array<{ readonly moment: string; readonly turn: Deferred.Deferred<void> }> = []
  let now = ""
  const queue = (moment: string) => {
    const turn = Deferred.makeUnsafe<void>()
    let [low, high] = [0, waiting.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (waiting[middle]!.moment > moment) low = middle + 1
      else high = middle
    }
    waiting.splice(low, 0, { moment, turn })
    return turn
  }
  const next = Effect.suspend(() => {
    const first = waiting.pop()
    if (!first) return Effect.void
    if (first.moment > now) now = first.moment
    return Effect.asVoid(Deferred.succeed(first.turn, undefined))
  })
  return {
    until: (moment) =>
      Effect.suspend(() => {
        if (moment <= now) return Effect.void
        const turn = queue(moment)
        return Effect.andThen(next, Deferred.await(turn))
      }),
    atOnce: (stories) =>
      Effect.suspend(() => {
        let left = stories.length
        // the last one hands over to the story that started them
        const handOver = Effect.suspend(() => (--left === 0 ? Effect.void : next))
        const told = stories.map((story) => Effect.ensuring(Effect.andThen(Deferred.await(queue(now)), story), handOver))
        return left === 0 ? Effect.void : Effect.andThen(next, Effect.all(told, { concurrency: "unbounded", discard: true }))
      }),
  }
}

export interface Scenario extends Telling {
  readonly chance: ReturnType<typeof chance>
  /** the days it covers; the last one is today */
  readonly days: ReadonlyArray<string>
  /** multiplier of the company's ordinary size */
  readonly scale: number
  /** a person by employee id, acting at a time of a day ("2026-11-21", "08:30") */
  readonly as: (employeeId: string, day: string, time: string) => By
  /** the same scenario with a separate random sequence, so that one part does not affect the others */
  readonly part: (name: string) => Scenario
  /** waits for the time of the command and performs it under a fixed name, so that a second load changes nothing; returns the record's id */
  readonly execute: <Input>(name: string, act: Command<Input>, input: Input, by: By) => Effect.Effect<number, unknown>
  /** performs many commands at once, under their own ids; those performed before are skipped */
  readonly executeAll: <Input>(act: Command<Input>, told: ReadonlyArray<Told<Input>>) => Effect.Effect<unknown, unknown>
  /** reads records like a command: from memory while the demo data is loaded, without a query */
  readonly look: <A>(question: CommandGenerator<A>) => Effect.Effect<A, unknown>
}

export interface Told<Input> {
  readonly key: string
  readonly input: Input
  readonly by: By
}

/** Reads like a command, without changing anything. */
export const look = <A>({ execute }: Pick<Records["Service"], "execute">, question: CommandGenerator<A>) => {
  const answers: Array<A> = []
  const looking = command("demo.look", function* (_: object) {
    answers.push(yield* question)
    return unchanged(0)
  })
  return Effect.map(execute(looking, {}, system("demo")), () => answers[0]!)
}

/**
 * The days of a scenario that ends today: sixty, or enough to contain the whole previous month and the last week of the month before it. Late in a
 * long month, sixty days would contain only one month end, and no month that is billed, compared with or closed before another.
 */
export const storyDays = (today: string, scale: number): ReadonlyArray<string> => {
  const lastMonth = `${monthOf(addDays(`${monthOf(today)}-01`, -1))}-01`
  const since = daysBetween(addDays(lastMonth, -7), today) + 1
  const length = Math.min(Math.max(60, since) * scale, 3600)
  return Array.from({ length }, (_, n) => addDays(today, n - length + 1))
}

const peopleSql = sql(
  {
    id: col.whole,
    employeeId: col.text,
    name: col.text,
    accessLevel: col.whole,
    department: col.nullable(col.text),
    siteId: col.nullable(col.whole),
    allSites: col.flag,
  },
  `select id, employee_id as "employeeId", first_name || ' ' || last_name as name, access_level as "accessLevel", department, site_id as "siteId",
     all_sites as "allSites" from person`,
)
const toldSql = sql({ key: col.text }, "select command_id as key from es.commit where command_id like '%:demo-%' or command_id like 'demo-%'")

/** Prepares the scenario: people come from the table, days end today. `told` is called after each command, with its time. */
export const scenario = (options: { readonly scale: number; readonly seed: number; readonly today?: string }, told: (at: string) => void) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const records = yield* Records
    const { execute } = records
    const today = options.today ?? dateOf(new Date())
    const days = storyDays(today, options.scale)
    const people = new Map((yield* statement(peopleSql, [])).map((row) => [row.employeeId, row]))
    const before = new Set((yield* statement(toldSql, [])).map(({ key }) => key))
    const now = Date.now()
    const { until, atOnce } = telling()
    const scenarioOf = (seed: number): Scenario => ({
      chance: chance(seed),
      part: (name) => scenarioOf(options.seed + [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0)),
      until,
      atOnce,
      days,
      scale: options.scale,
      as: (employeeId, day, time) => {
        const person = people.get(employeeId)
        if (!person) throw new Error(`The demo has no person ${employeeId}`)
        // Juba is two hours ahead of UTC in the years the scenario can cover; never later than now
        const at = new Date(Math.min(Date.parse(`${day}T${time}:00+02:00`), now)).toISOString()
        return {
          actor: `person:${person.id}`,
          person: person.id,
          name: person.name,
          level: person.accessLevel,
          permissions: permissionsOf(person.accessLevel),
          department: person.department,
          confinedTo: siteScope(person),
          simulated: false,
          via: "demo",
          at,
          today: dateOf(at),
        }
      },
      execute: (name, act, input, by) =>
        until(by.at).pipe(
          Effect.andThen(execute(act, input, by, { key: `demo-${name}`, isNew: !before.has(`${by.actor}:demo-${name}`) })),
          Effect.tap(() => Effect.sync(() => told(by.at))),
          Effect.map(({ id }) => id),
        ),
      executeAll: (act, told) => {
        const left = told.filter(({ key }) => !before.has(key))
        return left.length === 0 ? Effect.void : records.executeAll(act, left)
      },
      look: (question) => look(records, question),
    })
    return scenarioOf(options.seed)
  })
