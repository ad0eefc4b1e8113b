/**
 * Multiplies the demo data: copies every operational record into earlier years, the given number of times. Copies of related records refer to each
 * other, with their own ids and numbers; the log does not contain their events.
 */
import type { RecordKind } from "@ops/platform/records/record.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"

type Field = RecordKind["fields"][number]
type Ask = (text: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>

/** Distance between the ids of a copy and those of the next, older one, which are lower. */
const apart = 1_000_000

/** Copies every row of the growing records `times - 1` times, each copy dated before the previous one. `ask` runs SQL as the owner of the tables. */
export const grow = async (ask: Ask, streams: ReadonlyArray<AnyStream>, times: number): Promise<void> => {
  const records = streams.map(({ record }) => record as RecordKind)
  const growing = records.filter(({ grows }) => grows)
  const kinds = new Set(growing.map(({ kind }) => kind))
  const quotedKinds = growing.map(({ kind }) => `'${kind}'`).join(", ")
  const [{ days }] = (await ask("select max(entry_date) - min(entry_date) + 1 as days from live.journal_entry")) as [{ days: number }]

  /** The SQL for a column in copy `n` of the row `r`. */
  const copied = (field: Field, { fields, unique = [] }: RecordKind): string => {
    const { name, column, kind, refers, sql } = field
    const own = `r."${column}"`
    const older = `${own} - n * ${apart}`
    if (name === "id" || (refers !== undefined && kinds.has(refers))) return older
    if (sql === "date") return `${own} - n * ${days}`
    if (sql === "timestamptz") return `${own} - n * ${days} * interval '1 day'`
    // pairs such as sourceKind and sourceId
    const [, pair] = /^(.+)Id$/.exec(name) ?? []
    const named = fields.find((other) => pair !== undefined && kind === "whole" && (other.name === `${pair}Kind` || other.name === pair))
    if (named) return `case when r."${named.column}" in (${quotedKinds}) then ${older} else ${own} end`
    if (sql !== "text" || kind === "choice" || !unique.some(({ fields }) => fields.includes(name))) return own
    // a text that contains the date of its row gets the date of the copy
    const day = fields.find(({ kind }) => kind === "date")
    const marked = `${own} || '~' || n`
    if (!day) return marked
    const dated = (shift: string) => `to_char(r."${day.column}"${shift}, 'YYYY-MM-DD')`
    return `case when strpos(${own}, ${dated("")}) > 0 then replace(${own}, ${dated("")}, ${dated(` - n * ${days}`)}) else ${marked} end`
  }

  // a marked text may be longer than its field allows
  const checks = await ask(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
    where contype = 'c' and conrelid = any(array[${growing.map(({ kind }) => `'live.${kind}'::regclass`).join(", ")}])`)
  for (const { drop } of checks) await ask(String(drop))
  for (const record of growing) {
    // oldest first, as in reality
    const { kind, fields } = record
    const columns = fields.map(({ column }) => `"${column}"`).join(", ")
    const values = fields.map((field) => copied(field, record)).join(", ")
    await ask(`insert into live.${kind} (${columns}) select ${values} from live.${kind} r, generate_series(1, ${times - 1}) n order by n desc, r.id`)
  }
  // meals of years ago are billed: each copy's bills are of all its days
  const ofCopy = `(select min(entry_date) from live.journal_entry where id > 0) - ceil(-id / ${apart}.0)::int * ${days}`
  await ask(`update live.invoice set period_start = ${ofCopy}, period_end = ${ofCopy} + ${days} - 1 where kind = 'meal' and contract_id is not null and id < 0`)
  await ask(`update live.client_contract set start_date = start_date - ${times * days}`)
  await ask("vacuum analyze")
}
