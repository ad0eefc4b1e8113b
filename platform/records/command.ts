/**
 * Commands: what people do. A command is a generator that asks for what it needs (`yield* get(…)`) and returns the changes it
 * makes. It is pure: whoever runs it answers the questions, from the database or, in a test, from given events.
 */
import { dateOf } from "../calendar.ts"
import type { AnyStream, Change, Event } from "./stream.ts"
import type { Row } from "./record.ts"

/** Why a command was not done, in one sentence a person can act on. Nothing was written. */
export class Rejection extends Error {
  readonly _tag = "Rejection"
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  constructor(status: Rejection["status"], sentence: string) {
    super(sentence)
    this.status = status
  }
}
/** Stands in every {@link titleOf} of this process and never leaves it: text that a caller sends cannot name a record. */
const mark = crypto.randomUUID()
/** Names a record in the sentence of a refusal: whoever performs the command puts its title there, such as INV-2026-00003. */
export const titleOf = (kind: string, id: number) => `\u2068${kind}/${id}/${mark}\u2069`
/** The records that a sentence names by {@link titleOf}. */
export const titled = new RegExp(`\u2068(\\w+)/(\\d+)/${mark}\u2069`, "g")
/** The state of things does not allow it: the request is approved already, the form is stale. */
export const conflict = (sentence: string) => new Rejection(409, sentence)
/** What was asked breaks a rule. */
export const invalid = (sentence: string) => new Rejection(422, sentence)
/** The person may not do it. */
export const forbidden = (sentence: string) => new Rejection(403, sentence)
export const notFound = (sentence: string) => new Rejection(404, sentence)

/** Who acts. */
export interface Actor {
  /** "person:7", "system:mail" */
  readonly actor: string
  /** the user's id; null for the system itself */
  readonly person: number | null
  readonly name: string
  readonly level: number
  readonly permissions: ReadonlyArray<string>
  readonly department: string | null
  /** the site to which the person is confined, NO_SITE where there is none (see access/site-scope.ts); null if all sites are open */
  readonly confinedTo: number | null
  /** signed in by the simulated scan of demo mode: may never approve money */
  readonly simulated: boolean
  readonly via: "web" | "cli" | "system" | "demo"
}

/** Who acts, and when. */
export interface By extends Actor {
  /** the instant of the command, and its business date */
  readonly at: string
  readonly today: string
}

/** Who acts; at the time at which the command is performed, unless another one is given. */
export type Acting = Actor & { readonly at?: string; readonly today?: string }

/** Gives an actor without a time the present one. To be asked for each command again: a time that is kept is soon a wrong one. */
export const acting = (by: Acting): By => {
  const at = by.at ?? new Date().toISOString()
  return { ...by, at, today: by.today ?? dateOf(at) }
}

/**
 * The system itself as an actor. Without a time it carries none, so that it may be kept: whoever performs its commands stamps each
 * with the time of that command.
 */
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
      /** false where there is none as a rule */
      readonly expected: boolean
    }
  | { readonly ask: "id"; readonly stream: AnyStream }
  | { readonly ask: "number"; readonly series: string }
  | { readonly ask: "all"; readonly questions: ReadonlyArray<CommandRequest> }

export type CommandGenerator<A> = Generator<CommandRequest, A, any>

/** The row, or undefined. */
export function* findById<R extends AnyStream>(stream: R, id: number): CommandGenerator<Row<R["record"]> | undefined> {
  return yield { ask: "row", stream, id }
}

/** The row; the command is refused if there is none. */
export function* get<R extends AnyStream>(stream: R, id: number): CommandGenerator<Row<R["record"]>> {
  const row = yield { ask: "row", stream, id }
  if (!row) throw missing(stream, id)
  return row
}
const missing = (stream: AnyStream, id: number) => notFound(`${stream.record.label} ${id} does not exist`)

interface Placed {
  readonly id: number
  /** null: the company's */
  readonly siteId: number | null
}
/** Whether a record is of another site than the one that the caller is confined to. */
export const isElsewhere = ({ siteId }: Pick<Placed, "siteId">, { confinedTo }: Pick<By, "confinedTo">): boolean =>
  confinedTo !== null && siteId !== null && siteId !== confinedTo

