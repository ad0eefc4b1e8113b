/** How the calls on a kind of record answer: with the row as its list returns it, and its history. */
import { Effect } from "effect"
import { type SignedIn, Who } from "../access/who.ts"
import { mapDatabaseErrors } from "./answer.ts"
import { commandKey } from "./command-key.ts"
import { type ListShape, rowAnswer, rowText } from "./list-query.ts"
import { type Command, atVersion, notFound } from "../records/command.ts"
import { history } from "../records/history.ts"
import { Records } from "../records/records.ts"
import type { AnyStream } from "../records/stream.ts"

/** The calls on one kind of record. `finish` adds to its row what SQL does not return. */
export const answering = <E = never, R = never>(
  stream: AnyStream,
  list: (who: SignedIn) => ListShape,
  finish?: (rows: ReadonlyArray<object>, who: SignedIn) => Effect.Effect<ReadonlyArray<object>, E, R>,
) => {
  const { label } = stream.record
  const answer = (who: SignedIn, id: number, status = 200) => rowAnswer(list(who), id, label, status, finish && ((rows) => finish(rows, who)))
  /**
   * Runs before anything is revealed about a record: one that the person may not see is answered as if it did not exist. The scope is SQL over other
   * tables (the site of a bill of a run) that the following command does not read; so this is a separate query of the scope alone.
   */
  const requireVisible = (id: number) =>
    Effect.gen(function* () {
      const shape = list(yield* Who)
      if ((shape.where ?? []).length > 0 && (yield* rowText({ ...shape, select: "true as seen" }, id)) === undefined) {
        return yield* Effect.fail(notFound(`${label} ${id} does not exist`))
      }
    })
  /** `seen` is the id of the record that the caller must be able to see for the command. */
  const done = <Input>(act: Command<Input>, input: Input, seen: number | undefined, status: number) =>
    Effect.gen(function* () {
      const who = yield* Who
      const { execute } = yield* Records
      if (seen !== undefined) yield* mapDatabaseErrors(requireVisible(seen))
      const { id } = yield* mapDatabaseErrors(execute(act, input, who, { ...(yield* commandKey), remembersNew: true }))
      return yield* answer(who, id, status)
    })
  const idIn = (input: unknown) => {
    const { id } = input as { readonly id?: unknown }
    return typeof id === "number" ? id : undefined
  }
  return {
    requireVisible: (id: number) => mapDatabaseErrors(requireVisible(id)),
    one: (id: number) => Effect.flatMap(Who, (who) => answer(who, id)),
    /** Performs a command and returns the row of its record. A command on a record, given by `id`, requires that the caller may see the record. */
    execute: <Input>(act: Command<Input>, input: Input, status = 200) => done(act, input, idIn(input), status),
    /** The same for a decision on a version of this record: 409 if the record has changed since. Without a version, the current one. */
    executeAt: <Input>(id: number, version: number | undefined, act: Command<Input>, input: Input, status = 200) =>
      done(atVersion(stream, id, version, act), input, version === undefined ? idIn(input) : id, status),
    history: (id: number) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          if ((yield* rowText(list(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`${label} ${id} does not exist`))
          return yield* history(stream, id)
        }),
      ),
  }
}
