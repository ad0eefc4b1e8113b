/** Decides a command: answers its requests, folds its changes, adds their consequences. Writes nothing. */
import { Effect, Exit } from "effect"
import { type Command, type By, type Consequence, type CommandRequest, type Outcome, Rejection, type CommandGenerator, unchanged } from "./command.ts"
import type { AnyStream, Change, Event } from "./stream.ts"
import { fieldValue } from "../row-literal.ts"
import type { RowMeta } from "./record.ts"

/** A stream as read: its row, its version and the hash of its last event. */
export interface LoadedStream {
  readonly stream: AnyStream
  readonly id: number
  readonly row: RowMeta | null
  readonly version: number
  readonly head: string
}

/** A stream without events. */
export const missing = (stream: AnyStream, id: number): LoadedStream => ({ stream, id, row: null, version: 0, head: "" })

/** Answers the requests of a command. */
export interface Source<E = never> {
  readonly row: (stream: AnyStream, id: number) => Effect.Effect<LoadedStream | undefined, E>
  readonly find: (stream: AnyStream, where: Readonly<Record<string, string | number | null>>, expected: boolean) => Effect.Effect<LoadedStream | undefined, E>
  readonly id: (stream: AnyStream) => Effect.Effect<number, E>
  readonly number: (series: string) => Effect.Effect<number, E>
}

/** A stream that the decision has read and may write. */
export interface TrackedStream {
  readonly held: LoadedStream
  row: RowMeta | null
  readonly events: Array<Event>
}

export interface Decision {
  readonly id: number
  readonly touched: ReadonlyMap<string, TrackedStream>
  readonly changes: ReadonlyArray<Change>
}

/** What is known at once needs no step of the Effect runtime: most requests of a command are, and so most decisions. */
export const isKnown = <A, E>(effect: Effect.Effect<A, E>): effect is Exit.Success<A, E> => Exit.isExit(effect) && Exit.isSuccess(effect)
export const mapped = <A, B, E>(effect: Effect.Effect<A, E>, f: (value: A) => B): Effect.Effect<B, E> =>
  isKnown(effect) ? Effect.succeed(f(effect.value)) : Effect.map(effect, f)
/** Several effects at the same time. */
export const concurrently = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>): Effect.Effect<Array<A>, E> =>
  effects.every(isKnown) ? Effect.succeed(effects.map(({ value }) => value)) : Effect.all(effects, { concurrency: "unbounded" })
/** One effect after another that depends on its value. */
export const chained = <A, B, E>(effect: Effect.Effect<A, E>, f: (value: A) => Effect.Effect<B, E>): Effect.Effect<B, E> =>
  isKnown(effect) ? f(effect.value) : Effect.flatMap(effect, f)

/** The effect of `make`, with a thrown rejection as a failure. */
const refusing = <A, E>(make: () => Effect.Effect<A, E>): Effect.Effect<A, E | Rejection> => {
  try {
    return make()
  } catch (thrown) {
    return thrown instanceof Rejection ? Effect.fail(thrown) : Effect.die(thrown)
  }
}

/** The part of a command that decides whether it could be done: it ends at `permitted` and does not check input that has not been entered yet. */
export const untilPermitted = <Input>(act: Command<Input>) => {
  let permitted = false
  const asked: Command<Input> = {
    name: act.name,
    *decide(input, by) {
      const steps = (act.probe ?? act.decide)(input, by)
      let next = steps.next()
      while (!next.done) {
        if (next.value.ask === "permitted") {
          permitted = true
          return unchanged(0)
        }
        next = steps.next(yield next.value)
      }
      return next.value
    },
  }
  // without changes, the command was already performed
  return { asked, isPossible: ({ changes }: { readonly changes: ReadonlyArray<Change> }) => permitted || changes.length > 0 }
}

/** Why a command that changes nothing cannot be done. */
export const alreadySo = "This is already the case"
const notAtHand = Symbol("not at hand")

/**
 * Why a command could not be done now, decided from rows at hand alone, without the Effect runtime: a list has many such decisions. Undefined if the command
 * asks for anything else, or would change something, which has consequences; it is then to be decided in full.
 */
export const verdictFromRows = <Input>(
  act: Command<Input>,
  input: Input,
  by: By,
  atHand: (stream: AnyStream, id: number) => LoadedStream | undefined,
): { readonly why: string | undefined } | undefined => {
  const answer = (question: CommandRequest): unknown => {
    if (question.ask === "row") {
      const held = atHand(question.stream, question.id)
      return held ? (held.row ?? undefined) : notAtHand
    }
    if (question.ask !== "all") return notAtHand
    const answers = question.questions.map(answer)
    return answers.includes(notAtHand) ? notAtHand : answers
  }
  try {
    // ends like `untilPermitted`, whose second generator slows a list down (the row `list-sql` of the bench)
    const steps = (act.probe ?? act.decide)(input, by)
    let next = steps.next()
    while (!next.done) {
      if (next.value.ask === "permitted") return { why: undefined }
      const answered = answer(next.value)
      if (answered === notAtHand) return undefined
      next = steps.next(answered)
    }
    return next.value.changes.length > 0 ? undefined : { why: alreadySo }
  } catch (thrown) {
    return thrown instanceof Rejection ? { why: thrown.message } : undefined
  }
}

