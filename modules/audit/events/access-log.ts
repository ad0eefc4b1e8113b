/** The list of accesses to sensitive data. */
import { Effect } from "effect"
import { isDate } from "@ops/platform/calendar.ts"
import { readsBefore } from "@ops/platform/http/access-log.ts"
import { sensitive } from "@ops/platform/access/rule.ts"
import { actorsOf, bound, cursorOf, positionOf } from "./events.ts"
import { bad, namesOf, whole } from "./log.ts"

export interface ReadsAsked {
  readonly person?: string | undefined
  readonly class?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly record?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}

/** A page of the matching reads, newest first, and the start of the next one. Refuses an invalid query (400) and an unknown person (404). */
export const readsPage = (asked: ReadsAsked) =>
  Effect.gen(function* () {
    const where: Array<string> = []
    const values: Array<unknown> = []
    const add = (sql: (place: string) => string, value: unknown) => {
      values.push(value)
      where.push(sql(`$${values.length}`))
    }
    const limit = yield* whole("limit", asked.limit, 100, /^([1-9]\d{0,2}|1000)$/)
    if (asked.person) add((place) => `actor = any(${place}::text[])`, (yield* actorsOf(asked.person)).actors)
    if (asked.class) {
      if (!(sensitive as ReadonlyArray<string>).includes(asked.class)) return yield* Effect.fail(bad(`class is one of: ${sensitive.join(", ")}`))
      add((place) => `${place} = any(string_to_array(class, ', '))`, asked.class)
    }
    if (asked.record) add((place) => `${place} = any(records)`, asked.record)
    for (const [name, sign] of [
      ["from", ">="],
      ["to", "<"],
    ] as const) {
      const value = asked[name]
      if (!value) continue
      const sql = yield* bound(name, value, name === "to")
      add((place) => `at ${name === "to" && !isDate(value) ? "<=" : sign} ${sql(place)}`, value)
    }
    const before = (yield* positionOf(asked.cursor)) ?? Number.MAX_SAFE_INTEGER
    const rows = yield* readsBefore(before, limit, where, values)
    const names = yield* namesOf(rows.map(({ actor }) => actor.replace(":", "/")))
    const reads = rows.map(({ shown, ...read }) => ({
      ...read,
      count: shown as number,
      by: (names.get(read.actor.replace(":", "/")) ?? read.actor).replace(/^Employee /, ""),
    }))
    return { reads, cursor: rows.length === limit ? cursorOf(Number(rows.at(-1)!.id)) : undefined }
  })
