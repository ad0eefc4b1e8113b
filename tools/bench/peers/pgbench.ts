/** The minimum work of Postgres for a command: one prepared statement that inserts an event and a row. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import postgres from "postgres"
import { type Company, performer, type Server } from "../company.ts"
import { rate } from "../row.ts"

/** Tables of the same shape, with the same indexes, but without our functions, hashes and heads. */
const tables = `
  create schema bare;
  create sequence bare.position cache 1;
  create sequence bare.id;
  create table bare.event (like es.event including all);
  create table bare.purchase_request (like live.purchase_request including all);`

/** One statement with an event and a row as the application has just written them. */
const statementOf = async (company: Company) => {
  const { statement } = await performer(company)
  const [row] = await company.run(
    statement(
      `select e.type, e.data::text as data, e.commit_id as "commitId", e.hash,
         (select string_agg(format('%I', column_name), ', ' order by ordinal_position) from information_schema.columns
          where table_schema = 'live' and table_name = 'purchase_request' and column_name not in ('id', 'request_number')) as columns,
         (select string_agg(format('r.%I', column_name), ', ' order by ordinal_position) from information_schema.columns
          where table_schema = 'live' and table_name = 'purchase_request' and column_name not in ('id', 'request_number')) as names,
         (select row_to_json(r)::text from purchase_request r where 'purchase_request/' || r.id = e.stream) as row
       from es.event e where e.type = 'PurchaseRequestRaised' order by e.position desc limit 1`,
      [],
    ),
  )
  const values = await company.run(
    statement(
      `select string_agg(quote_nullable(value), ', ' order by ordinal_position) as values from information_schema.columns c
       join json_each_text($1::json) j on j.key = c.column_name
       where table_schema = 'live' and table_name = 'purchase_request' and column_name not in ('id', 'request_number')`,
      [JSON.parse(row.row)],
    ),
  )
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  return (
    `with n as (select nextval('bare.id') as id), e as (insert into bare.event (position, stream, version, type, schema_version, occurred_at, data, commit_id, hash) ` +
    `select nextval('bare.position'), 'purchase_request/' || n.id, 1, ${text(row.type)}, 1, now(), ${text(row.data)}::jsonb, ${row.commitId}, ${text(row.hash)} from n) ` +
    `insert into bare.purchase_request (id, request_number, ${row.columns}) select n.id, 'PR-2026-' || n.id, ${values[0].values} from n`
  )
}

export interface Peer {
  readonly name: string
  readonly rate: (clients: number, milliseconds: number) => Promise<number>
}

/** pgbench if it is installed, otherwise bare postgres.js. */
export const barePeer = async (server: Server, company: Company): Promise<Peer> => {
  await company.lay(tables)
  const text = await statementOf(company)
  const run = promisify(execFile)
  const version = await run("pgbench", ["--version"]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
  if (version === undefined) return bareDriver(server, text)
  const pgbench = async (clients: number, milliseconds: number) => {
    const folder = mkdtempSync(path.join(tmpdir(), "ops-pgbench-"))
    const file = path.join(folder, "statement.sql")
    writeFileSync(file, `${text.replaceAll("\n", " ")};\n`)
    const size = ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", String(Math.ceil(milliseconds / 1000))]
    const address = ["-h", server.host, "-p", String(server.port), "-U", server.user]
    try {
      const { stdout } = await run("pgbench", [...size, "-f", file, ...address, "company"], { env: { ...process.env, PGPASSWORD: server.password } })
      const [, tps] = /^tps = ([\d.]+) \(without initial/m.exec(stdout) ?? []
      if (tps === undefined) throw new Error(`pgbench said no figure:\n${stdout}`)
      return Number(tps)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return { name: version, rate: pgbench }
}

const bareDriver = (server: Server, text: string): Peer => ({
  name: "bare postgres.js",
  rate: async (clients, milliseconds) => {
    const sql = postgres(server.url("company"), { max: clients, onnotice: () => {} })
    try {
      const insert = () => sql.unsafe(text, [], { prepare: true })
      await Promise.all(Array.from({ length: clients }, insert))
      return await rate(clients, milliseconds, insert)
    } finally {
      await sql.end()
    }
  },
})
