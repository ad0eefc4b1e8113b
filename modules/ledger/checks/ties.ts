/**
 * Ties: the balance of a sub-ledger must equal that of its control account. The module that owns the sub-ledger declares the tie; the ledger checks and the
 * month-end checklist use it. The books are the balance in the statements of the day. A sub-ledger counts a document on its own date; documents of a closed
 * month that were posted later are the reconciling item.
 */
import { Context, Effect } from "effect"
import { Database } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { statedSql } from "./assertion.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import type { ClosingCheck } from "../periods/closing.ts"
import { lateFacts } from "../periods/late-facts.ts"

export interface Tie {
  readonly key: string
  /** what must be true: "Open invoices equal receivables in the ledger" */
  readonly title: string
  /** the numbers of the control accounts, all of one type */
  readonly accounts: ReadonlyArray<string>
  /** the balance of the sub-ledger on day $1: rows of `currency` and `amount`, in cents, on the account's normal side */
  readonly sql: string
  /**
   * the other side, where it is not the balance of the accounts; rows of the same shape. `books` has what was posted by day $1, and `late` the entries
   * effective by then that were posted later, both by account and currency
   */
  readonly books?: string
  /** the screen where the difference can be resolved */
  readonly path: string | null
}

/** The ties of all modules. */
export class Ties extends Context.Service<Ties, ReadonlyArray<Tie>>()("@ops/ledger/Ties") {}

const amounts = ["debit", "credit", "debit_usd", "credit_usd"]
const quoted = (words: ReadonlyArray<string>) => words.map((word) => `'${word}'`).join(", ") || "null"

/** Both sides of these ties on day $1, per currency; `nth` is the index of the tie. */
const sidesSql = sqlOf({ nth: col.whole, currency: col.words("USD", "SSP"), subLedger: col.whole, books: col.whole, late: col.whole })
const sidesOf = (ties: ReadonlyArray<Tie>) => {
  const late = lateFacts("$1::date")
  const own = "(case when a.account_type in ('asset', 'expense') then l.debit - l.credit else l.credit - l.debit end)"
  const accounts = new Set(ties.flatMap(({ accounts, books }) => (books === undefined ? accounts : [])))
  const sides = ties.flatMap(({ sql, books, accounts }, nth) => [
    `select ${nth} as nth, s.currency, s.amount as sub_ledger, 0 as books, 0 as late from (${sql}) as s(currency, amount)`,
    books === undefined
      ? `select ${nth}, b.currency, 0, b.books, b.late from balance b where b.account_number in (${quoted(accounts)})`
      : `select ${nth}, s.currency, 0, s.amount, 0 from (${books}) as s(currency, amount)`,
  ])
  const added = (sign: string) => amounts.map((name) => `sum(l.${name}${sign})::bigint as ${name}`).join(", ")
  return `with books as materialized (select l.account_id, l.currency, ${added("")} from ${booksCutAt("($1::date + 1)")} l where l.entry_date <= $1::date group by 1, 2),
    late as materialized (select l.account_id, l.currency, ${added(` * ${late.sign}`)} from journal_line l where ${late.where} group by 1, 2),
    balance as materialized (
      select a.account_number, l.currency, coalesce(sum(${own}) filter (where not l.is_late), 0) as books, coalesce(sum(${own}) filter (where l.is_late), 0) as late
      from (select false as is_late, * from books union all select true, * from late) l join account a on a.id = l.account_id where a.account_number in (${quoted([...accounts])}) group by 1, 2)
    select t.nth, c.currency, coalesce(sum(x.sub_ledger), 0)::bigint as "subLedger", coalesce(sum(x.books), 0)::bigint as books, coalesce(sum(x.late), 0)::bigint as late
    from generate_series(0, ${ties.length - 1}) t(nth) cross join (values ('USD'), ('SSP')) as c(currency)
    left join (${sides.join(" union all ")}) x on x.nth = t.nth and x.currency = c.currency group by t.nth, c.currency order by t.nth, c.currency desc`
}

/** A tie as a line of the month-end checklist: as at the last day of the month. */
export const tieCheck = (tie: Tie): ClosingCheck => ({
  key: tie.key,
  title: tie.title,
  command: "ops ledger checks --as-at {to}",
  sql: `select currency || ': ' || es.money("subLedger") || ', the books have ' || es.money(books)
      || case when late <> 0 then ' and late facts of ' || es.money(late) else '' end as text, ${tie.path === null ? "null" : `'${tie.path}'`}::text as path
    from (${sidesOf([tie]).replaceAll("$1", "$2")}) sides where "subLedger" <> books + late and $1::date is not null`,
})

/** The ties that the ledger declares itself. */
export const ledgerTies: ReadonlyArray<Tie> = [
  {
    key: "suspense",
    title: "The suspense account is empty",
    accounts: ["1990"],
    sql: "select 'USD', 0 where $1::date is not null",
    path: "/financial?tab=reports&view=journal&account=1990",
  },
  {
    key: "balance",
    title: "Debits equal credits, in USD",
    accounts: [],
    sql: "select 'USD', credit_usd from books",
    books: "select 'USD', debit_usd from books",
    path: null,
  },
]

/** Every tie and every stated balance, as at the end of a day. Amounts are cents. */
export const checked = (day: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const all = yield* Ties
    const rows = all.length > 0 ? yield* statement(sidesSql(sidesOf(all)), [day]) : []
    const sides = all.map((tie, nth) => ({ tie, rows: rows.filter((row) => row.nth === nth) }))
    const stated = yield* statement(`${statedSql("$1::date")} order by b.date desc, b.id desc`, [day])
    const ties = sides.flatMap(({ tie: { key, title, accounts, path }, rows }) =>
      rows
        // leaves out SSP if everything in it is zero; USD is always listed
        .filter(({ currency, books, late, subLedger }) => currency === "USD" || books !== 0 || late !== 0 || subLedger !== 0)
        .map(({ currency, books, late, subLedger }) => ({
          key,
          title,
          accounts,
          currency,
          books,
          late,
          subLedger,
          ok: books + late === subLedger,
          path,
          assertionId: null as number | null,
        })),
    )
    return [
      ...ties,
      ...stated.map(({ id, accountNumber, accountName, currency, date, amount, source, books, late }) => ({
        key: `stated-${id}`,
        title: `${accountName} on ${date}: ${source}`,
        accounts: [accountNumber as string],
        currency: currency as "USD" | "SSP",
        books: Number(books),
        late: Number(late),
        subLedger: Number(amount),
        ok: Number(books) + Number(late) === Number(amount),
        path: null,
        assertionId: id as number,
      })),
    ]
  })
