/**
 * Commands: what people do. A command is a generator that requests what it needs (`yield* get(…)`) and returns the changes it makes. It is pure: its
 * runner answers the requests, from the database or, in a test, from given events.
 */
import type { Schema } from "effect"
import type { Acting, Actor, By } from "../access/actor.ts"
import { dateOf } from "../calendar.ts"
import { checkOf } from "./check.ts"
import { type Defaulted, defaultsOf, describedAs, type LinesField } from "./field.ts"
import type { Row, RowMeta } from "./record.ts"
import { conflict, notFound } from "./rejection.ts"
import type { AnyStream, Change, Event } from "./stream.ts"

export type { Acting, Actor, By } from "../access/actor.ts"
export { conflict, forbidden, invalid, notFound, Rejection } from "./rejection.ts"

/** Part of every {@link titleOf} in this process and never sent outside it, so that text sent by a caller cannot pose as a record name. */
const mark = crypto.randomUUID()
/** Names a record in the message of a rejection: whoever performs the command replaces this with the record's title, such as INV-2026-00003. */
export const titleOf = (kind: string, id: number) => `\u2068${kind}/${id}/${mark}\u2069`
/** The records that a message names by {@link titleOf}. */
export const titled = new RegExp(`\u2068(\\w+)/(\\d+)/${mark}\u2069`, "g")
/** Gives an actor without a time the current time. Call it for each command: a stored time soon becomes outdated. */
export const acting = (by: Acting): By => {
  const at = by.at ?? new Date().toISOString()
  return { ...by, at, today: by.today ?? dateOf(at) }
}

/** The system itself as an actor. Without a time it can be stored and reused: each of its commands is stamped with the time of that command. */
export function system(name: string, at: string, via?: By["via"]): By
export function system(name: string, at?: undefined, via?: By["via"]): Actor
export function system(name: string, at?: string, via: By["via"] = "system"): Actor | By {
  const actor: Actor = {
    actor: `system:${name}`,
    person: null,
    name: "Field Office",
    level: 10,
    permissions: [],
    department: null,
    confinedTo: null,
    simulated: false,
    via,
  }
  return at === undefined ? actor : { ...actor, at, today: dateOf(at) }
}

export type CommandRequest =
  | { readonly ask: "row"; readonly stream: AnyStream; readonly id: number }
  | {
      readonly ask: "find"
      readonly stream: AnyStream
      readonly where: Readonly<Record<string, string | number | null>>
      /** false if the row usually does not exist */
      readonly expected: boolean
    }
  | { readonly ask: "id"; readonly stream: AnyStream }
  | { readonly ask: "number"; readonly series: string }
  | { readonly ask: "permitted" }
  | { readonly ask: "all"; readonly questions: ReadonlyArray<CommandRequest> }

export type CommandGenerator<A> = Generator<CommandRequest, A, unknown>

/** The row, or undefined. */
export function* findById<R extends AnyStream>(stream: R, id: number): CommandGenerator<Row<R["record"]> | undefined> {
  return (yield { ask: "row", stream, id }) as Row<R["record"]> | undefined
}

/** The row; rejects the command if there is none. */
export function* get<R extends AnyStream>(stream: R, id: number): CommandGenerator<Row<R["record"]>> {
  const row = yield* findById(stream, id)
  if (!row) throw missing(stream, id)
  return row
}
const missing = (stream: AnyStream, id: number) => notFound(`${stream.record.label} ${id} does not exist`)

interface Placed {
  readonly id: number
  /** null: company-wide */
  readonly siteId: number | null
}
/** Whether a record belongs to another site than the one the caller is confined to. */
export const isElsewhere = ({ siteId }: Pick<Placed, "siteId">, { confinedTo }: Pick<By, "confinedTo">): boolean =>
  confinedTo !== null && siteId !== null && siteId !== confinedTo

/** Rejects a record of another site with the same message as a record that does not exist. */
export const requireHere = (stream: AnyStream, row: Placed, by: Pick<By, "confinedTo">): void => {
  if (isElsewhere(row, by)) throw missing(stream, row.id)
}