/**
 * Decides a command and its consequences, at once as far as the source answers at once. Fails with the command's rejection, or with the errors of an
 * event that it would write.
 */
export const decide = <Input, E>(
  act: Command<Input>,
  input: Input,
  by: By,
  consequences: ReadonlyMap<string, ReadonlyArray<Consequence>>,
  source: Source<E>,
): Effect.Effect<Decision, Rejection | E> => {
  const touched = new Map<string, TrackedStream>()
  const changes: Array<Change> = []
  /** decided but not applied yet, in order; and the same by stream */
  const waiting: Array<Change> = []
  const waitingOf = new Map<string, Array<Change>>()
  const wait = (decided: ReadonlyArray<Change>) => {
    for (const change of decided) {
      waiting.push(change)
      const key = change.stream.key(change.id)
      const known = waitingOf.get(key)
      if (known) known.push(change)
      else waitingOf.set(key, [change])
    }
  }
  const nextWaiting = () => {
    const change = waiting.shift()
    const own = change && waitingOf.get(change.stream.key(change.id))
    own?.shift()
    if (change && own?.length === 0) waitingOf.delete(change.stream.key(change.id))
    return change
  }

  /**
   * A row including the decided changes that are not applied yet, so that two consequences do not take the same number or raise the same alert twice.
   */
  const asDecided = (stream: AnyStream, id: number, row: RowMeta | null): RowMeta | null =>
    (waitingOf.get(stream.key(id)) ?? []).reduce((row, { event }) => stream.evolve(row, id, event, by.at), row)

  const hold = (held: LoadedStream): TrackedStream => {
    const key = held.stream.key(held.id)
    const known = touched.get(key)
    if (known) return known
    const entry: TrackedStream = { held, row: held.row, events: [] }
    touched.set(key, entry)
    return entry
  }

  const answer = (question: CommandRequest): Effect.Effect<unknown, E> => {
    switch (question.ask) {
      case "row": {
        const known = touched.get(question.stream.key(question.id))
        if (known) return Effect.succeed(asDecided(question.stream, question.id, known.row) ?? undefined)
        // a missing row is part of the decision too
        return mapped(
          source.row(question.stream, question.id),
          (held = missing(question.stream, question.id)) => asDecided(question.stream, question.id, hold(held).row) ?? undefined,
        )
      }
      case "find": {
        const { stream, where } = question
        const fits = (row: RowMeta | null) => row !== null && Object.entries(where).every(([name, value]) => fieldValue(row, name) === value)
        for (const { held, row } of touched.values()) {
          if (held.stream !== stream) continue
          const decided = asDecided(stream, held.id, row)
          if (fits(decided)) return Effect.succeed(decided)
        }
        for (const [key, [first]] of waitingOf) {
          if (first!.stream !== stream || touched.has(key)) continue
          const decided = asDecided(stream, first!.id, null)
          if (fits(decided)) return Effect.succeed(decided)
        }
        return mapped(source.find(stream, where, question.expected), (held) => (held ? (asDecided(stream, held.id, hold(held).row) ?? undefined) : undefined))
      }
      case "permitted":
        return Effect.void
      case "id":
        return source.id(question.stream)
      case "number":
        return source.number(question.series)
      case "all":
        return concurrently(question.questions.map(answer))
    }
  }

  const run = <A>(steps: CommandGenerator<A>): Effect.Effect<A, E | Rejection> => {
    const turn = (send: unknown): Effect.Effect<A, E | Rejection> =>
      refusing(() => {
        let next = steps.next(send)
        while (!next.done) {
          const answered = answer(next.value)
          if (!isKnown(answered)) return Effect.flatMap(answered, turn)
          next = steps.next(answered.value)
        }
        return Effect.succeed(next.value)
      })
    return turn(undefined)
  }

  /** Adds an event to its stream; its consequences are decided next. */
  const apply = ({ stream, id, event: made }: Change) => {
    const event = stream.checked(made)
    const entry = touched.get(stream.key(id)) ?? hold(missing(stream, id))
    const row = stream.evolve(entry.row, id, event, by.at)
    entry.row = row
    entry.events.push(event)
    changes.push({ stream, id, event })
    for (const { follow } of consequences.get(event.type) ?? []) following.push(follow(event.data, { id, row, by }))
  }
  const following: Array<CommandGenerator<ReadonlyArray<Change>>> = []

  const rest = (id: number): Effect.Effect<Decision, E | Rejection> =>
    refusing(() => {
      for (;;) {
        const steps = following.shift()
        if (steps) {
          const made = run(steps)
          if (!isKnown(made)) {
            return Effect.flatMap(made, (further) => {
              wait(further)
              return rest(id)
            })
          }
          wait(made.value)
          continue
        }
        const change = nextWaiting()
        if (!change) return Effect.succeed({ id, touched, changes })
        apply(change)
      }
    })
  const begun = (outcome: Outcome) => {
    wait(outcome.changes)
    return rest(outcome.id)
  }
  return chained(
    refusing(() => run(act.decide(input, by))),
    begun,
  )
}
