/** How the calls on a kind of record answer: the row as its list has it, and its history. */
import { Effect } from "effect"
import { type SignedIn, Who } from "../access/who.ts"
import { Database } from "../database/database.ts"
import { orUnavailable } from "./answer.ts"
import { commandKey } from "./command-key.ts"
import { type ListShape, rowAnswer, rowText } from "./list-query.ts"
import { type Act, conflict, notFound } from "../records/act.ts"
import { history } from "../records/history.ts"
import { Records } from "../records/records.ts"
import type { AnyStream } from "../records/stream.ts"

/** The calls on one kind of record. */
export const answering = (stream: AnyStream, list: (who: SignedIn) => ListShape) => {
  const { kind, label } = stream.record
  return {
    one: (id: number) => Effect.flatMap(Who, (who) => rowAnswer(list(who), id, label)),
    /** Does an act and answers its record's row. */
    did: <Input>(act: Act<Input>, input: Input, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { perform } = yield* Records
        const { id } = yield* orUnavailable(perform(act, input, who, yield* commandKey))
        return yield* rowAnswer(list(who), id, label, status)
      }),
    history: (id: number) =>
      orUnavailable(
        Effect.gen(function* () {
          if ((yield* rowText(list(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`${label} ${id} does not exist`))
          return yield* history(stream, id)
        }),
      ),
    /** Refuses a decision that was made over an older state of the record. */
    unlessStale: (id: number, version: number | undefined) =>
      version === undefined
        ? Effect.void
        : orUnavailable(
            Effect.gen(function* () {
              const { statement } = yield* Database
              const [row] = yield* statement(`select version from ${kind} where id = $1`, [id])
              if (row && row.version !== version) {
                return yield* Effect.fail(conflict(`This ${label.toLowerCase()} has changed since you opened it. Look at it again before you decide`))
              }
            }),
          ),
  }
}
