/** Runs an act: answers its questions, folds its changes, follows their consequences. Writes nothing. */
import { Effect } from "effect"
import { type Act, type By, type Consequence, type Question, Refusal, type Steps } from "./act.ts"
import type { AnyStream, Change, Event } from "./stream.ts"
import type { Kept } from "./record.ts"

/** A stream as it was read: its row, its version and the hash of its last event. */
export interface Held {
  readonly stream: AnyStream
  readonly id: number
  readonly row: Kept | null
  readonly version: number
  readonly head: string
}

/** Where the answers come from. */
export interface Source<E = never> {
  readonly row: (stream: AnyStream, id: number) => Effect.Effect<Held | undefined, E>
  readonly find: (stream: AnyStream, where: Readonly<Record<string, string | number | null>>, expected: boolean) => Effect.Effect<Held | undefined, E>
  readonly id: (stream: AnyStream) => Effect.Effect<number, E>
  readonly number: (series: string) => Effect.Effect<number, E>
}

/** A stream that the decision read, and maybe writes. */
export interface Touched {
  readonly held: Held
  row: Kept | null
  readonly events: Array<Event>
}

export interface Decision {
  readonly id: number
  readonly touched: ReadonlyMap<string, Touched>
  readonly changes: ReadonlyArray<Change>
}

/** Decides an act and its consequences. Refuses with the act's own refusal. */
export const decide = <Input, E>(
  act: Act<Input>,
  input: Input,
  by: By,
  consequences: ReadonlyMap<string, ReadonlyArray<Consequence>>,
  source: Source<E>,
): Effect.Effect<Decision, Refusal | E> => {
  const touched = new Map<string, Touched>()
  const changes: Array<Change> = []

  const hold = (held: Held): Touched => {
    const key = held.stream.key(held.id)
    const known = touched.get(key)
    if (known) return known
    const entry: Touched = { held, row: held.row, events: [] }
    touched.set(key, entry)
    return entry
  }

  const answer = (question: Question): Effect.Effect<unknown, E> => {
    switch (question.ask) {
      case "row": {
        const known = touched.get(question.stream.key(question.id))
        if (known) return Effect.succeed(known.row ?? undefined)
        // that there is none is part of the decision too
        const missing: Held = { stream: question.stream, id: question.id, row: null, version: 0, head: "" }
        return Effect.map(source.row(question.stream, question.id), (held) => hold(held ?? missing).row ?? undefined)
      }
      case "find": {
        for (const { held, row } of touched.values()) {
          if (held.stream !== question.stream || !row) continue
          if (Object.entries(question.where).every(([name, value]) => (row as any)[name] === value)) return Effect.succeed(row)
        }
        return Effect.map(source.find(question.stream, question.where, question.expected), (held) => (held ? (hold(held).row ?? undefined) : undefined))
      }
      case "id":
        return source.id(question.stream)
      case "number":
        return source.number(question.series)
      case "all":
        return Effect.all(question.questions.map(answer), { concurrency: "unbounded" })
    }
  }

  const run = <A>(steps: Steps<A>): Effect.Effect<A, E | Refusal> =>
    Effect.suspend(() => {
      const turn = (send: unknown): Effect.Effect<A, E | Refusal> => {
        let next: IteratorResult<Question, A>
        try {
          next = steps.next(send)
        } catch (thrown) {
          return thrown instanceof Refusal ? Effect.fail(thrown) : Effect.die(thrown)
        }
        return next.done ? Effect.succeed(next.value) : Effect.flatMap(answer(next.value), turn)
      }
      return turn(undefined)
    })

  const apply = (change: Change) => {
    const { stream, id, event } = change
    const entry = touched.get(stream.key(id)) ?? hold({ stream, id, row: null, version: 0, head: "" })
    entry.row = stream.evolve(entry.row as never, id, event, by.at) as Kept
    entry.events.push(event)
    changes.push(change)
    return entry.row
  }

  return Effect.gen(function* () {
    const outcome = yield* run(act.decide(input, by))
    const waiting = [...outcome.changes]
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const row = apply(change)
      for (const { follow } of consequences.get(change.event.type) ?? []) {
        const about = { id: change.id, row, by }
        waiting.push(...(yield* run((follow as any)(change.event.data, about) as Steps<ReadonlyArray<Change>>)))
      }
    }
    return { id: outcome.id, touched, changes }
  })
}
