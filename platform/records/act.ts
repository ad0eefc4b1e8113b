/**
 * Acts: what people do. An act is a generator that asks for what it needs (`yield* get(…)`) and returns the changes it
 * makes. It is pure: whoever runs it answers the questions, from the database or, in a test, from given events.
 */
import { dateOf } from "../calendar.ts"
import type { AnyStream, Change, Event } from "./stream.ts"
import type { Row } from "./record.ts"

/** Why an act was not done, in one sentence a person can act on. Nothing was written. */
export class Refusal extends Error {
  readonly _tag = "Refusal"
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  constructor(status: Refusal["status"], sentence: string) {
    super(sentence)
    this.status = status
  }
}
/** The state of things does not allow it: the request is approved already, the form is stale. */
export const conflict = (sentence: string) => new Refusal(409, sentence)
/** What was asked breaks a rule. */
export const invalid = (sentence: string) => new Refusal(422, sentence)
/** The person may not do it. */
export const forbidden = (sentence: string) => new Refusal(403, sentence)
export const notFound = (sentence: string) => new Refusal(404, sentence)

/** Who acts, and when. */
export interface By {
  /** "person:7", "system:mail" */
  readonly actor: string
  /** the user's id; null for the system itself */
  readonly person: number | null
  readonly name: string
  readonly level: number
  readonly permissions: ReadonlyArray<string>
  readonly department: string | null
  /** the site to which the person is confined; null if all sites are open */
  readonly confinedTo: number | null
  /** signed in by the simulated scan of demo mode: may never approve money */
  readonly simulated: boolean
  readonly via: "web" | "cli" | "system" | "demo"
  /** the instant of the act, and its business date */
  readonly at: string
  readonly today: string
}

/** The system itself as an actor. */
export const system = (name: string, at = new Date().toISOString(), via: By["via"] = "system"): By => ({
  actor: `system:${name}`,
  person: null,
  name: "Field Office",
  level: 10,
  permissions: [],
  department: null,
  confinedTo: null,
  simulated: false,
  via,
  at,
  today: dateOf(at),
})

export type Question =
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
  | { readonly ask: "all"; readonly questions: ReadonlyArray<Question> }

export type Steps<A> = Generator<Question, A, any>

/** The row, or undefined. */
export function* maybe<R extends AnyStream>(stream: R, id: number): Steps<Row<R["record"]> | undefined> {
  return yield { ask: "row", stream, id }
}

/** The row; the act is refused if there is none. */
export function* get<R extends AnyStream>(stream: R, id: number): Steps<Row<R["record"]>> {
  const row = yield { ask: "row", stream, id }
  if (!row) throw notFound(`${stream.record.label} ${id} does not exist`)
  return row
}

/**
 * The one row with these values in a unique set of fields, or undefined. With `expected: false` an act that adds the row
 * is first decided as if there were none, without a look; where there is one after all, the constraint says so, and it is
 * decided again.
 */
export function* find<R extends AnyStream>(
  stream: R,
  where: { readonly [K in keyof Row<R["record"]>]?: string | number | null },
  { expected = true }: { readonly expected?: boolean } = {},
): Steps<Row<R["record"]> | undefined> {
  return yield { ask: "find", stream, where: where as never, expected }
}

/** The id for a new record. */
export function* newId(stream: AnyStream): Steps<number> {
  return yield { ask: "id", stream }
}

/** The next document number of a series and year: PR-2026-0416. Unique and rising; a refused act may leave a gap. */
export function* nextNumber(series: string, year: string, digits = 4): Steps<string> {
  const n: number = yield { ask: "number", series: `${series}_${year}` }
  return `${series}-${year}-${String(n).padStart(digits, "0")}`
}

/** Several questions in one go. */
export function* together<const S extends ReadonlyArray<Steps<any>>>(
  ...steps: S
): Steps<{ -readonly [K in keyof S]: S[K] extends Steps<infer A> ? A : never }> {
  const firsts = steps.map((step) => step.next())
  const asked = firsts.filter((first) => !first.done)
  const answers: ReadonlyArray<unknown> = asked.length === 0 ? [] : yield { ask: "all", questions: asked.map((first) => first.value as Question) }
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

/** What came of an act: the changes, and which record the answer shows. */
export interface Outcome {
  readonly changes: ReadonlyArray<Change>
  readonly id: number
}

export interface Act<Input> {
  readonly name: string
  readonly decide: (input: Input, by: By) => Steps<Outcome>
}

/** Declares an act under the name the log keeps. The first change's record is the one the answer shows. */
export const act = <Input>(name: string, decide: (input: Input, by: By) => Steps<ReadonlyArray<Change> | Outcome>): Act<Input> => ({
  name,
  *decide(input, by) {
    const made = yield* decide(input, by)
    if ("changes" in made) return made
    const [first] = made
    if (!first) throw new Error(`${name} must name the record it leaves unchanged: unchanged(id)`)
    return { changes: made, id: first.id }
  },
})

/** Nothing to do: the record is already as the person wants it. */
export const unchanged = (id: number): Outcome => ({ changes: [], id })

/** What an event brings with it in the same commit, in other streams. Pure, as acts are. */
export interface Consequence {
  readonly on: string
  readonly follow: (event: Event, change: Change, by: By) => Steps<ReadonlyArray<Change>>
}

/** Declares a consequence of an event: further changes, committed with it. */
export const consequence = <E extends (data: any) => Event>(
  on: E & { readonly type: string },
  follow: (data: ReturnType<E>["data"], about: { readonly id: number; readonly row: any; readonly by: By }) => Steps<ReadonlyArray<Change>>,
): Consequence & { readonly follow: any } => ({
  on: on.type,
  follow: follow as never,
})
