/** After a restore, every series of document numbers continues: one document of each is created, and none is rejected. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, expect, it } from "vitest"
import * as Database from "@ops/platform/database/database.ts"
import { make } from "@ops/platform/database/embedded.ts"
import * as EventStore from "@ops/platform/event-store/event-store.ts"
import { command, newId, nextNumber, system } from "@ops/platform/records/command.ts"
import { PersonalKeys } from "@ops/platform/records/personal-data/personal.ts"
import * as Records from "@ops/platform/records/records.ts"
import { documentSeries, seriesOf, takeNumber } from "@ops/platform/records/series.ts"
import type { AnyStream, Event } from "@ops/platform/records/stream.ts"
import { copyDemo, newFolder } from "@ops/platform/testing/data-folder.ts"
import { startServer } from "@ops/platform/testing/server.ts"
import { model } from "../../server/modules.ts"
import { runIn } from "../in-process.ts"

const folder = newFolder("series")
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const [source, restored] = [path.join(folder, "source"), path.join(folder, "restored")]

const ops = (data: string, ...words: ReadonlyArray<string>) => runIn({ OPS_DATA: data, OPS_CONFIG_DIR: path.join(folder, "config") }, words)

const series = seriesOf(model.streams)
const streamOf = (kind: string) => model.streams.find(({ record }) => record.kind === kind) as AnyStream

/** The rows and commands of a stopped installation. Consequences are left out: their postings and mails do not matter here. */
const on = <A, E>(data: string, work: Effect.Effect<A, E, Database.Database | EventStore.EventStore | Records.Records | PersonalKeys>) => {
  const database = Layer.effect(
    Database.Database,
    Effect.gen(function* () {
      const server = yield* make(path.join(data, "postgres"))
      return yield* Database.make({ ...server, database: "ops", role: "ops" })
    }),
  )
  const key = Redacted.make(fs.readFileSync(path.join(data, "keys", "personal.key"), "utf8").trim())
  const layer = Records.layer.pipe(
    Layer.provideMerge(EventStore.layer),
    Layer.provideMerge(PersonalKeys.under(key)),
    Layer.provideMerge(database),
    Layer.provide(Layer.succeed(Records.Model, { ...model, consequences: [] })),
  )
  return Effect.runPromise(Effect.provide(work, layer))
}

/** Every sequence that was used, as seen by the owner of the database. */
const sequencesOf = (data: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* make(path.join(data, "postgres"))
        const { statement } = yield* Database.make({ ...server, database: "ops", max: 1 })
        return yield* statement(
          `select schemaname || '.' || sequencename as name, last_value as value from pg_sequences
           where schemaname in ('es', 'app') and last_value is not null order by 1`,
          [],
        )
      }),
    ),
  )

/** All numbers assigned in a series and year, and the first event of its last document. */
const documents = ({ code, kind, field }: (typeof series)[number]) =>
  Effect.gen(function* () {
    const { statement } = yield* Database.Database
    const { column } = streamOf(kind).record.fields.find(({ name }) => name === field)!
    const rows = yield* statement(
      `select id, "${column}" as number, substring("${column}" from '^[A-Z]+-(\\d{4})-\\d+$') as year from ${kind} where "${column}" ~ $1 order by id desc`,
      [`^${code}-(\\d{4}-)?\\d+$`],
    )
    // a series without numbers in the demo data starts with a record that has its own number
    const [any] = rows.length > 0 ? rows : yield* statement(`select id, null as year from ${kind} order by id desc limit 1`, [])
    const { year = null, id } = any ?? {}
    const numbers = rows.filter((row) => row.year === year).map(({ number }) => number as string)
    const events = yield* statement("select stream, version, type, schema_version, data from es.event where stream = $1 and version = 1", [`${kind}/${id}`])
    const [first] = yield* (yield* PersonalKeys).read(events.map(({ schema_version, ...event }) => ({ ...event, schemaVersion: schema_version })))
    return { year: year as string | null, numbers, first: first as unknown as Event }
  })