/** Refuses a record of another site in the words for one that does not exist. */
export const requireHere = (stream: AnyStream, row: Placed, by: Pick<By, "confinedTo">): void => {
  if (isElsewhere(row, by)) throw missing(stream, row.id)
}

/** The row of an id that the caller has named. One of another site is refused as one that does not exist. */
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
 * The one row with these values in a unique set of fields, or undefined. With `expected: false` a command that adds the row
 * is first decided as if there were none, without a look; where there is one after all, the constraint says so, and it is
 * decided again.
 */
export function* find<R extends AnyStream>(
  stream: R,
  where: { readonly [K in keyof Row<R["record"]>]?: string | number | null },
  { expected = true }: { readonly expected?: boolean } = {},
): CommandGenerator<Row<R["record"]> | undefined> {
  return yield { ask: "find", stream, where: where as never, expected }
}

/** The id for a new record. */
export function* newId(stream: AnyStream): CommandGenerator<number> {
  return yield { ask: "id", stream }
}

/** The next document number of a series and year: PR-2026-0416. Unique and rising; a refused command may leave a gap. */
export function* nextNumber(series: string, year: string, digits = 4): CommandGenerator<string> {
  const n: number = yield { ask: "number", series: `${series}_${year}` }
  return `${series}-${year}-${String(n).padStart(digits, "0")}`
}

/** Several questions in one go. */
export function* all<const S extends ReadonlyArray<CommandGenerator<any>>>(
  ...steps: S
): CommandGenerator<{ -readonly [K in keyof S]: S[K] extends CommandGenerator<infer A> ? A : never }> {
  const firsts = steps.map((step) => step.next())
  const asked = firsts.filter((first) => !first.done)
  const answers: ReadonlyArray<unknown> = asked.length === 0 ? [] : yield { ask: "all", questions: asked.map((first) => first.value as CommandRequest) }
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
  return results as never
}

/** What came of a command: the changes, and which record the answer shows. */
export interface Outcome {
  readonly changes: ReadonlyArray<Change>
  readonly id: number
}

export interface Command<Input> {
  readonly name: string
  readonly decide: (input: Input, by: By) => CommandGenerator<Outcome>
}

/** Declares a command under the name the log keeps. The first change's record is the one the answer shows. */
export const command = <Input>(name: string, decide: (input: Input, by: By) => CommandGenerator<ReadonlyArray<Change> | Outcome>): Command<Input> => ({
  name,
  *decide(input, by) {
    const made = yield* decide(input, by)
    if ("changes" in made) return made
    const [first] = made
    if (!first) throw new Error(`${name} must name the record it leaves unchanged: unchanged(id)`)
    return { changes: made, id: first.id }
  },
})

/**
 * The command, refused (409) unless the record is still at the version that the caller decided on; without a version, the command as it is.
 * The version is compared with the row that the commit is made on, so no change can come in between.
 */
export const atVersion = <Input>(stream: AnyStream, id: number, version: number | undefined, act: Command<Input>): Command<Input> =>
  version === undefined
    ? act
    : {
        name: act.name,
        *decide(input, by) {
          const row = yield* findById(stream, id)
          if (row && row.version !== version) {
            throw conflict(`This ${stream.record.label.toLowerCase()} has changed since you opened it. Look at it again before you decide`)
          }
          return yield* act.decide(input, by)
        },
      }

/** Nothing to do: the record is already as the person wants it. */
export const unchanged = (id: number): Outcome => ({ changes: [], id })

/** What an event brings with it in the same commit, in other streams. Pure, as commands are. */
export interface Consequence {
  readonly on: string
  readonly follow: (event: Event, change: Change, by: By) => CommandGenerator<ReadonlyArray<Change>>
}

/** Declares a consequence of an event: further changes, committed with it. */
export const consequence = <E extends (data: any) => Event>(
  on: E & { readonly type: string },
  follow: (data: ReturnType<E>["data"], about: { readonly id: number; readonly row: any; readonly by: By }) => CommandGenerator<ReadonlyArray<Change>>,
): Consequence & { readonly follow: any } => ({
  on: on.type,
  follow: follow as never,
})
