/**
 * Backup and restore of everything that cannot be recreated: the log with its seals and reads, the documents, and pending reactor effects. Rows are
 * left out because they are derived from the log; so are sessions, tokens and other short-lived data.
 */
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { Readable, type Writable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { StringDecoder } from "node:string_decoder"
import { Effect } from "effect"
import { Database, type DatabaseError, type Sql } from "../database/database.ts"
import { col, sql, sqlOf } from "../database/statement.ts"
import { type BackupEnd, type BackupHeader, type BackupPart, backupText, type CheckedBackup, compressed, readBackup } from "./backup-file.ts"

/** Rebuilt from the log at startup, or of no use later. */
const leftOut = ["es.projection", "es.instant", "es.write_check", "app.session", "app.token", "app.challenge", "app.sign_in_try", "app.call_count", "app.clock"]
/**
 * The keys to the personal data in the log, which is unreadable without them. They can be kept in a separate file with a shorter retention period, so
 * that erased people stay erased.
 */
export const keyTable = "es.personal_key"
/** Tables without which a backup is invalid. */
const essential = ["es.commit", "es.event"]

/** The role with which a table is accessed: tables in schema `app` belong to the application's role. */
const roleOf = (table: string) => (table.startsWith("app.") ? "ops" : "none")
const quoted = (columns: ReadonlyArray<string>) => columns.map((column) => `"${column}"`).join(", ")
const unlimited = "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'"

interface Table {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** The tables to keep: all except those explicitly left out, so that a new table is never forgotten. */
const tablesToKeep = Effect.flatMap(Database, ({ statement }) =>
  Effect.map(statement(tablesSql, []), (found) => found.filter(({ table }) => !leftOut.includes(table))),
)
const tablesSql = sql(
  { table: col.text, columns: col.list(col.text) },
  `select n.nspname || '.' || c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
   from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where n.nspname in ('es', 'app') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   group by 1 order by 1`,
)
const sumSql = sqlOf({ rows: col.whole, sum: col.text })
const freeSql = sql({ free: col.flag }, "select pg_try_advisory_lock_shared(hashtext('field office: rebuild')) as free")
const unlock = sql({ pg_advisory_unlock_shared: col.flag }, "select pg_advisory_unlock_shared(hashtext('field office: rebuild'))")
const activeSql = sql({ fingerprint: col.text }, "select fingerprint from es.projection where name = 'rows' and state = 'active'")
const liveTablesSql = sql({ name: col.text }, "select tablename as name from pg_tables where schemaname = 'live' order by 1")
const countSql = sqlOf({ rows: col.whole })
const endSql = sql({ position: col.whole }, "select coalesce(max(position), 0) as position from es.event")
const sequencesSql = sql(
  { name: col.text, value: col.whole },
  `select schemaname || '.' || sequencename as name, last_value as value from pg_sequences
   where schemaname in ('es', 'app') and last_value is not null order by 1`,
)
const foundSql = sqlOf({ found: col.whole })
const numbers = { name: col.text, value: col.nullable(col.whole) }
const byNumberSql = sql(
  numbers,
  `select 'es.number_' || s.code || coalesce('_' || m[1], '') as name, max(m[2]::bigint) as value
   from unnest($1::text[], $2::text[], $3::text[]) as s(kind, field, code) join es.event e on split_part(e.stream, '/', 1) = s.kind
   cross join lateral regexp_match(e.data ->> s.field, '^' || s.code || '-(?:(\\d{4})-)?(\\d{1,9})$') as m where m is not null group by 1`,
)
const byLogSql = sql(
  numbers,
  `select 'es.event_position' as name, max(position) as value from es.event union all select 'es.commit_id_seq', max(id) from es.commit
   union all select 'es.id_' || split_part(stream, '/', 1), max(split_part(stream, '/', 2)::bigint) from es.event where version = 1 group by 1`,
)
const setSql = sql({ setval: col.whole }, "select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null")
const lastValueSql = sql({ value: col.nullable(col.whole) }, "select last_value as value from pg_sequences where schemaname = $1 and sequencename = $2")

/** The row count of each row table, and a checksum of its rows that does not depend on their order. */
export const sumsOfRows = (kinds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const tables: Record<string, { rows: number; sum: string }> = {}
    for (const kind of kinds) {
      const [found] = yield* statement(
        sumSql(`select count(*) as rows, coalesce(sum(('x' || left(md5(row(r.*)::text), 15))::bit(60)::bigint::numeric), 0)::text as sum from live.${kind} r`),
        [],
      )
      tables[kind] = found!
    }
    return tables
  })

/** Row counts and checksums in this snapshot; null while another process rebuilds the rows. */
const rowsNow: Effect.Effect<BackupEnd["rows"], DatabaseError, Database> = Effect.gen(function* () {
  const { statement } = yield* Database
  const [lock] = yield* statement(freeSql, [])
  if (!lock!.free) return null
  return yield* Effect.gen(function* () {
    const [active] = yield* statement(activeSql, [])
    if (!active) return null
    const tables = yield* statement(liveTablesSql, [])
    return { fingerprint: active.fingerprint, tables: yield* sumsOfRows(tables.map(({ name }) => name)) }
  }).pipe(Effect.ensuring(Effect.ignore(statement(unlock, []))))
})

/** The rows of a table in COPY text format, in batches. */
async function* copied(sql: Sql, { table, columns }: Table): AsyncGenerator<ReadonlyArray<string>> {
  await sql.unsafe(`set local role ${roleOf(table)}`).simple()
  const stream = await sql.unsafe(`copy ${table} (${quoted(columns)}) to stdout`).readable()
  try {
    const decoder = new StringDecoder("utf8")
    let rest = ""
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const lines = (rest + decoder.write(chunk as Buffer)).split("\n")
      rest = lines.pop()!
      if (lines.length > 0) yield lines
    }
  } finally {
    // a reader that stops early leaves a connection that is still sending
    if (!stream.readableEnded && !stream.destroyed) await finished(stream.resume()).catch(() => {})
  }
}

