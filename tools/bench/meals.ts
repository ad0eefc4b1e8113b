/** Meals: taps over HTTP beside purchase requests over HTTP, and attendances in bulk beside a bare insert of the same events. */
import { mealAttendances, recordAttendances } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { openSession } from "@ops/meals/meal-sessions/meal-session.ts"
import { mealTypes } from "@ops/meals/head-counts/staff-feeding.ts"
import { client, contract, diner } from "@ops/meals/testing.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { command } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { type Company, performer, withCompany, withServer } from "./company.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { atLeast, interleaved, rate, type Row, type Suite } from "./row.ts"

export const ours = 9_000_000
export const people = 500
const atOnce = 16
const rounds = 5
const milliseconds = 2000

const lay = command("bench.lay", function* (_: object): Generator<never, ReadonlyArray<Change>> {
  const of = { clientId: ours, siteId: 1 }
  return [
    client(ours),
    ...contract(ours, { ...of, from: "2020-01-01", heads: people }),
    ...Array.from({ length: people }, (_, n) => diner(ours + n, of)).flat(),
  ]
})

/** A client's people at a site, and the requested number of their sessions, one after the other, back in time. */
export const canteen = async (company: Company) => {
  const { execute } = await performer(company)
  const { by } = company
  await company.run(execute(lay, {}, by))
  let opened = 0
  const next = async () => {
    const input = { mealType: mealTypes[opened % 3]!, siteId: 1, clientId: ours, projectId: null, notes: "" }
    const date = addDays(by.today, -Math.floor(opened++ / 3))
    const { id } = await company.run(execute(openSession([ours]), { ...input, sessionDate: { date, at: null } }, by))
    return id
  }
  return { next, execute, by }
}

/** The same events with the same indexes, inserted from arrays: the minimum of work. */
const bareTables = `create schema bare; create sequence bare.position cache 1; create table bare.event (like es.event including all); grant all on all tables in schema bare to ops; grant usage on schema bare to ops; grant all on all sequences in schema bare to ops`
const bareInsert = `insert into bare.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash)
  select nextval('bare.position'), s, 1, 'MealAttended', 1, now(), d::jsonb, 1, h from unnest($1::text[], $2::text[], $3::text[]) as e(s, d, h)`

export const meals: Suite = {
  rows: ["taps", "bulk"],
  unit: "a second",
  peer: "taps: POST of a purchase request; bulk: a bare insert of the same events out of arrays",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { next, execute, by } = await canteen(company)
        const rows: Array<Row> = []
        await serving("application.ts", company.env, async (port) => {
          const call = expecting(201, caller(port))
          const headers = await signIn(caller(port))
          let session = await next()
          let seat = 0
          const tap = async () => {
            if (seat === people) {
              seat = 0
              session = await next()
            }
            const body = JSON.stringify({ mealSessionId: session, staffMemberId: ours + seat++, attended: true })
            await call({ method: "POST", path: "/api/meal-attendance", headers, body })
          }
          const body = JSON.stringify({ siteId: 1, priority: "high", justification: "Rice, oil and onions for the week" })
          const post = () => call({ method: "POST", path: "/api/purchase-requests", headers, body })
          const measured = await interleaved(
            rounds,
            () => rate(atOnce, milliseconds, tap),
            () => rate(atOnce, milliseconds, post),
            log,
          )
          rows.push(atLeast("taps", 0.9, measured))
        })
        await company.lay(bareTables)
        const { statement } = await performer(company)
        const staffMemberIds = Array.from({ length: people }, (_, n) => ours + n)
        const bulk = async () => {
          const input = { mealSessionId: await next(), staffMemberIds, attended: true, reason: "", notes: "" }
          await company.run(execute(recordAttendances(new Map()), input, by))
        }
        await bulk()
        const sample = await company.run(
          statement("select data::text as data, hash from es.event where type = 'MealAttended' order by position desc limit $1", [people]),
        )
        const [data, hashes] = [sample.map((row) => row.data), sample.map((row) => row.hash)]
        let batch = 0
        const bare = () => {
          const streams = staffMemberIds.map((id) => `${mealAttendances.key(id)}-${batch}`)
          batch++
          return company.run(statement(bareInsert, [streams, data, hashes]))
        }
        const events = async (work: () => Promise<unknown>) => (await rate(2, milliseconds, work)) * people
        rows.push(
          atLeast(
            "bulk",
            0.4,
            await interleaved(
              rounds,
              () => events(bulk),
              () => events(bare),
              log,
            ),
          ),
        )
        return rows
      }),
    ),
}
