/** How the calls about contractors answer: the row as its list has it, and its history. */
import { Effect } from "effect"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { orUnavailable } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Act, notFound } from "@ops/platform/records/act.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"

/** The calls on one kind of record. */
export const answering = (stream: AnyStream, list: (who: SignedIn) => ListShape) => {
  const { label } = stream.record
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
  }
}