export interface BackupOptions {
  /** opens the destination of the backup; it is ended, unless it is standard output */
  readonly to: () => Writable
  /** opens the destination of the personal keys, as a separate file; "nowhere" leaves them out */
  readonly keysTo?: (() => Writable) | "nowhere" | undefined
  /** PEM */
  readonly publicKeys: string
  readonly madeBy: string
  /** rows written so far, and the total */
  readonly progress?: (at: { readonly rows: number; readonly total: number }) => void
}

/**
 * Writes a backup of one database snapshot while the system stays in use: it contains exactly what was committed when it began. Must run as the owner
 * of the tables. Returns the header and the summary of the file.
 */
export const writeBackup = ({ to, keysTo, publicKeys, madeBy, progress = () => {} }: BackupOptions) =>
  Effect.gen(function* () {
    const { query, statement, transaction } = yield* Database
    return yield* transaction(
      Effect.gen(function* () {
        yield* query((sql) => sql.unsafe(`set transaction isolation level repeatable read, read only; ${unlimited}`).simple())
        const rows = yield* rowsNow
        const tables = yield* tablesToKeep
        const counts = new Map<string, number>()
        for (const { table } of tables) {
          yield* query((sql) => sql.unsafe(`set local role ${roleOf(table)}`).simple())
          counts.set(table, (yield* statement(countSql(`select count(*) as rows from ${table}`), []))[0]!.rows)
        }
        yield* query((sql) => sql.unsafe("set local role none").simple())
        const { position } = (yield* statement(endSql, []))[0]!
        // sequence values are drawn before the rows they number are committed, so the snapshot never holds a number beyond them
        const sequences = yield* statement(sequencesSql, [])
        const total = [...counts.values()].reduce((sum, rows) => sum + rows, 0)
        const hasKeys = (counts.get(keyTable) ?? 0) > 0
        const header = {
          format: "field-office-backup",
          version: 1,
          id: randomUUID(),
          part: "database",
          madeAt: new Date().toISOString(),
          madeBy,
          publicKeys,
        } satisfies BackupHeader
        const end: BackupEnd = {
          position,
          sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
          rows,
          personalKeys: !hasKeys ? "none" : keysTo === undefined ? "within" : keysTo === "nowhere" ? "left out" : "apart",
        }

        let written = 0
        async function* parts(sql: Sql, header: BackupHeader, some: ReadonlyArray<Table>, end: BackupEnd): AsyncGenerator<BackupPart> {
          yield { header }
          for (const table of some) {
            yield { table }
            for await (const rows of copied(sql, table)) {
              written += rows.length
              progress({ rows: written, total: Math.max(total, written) })
              yield { rows }
            }
          }
          yield { end }
        }
        const into = (open: () => Writable, ...what: readonly [BackupHeader, ReadonlyArray<Table>, BackupEnd]) =>
          query((sql) => {
            const to = open()
            return pipeline(Readable.from(backupText(parts(sql, ...what))), compressed(), to, { end: to !== process.stdout })
          })
        const isKey = ({ table }: Table) => table === keyTable
        yield* into(to, header, keysTo === undefined ? tables : tables.filter((table) => !isKey(table)), end)
        if (keysTo !== undefined && keysTo !== "nowhere") {
          yield* into(keysTo, { ...header, part: "personal keys" }, tables.filter(isKey), { ...end, sequences: {}, rows: null })
        }
        return { header, end, tables: counts }
      }),
    )
  })