/** The row with an id given by the caller. A record of another site is rejected as if it did not exist. */
export function* getHere<R extends AnyStream>(
  stream: Row<R["record"]> extends Placed ? R : never,
  id: number,
  by: Pick<By, "confinedTo">,
): CommandGenerator<Row<R["record"]>> {
  const row = (yield* get(stream, id)) as Row<R["record"]>
  requireHere(stream, row as unknown as Placed, by)
  return row
}

/**
 * The one row with these values in a unique set of fields, or undefined. With `expected: false`, a command that adds the row is first decided without
 * a query, as if there were none; if there is one, the unique constraint fails and the command is decided again.
 */
export function* find<R extends AnyStream>(
  stream: R,
  where: { readonly [K in keyof Row<R["record"]>]?: string | number | null },
  { expected = true }: { readonly expected?: boolean } = {},
): CommandGenerator<Row<R["record"]> | undefined> {
  return (yield { ask: "find", stream, where: where as Readonly<Record<string, string | number | null>>, expected }) as Row<R["record"]> | undefined
}

/** The id for a new record. */
export function* newId(stream: AnyStream): CommandGenerator<number> {
  return (yield { ask: "id", stream }) as number
}

/** The next document number of a series and year, such as PR-2026-0416. Unique and ascending; a rejected command may leave a gap. */
export function* nextNumber(series: string, year: string, digits = 4): CommandGenerator<string> {
  const n = (yield { ask: "number", series: `${series}_${year}` }) as number
  return `${series}-${year}-${String(n).padStart(digits, "0")}`
}

/**
 * Marks the point up to which a command has checked only who acts and the current state; from here on it looks at its input. Whether it could be
 * done, such as `canApprove` of a row, is decided up to here, so the code before may use no input except the record's id.
 */
export function* permitted(): CommandGenerator<void> {
  yield { ask: "permitted" }
}

/** Several requests at once. */
export function* all<const S extends ReadonlyArray<CommandGenerator<unknown>>>(
  ...steps: S
): CommandGenerator<{ -readonly [K in keyof S]: S[K] extends CommandGenerator<infer A> ? A : never }> {
  const firsts = steps.map((step) => step.next())
  const asked = firsts.filter((first) => !first.done)
  const answers: ReadonlyArray<unknown> =
    asked.length === 0 ? [] : ((yield { ask: "all", questions: asked.map((first) => first.value as CommandRequest) }) as ReadonlyArray<unknown>)
  let next = 0
  const results: Array<unknown> = []
  for (const [index, step] of steps.entries()) {
    const first = firsts[index]!
    if (first.done) {
      results.push(first.value)
      continue
    }
    let turn = step.next(answers[next++])
    while (!turn.done) turn = step.next(yield turn.value)
    results.push(turn.value)
  }
  return results as { -readonly [K in keyof S]: S[K] extends CommandGenerator<infer A> ? A : never }
}

/** The result of a command: the changes, and the id of the record that the answer shows. */
export interface Outcome {
  readonly changes: ReadonlyArray<Change>
  readonly id: number
}

export interface Command<Input> {
  readonly name: string
  readonly decide: (input: Input, by: By) => CommandGenerator<Outcome>
  /** the same without input checks: decides whether the command could be done before any input is entered */
  probe?(input: unknown, by: By): CommandGenerator<Outcome>
}

type Decide<Input> = (input: Input, by: By) => CommandGenerator<ReadonlyArray<Change> | Outcome>
type Fields = Schema.Struct.Fields

type Optional<F> = { [K in keyof F]: F[K] extends Defaulted<unknown> ? K : never }[keyof F]
type WithLines<F> = { [K in keyof F]: F[K] extends LinesField<Fields> ? K : never }[keyof F]
type LinesOf<S> = S extends LinesField<infer Line> ? ReadonlyArray<InputOf<Line>> : never
/** A command's input as callers give it: fields with a default may be omitted, also in lines. */
export type InputOf<F extends Fields> = Omit<Schema.Struct.Type<F>, Optional<F> | WithLines<F>> &
  Partial<Pick<Schema.Struct.Type<F>, Exclude<Optional<F>, WithLines<F>> & keyof Schema.Struct.Type<F>>> & {
    readonly [K in Exclude<WithLines<F>, Optional<F>>]: LinesOf<F[K]>
  } & { readonly [K in Extract<WithLines<F>, Optional<F>>]?: LinesOf<F[K]> | undefined }

