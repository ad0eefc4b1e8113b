/** Performs acts against the database: loads what they ask, decides, commits; decides again when a stream has moved. */
import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { batched, drawnAhead, eachOf, oneAtATime } from "../database/batch.ts"
import { Database, type DatabaseError } from "../database/database.ts"
import { type Commit, EventStore, type StoredEvent } from "../event-store/event-store.ts"
import { canonical, commitDigest, eventHash, sha256 } from "../event-store/hash.ts"
import { version as appVersion } from "../version.ts"
import { type Act, type By, conflict, type Consequence, Refusal } from "./act.ts"
import { type Decision, decide, type Held, missing, type Source } from "./decide.ts"
import { encrypted, PersonalKeys, type StreamKey } from "./personal.ts"
import type { Kept, RecordKind } from "./record.ts"
import type { AnyStream } from "./stream.ts"

/** Every stream and consequence of the product: what the log may hold, and how it folds. */
export class Model extends Context.Service<
  Model,
  {
    readonly streams: ReadonlyArray<AnyStream>
    readonly consequences: ReadonlyArray<Consequence>
    /** views over the rows, made with each generation */
    readonly views: ReadonlyArray<string>
    /** tables outside the log (schema app), as `create table if not exists` */
    readonly tables: ReadonlyArray<string>
  }
>()("@ops/platform/records/Model") {}

export interface Performed {
  /** the record that the answer shows */
  readonly id: number
  /** position of the last event; 0 if nothing was written */
  readonly position: number
  /** done before, under the same command id */
  readonly repeated: boolean
}

export interface PerformOptions {
  /** the caller's command id (Idempotency-Key); the same id and input gives the stored result again */
  readonly key?: string | undefined
  /** nothing was done under the key yet, as far as the caller knows: spares a look before; if he is wrong, the constraint says so */
  readonly isNew?: boolean
  readonly correlation?: string
  readonly causation?: string
}

export class Records extends Context.Service<
  Records,
  {
    /** Does an act, once. Fails with the act's refusal; 409 if others keep changing what it decides on. */
    readonly perform: <Input>(act: Act<Input>, input: Input, by: By, options?: PerformOptions) => Effect.Effect<Performed, Refusal | DatabaseError>
    /** Does many acts in one commit, each decided on its own: all or none. They must not touch each other's streams. */
    readonly performAll: <Input>(
      act: Act<Input>,
      inputs: ReadonlyArray<{ readonly input: Input; readonly by: By; readonly key?: string }>,
    ) => Effect.Effect<number, Refusal | DatabaseError>
    /** Draws ids for records that are yet to come. */
    readonly ids: (kind: string, many: number) => Effect.Effect<ReadonlyArray<number>, DatabaseError>
    /** Lets go of the rows of these streams, which this process may have remembered. */
    readonly forget: (streams: Iterable<string>) => void
    /** The same for rows that other processes have changed since: the next act that needs one reads it, where its commit would have failed. */
    readonly forgetOlder: (events: Iterable<Pick<StoredEvent, "stream" | "version">>) => void
  }
>()("@ops/platform/records/Records") {}

const tries = 8
/** How many rows are remembered to decide on. */
const remembered = 10_000

/** The hash of the last event of a row's stream: one look into the index for each row, however large the log is. */
const headOf = (kind: string) => `(select e.hash from es.event e where e.stream = '${kind}/' || r.id and e.version = r.version) as head`