/** The database cannot be restored into: it is not empty, or belongs to another version. The message says what to do. */
export class NotRestored extends Error {
  readonly _tag = "NotRestored"
}

/** Writes the tables of a backup file, within the current transaction. */
const load = (file: string, tables: ReadonlySet<string>, progress: (rows: number) => void) =>
  Effect.flatMap(Database, ({ query }) =>
    query(async (sql) => {
      let open: { readonly to: Writable; readonly ended: Promise<unknown> } | undefined
      const close = async () => {
        open?.to.end()
        await open?.ended
        open = undefined
      }
      for await (const part of readBackup(file)) {
        if ("rows" in part) {
          if (!open) continue
          if (!open.to.write(`${part.rows.join("\n")}\n`)) await Promise.race([once(open.to, "drain"), open.ended])
          progress(part.rows.length)
          continue
        }
        await close()
        if (!("table" in part) || !tables.has(part.table.table)) continue
        const { table, columns } = part.table
        await sql.unsafe(`set local role ${roleOf(table)}`).simple()
        const to = await sql.unsafe(`copy ${table} (${quoted(columns)}) from stdin`).writable()
        const ended = new Promise((resolve, reject) => to.on("finish", resolve).on("error", reject))
        ended.catch(() => {}) // handles the rejection early; it is reported where the promise is awaited
        open = { to, ended }
      }
      await sql.unsafe("set local role none").simple()
    }),
  )

export interface RestoreOptions<E, R> {
  readonly file: string
  /** the backup as it was just checked */
  readonly checked: CheckedBackup
  /** the file with the personal keys, if they are kept separately */
  readonly keysFile?: string | undefined
  /** the application's own tables, as `create table if not exists` */
  readonly tables: ReadonlyArray<string>
  /** the document number series: each continues above the highest number in the log */
  readonly series: ReadonlyArray<{ readonly kind: string; readonly field: string; readonly code: string }>
  /** checks the log before anything is committed; if it fails, the database is left unchanged */
  readonly verify: (position: number) => Effect.Effect<void, E, R>
  readonly progress?: (rows: number) => void
}

/**
 * Restores a backup into an empty database that already has the tables of the log, all or nothing. Must run as their owner. Fails with NotRestored if
 * the database is not empty. The rows still have to be rebuilt afterwards.
 */