/** Fields besides the number that must be unique. */
const elsewhere: Readonly<Record<string, object>> = {
  payable: { invoiceNumber: "Of the drill" },
  payment: { reference: "Of the drill" },
  tax_report: { taxPeriod: "2035-01" },
  client: { companyName: "Client of the drill" },
  asset: { serialNumber: null },
  contractor: { nationalId: "OF-THE-DRILL" },
  company_staff: { email: null, nationalId: null, personId: null },
}
/** Creates another document like an existing one. */
const raise = command("drill.raise", function* ({ code, kind, field, year, first }: (typeof series)[number] & { year: string | null; first: Event }) {
  const stream = streamOf(kind)
  const id = yield* newId(stream)
  const number = year === null ? `${code}-${String(yield { ask: "number", series: code }).padStart(4, "0")}` : yield* nextNumber(code, year, 5)
  return [stream.at(id, { ...first, data: { ...(first.data as object), ...elsewhere[kind], [field]: number } })]
})

it("after a restore, a document of every series is created, none refused and none under a used number", { timeout: 300_000 }, async () => {
  copyDemo(source)
  if (!fs.existsSync(source)) await (await startServer([path.join(import.meta.dirname, "../../server/main.ts")], { OPS_DATA: source })).stop()
  const file = path.join(folder, "drill.backup")
  const made = await ops(source, "backup", file)
  expect(made.code, made.err).toBe(0)
  fs.mkdirSync(restored, { mode: 0o711 })
  for (const name of ["keys", "pepper"]) fs.cpSync(path.join(source, name), path.join(restored, name), { recursive: true })
  const done = await ops(restored, "restore", file)
  expect(done.code, done.err).toBe(0)

  const [before, restoredTo] = [await sequencesOf(source), await sequencesOf(restored)]
  expect(before.filter(({ name }) => /^es\.number_PR_\d{4}$/.test(name))).not.toEqual([])

  const after = new Map(restoredTo.map(({ name, value }) => [name, value]))
  expect(
    before.filter(({ name, value }) => (after.get(name) ?? 0) < value),
    "sequences that are missing or go back",
  ).toEqual([])

  const raised = await on(
    restored,
    Effect.gen(function* () {
      const { execute } = yield* Records.Records
      const { statement } = yield* Database.Database
      const results: Array<{ code: string; number: string; given: boolean }> = []
      for (const each of series) {
        const { numbers, year, first } = yield* documents(each)
        if (!first) continue
        const { id } = yield* execute(raise, { ...each, year, first }, { ...system("drill"), level: 10 })
        const { column } = streamOf(each.kind).record.fields.find(({ name }) => name === each.field)!
        const [row] = yield* statement(`select "${column}" as number from ${each.kind} where id = $1`, [id])
        const value = (number: string) => Number(/\d+$/.exec(number)![0])
        results.push({ code: each.code, number: row.number, given: numbers.some((known) => value(known) >= value(row.number)) })
      }
      for (const { code: of, last } of yield* statement("select code, last from document_series", [])) {
        const [code = "", year = ""] = (of as string).split("-")
        const take = command("drill.take", function* () {
          return [(yield* takeNumber(code, year)).change]
        })
        yield* execute(take, {}, system("drill"))
        const [row] = yield* statement("select last from document_series where code = $1", [of])
        results.push({ code, number: `${of}-${row.last}`, given: row.last !== last + 1 })
      }
      return results
    }),
  )
  expect(raised.filter(({ given }) => given)).toEqual([])
  const codes = new Set(raised.map(({ code }) => code))
  expect(
    series.map(({ code }) => code).filter((code) => !codes.has(code)),
    "kinds of which the demonstration has no record",
  ).toEqual([])
})

it("the numbers of every series are found in the log under the name declared by the record", () => {
  for (const { kind, field } of series) {
    const named = streamOf(kind).events.some(({ schema }) => field in schema.fields)
    expect(named, `an event of ${kind} carries ${field}`).toBe(true)
  }
  expect(documentSeries.record.kind).toBe("document_series")
})
