/** The explainable figures of the ledger: the balance of an account and the total of an entry. */
import { Effect } from "effect"
import { col } from "@ops/platform/database/statement.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { added, figure, listedAt, partsBy } from "@ops/platform/records/explain.ts"
import { accounts } from "./accounts/resource.ts"
import { journalEntries } from "./journal-entries/resource.ts"
import type { WorkNotBilled } from "./statements/not-billed.ts"
import { statementLine } from "./statements/figures.ts"

/** What a line `l` adds to its account `a` on the account's normal side, in cents of USD or of the entry's currency. */
const onOwnSide = (net: string) => `case when a.account_type in ('asset', 'expense') then ${net} else -(${net}) end`
const ownSide = onOwnSide("l.debit_usd - l.credit_usd")

const balance = figure("account.balance", {
  label: "Balance of an account",
  unit: "USD",
  needs: ["id"],
  may: ["finance.full"],
  document: { pattern: /^\d{4}$/, sql: "select id from account where account_number = $1" },
  explain: Effect.fnUntraced(function* ({ id }, who) {
    const account = yield* listedAt(accounts.schema, accounts.shape(who), id, "Account")
    const inputs = yield* partsBy(
      "USD",
      { month: col.text },
      `select to_char(l.entry_date, 'YYYY-MM') as month, sum(${ownSide}) as amount from journal_line l join account a on a.id = l.account_id
       where l.account_id = $1 group by 1 order by 1 desc`,
      [id],
      ({ month }) => ({ label: month, figure: { name: "account.month", parameters: { id, month } } }),
    )
    const side = ["asset", "expense"].includes(account.accountType) ? "Debits less credits" : "Credits less debits"
    return {
      value: account.balance,
      inputs,
      formula: `${side} of ${account.accountNumber} ${account.accountName}, in USD at each day's rate: ${added(inputs, "USD", "months")}`,
    }
  }),
})

const month = figure("account.month", {
  label: "Movement of an account in a month",
  unit: "USD",
  needs: ["id", "month"],
  takes: ["siteId", "currency", "from", "to"],
  isOfBooks: true,
  may: FINANCE,
  explain: Effect.fnUntraced(function* ({ id, month, siteId, currency, from, to }, who) {
    const account = yield* listedAt(accounts.schema, accounts.shape(who), id, "Account")
    const unit = currency ?? "USD"
    const inputs = yield* partsBy(
      unit,
      { id: col.whole, entry_number: col.text, description: col.text },
      `select j.id, j.entry_number, j.description, sum(${currency ? onOwnSide("l.debit - l.credit") : ownSide}) as amount
       from journal_line l join account a on a.id = l.account_id join journal_entry j on j.id = l.journal_entry_id
       where l.account_id = $1 and l.entry_date >= $2::date and l.entry_date < ($2::date + interval '1 month')::date and ($3::bigint is null or l.site_id = $3)
         and ($4::text is null or l.currency = $4) and ($5::date is null or l.entry_date >= $5) and ($6::date is null or l.entry_date <= $6)
       group by 1, 2, 3 order by 1 desc`,
      [id, `${month}-01`, siteId ?? null, currency ?? null, from ?? null, to ?? null],
      (row) => ({ label: `${row.entry_number}, ${row.description}`, figure: { name: "journalEntry.total", parameters: { id: row.id } } }),
    )
    return {
      value: inputs.sum,
      unit,
      inputs,
      formula: `Postings to ${account.accountNumber} ${account.accountName} in ${month}: ${added(inputs, unit, "entries")}`,
    }
  }),
})

/** The documents that entries are derived from, and the figures that explain them. */
const sources: Readonly<Record<string, { readonly figure?: string; readonly path?: string }>> = {
  invoice: { figure: "invoice.total", path: "/invoices?view=all&open=" },
  payment: { figure: "payment.amount" },
  expense_request: { figure: "expenseRequest.amount", path: "/financial?tab=expenses&open=" },
  money_transaction: { figure: "transaction.amount", path: "/financial?tab=transactions&open=" },
  daily_expense: { figure: "dailyExpense.total", path: "/financial?tab=expenses&view=daily&open=" },
  payable: { figure: "payable.amount", path: "/financial?tab=vendors&view=bills&open=" },
  payment_run: { figure: "paymentRun.total", path: "/financial?tab=vendors&view=payments&open=" },
}

const entry = figure("journalEntry.total", {
  label: "Total of a journal entry",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^JE-\d{4}-\d+$/i, sql: "select id from journal_entry where entry_number = $1" },
  explain: Effect.fnUntraced(function* ({ id }, who) {
    const of = yield* listedAt(journalEntries.schema, journalEntries.shape(who), id, "Journal entry")
    const unit = of.currency
    const inputs = yield* partsBy(
      unit,
      { id: col.whole, account_number: col.text, account_name: col.text },
      `select a.id, a.account_number, a.account_name, l.debit as amount from journal_line l join account a on a.id = l.account_id
       where l.journal_entry_id = $1 and l.debit <> 0 order by l.line`,
      [id],
      (row) => ({ label: `Debit ${row.account_number} ${row.account_name}`, figure: { name: "account.balance", parameters: { id: row.id } } }),
    )
    const { sourceKind, sourceId, reference } = of
    const source = sourceKind === null ? undefined : sources[sourceKind]
    return {
      value: of.totalDebit,
      unit,
      inputs,
      formula: `${of.entryNumber} of ${of.entryDate}: total debit, equal to total credit: ${added(inputs, unit, "lines")}`,
      terms: of.currency === "SSP" ? [{ label: "SSP per USD", value: of.rate, unit: "SSP", from: of.entryDate, stream: "exchange_rate/1" }] : [],
      records: [
        {
          stream: `journal_entry/${id}`,
          title: `${of.entryNumber}, ${of.description}`,
          value: of.totalDebit,
          path: `/financial?tab=reports&view=journal&open=${id}`,
        },
        ...(sourceKind === null || sourceId === null
          ? []
          : [
              {
                stream: `${sourceKind}/${sourceId}`,
                title: `Source: ${reference ?? `${sourceKind} ${sourceId}`}`,
                value: null,
                ...(source?.figure && { figure: { name: source.figure, parameters: { id: sourceId } } }),
                ...(source?.path && { path: source.path + sourceId }),
              },
            ]),
      ],
    }
  }),
})

export const ledgerFigures = (work: ReadonlyArray<WorkNotBilled>) => [balance, month, entry, statementLine(work)]