export const restoreBackup = <E, R>({ file, checked, keysFile, tables: ddl, series, verify, progress = () => {} }: RestoreOptions<E, R>) =>
  Effect.gen(function* () {
    const { query, statement, transaction } = yield* Database
    const { end, columns } = checked
    yield* transaction(
      Effect.gen(function* () {
        // keeps servers from starting in the meantime
        yield* query((sql) => sql.unsafe(`${unlimited}; select pg_advisory_xact_lock(hashtext('field office: migrate'))`).simple())
        yield* query((sql) => sql.unsafe(["set local role ops", ...ddl, "set local role none"].join(";\n")).simple())
        const there = new Map((yield* tablesToKeep).map(({ table, columns }) => [table, columns]))
        for (const [table, names] of there) {
          yield* query((sql) => sql.unsafe(`set local role ${roleOf(table)}`).simple())
          const [found] = yield* statement(foundSql(`select 1 as found from ${table} limit 1`), [])
          if (found) return yield* Effect.fail(new NotRestored(`The database is not empty: ${table} has rows`))
          const strange = (columns.get(table) ?? []).filter((name) => !names.includes(name))
          if (strange.length > 0) {
            return yield* Effect.fail(
              new NotRestored(`This version of the program does not know ${table}.${strange[0]}: version ${checked.header.madeBy} made the backup`),
            )
          }
        }
        yield* query((sql) => sql.unsafe("set local role none").simple())
        const unknown = [...columns.keys()].filter((table) => !there.has(table))
        if (unknown.length > 0) {
          return yield* Effect.fail(
            new NotRestored(`This version of the program does not know ${unknown[0]}: version ${checked.header.madeBy} made the backup`),
          )
        }
        const missing = essential.filter((table) => !columns.has(table))
        if (missing.length > 0) return yield* Effect.fail(new NotRestored(`${missing.join(" and ")} are not in ${file}: it is not the backup of a database`))

        yield* load(file, new Set(columns.keys()), progress)
        if (keysFile !== undefined) yield* load(keysFile, new Set([keyTable]), progress)
        yield* query((sql) => sql.unsafe("update es.effect set leased_until = null; analyze es.event; analyze es.commit").simple())
        yield* verify(end.position)

        // at the very end, because sequence values are not rolled back with the transaction
        const byNumber = yield* statement(byNumberSql, [series.map(({ kind }) => kind), series.map(({ field }) => field), series.map(({ code }) => code)])
        const byLog = yield* statement(byLogSql, [])
        const values = new Map(Object.entries(end.sequences))
        for (const { name, value } of [...byLog, ...byNumber]) if (value !== null) values.set(name, Math.max(value, values.get(name) ?? 0))
        const found = new Map<string, number>()
        for (const [name, value] of values) {
          const [, schema, sequence] = /^(es|app)\.(.+)$/s.exec(name) ?? []
          if (schema === undefined) return yield* Effect.fail(new NotRestored(`${file} names a sequence that cannot be restored: ${name}`))
          const identifier = `${schema}."${sequence!.replaceAll('"', '""')}"`
          yield* query((sql) => sql.unsafe(`set local role ${roleOf(name)}`).simple())
          if (schema === "es") yield* query((sql) => sql.unsafe(`create sequence if not exists ${identifier}`).simple())
          yield* statement(setSql, [identifier, value])
          const [now] = yield* statement(lastValueSql, [schema, sequence])
          found.set(name, now?.value ?? 0)
        }
        // a duplicate number would only surface when the number is used
        const behind = Object.entries(end.sequences).filter(([name, value]) => (found.get(name) ?? 0) < value)
        if (behind.length > 0) {
          return yield* Effect.fail(new NotRestored(`These sequences of ${file} could not be restored: ${behind.map(([name]) => name).join(", ")}`))
        }
        yield* query((sql) => sql.unsafe("set local role none").simple())
      }),
    )
  })
