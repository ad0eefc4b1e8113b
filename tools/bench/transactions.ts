/** The transactions screen over HTTP, with very many rows against few: filtered, sorted either way, and its next page. */
import { caller, expecting, serving, signIn } from "./http.ts"
import { type Company, performer, type Server, withCompany, withServer } from "./company.ts"
import { atMost, interleaved, median, type Suite } from "./row.ts"

const many = 200_000
const few = 2_000
const rounds = 5
const calls = 40

/** Posted and pending transactions of six years, as the commands would have left them. */
export const lay = (company: Company, count: number) =>
  company.lay(
    `insert into live.money_transaction (id, version, created_at, updated_at, transaction_number, description, amount, currency, transaction_type, category,
       payment_method, to_account, reference_number, site_id, transaction_date, attachments, recorded_by, status, approved_by, approved_date, override_reason,
       reason, account_number, journal_entry_id)
     select n, 2, t, t, 'TXN-' || to_char(t, 'YYYY') || '-' || lpad(n::text, 6, '0'), 'Bought for week ' || n % 52, 100 + n * 7919 % 900000, 'USD',
       (array['expense', 'expense', 'income'])[1 + n % 3], (array['fuel', 'supplies', 'transport', 'maintenance', 'other_income'])[1 + n % 5],
       (array['cash', 'bank_transfer', 'check'])[1 + n % 3], null, 'R-' || n, 1 + n % 3, t::date, '[]', 1, case when n % 20 = 0 then 'pending' else 'posted' end,
       2, t, null, null, '6200', null
     from (select n, timestamptz '2020-01-01' + n * interval '6 years' / ${count} as t from generate_series(1, ${count}) n) x;`,
  )

/** The requests of the screen: 25 rows by filter, by order, and of the next page. */
const asked = [
  "?limit=25",
  "?limit=25&status=posted&transactionType=expense",
  "?limit=25&status=pending",
  "?limit=25&sort=-amount",
  "?limit=25&sort=transactionNumber",
  "?limit=25&siteId=2&sort=-amount",
]

type Screen = () => Promise<number>

/** Runs `use` with the screen of a company with a number of transactions, as a function that measures the median of its calls in ms. */
const withScreen = <A>(server: Server, name: string, count: number, use: (screen: Screen) => Promise<A>): Promise<A> =>
  withCompany(server, name, async (company) => {
    await performer(company) // the tables exist by then
    await lay(company, count)
    await company.lay("vacuum analyze live.money_transaction")
    return serving("application.ts", company.env, async (port) => {
      const call = expecting(200, caller(port))
      const headers = await signIn(caller(port))
      const get = (query: string) => call({ method: "GET", path: `/api/transactions${query}`, headers })
      return use(async () => {
        const times: Array<number> = []
        for (let n = 0; n < calls; n++) {
          for (const query of asked) {
            const begin = performance.now()
            const first = await get(query)
            const between = performance.now()
            await get(`${query}&cursor=${first.headers["x-next-cursor"]}`)
            times.push(between - begin, performance.now() - between)
          }
        }
        return median(times)
      })
    })
  })

export const transactions: Suite = {
  rows: ["transactions"],
  unit: "ms",
  peer: "the same screen with a hundredth of the rows",
  run: (log) =>
    withServer((server) =>
      withScreen(server, "many", many, (large) =>
        withScreen(server, "few", few, async (small) => [atMost("transactions", 1.5, await interleaved(rounds, large, small, log))]),
      ),
    ),
}
