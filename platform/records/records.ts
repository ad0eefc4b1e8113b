/** Performs commands against the database: loads what they read, decides, commits, and decides again if a stream has changed. */
import { labelOf } from "../text.ts"
import { Cause, Context, Effect, Exit, Layer, Schema, Semaphore } from "effect"
import { randomUUID } from "node:crypto"
import { batched, drawnAhead, unnestParameter, lateralLookup } from "../database/batch.ts"
import { bulk } from "./bulk.ts"
import { Database, DatabaseError, lostConnection } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { type Commit, EventStore, type StoredEvent } from "../event-store/event-store.ts"
import { canonical } from "../canonical.ts"
import { commitDigest, eventHash, sha256 } from "../event-store/hash.ts"
import { version as appVersion } from "../version.ts"
import { mostWhole } from "../quantity.ts"
import { type Command, type Acting, acting, type By, conflict, type Consequence, invalid, Rejection, titled } from "./command.ts"
import { alreadySo, type Decision, decide, isKnown, type LoadedStream, missing, type Source, untilPermitted, verdictFromRows } from "./decide.ts"
import { fingerprint } from "./generations/generation.ts"
import { Outcome } from "./outcome.ts"
import { encrypted, PersonalKeys, type StreamKey } from "./personal-data/personal.ts"
import { fieldValue } from "../row-literal.ts"
import type { RowMeta, RecordKind } from "./record.ts"
import { columnsOf } from "./row-columns.ts"
import { seriesOf } from "./series.ts"
import type { AnyStream } from "./stream.ts"
import { makeTurns } from "./turns/turns.ts"

/** Every stream and consequence of the product: which events the log may contain, and how they fold. */
export class Model extends Context.Service<
  Model,
  {
    readonly streams: ReadonlyArray<AnyStream>
    readonly consequences: ReadonlyArray<Consequence>
    /** views over the rows, created with each generation */
    readonly views: ReadonlyArray<string>
    /** tables outside the log (schema app), as `create table if not exists` */
    readonly tables: ReadonlyArray<string>
  }
>()("@ops/platform/records/Model") {}

export interface Executed {
  /** the record that the answer shows */
  readonly id: number
  /** position of the last event; 0 if nothing was written */
  readonly position: number
  /** already done before, under the same command id */
  readonly repeated: boolean
  /** display name of that record: "Purchase request PR-2026-0037"; unknown for a repeated command */
  readonly name?: string
}

/** The streams that a command writes and for which it has to wait its turn. */
interface Waiting {
  readonly waitsFor: ReadonlyArray<string>
}

export interface ExecuteOptions {
  /** the caller's command id (Idempotency-Key); the same id and input returns the stored result */
  readonly key?: string | undefined
  /** the caller expects that the key is unused: saves a lookup; if the key has been used, the unique constraint detects it */
  readonly isNew?: boolean
  /** the next commands need the records that this one creates */
  readonly remembersNew?: boolean
  readonly correlation?: string
  readonly causation?: string
}

type Could = <Input>(act: Command<Input>, input: Input, by: By) => Effect.Effect<string | undefined, DatabaseError>

export class Records extends Context.Service<
  Records,
  {
    /** Performs a command, once. Fails with the command's rejection; 409 if its streams keep being changed by others for several seconds. */
    readonly execute: <Input>(act: Command<Input>, input: Input, by: Acting, options?: ExecuteOptions) => Effect.Effect<Executed, Rejection | DatabaseError>
    /**
     * Whether the person could perform a command now, decided on the current rows, without writing anything or drawing ids and numbers. Undefined if
     * so, otherwise the reason.
     */
    readonly could: Could
    /**
     * Makes a {@link could} for the decisions of one answer. It reads each row once, and not at all if this process has it: of the records in the answer
     * in the version that is `shown`, of others as last read or changed, until this process learns that another one has changed them.
     */
    readonly couldOnce: (shown: ReadonlyMap<string, number>) => Could
    /** Performs many commands in one commit, each decided separately: all or none. They must not touch the same streams. */
    readonly executeAll: <Input>(
      act: Command<Input>,
      inputs: ReadonlyArray<{ readonly input: Input; readonly by: Acting; readonly key?: string }>,
    ) => Effect.Effect<number, Rejection | DatabaseError>
    /**
     * Performs many commands in sequence: those that the effect performs through its `Records` are decided on rows in memory and written in large
     * batches, and queries to its `Database` first wait for the pending writes. Positions are not known (0). If it fails, the batches written before
     * remain.
     */
    readonly inBulk: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Rejection | DatabaseError, Exclude<R, Records | Database>>
    /** What a command would change if it were performed now. Nothing is written and no number is drawn; new records get made-up ids. */
    readonly rehearse: <Input>(act: Command<Input>, input: Input, by: By) => Effect.Effect<Decision, Rejection | DatabaseError>
    /** Draws ids for records to be created. */
    readonly ids: (kind: string, many: number) => Effect.Effect<ReadonlyArray<number>, DatabaseError>
    /** Evicts the rows of these streams from this process's cache. */
    readonly forget: (streams: Iterable<string>) => void
    /** The same for rows that other processes have changed since: the next command that needs one reads it, instead of failing at its commit. */
    readonly forgetOlder: (events: Iterable<Pick<StoredEvent, "stream" | "version">>) => void
  }
