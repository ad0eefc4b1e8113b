/** What the erasure of a person removes, and whether it is possible; shown before the erasure. */
import { Effect } from "effect"
import { Database } from "../../database/database.ts"
import { col, sql } from "../../database/statement.ts"
import { count } from "../../text.ts"
import { conflict, notFound } from "../command.ts"
import { holdsPlainText } from "./personal.ts"
import type { AnyStream } from "../stream.ts"

export interface Erasure {
  /** the fields of the record that are erased */
  readonly fields: ReadonlyArray<string>
  /** events whose personal fields can no longer be read */
  readonly events: number
  /** positions of events written before personal data was encrypted; their data cannot be erased */
  readonly inClear: ReadonlyArray<number>
}

const eventsSql = sql(
  { position: col.whole, type: col.text, data: col.object },
  "select position, type, data from es.event where stream = $1 and type = any($2::text[]) order by version",
)

/** What the erasure of a record would remove. Fails with 404 if there is no such record. */
export const erasureOf = (stream: AnyStream, id: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const kinds = stream.personal
    const events = yield* statement(eventsSql, [stream.key(id), [...kinds.keys()]])
    if (events.length === 0) return yield* Effect.fail(notFound(`${stream.record.label} ${id} does not exist`))
    const inClear = events.filter(({ type, data }) => holdsPlainText(data, kinds.get(type)!.personal)).map(({ position }) => position)
    const fields = (stream.record.fields as ReadonlyArray<{ name: string; personal?: unknown }>).filter(({ personal }) => personal).map(({ name }) => name)
    return { fields, events: events.length, inClear } satisfies Erasure
  })

/** Rejects (409) an erasure that would leave readable personal data in the log. */
export const requireEncrypted = (stream: AnyStream, id: number) =>
  Effect.flatMap(erasureOf(stream, id), ({ inClear }) =>
    inClear.length === 0
      ? Effect.void
      : Effect.fail(
          conflict(
            `${stream.record.label} ${id} has personal data in ${count(inClear.length, "event")} from before it was encrypted (the first is event ${inClear[0]}). ` +
              "The log cannot be changed, so it cannot be erased",
          ),
        ),
  )