export const layer = Layer.effect(
  Records,
  Effect.gen(function* () {
    const { statement } = yield* Database
    const store = yield* EventStore
    const model = yield* Model
    const personal = yield* PersonalKeys
    const consequences = new Map<string, ReadonlyArray<Consequence>>()
    for (const each of model.consequences) consequences.set(each.on, [...(consequences.get(each.on) ?? []), each])

    const held = (stream: AnyStream, row: any): Held => {
      const { head, ...data } = row
      return { stream, id: data.id, row: data, version: data.version, head }
    }

    const rowsOf = new Map<AnyStream, (id: number) => Effect.Effect<Held | undefined, DatabaseError>>(
      model.streams.map((stream) => {
        const { kind } = stream.record
        const text = `select ${stream.record.state("r")}, ${headOf(kind)} from ${eachOf("$1::bigint[]")} as asked(id) ${oneAtATime(`select * from ${kind} where id = asked.id`, "r")}`
        return [
          stream as AnyStream,
          batched<number, Held, DatabaseError>(String, (ids) =>
            Effect.map(statement(text, [ids]), (rows) => new Map(rows.map((row) => [String(row.id), held(stream, row)]))),
          ),
        ]
      }),
    )

    type Finder = (values: ReadonlyArray<string | number>) => Effect.Effect<Held | undefined, DatabaseError>
    const finders = new Map<string, Finder>()
    /** Finds rows by these fields; `name:null` is one that must be empty. What is asked at the same moment travels together. */
    const foundBy = (stream: AnyStream, names: ReadonlyArray<string>): Finder => {
      const { kind, fields, state } = stream.record as RecordKind
      const key = `${kind} ${names.join(" ")}`
      const known = finders.get(key)
      if (known) return known
      const fieldOf = (name: string) => fields.find((field) => field.name === name)!
      const given = names.filter((name) => !name.endsWith(":null")).map(fieldOf)
      const empty = names.filter((name) => name.endsWith(":null")).map((name) => fieldOf(name.replace(/:null$/, "")))
      const tests = [...given.map(({ column }, n) => `"${column}" = asked.v${n}`), ...empty.map(({ column }) => `"${column}" is null`)]
      const text =
        `select distinct on (asked.nth) asked.nth, ${state("r")}, ${headOf(kind)} ` +
        `from rows from (${[eachOf("$1::bigint[]"), ...given.map(({ sql }, n) => eachOf(`$${n + 2}::${sql}[]`))].join(", ")}) ` +
        `as asked(${["nth", ...given.map((_, n) => `v${n}`)].join(", ")}) ${oneAtATime(`select * from ${kind} where ${tests.join(" and ")}`, "r")} order by asked.nth`
      const load = batched<ReadonlyArray<string | number>, Held, DatabaseError>(JSON.stringify, (asked) =>
        Effect.map(statement(text, [asked.map((_, n) => n), ...given.map((_, n) => asked.map((values) => values[n]))]), (rows) => {
          return new Map(rows.map(({ nth, ...row }) => [JSON.stringify(asked[Number(nth)]), held(stream, row)]))
        }),
      )
      finders.set(key, load)
      return load
    }

    const ids = (kind: string, many: number) => draw(`id_${kind}`, many)
    const draw = (sequence: string, many: number) =>
      Effect.map(statement("select es.next_value($1, $2) as value", [sequence, many]), (rows) => rows.map((row) => Number(row.value)))
    const sequences = new Map<string, () => Effect.Effect<number, DatabaseError>>()
    /** The next value of a sequence. */
    const valueOf = (sequence: string, most: number): Effect.Effect<number, DatabaseError> => {
      const next = sequences.get(sequence) ?? drawnAhead((many) => draw(sequence, many), most)
      sequences.set(sequence, next)
      return next()
    }

    /**
     * Rows as they were last read or changed, also that there is none, to decide on at once: the commit checks their versions, so
     * a stale one is noticed there. What is refused, and what changes nothing, is decided again on rows read anew.
     */
    const recent = new Map<string, Held>()
    /** The streams of these rows by what is unique of each. */
    const byUnique = new Map<string, string>()
    const uniqueKey = ({ record }: AnyStream, fields: ReadonlyArray<string>, values: object) =>
      `${record.kind} ${JSON.stringify(fields.map((name) => [name, values[name as never]]))}`
    const uniqueKeys = ({ stream, row }: Held) =>
      row === null ? [] : ((stream.record as RecordKind).unique ?? []).map(({ fields }) => uniqueKey(stream, fields, row))
    const forget = (key: string) => {
      const held = recent.get(key)
      if (!held) return
      recent.delete(key)
      for (const unique of uniqueKeys(held)) if (byUnique.get(unique) === key) byUnique.delete(unique)
    }
    const forgetChanged = ({ touched }: Decision) => {
      for (const [key, { events }] of touched) if (events.length > 0) forget(key)
    }
    const remember = (key: string, held: Held) => {
      if ((recent.get(key)?.version ?? 0) > held.version) return
      forget(key)
      recent.set(key, held)
      for (const unique of uniqueKeys(held)) byUnique.set(unique, key)
      if (recent.size > remembered) forget(recent.keys().next().value!)
    }
    /** A remembered row, which is now the last to be let go of. */
    const recalled = (key: string) => {
      const held = recent.get(key)
      if (!held) return undefined
      recent.delete(key)
      recent.set(key, held)
      return held
    }

    /** Answers the questions of one attempt. With `anew` every row is read from the database. */
    const sourceOf = (anew: boolean) => {
      let remembers = false
      const assumed: Array<{ readonly stream: AnyStream; readonly where: Readonly<Record<string, unknown>> }> = []
      const source: Source<DatabaseError> = {
        row: (stream, id) => {
          const key = stream.key(id)
          const held = anew ? undefined : recalled(key)
          if (held) {
            remembers = true
            return Effect.succeed(held)
          }
          const load = rowsOf.get(stream)
          if (!load) return Effect.die(new Error(`${stream.record.kind} is not part of the model`))
          return Effect.tap(load(id), (held = missing(stream, id)) => Effect.sync(() => remember(key, held)))
        },
        find: (stream, where, expected) => {
          const asked = Object.entries(where)
          const isUnique = ({ fields }: { readonly fields: ReadonlyArray<string> }) => fields.length === asked.length && fields.every((name) => name in where)
          const unique = anew ? undefined : (stream.record as RecordKind).unique?.find(isUnique)
          if (unique) {
            // two rows may both have nothing there
            const key = asked.some(([, value]) => value === null) ? undefined : byUnique.get(uniqueKey(stream, unique.fields, where))
            const held = key === undefined ? undefined : recalled(key)
            if (held || !expected) remembers = true
            if (held) return Effect.succeed(held)
            if (!expected) {
              assumed.push({ stream, where })
              return Effect.succeed(undefined)
            }
          }
          const names = asked.map(([name, value]) => (value === null ? `${name}:null` : name))
          const load = foundBy(stream, names)(asked.flatMap(([, value]) => (value === null ? [] : [value])))
          return Effect.tap(load, (held) => Effect.sync(() => held && remember(stream.key(held.id), held)))
        },
        id: (stream) => valueOf(`id_${stream.record.kind}`, 1024),
        number: (series) => valueOf(`number_${series}`, 256), // people see them, and wonder about gaps
      }
      /** Whether the decision adds each row that was taken to be missing: then the constraint says if one is there. */
      const isTested = ({ touched }: Decision) =>
        assumed.every(({ stream, where }) =>
          [...touched.values()].some(
            ({ held, row }) =>
              held.stream === stream && held.version === 0 && Object.entries(where).every(([name, value]) => row?.[name as keyof Kept] === value),
          ),
        )
      return { source, remembers: () => remembers, isTested }
    }

    const noKeys: ReadonlyMap<string, StreamKey> = new Map()
    /** The keys with which to encrypt what the decision writes of people. */
    const keysFor = (decision: Decision) => {
      const streams = [...decision.touched].flatMap(([stream, { held, events }]) =>
        held.stream.personal.size > 0 && events.some(({ type }) => held.stream.personal.has(type)) ? [{ stream, isNew: held.version === 0 }] : [],
      )
      return streams.length > 0 ? personal.of(streams) : Effect.succeed(noKeys)
    }

    const toCommit = (
      name: string,
      requestHash: string,
      by: By,
      key: string,
      decision: Decision,
      keys: ReadonlyMap<string, StreamKey>,
      options: PerformOptions,
    ): Commit => {
      const made = [...keys].flatMap(([stream, { id, wrapped }]) =>
        wrapped === undefined ? [] : [{ id, stream, version: decision.touched.get(stream)!.held.version + 1, key: wrapped }],
      )
      const erased: Array<string> = []
      // who asked for what of whom is no riddle that a list of names would solve
      const isPersonal = keys.size > 0 || (decision.changes.length === 0 && [...decision.touched.values()].some(({ held }) => held.stream.personal.size > 0))
      const commit = {
        commandId: key,
        command: name,
        requestHash: isPersonal ? personal.print(requestHash) : requestHash,
        actor: by.actor,
        onBehalfOf: null,
        correlation: options.correlation ?? key,
        causation: options.causation ?? null,
        via: by.via,
        appVersion,
        result: { id: decision.id },
      }
      const digest = commitDigest(commit)
      const streams: Array<Commit["streams"][number]> = []
      const read: Array<Commit["read"][number]> = []
      const events: Array<Commit["events"][number]> = []
      const rows: Array<Commit["rows"][number]> = []
      for (const [name, { held, row, events: written }] of decision.touched) {
        if (written.length === 0) {
          read.push({ stream: name, expected: held.version })
          continue
        }
        let { head, version } = held
        const { stream } = held
        for (const { type, schemaVersion, data: said } of written) {
          version += 1
          const fields = stream.personal.get(type)?.personal
          const data = fields ? encrypted(keys.get(name)!, { stream: name, version, data: said }, fields) : said
          if (stream.erasing.has(type)) erased.push(name)
          const event = { stream: name, version, type, schemaVersion, occurredAt: by.at, data }
          head = eventHash(head, event, digest)
          events.push({ ...event, hash: head })
        }
        streams.push({ stream: name, expected: held.version })
        rows.push({ table: stream.record, isNew: held.version === 0, literal: stream.record.toLiteral(row!) })
      }
      return { commit, streams, read, events, rows, ...(made.length > 0 && { keys: made }), ...(erased.length > 0 && { erased }) }
    }

    const byKey = oneAtATime("select command_id, command, request_hash, result from es.commit where command_id = asked.key", "c")
    const done = batched(String, (keys: ReadonlyArray<string>) =>
      Effect.map(
        statement(`select c.* from ${eachOf("$1::text[]")} as asked(key) ${byKey}`, [keys]),
        (rows) => new Map(rows.map((row) => [row.command_id as string, row])),
      ),
    )
    /** The stored result of a command that was done before, if it is the same command. */
    const repeated = (key: string, name: string, requestHash: string) =>
      Effect.flatMap(done(key), (stored): Effect.Effect<Performed | undefined, Refusal> => {
        if (!stored) return Effect.succeed(undefined)
        const isSame = stored.request_hash === requestHash || stored.request_hash === personal.print(requestHash)
        if (stored.command !== name || !isSame) {
          return Effect.fail(conflict("This Idempotency-Key was used for another request. Send a new key."))
        }
        return Effect.succeed({ id: stored.result.id, position: 0, repeated: true })
      })

    /** Turns what a constraint of the rows says into the sentence of its record. */
    const sentenceOf = (error: DatabaseError): Refusal | undefined => {
      if (error.code !== "23505" || !error.constraint) return undefined
      for (const { record } of model.streams) {
        const [, n] = error.constraint.match(new RegExp(`^${record.kind}_unique_(\\d+)$`)) ?? []
        if (n !== undefined) return conflict(record.unique[Number(n)].sentence)
      }
      return undefined
    }

    const perform = <Input>(act: Act<Input>, input: Input, by: By, options: PerformOptions = {}) => {
      const requestHash = sha256(canonical({ act: act.name, input }))
      // a caller's key is his own: nobody meets another's result under it
      const key = options.key === undefined ? randomUUID() : `${by.actor}:${options.key}`

      const attempt = (left: number): Effect.Effect<Performed, Refusal | DatabaseError> => {
        const { source, remembers, isTested } = sourceOf(left < tries)
        const again = Effect.suspend(() => attempt(left - 1))
        return Effect.gen(function* () {
          const decision = yield* decide(act, input, by, consequences, source)
          if (remembers() && (decision.changes.length === 0 || !isTested(decision))) return yield* again
          if (decision.changes.length === 0 && options.key === undefined) {
            return { id: decision.id, position: 0, repeated: false }
          }
          forgetChanged(decision)
          const keys = yield* keysFor(decision)
          const commit = toCommit(act.name, requestHash, by, key, decision, keys, options)
          const position = yield* store.append(commit)
          for (const [key, { held, row, events }] of decision.touched) {
            // most new records are not asked for again soon, and would push out those that are
            if (events.length === 0 || held.version === 0) continue
            const { version, hash: head } = commit.events.findLast(({ stream }) => stream === key)!
            remember(key, { ...held, row, version, head })
          }
          return { id: decision.id, position, repeated: false }
        }).pipe(
          Effect.catch((error): Effect.Effect<Performed, Refusal | DatabaseError> => {
            if (error._tag === "Refusal") return remembers() ? again : Effect.fail(error)
            if (error.code === "23505" && error.constraint === "commit_command_id") {
              return Effect.flatMap(repeated(key, act.name, requestHash), (before) => (before ? Effect.succeed(before) : Effect.fail(error)))
            }
            const moved = error.code === "OP409" || error.code === "40P01" || error.code === "23505"
            if (moved && left > 0) return again
            if (error.code === "OP409" || error.code === "40P01") {
              return Effect.fail(conflict("Someone else is changing this at the same moment. Try again."))
            }
            return Effect.fail(sentenceOf(error) ?? error)
          }),
        )
      }
      if (options.key === undefined || options.isNew) return attempt(tries)
      const stored = repeated(key, act.name, requestHash)
      return Effect.flatMap(stored, (before) =>
        before
          ? Effect.succeed(before)
          : // its twin may have been done meanwhile, and be why this one is refused
            Effect.catch(attempt(tries), (error) => Effect.flatMap(stored, (twin) => (twin ? Effect.succeed(twin) : Effect.fail(error)))),
      )
    }

    return {
      perform,
      performAll: (act, inputs) =>
        Effect.gen(function* () {
          const commits = yield* Effect.forEach(
            inputs,
            ({ input, by, key = randomUUID() }) =>
              Effect.gen(function* () {
                const decision = yield* decide(act, input, by, consequences, sourceOf(true).source)
                forgetChanged(decision)
                return toCommit(act.name, sha256(canonical({ act: act.name, input })), by, key, decision, yield* keysFor(decision), {})
              }),
            { concurrency: 64 },
          )
          return yield* store.appendAll(commits)
        }),
      ids,
      forget: (streams) => {
        for (const stream of streams) forget(stream)
      },
      forgetOlder: (events) => {
        for (const { stream, version } of events) if ((recent.get(stream)?.version ?? version) < version) forget(stream)
      },
    }
  }),
)
