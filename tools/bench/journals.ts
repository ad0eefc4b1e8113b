/**
 * Ten thousand balanced journals posted in batches, beside a bare insert of the same lines in the same batches into a table with the index that
 * ledgers are read by.
 */
import { mostInBatch, postBatch } from "@ops/ledger/journal-entries/batch.ts"
import type { Entry } from "@ops/ledger/journal-entries/journal-entry.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { performer, withCompany, withServer } from "./company.ts"
import { atLeast, interleaved, type Suite } from "./row.ts"

const journals = 10_000
const inBatch = mostInBatch
const rounds = 3

/** A journal of four lines: an expense and its tax, paid in cash and from the bank. */
const journal = (n: number): Omit<Entry, "source" | "rate"> => {
  const [net, tax, cash] = [1000 + ((n * 7919) % 90_000), 10 + (n % 500), 500 + (n % 400)]
  return {
    date: addDays("2026-01-01", n % 300),
    description: `Bought for week ${n % 52}`,
    reference: `R-${n}`,
    currency: "USD",
    lines: [
      { account: ["5100", "6200", "6300"][n % 3]!, debit: net, siteId: (n % 3) + 1 },
      { account: "2200", debit: tax, siteId: (n % 3) + 1 },
      { account: "1000", credit: cash, siteId: (n % 3) + 1 },
      { account: "1010", credit: net + tax - cash, siteId: (n % 3) + 1 },
    ],
  }
}

const table = `create table if not exists bare_line (journal_id bigint, line int, entry_date date, currency text, account text, debit bigint, credit bigint,
  debit_usd bigint, credit_usd bigint, description text, site_id bigint, primary key (journal_id, line));
  create index if not exists bare_line_by_account on bare_line (account, entry_date)`
const insert = `insert into bare_line select j, l, d, 'USD', a, t, c, t, c, w, s
  from unnest($1::bigint[], $2::int[], $3::date[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[]) as x(j, l, d, a, t, c, w, s)`

export const journalBatches: Suite = {
  rows: ["journals"],
  unit: "journals/s",
  peer: `a bare unnest insert of the same lines, ${inBatch} journals at a time`,
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { execute, statement } = await performer(company)
        await company.lay(`${table}; grant insert on bare_line to public`)
        let next = 0
        const batches = () => {
          const first = next
          next += journals
          return Array.from({ length: journals / inBatch }, (_, b) => Array.from({ length: inBatch }, (_, n) => first + b * inBatch + n))
        }
        const timed = async (work: (numbers: ReadonlyArray<number>) => Promise<unknown>) => {
          const all = batches()
          const begin = performance.now()
          for (const numbers of all) await work(numbers)
          return journals / ((performance.now() - begin) / 1000)
        }
        const ours = () => timed((numbers) => company.run(execute(postBatch, { entries: numbers.map(journal) }, company.by)))
        const theirs = () =>
          timed((numbers) => {
            const lines = numbers.flatMap((id) => {
              const { date, description, lines } = journal(id)
              return lines.map((line, n) => ({ id, n, date, description, ...line }))
            })
            return company.run(
              statement(insert, [
                lines.map(({ id }) => id),
                lines.map(({ n }) => n),
                lines.map(({ date }) => date),
                lines.map(({ account }) => account),
                lines.map(({ debit = 0 }) => debit),
                lines.map(({ credit = 0 }) => credit),
                lines.map(({ description }) => description),
                lines.map(({ siteId }) => siteId),
              ]),
            )
          })
        const measured = await interleaved(rounds, ours, theirs, log)
        const [{ kept }] = (await company.run(
          statement("select count(*) = $1 and coalesce(sum(debit - credit), 0) = 0 as kept from journal_line where description = ''", [
            ((rounds + 1) * journals * 4).toString(),
          ]),
        )) as [{ kept: boolean }]
        if (!kept) throw new Error("The books do not have every line, or do not balance")
        return [atLeast("journals", 0.3, measured)]
      }),
    ),
}
