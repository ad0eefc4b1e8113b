/**
 * `node tools/keep-log.ts DATA NAME`: saves the log of a stopped server as a fixture for `apps/server/starts/old-logs.test.ts`, so that every later
 * version must be able to open it. Run it on the demo data of a released version; NAME is its commit. It writes NAME.backup, a backup of the log and
 * the keys of its personal data, and NAME.json with checksums of its rows and the master key.
 */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createZstdCompress, constants } from "node:zlib"
import { Effect } from "effect"
import * as Database from "../platform/database/database.ts"
import { make } from "../platform/database/embedded.ts"
import { col, sql } from "../platform/database/statement.ts"
import { type BackupPart, backupText } from "../platform/event-store/backup-file.ts"
import { sumsOfColumns } from "../platform/testing/row-sums.ts"

/** The tables of a log. */
const kept = ["es.commit", "es.event", "es.personal_key"]
const tableColumnsSql = sql(
  { name: col.text },
  `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
)
const endSql = sql({ position: col.whole }, "select max(position) as position from es.event")

async function* partsOf(sql: Database.Sql, madeBy: string, tables: ReadonlyMap<string, ReadonlyArray<string>>, position: number): AsyncGenerator<BackupPart> {
  const id = createHash("sha256").update(madeBy).digest("hex").slice(0, 32)
  yield { header: { format: "field-office-backup", version: 1, id, part: "database", madeAt: new Date().toISOString(), madeBy, publicKeys: "" } }
  for (const [table, columns] of tables) {
    yield { table: { table, columns } }
    const names = columns.map((name) => `"${name}"`).join(", ")
    let rest = ""
    for await (const chunk of await sql.unsafe(`copy (select ${names} from ${table} order by 1) to stdout`).readable()) {
      const lines = (rest + String(chunk)).split("\n")
      rest = lines.pop()!
      if (lines.length > 0) yield { rows: lines }
    }
  }
  yield { end: { position, sequences: {}, rows: null, personalKeys: "within" } }
}

const keep = (data: string, name: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* make(path.join(data, "postgres"))
      const database = yield* Database.make({ ...server, database: "ops", max: 2, timeouts: false })
      const { statement, query } = database
      const tables = new Map<string, ReadonlyArray<string>>()
      for (const table of kept)
        tables.set(
          table,
          (yield* statement(tableColumnsSql, [table])).map(({ name }) => name),
        )
      const { position } = (yield* statement(endSql, []))[0]!
      const file = path.join(import.meta.dirname, "../apps/server/starts/old-logs", name)
      yield* query((sql) => {
        const smallest = createZstdCompress({
          params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_checksumFlag]: 1 },
        })
        return pipeline(Readable.from(backupText(partsOf(sql, name, tables, position))), smallest, fs.createWriteStream(`${file}.backup`))
      })
      const rows = yield* Effect.provideService(sumsOfColumns("live"), Database.Database, database)
      const personalKey = fs.readFileSync(path.join(data, "keys/personal.key"), "utf8").trim()
      const lines = Object.entries(rows).map(([table, sums]) => `${JSON.stringify(table)}: ${JSON.stringify(sums)}`)
      fs.writeFileSync(`${file}.json`, `{ "personalKey": ${JSON.stringify(personalKey)}, "position": ${position}, "rows": {\n${lines.join(",\n")}\n} }\n`)
    }),
  )

if (import.meta.main) {
  const [data, name] = process.argv.slice(2)
  if (data === undefined || name === undefined) throw new Error("node tools/keep-log.ts DATA NAME")
  await Effect.runPromise(keep(data, name))
}