>()("@ops/platform/records/Records") {}

/** Performs a command, once, by the `Records` of the running effect. */
export const execute = <Input>(act: Command<Input>, input: Input, by: Acting, options?: ExecuteOptions) =>
  Effect.flatMap(Records, (records) => records.execute(act, input, by, options))

const hasMoved = conflict("Someone else is changing this at the same moment. Try again.")
const tries = 8
/** How long a command is retried while other processes write the streams it depends on, in ms. */
const patience = 10_000
/** How long a command whose answer was lost is looked up and retried under its command id, in ms. */
export const settling = 1_500
/** Whether Postgres aborted one of two conflicting transactions; a retry may succeed. */
const inEachOthersWay = (code: string) => code === "40P01" || code === "40001"
/** Maximum number of cached rows. */
const remembered = 10_000

/** In real time, because a database does not follow a test clock. */
const pause = (milliseconds: number) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, milliseconds)))

/** The hash of the last event of a row's stream: one index lookup per row, however large the log is. */
const headOf = (kind: string) => `(select e.hash from es.event e where e.stream = '${kind}/' || r.id and e.version = r.version) as head`

// max of an expression: for the bare position the planner would scan the log backwards from its end, which takes longer the older the command is
const byKey = lateralLookup(
  `select command_id as key, command, request_hash as "requestHash", result, (select max(e.position + 0) from es.event e where e.commit_id = c.id) as position
   from es.commit c where command_id = asked.key`,
  "c",
)
const doneSql = sql(
  { key: col.text, command: col.text, requestHash: col.text, result: col.json(Schema.Struct({ id: Schema.Int })), position: col.nullable(col.whole) },
  `select c.* from ${unnestParameter("$1::text[]")} as asked(key) ${byKey}`,
)
const emptySql = sql({ empty: col.flag }, "select not exists(select from es.commit) as empty")
/** Whether no command was ever recorded. */
export const isLogEmpty = Effect.flatMap(Database, ({ statement }) => Effect.map(statement(emptySql, []), ([log]) => log!.empty))
const titleSql = sqlOf({ title: col.nullable(col.text) })
const nextSql = sql({ value: col.whole }, "select es.next_value($1, $2) as value")