/** A command whose input is declared: its call, its form and its CLI flags are derived from the fields. */
export interface DeclaredCommand<F extends Fields = Fields> extends Command<InputOf<F>> {
  readonly fields: F
  /** what it does, as one line for users */
  readonly summary: string
}
/** The same, for any input. */
export interface AnyDeclaredCommand extends Pick<DeclaredCommand, "name" | "fields" | "summary"> {
  decide(input: unknown, by: By): CommandGenerator<Outcome>
}

/** An input completed with the defaults of omitted fields, also in lines. */
const completed = (fields: Fields) => {
  const defaults = defaultsOf(fields)
  const lines = Object.entries(fields).flatMap(([name, schema]) => {
    const { line } = describedAs(schema)
    return line ? [[name, completed(line)] as const] : []
  })
  return (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const whole: Record<string, unknown> = { ...defaults, ...input }
    for (const [name, complete] of lines) if (Array.isArray(whole[name])) whole[name] = whole[name].map(complete)
    return whole
  }
}
const deciding = <Input>(name: string, decide: Decide<Input>): Command<Input>["decide"] =>
  function* (input, by) {
    const made = yield* decide(input, by)
    if ("changes" in made) return made
    const [first] = made
    if (!first) throw new Error(`${name} must name the record it leaves unchanged: unchanged(id)`)
    return { changes: made, id: first.id }
  }

/**
 * Declares a command under the name that the log keeps. The answer shows the record of the first change. With a summary and input fields, the input
 * is checked (422) and completed with defaults before the command is decided.
 */
export function command<Input>(name: string, decide: Decide<Input>): Command<Input>
export function command<const F extends Fields>(name: string, summary: string, fields: F, decide: Decide<Schema.Struct.Type<F>>): DeclaredCommand<F>
export function command(name: string, ...declared: [Decide<any>] | [string, Fields, Decide<any>]): Command<any> {
  if (declared.length === 1) return { name, decide: deciding(name, declared[0]) }
  const [summary, fields, decide] = declared
  const checked = checkOf(fields)
  const complete = completed(fields)
  return {
    name,
    summary,
    fields,
    decide: deciding(name, (input, by) => decide(checked(complete(input)), by)),
    probe: deciding(name, decide),
  } as DeclaredCommand
}

/**
 * The command, rejected (409) unless the record is still at the version that the caller decided on; without a version, the command unchanged. The
 * version is compared with the row on which the commit is based, so no change can come in between.
 */
export const atVersion = <Input>(stream: AnyStream, id: number, version: number | undefined, act: Command<Input>): Command<Input> =>
  version === undefined
    ? act
    : {
        name: act.name,
        *decide(input, by) {
          const row = yield* findById(stream, id)
          if (row && row.version !== version) {
            throw conflict(`This ${stream.record.label.toLowerCase()} has changed since you opened it. Check it again before you decide`)
          }
          return yield* act.decide(input, by)
        },
      }

/** Nothing to do: the record is already in the requested state. */
export const unchanged = (id: number): Outcome => ({ changes: [], id })

/** Further changes that an event causes in other streams, in the same commit. Pure, like commands. */
export interface Consequence {
  readonly on: string
  /** receives the event's data and the record of the event */
  follow(data: unknown, about: { readonly id: number; readonly row: RowMeta; readonly by: By }): CommandGenerator<ReadonlyArray<Change>>
}

/** What a consequence receives besides the event's data: the record, its row after the event, and the actor. */
export interface About<S extends AnyStream> {
  readonly id: number
  readonly row: Row<S["record"]>
  readonly by: By
}

/** Declares a consequence of an event: further changes, committed with it. */
export const consequence = <D, R extends RowMeta>(
  on: { (data: never): Event<string, D>; readonly type: string },
  follow: (data: D, about: { readonly id: number; readonly row: R; readonly by: By }) => CommandGenerator<ReadonlyArray<Change>>,
): { readonly on: string; readonly follow: typeof follow } => ({ on: on.type, follow })
