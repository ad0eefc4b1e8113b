/**
 * What a log of years costs: the time of an append, of a look-up of a stream's head, of a proof and of a start, with many events, against the same with a million;
 * and commands a second, against the same with a hundred thousand.
 * `OPS_BENCH_EVENTS` sets how many; a million take about 700 MB of disk in the temporary folder.
 */
import * as path from "node:path"
import { Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { signingKeyFile } from "@ops/platform/event-store/note.ts"
import { prove } from "@ops/platform/event-store/prove.ts"
import { sealOnce } from "@ops/platform/event-store/seals.ts"
import { startServer } from "@ops/platform/testing/server.ts"
import { raising } from "../commands.ts"
import { type Company, type Server, withCompany, withServer } from "../company.ts"
import { atLeast, atMost, interleaved, type Suite } from "../row.ts"
import { eventsOfStream, laidStream } from "./copied-log.ts"
import { layLog } from "./lay-log.ts"

const small = 1_000_000
const large = Number(process.env["OPS_BENCH_EVENTS"] ?? 10_000_000)
const bound = 1.3
const rounds = 5
const program = path.join(import.meta.dirname, "../../../apps/server/main.ts")

const headSql = sql({ hash: col.text }, "select hash from es.event where stream = $1 order by version desc limit 1")

/** Milliseconds of a start, up to the address of the server. */
const starting = async ({ env }: Company) => {
  const begin = performance.now()
  const server = await startServer([program], env)
  const taken = performance.now() - begin
  await server.stop()
  return taken
}

/** The measurements with a log of this many events, each in milliseconds. */
const withLog = async (server: Server, name: string, company: Company, events: number, log: (text: string) => void) => {
  // the first start registers what reads the log in the background
  await starting(company)
  const key = signingKeyFile(path.join(company.env["OPS_DATA"]!, "keys/seal.pem"))
  while ((await company.run(sealOnce(key, 0)))?.goesOn) continue
  const begin = performance.now()
  await layLog(server.url(name), events, key, log)
  log(`${events / 1e6} million events laid in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  const commandRate = await raising(company)
  const { statement } = await company.run(Database)
  /** Numbers that are spread over the whole log, different ones each time. */
  let drawn = 0
  const spread = (below: number) => Math.floor(((drawn++ * 0.618_033_988_75) % 1) * below)
  const each = async (times: number, work: () => Effect.Effect<unknown, unknown, Database>) => {
    const begin = performance.now()
    await company.run(Effect.forEach(Array.from({ length: times }), work, { discard: true }) as Effect.Effect<void, never, Database>)
    return (performance.now() - begin) / times
  }
  const commands = () => commandRate(8, 3000)
  return {
    commands,
    append: async () => 1000 / (await commands()),
    head: () => each(2000, () => statement(headSql, [laidStream(spread(events / eventsOfStream))])),
    proof: () => each(20, () => prove([1000 + spread(events - 20_000)], key.trusted)),
    start: () => starting(company),
  }
}

export const logYears: Suite = {
  rows: ["log-years append", "log-years head", "log-years proof", "log-years start"],
  unit: "ms",
  peer: "the same with a million events",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "short", (short) =>
        withCompany(server, "long", async (long) => {
          const before = await withLog(server, "short", short, small, log)
          const after = await withLog(server, "long", long, large, log)
          const row = async (name: keyof typeof before) => atMost(`log-years ${name}`, bound, await interleaved(rounds, after[name], before[name], log))
          return [await row("append"), await row("head"), await row("proof"), await row("start")]
        }),
      ),
    ),
}

export const growthWrites: Suite = {
  rows: ["growth-writes"],
  unit: "a second",
  peer: "the same with a hundred thousand events",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "short", (short) =>
        withCompany(server, "long", async (long) => {
          const before = await withLog(server, "short", short, 100_000, log)
          const after = await withLog(server, "long", long, large, log)
          return [atLeast("growth-writes", 0.9, await interleaved(rounds, after.commands, before.commands, log))]
        }),
      ),
    ),
}