export const layer = Layer.effect(
  Records,
  Effect.gen(function* () {
    const database = yield* Database
    const { statement } = database
    const store = yield* EventStore
    const model = yield* Model
    const personal = yield* PersonalKeys
    const fold = fingerprint(model.streams, model.views)
    const consequences = new Map<string, ReadonlyArray<Consequence>>()
    for (const each of model.consequences) consequences.set(each.on, [...(consequences.get(each.on) ?? []), each])

    const held = (stream: AnyStream, { head, ...data }: RowMeta & { readonly head: string | null }): LoadedStream => {
      // a row without events can be read for a decision, but nothing can be committed to it
      return { stream, id: data.id, row: data, version: data.version, head: head ?? "" }
    }

    const heldSql = ({ record }: AnyStream) => sqlOf({ ...columnsOf(record as RecordKind), head: col.nullable(col.text) })
    const rowsOf = new Map<AnyStream, (id: number) => Effect.Effect<LoadedStream | undefined, DatabaseError>>(
      model.streams.map((stream) => {
        const { kind } = stream.record
        const rowsSql = heldSql(stream)
        const text = `select ${stream.record.state("r")}, ${headOf(kind)} from ${unnestParameter("$1::bigint[]")} as asked(id) ${lateralLookup(`select * from ${kind} where id = asked.id`, "r")}`
        return [
          stream as AnyStream,
          batched<number, LoadedStream, DatabaseError>(String, (ids) =>
            Effect.map(statement(rowsSql(text), [ids]), (rows) => new Map(rows.map((row) => [String(row.id), held(stream, row)]))),
          ),
        ]
      }),
    )

    type Finder = (values: ReadonlyArray<string | number>) => Effect.Effect<LoadedStream | undefined, DatabaseError>
    const finders = new Map<string, Finder>()
    /** Finds rows by these fields; `name:null` means that the field must be null. Concurrent lookups share one query. */
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
        `from rows from (${[unnestParameter("$1::bigint[]"), ...given.map(({ sql }, n) => unnestParameter(`$${n + 2}::${sql}[]`))].join(", ")}) ` +
        `as asked(${["nth", ...given.map((_, n) => `v${n}`)].join(", ")}) ${lateralLookup(`select * from ${kind} where ${tests.join(" and ")}`, "r")} order by asked.nth`
      const foundSql = sqlOf({ nth: col.whole, ...columnsOf(stream.record as RecordKind), head: col.nullable(col.text) })
      const load = batched<ReadonlyArray<string | number>, LoadedStream, DatabaseError>(JSON.stringify, (asked) =>
        Effect.map(statement(foundSql(text), [asked.map((_, n) => n), ...given.map((_, n) => asked.map((values) => values[n]))]), (rows) => {
          return new Map(rows.map(({ nth, ...row }) => [JSON.stringify(asked[nth]), held(stream, row)]))
        }),
      )
      finders.set(key, load)
      return load
    }

    const ids = (kind: string, many: number) => draw(`id_${kind}`, many)
    const draw = (sequence: string, many: number) => Effect.map(statement(nextSql, [sequence, many]), (rows) => rows.map(({ value }) => value))
    const declared = new Set(seriesOf(model.streams).map(({ code }) => code))
    /** A restore finds the numbers of a series through the field that declares it. */
    const sequenceOf = (series: string) => {
      const code = series.replace(/_\d{4}$/, "")
      if (!declared.has(code)) throw new Error(`No record of the model declares a field SeriesNumber("${code}")`)
      return `number_${series}`
    }
    const numberOf = (series: string) => Effect.suspend(() => valueOf(sequenceOf(series), 256)) // fewer ahead than ids: people notice gaps
    const sequences = new Map<string, () => Effect.Effect<number, DatabaseError>>()
    /** The next value of a sequence. */
    const valueOf = (sequence: string, most: number): Effect.Effect<number, DatabaseError> => {
      const next = sequences.get(sequence) ?? drawnAhead((many) => draw(sequence, many), most)
      sequences.set(sequence, next)
      return next()
    }

    /**
     * Cache of rows as last read or changed, including missing ones, for deciding without a query: the commit checks their versions, so a stale row
     * is detected there. Rejections and decisions without changes are decided again on freshly read rows.
     */
    const recent = new Map<string, LoadedStream>()
    const turns = makeTurns()
    /** The streams of cached rows by the values of their unique fields. */
    const byUnique = new Map<string, string>()
    const uniqueKey = ({ record }: AnyStream, fields: ReadonlyArray<string>, values: object) =>
      `${record.kind} ${JSON.stringify(fields.map((name) => [name, fieldValue(values, name)]))}`
    const uniqueKeys = ({ stream, row }: LoadedStream) =>
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
    const remember = (key: string, held: LoadedStream) => {
      if ((recent.get(key)?.version ?? 0) > held.version) return
      forget(key)
      recent.set(key, held)
      for (const unique of uniqueKeys(held)) byUnique.set(unique, key)
      if (recent.size > remembered) forget(recent.keys().next().value!)
    }
    /** A cached row, moved to the end of the eviction order. */
    const recalled = (key: string) => {
      const held = recent.get(key)
      if (!held) return undefined
      recent.delete(key)
      recent.set(key, held)
      return held
    }

    /** Answers the requests of one attempt. With `bypassCache`, every row is read from the database. */
    const sourceOf = (bypassCache: boolean) => {
      let remembers = false
      const assumed: Array<{ readonly stream: AnyStream; readonly where: Readonly<Record<string, unknown>> }> = []
      const source: Source<DatabaseError> = {
        row: (stream, id) => {
          const key = stream.key(id)
          const held = bypassCache ? undefined : recalled(key)
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
          const unique = bypassCache ? undefined : (stream.record as RecordKind).unique?.find(isUnique)
          if (unique) {
            // null values are not unique: two rows may both have null there
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
        number: numberOf,
      }
      /** Whether the decision adds every row that was assumed to be missing, so that a unique constraint fails if one exists. */
      const isTested = ({ touched }: Decision) =>
        assumed.every(({ stream, where }) =>
          [...touched.values()].some(
            ({ held, row }) =>
              held.stream === stream && held.version === 0 && Object.entries(where).every(([name, value]) => row?.[name as keyof RowMeta] === value),
          ),
        )
      return { source, remembers: () => remembers, isTested }
    }

    const noKeys: ReadonlyMap<string, StreamKey> = new Map()
    /** The keys for encrypting the personal data in the decision's events. */
    const keysFor = (decision: Decision, keysOf = personal.of) => {
      const streams = [...decision.touched].flatMap(([stream, { held, events }]) =>
        held.stream.personal.size > 0 && events.some(({ type }) => held.stream.personal.has(type)) ? [{ stream, isNew: held.version === 0 }] : [],
      )
      return streams.length > 0 ? keysOf(streams) : Effect.succeed(noKeys)
    }

    const toCommit = (
      name: string,
      requestHash: string,
      by: By,
      key: string,
      decision: Decision,
      keys: ReadonlyMap<string, StreamKey>,
      options: ExecuteOptions,
    ): Omit<Commit, "rows"> => {
      const made = [...keys].flatMap(([stream, { id, wrapped }]) =>
        wrapped === undefined ? [] : [{ id, stream, version: decision.touched.get(stream)!.held.version + 1, key: wrapped }],
      )
      const erased: Array<string> = []
      // keeps the request hash from being reversed by trying out a list of names
      const isPersonal = keys.size > 0 || (decision.changes.length === 0 && [...decision.touched.values()].some(({ held }) => held.stream.personal.size > 0))
      const commit = {
        commandId: key,
        command: name,
        requestHash: isPersonal ? personal.print(requestHash) : requestHash,
        actor: by.actor,
        onBehalfOf: by.onBehalfOf ?? null,
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
      for (const [name, { held, events: written }] of decision.touched) {
        if (written.length === 0) {
          read.push({ stream: name, expected: held.version })
          continue
        }
        let { head, version } = held
        const { stream } = held
        for (const { type, schemaVersion, data: said } of written) {
          version += 1
          const fields = stream.personal.get(type)?.personal
          const data = fields ? encrypted(keys.get(name)!, { stream: name, version, data: said as Readonly<Record<string, unknown>> }, fields) : said
          if (stream.erasing.has(type)) erased.push(name)
          const event = { stream: name, version, type, schemaVersion, occurredAt: by.at, data }
          head = eventHash(head, event, digest)
          events.push({ ...event, hash: head })
        }
        streams.push({ stream: name, expected: held.version })
      }
      return { commit, streams, read, events, fold, ...(made.length > 0 && { keys: made }), ...(erased.length > 0 && { erased }) }
    }

    const rowsAfter = ({ touched }: Decision): Commit["rows"] =>
      [...touched.values()].flatMap(({ held: { stream, version }, row, events }) =>
        events.length === 0 ? [] : [{ table: stream.record, isNew: version === 0, literal: stream.record.toLiteral(row!) }],
      )

    const done = batched(String, (keys: ReadonlyArray<string>) => Effect.map(statement(doneSql, [keys]), (rows) => new Map(rows.map((row) => [row.key, row]))))
    /** The stored result of a command that was already performed, provided it is the same command. */
    const repeated = (key: string, name: string, requestHash: string) =>
      Effect.flatMap(done(key), (stored): Effect.Effect<Executed | undefined, Rejection> => {
        if (!stored) return Effect.succeed(undefined)
        // what an earlier version has set up stands, also if this version sets up something else: people may have changed it since
        const isSetUp = key.startsWith("system:setup:")
        const isSame = isSetUp || stored.requestHash === requestHash || stored.requestHash === personal.print(requestHash)
        if (stored.command !== name || !isSame) {
          return Effect.fail(conflict("This Idempotency-Key was used for another request. Send a new key."))
        }
        return Effect.succeed({ id: stored.result.id, position: stored.position ?? 0, repeated: true })
      })
    /** The result for a repeated command, which wrote nothing now. */
    const asRepeated = (before: Executed): Executed => ({ ...before, position: 0 })

    /** The display name of the record that a decision returns: by its number, or else by its id. */
    const nameOf = ({ id, touched }: Decision): string => {
      const [main] = [...touched.values()].filter(({ held, events }) => held.id === id && events.length > 0)
      if (!main) return `number ${id}`
      const { label, fields } = main.held.stream.record as RecordKind
      const series = fields.find(({ series }) => series !== undefined)
      const number = series && (main.row as unknown as Record<string, unknown> | null)?.[series.name]
      return `${label} ${typeof number === "string" && number !== "" ? number : id}`
    }

    /** Turns a violated constraint of a row table into the message declared by its record. */
    const sentenceOf = (error: DatabaseError): Rejection | undefined => {
      const [, kind, what, n] = /^(.+)_(unique|check)_(\d+)$/.exec(error.constraint ?? "") ?? []
      const record = model.streams.find((stream) => stream.record.kind === kind)?.record as RecordKind | undefined
      if (!record) return undefined
      if (error.code === "23505" && what === "unique") return conflict(record.unique![Number(n)]!.sentence)
      if (error.code !== "23514" || what !== "check") return undefined
      const { name, fault = "is not valid" } = record.fields[Number(n)]!
      return invalid(`${labelOf(name)} ${fault}`)
    }

    const hashOf = <Input>(act: Command<Input>, input: Input) => sha256(canonical({ act: act.name, input }))
    // keys are separate per caller: no caller gets another's result
    const keyOf = ({ actor }: By, { key }: ExecuteOptions) => (key === undefined ? randomUUID() : `${actor}:${key}`)

    const execute = <Input>(act: Command<Input>, input: Input, given: Acting, options: ExecuteOptions = {}) => {
      const by = acting(given)
      const requestHash = hashOf(act, input)
      const key = keyOf(by, options)
      const stored = Effect.suspend(() => repeated(key, act.name, requestHash))
      const until = performance.now() + patience
      let seen = ""
      let isNewer = true
      const committed = (decision: Decision) =>
        Effect.gen(function* () {
          forgetChanged(decision)
          const keys = yield* keysFor(decision)
          const commit = toCommit(act.name, requestHash, by, key, decision, keys, options)
          const position = yield* store.append({ ...commit, rows: rowsAfter(decision) })
          for (const [key, { held, row, events }] of decision.touched) {
            // most new records are not needed again soon, and would evict those that are
            if (events.length === 0 || (held.version === 0 && !options.remembersNew)) continue
            const { version, hash: head } = commit.events.findLast(({ stream }) => stream === key)!
            remember(key, { ...held, row, version, head })
          }
          return { id: decision.id, position, repeated: false, name: nameOf(decision) }
        })
      /** Decides and commits while holding the turn at the streams `mine`; or returns the streams whose turn it must wait for first. */
      const decided = (left: number, mine: ReadonlyArray<string>): Effect.Effect<Executed | Waiting, Rejection | DatabaseError> => {
        const { source, remembers, isTested } = sourceOf(left < tries)
        const again = Effect.suspend(() => decided(left - 1, mine))
        return Effect.gen(function* () {
          const decision = yield* decide(act, input, by, consequences, source)
          if (remembers() && (decision.changes.length === 0 || !isTested(decision))) return yield* again
          if (decision.changes.length === 0 && options.key === undefined) {
            return { id: decision.id, position: 0, repeated: false }
          }
          const versions = [...decision.touched].map(([stream, { held }]) => `${stream} ${held.version}`).join()
          isNewer = versions !== seen
          seen = versions
          const written = [...decision.touched].flatMap(([stream, { held, events }]) => (held.version > 0 && events.length > 0 ? [stream] : []))
          if (written.every((stream) => mine.includes(stream))) return yield* committed(decision)
          // until this command has its turn, others change the rows it was decided on
          if (mine.length > 0 || !turns.areFree(written)) return { waitsFor: written }
          return yield* turns.inTurn(written, committed(decision))
        }).pipe(
          Effect.catch((error): Effect.Effect<Executed | Waiting, Rejection | DatabaseError> => {
            if (error._tag === "Rejection") return remembers() ? again : Effect.fail(error)
            if (error.code === "23505" && error.constraint === "commit_command_id") {
              return Effect.flatMap(stored, (before) => (before ? Effect.succeed(asRepeated(before)) : Effect.fail(error)))
            }
            const isCrossed = error.code === "OP409" || inEachOthersWay(error.code)
            if (left > 0 && (isCrossed || error.code === "23505")) return again
            if (!isCrossed) return Effect.fail(sentenceOf(error) ?? error)
            if (isNewer && performance.now() < until) return Effect.andThen(pause(Math.random() * 20), again)
            return Effect.fail(hasMoved)
          }),
        )
      }
      const attempt = (left: number, mine: ReadonlyArray<string> = []): Effect.Effect<Executed, Rejection | DatabaseError> =>
        Effect.flatMap(turns.inTurn(mine, decided(left, mine)), (done) => ("waitsFor" in done ? attempt(left, done.waitsFor) : Effect.succeed(done)))

      /**
       * Settles a command that may have been recorded: finds it in the log, or performs it again; the command id prevents it from happening twice.
       */
      const settled = (until: number): Effect.Effect<Executed, Rejection | DatabaseError> =>
        Effect.gen(function* () {
          const before = yield* stored
          if (before) return { ...before, repeated: false }
          return yield* Effect.catch(attempt(tries - 1), (error) =>
            // the command may have been recorded meanwhile, which may be the reason for the rejection
            error._tag === "Rejection"
              ? Effect.flatMap(stored, (twin) => (twin ? Effect.succeed({ ...twin, repeated: false }) : Effect.fail(error)))
              : Effect.fail(error),
          )
        }).pipe(
          Effect.catch((error): Effect.Effect<Executed, Rejection | DatabaseError> => {
            if (error._tag === "Rejection") return Effect.fail(error)
            if (lostConnection(error) && performance.now() < until) return Effect.andThen(pause(50), settled(until))
            const { code, message, cause } = error
            return Effect.fail(new DatabaseError({ code, message, cause, inDoubt: true }))
          }),
        )

      const once = Effect.catch(attempt(tries), (error) =>
        error._tag === "DatabaseError" && error.inDoubt ? Effect.suspend(() => settled(performance.now() + settling)) : Effect.fail(error),
      )
      const performed =
        options.key === undefined || options.isNew
          ? once
          : Effect.flatMap(stored, (before) =>
              before
                ? Effect.succeed(asRepeated(before))
                : // the same request may have been performed concurrently, which may be the reason for this rejection
                  Effect.catch(once, (error) =>
                    Effect.flatMap(
                      Effect.orElseSucceed(stored, () => undefined),
                      (twin) => (twin ? Effect.succeed(asRepeated(twin)) : Effect.fail(error)),
                    ),
                  ),
            )
      return noted(Effect.catch(performed, withTitles))
    }

    /** Replaces the record references in the message of a rejection with titles; a record without a title is named by its kind. */
    const withTitles = <E extends Rejection | DatabaseError>(error: E): Effect.Effect<never, E | Rejection | DatabaseError> => {
      const named = [...error.message.matchAll(titled)]
      if (error._tag !== "Rejection" || named.length === 0) return Effect.fail(error)
      const { status, message, code } = error
      return Effect.gen(function* () {
        const titles = new Map<string, string>()
        for (const [token, kind, id] of named) {
          const record = model.streams.find((stream) => stream.record.kind === kind)?.record
          const [row] = record ? yield* statement(titleSql(`select (${record.title})::text as title from ${kind} where id = $1`), [Number(id)]) : []
          titles.set(token, row?.title ?? `another ${(record?.label ?? kind!.replaceAll("_", " ")).toLowerCase()}`)
        }
        return yield* Effect.fail(
          new Rejection(
            status,
            message.replace(titled, (token) => titles.get(token)!),
            code,
          ),
        )
      })
    }

    /** Notes the result of a command for the answer of the current request. */
    const noted = <A, E extends Rejection | DatabaseError>(performed: Effect.Effect<A, E>) =>
      Effect.flatMap(Outcome, (outcome) => {
        if (!outcome) return performed
        return Effect.tapCause(
          Effect.tap(performed, (done) =>
            Effect.sync(() => {
              outcome.recorded = true
              const { id, name = `number ${id}` } = (typeof done === "object" ? done : {}) as Partial<Executed>
              if (id !== undefined) outcome.names.push(name)
            }),
          ),
          (cause) =>
            Effect.sync(() => {
              const error = Cause.squash(cause)
              if (error instanceof DatabaseError && error.inDoubt) outcome.unknown = true
              else outcome.failed = true
            }),
        )
      })

    const rehearsed = <Input>(act: Command<Input>, input: Input, by: By, source = sourceOf(true).source) => {
      // above every existing id and number, and small enough for every field that may hold one
      let drawn = Math.floor(mostWhole / 10)
      const invented = () => Effect.succeed(drawn++)
      return decide(act, input, by, consequences, { ...source, id: invented, number: invented })
    }
    const rehearse = <Input>(act: Command<Input>, input: Input, by: By) => Effect.suspend(() => Effect.catch(rehearsed(act, input, by), withTitles))
    const could = <Input>(act: Command<Input>, input: Input, by: By, source?: Source<DatabaseError>): Effect.Effect<string | undefined, DatabaseError> => {
      const { asked, isPossible } = untilPermitted(act)
      const verdict = (decision: Decision) => (isPossible(decision) ? undefined : alreadySo)
      const decided = rehearsed(asked, input, by, source)
      if (isKnown(decided)) return Effect.succeed(verdict(decided.value))
      const rejected = Exit.isExit(decided) && Exit.isFailure(decided) ? Cause.squash(decided.cause) : undefined
      if (rejected instanceof Rejection && !rejected.message.match(titled)) return Effect.succeed(rejected.message)
      return Effect.map(Effect.catch(decided, withTitles), verdict).pipe(
        Effect.catch((error) => (error._tag === "Rejection" ? Effect.succeed(error.message) : Effect.fail(error))),
      )
    }

    const couldOnce = (shown: ReadonlyMap<string, number>): Could => {
      const { source } = sourceOf(true)
      const read = new Map<string, LoadedStream>()
      const atHand = (stream: AnyStream, id: number) => {
        const key = stream.key(id)
        const before = read.get(key)
        if (before) return before
        const known = recalled(key)
        // a record that did not exist may do so now
        if (!known || known.version === 0 || known.version !== (shown.get(key) ?? known.version)) return undefined
        read.set(key, known)
        return known
      }
      const row: typeof source.row = (stream, id) => {
        const known = atHand(stream, id)
        if (known) return Effect.succeed(known)
        return Effect.tap(source.row(stream, id), (held = missing(stream, id)) => Effect.sync(() => read.set(stream.key(id), held)))
      }
      const once = { ...source, row }
      return (act, input, by) => {
        const known = verdictFromRows(act, input, by, atHand)
        return known && !known.why?.match(titled) ? Effect.succeed(known.why) : could(act, input, by, once)
      }
    }

    /** Writes all or none. If the answer is lost, the first of the commits tells which. */
    const allWritten = (commits: ReadonlyArray<Commit>) =>
      Effect.catch(store.appendAll(commits), (error) => {
        const first = commits[0]?.commit
        if (!error.inDoubt || !first) return Effect.fail(error)
        const until = performance.now() + settling
        const lookUp: Effect.Effect<number, DatabaseError> = Effect.matchEffect(done(first.commandId), {
          onSuccess: (stored) => (stored ? Effect.succeed(stored.position ?? 0) : Effect.fail(error)),
          onFailure: () => (performance.now() > until ? Effect.fail(error) : Effect.andThen(pause(50), lookUp)),
        })
        return lookUp
      })

    const inBulk = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.scopedWith((scope) =>
        Effect.gen(function* () {
          const { source, flush, relieve, valueOf, keysOf, add } = bulk(
            {
              rowsOf: (stream) =>
                Effect.map(
                  statement(heldSql(stream)(`select ${stream.record.state("r")}, ${headOf(stream.record.kind)} from ${stream.record.kind} r`), []),
                  (rows) => rows.map((row) => held(stream, row)),
                ),
              draw,
              sequenceOf,
              keysOf: personal.of,
              write: (commits) => noted(allWritten(commits)),
            },
            scope,
          )
          const log = yield* statement(emptySql, [])
          /** The ids of commands performed in this run, which may not be in the log yet. */
          const ids = new Set<string>()
          const doneBefore = (key: string, { key: given, isNew = log[0]!.empty }: ExecuteOptions, name: string, requestHash: string) => {
            if (ids.has(key)) return Effect.andThen(flush, repeated(key, name, requestHash))
            return given === undefined || isNew ? Effect.succeed(undefined) : repeated(key, name, requestHash)
          }
          const oneAtATime = Semaphore.makeUnsafe(1).withPermits(1)
          const told = <Input>(act: Command<Input>, input: Input, by: By, key: string, options: ExecuteOptions) =>
            Effect.gen(function* () {
              const decision = yield* decide(act, input, by, consequences, source)
              if (decision.changes.length > 0 || options.key !== undefined) {
                forgetChanged(decision)
                ids.add(key)
                add(decision, toCommit(act.name, hashOf(act, input), by, key, decision, yield* keysFor(decision, keysOf), options))
              }
              return { id: decision.id, position: 0, repeated: false }
            })
          const written = Database.of({
            ...database,
            statement: (asked, parameters) => Effect.andThen(flush, statement(asked, parameters)),
            query: (f) => Effect.andThen(flush, database.query(f)),
            transaction: (effect) => Effect.andThen(flush, database.transaction(effect)),
          })
          const records: Records["Service"] = Records.of({
            ...self,
            execute: (act, input, given, options = {}) =>
              Effect.gen(function* () {
                const by = acting(given)
                const key = keyOf(by, options)
                const before = yield* doneBefore(key, options, act.name, hashOf(act, input))
                if (before) return asRepeated(before)
                const executed = yield* told(act, input, by, key, options)
                yield* relieve
                return executed
              }).pipe(
                Effect.catch((error) => (error._tag === "Rejection" ? Effect.andThen(flush, withTitles(error)) : Effect.fail(error))),
                oneAtATime,
              ),
            executeAll: (act, inputs) =>
              oneAtATime(
                Effect.as(
                  Effect.andThen(
                    Effect.forEach(inputs, ({ input, by, key = randomUUID() }) => told(act, input, acting(by), key, { key }), { discard: true }),
                    relieve,
                  ),
                  0,
                ),
              ),
            could: (act, input, by) => Effect.flatMap(flush, () => could(act, input, by)),
            couldOnce: () => records.could,
            rehearse: (...asked) => Effect.andThen(flush, rehearse(...asked)),
            ids: (kind, many) => Effect.forEach(Array.from({ length: many }), () => valueOf(`id_${kind}`)),
          })
          const result = yield* Effect.provide(effect, Context.add(Context.make(Records, records), Database, written))
          yield* flush
          return result
        }),
      ).pipe(Effect.mapError((error) => (error instanceof DatabaseError ? (sentenceOf(error) ?? (error.code === "OP409" ? hasMoved : error)) : error)))

    const self: Records["Service"] = {
      execute,
      could: (act, input, by) => Effect.suspend(() => could(act, input, by)),
      couldOnce,
      rehearse,
      inBulk,
      executeAll: (act, inputs) => {
        const all = Effect.gen(function* () {
          const commits = yield* Effect.forEach(
            inputs,
            ({ input, by: given, key = randomUUID() }) =>
              Effect.gen(function* () {
                const by = acting(given)
                const decision = yield* decide(act, input, by, consequences, sourceOf(true).source)
                forgetChanged(decision)
                const commit = toCommit(act.name, hashOf(act, input), by, key, decision, yield* keysFor(decision), {})
                return { ...commit, rows: rowsAfter(decision) }
              }),
            { concurrency: 64 },
          )
          return yield* allWritten(commits)
        })
        const again = (left: number): typeof all =>
          Effect.catch(all, (error) => (left > 0 && error._tag === "DatabaseError" && inEachOthersWay(error.code) ? again(left - 1) : Effect.fail(error)))
        return noted(Effect.mapError(again(tries), (error) => (error._tag === "DatabaseError" ? (sentenceOf(error) ?? error) : error)))
      },
      ids,
      forget: (streams) => {
        for (const stream of streams) forget(stream)
      },
      forgetOlder: (events) => {
        for (const { stream, version } of events) if ((recent.get(stream)?.version ?? version) < version) forget(stream)
      },
    }
    return self
  }),
)
