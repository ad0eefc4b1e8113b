/** Financial statements over a million lines, beside one handwritten aggregate with the same totals. */
import { Effect } from "effect"
import { actingAs } from "@ops/identity/sessions.ts"
import { statementOf } from "@ops/ledger/statements/server.ts"
import { Who } from "@ops/platform/access/who.ts"
import { performer, withCompany, withServer } from "./company.ts"
import { atMost, interleaved, type Suite } from "./row.ts"

const entries = 250_000
const rounds = 5

/** Entries of four lines each over three years, with varying accounts, sites and amounts. */
const lay = `insert into live.journal_entry (id, version, created_at, updated_at, entry_number, entry_date, effective_date, description, currency, rate, lines, total_debit, total_credit, status)
  select n, 1, now(), now(), 'JE-B-' || n, date '2024-01-01' + (n % 1096), date '2024-01-01' + (n % 1096), 'Bench', 'USD', 100,
    jsonb_build_array(
      jsonb_build_object('accountId', r.asset, 'debit', r.amount, 'credit', 0, 'debitUsd', r.amount, 'creditUsd', 0, 'description', '', 'siteId', n % 3 + 1, 'clientId', null),
      jsonb_build_object('accountId', r.income, 'debit', 0, 'credit', r.amount, 'debitUsd', 0, 'creditUsd', r.amount, 'description', '', 'siteId', n % 3 + 1, 'clientId', null),
      jsonb_build_object('accountId', r.expense, 'debit', r.part, 'credit', 0, 'debitUsd', r.part, 'creditUsd', 0, 'description', '', 'siteId', n % 3 + 1, 'clientId', null),
      jsonb_build_object('accountId', r.asset, 'debit', 0, 'credit', r.part, 'debitUsd', 0, 'creditUsd', r.part, 'description', '', 'siteId', n % 3 + 1, 'clientId', null)),
    r.amount + r.part, r.amount + r.part, 'posted'
  from generate_series(1000001, ${1_000_000 + entries}) n, lateral (select
    (select array_agg(id order by id) from live.account where account_type = 'asset') as assets,
    (select array_agg(id order by id) from live.account where account_type = 'income') as incomes,
    (select array_agg(id order by id) from live.account where account_type = 'expense') as expenses) a,
  lateral (select a.assets[n % 3 + 1] as asset, a.incomes[n % 3 + 1] as income, a.expenses[n % 9 + 1] as expense, (n % 9000 + 100)::bigint as amount, (n % 700 + 10)::bigint as part) r`

/** The totals of both statements by account: of the year, up to its end, and up to its beginning. */
const byHand = `select l.account_id, sum(l.debit_usd - l.credit_usd) filter (where l.entry_date >= '2026-01-01') as year,
    sum(l.debit_usd - l.credit_usd) as all, sum(l.debit_usd - l.credit_usd) filter (where l.entry_date < '2026-01-01') as before
  from journal_line l where l.entry_date <= '2026-12-31' group by l.account_id`

export const statements: Suite = {
  rows: ["statements"],
  unit: "ms",
  peer: "one aggregate by hand with the same totals",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { statement } = await performer(company)
        await company.lay(lay)
        await company.lay("vacuum analyze live.journal_entry")
        const [person] = await company.run(
          statement(
            `select id, employee_id as "employeeId", first_name as "firstName", last_name as "lastName", department, access_level as "accessLevel",
               site_id as "siteId", must_change_password as "mustChangePassword" from person where employee_id = 'FO-CEO-001'`,
            [],
          ),
        )
        const who = actingAs(person, { at: company.by.at, via: "web", simulated: false, sessionId: null })
        const timed = async (work: () => Promise<unknown>) => {
          const begin = performance.now()
          await work()
          return performance.now() - begin
        }
        const year = { period: "2026" }
        const ours = () =>
          timed(async () => {
            await company.run(Effect.provideService(statementOf("pnl", year), Who, who))
            await company.run(Effect.provideService(statementOf("balance-sheet", year), Who, who))
          })
        // as the owner, because on a busy machine it takes longer than a request may
        const theirs = () => timed(() => company.lay(byHand))
        await ours()
        return [atMost("statements", 3, await interleaved(rounds, ours, theirs, log))]
      }),
    ),
}
