/**
 * The bank's part of the demo scenario, created after the books: the dollar account with last month imported, matched and reconciled, and this month imported
 * up to some days ago, with lines that are still to be matched.
 */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { keepLayout, keepRule, openBankAccount, reconcile } from "./accounts/bank-account.ts"
import { BankLine, matchLine } from "./lines/bank-line.ts"
import { openBillsSql, openEntriesSql, openInvoicesSql, standingSql } from "./queries.ts"
import { importStatement } from "./statements/bank-statement.ts"

const finance = "FO-FIN-001"
const chief = "FO-CEO-001"
const accountNumber = "1010"

/** A line of the bank, and the entry that it belongs to, if any. */
interface Told {
  readonly date: string
  readonly amount: number
  readonly text: string
  readonly counterparty: string
  readonly reference: string
  readonly entryId: number | null
  readonly isByHand: boolean
}
const sumOf = (lines: ReadonlyArray<{ readonly amount: number }>) => lines.reduce((sum, { amount }) => sum + amount, 0)
/** Shortens a text to capitals as a bank does. */
const shouted = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9 ]+/g, " ")
    .slice(0, 60)
    .trim()

const byHandSql = sql(
  { id: col.whole },
  "select id from journal_entry where source_kind is null and created_by = (select id from person where employee_id = $1)",
)

export const bankDemo = ({ days, as, execute }: Scenario) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const today = days.at(-1)!
    const by = as(finance, today, "23:59")
    const begin = `${today.slice(0, 7)}-01`
    const last = addDays(begin, -1)
    const from = `${last.slice(0, 7)}-01`
    if (!days.includes(from)) return
    const [held] = (yield* statement(
      `select coalesce(sum(l.debit - l.credit), 0)::bigint as opening from journal_line l join account a on a.id = l.account_id
       where a.account_number = $1 and l.currency = 'USD' and l.effective_date < $2::date`,
      [accountNumber, from],
    )) as [{ opening: number }]
    const facts = {
      name: "Equity Bank USD",
      accountNumber,
      currency: "USD" as const,
      kind: "bank" as const,
      bankNumber: "0250101448713",
      from,
      opening: Number(held.opening),
    }
    const id = yield* execute("bank-account", openBankAccount, facts, by)
    const layout = { date: "Date", amount: null, credit: "Credit", debit: "Debit", text: "Narration", counterparty: null, reference: "Ref", balance: "Balance" }
    yield* execute("bank-layout", keepLayout, { id, name: "Equity", from, ...layout }, by)
    const rule = { contains: "LEDGER FEE", side: "out" as const, category: "Bank charges", siteId: 3, from }
    yield* execute("bank-rule", keepRule, { id, ...rule }, by)

    const entries = yield* statement(openEntriesSql, [id])
    const written = new Set((yield* statement(byHandSql, [finance])).map(({ id }) => id))
    /** Each entry as the bank shows it: some days later, and a run of a few suppliers as separate payments. */
    const lines = entries
      .flatMap(({ entryId, date, amount, description, reference, parties }, n): ReadonlyArray<Told> => {
        const day = addDays(date, n % 3)
        const line = { date: day, entryId, isByHand: written.has(entryId) }
        const names = n % 4 === 0 ? "" : (reference ?? "")
        const pieces = parties.filter((party) => party.amount !== null)
        if (pieces.length > 1 && pieces.length < 6) {
          return pieces.map((piece, of) => ({
            ...line,
            amount: piece.amount!,
            text: `TRF ${shouted(names)}`.trim(),
            counterparty: shouted(piece.name),
            reference: `FT${entryId}${of}`,
          }))
        }
        return [
          {
            ...line,
            amount,
            text: shouted(`${amount < 0 ? "TRF" : "INW"} ${names || description}`),
            counterparty: shouted(parties[0]?.name ?? ""),
            reference: `FT${entryId}`,
          },
        ]
      })
      .toSorted((one, other) => one.date.localeCompare(other.date))

    const imported = (name: string, of: ReadonlyArray<Told>, span: { readonly from: string; readonly to: string }, opening: number) => {
      const sent = of.map(({ date, amount, text, counterparty, reference }) => ({ date, amount, text, counterparty, reference }))
      const file = {
        accountId: id,
        format: "csv" as const,
        layout: "Equity",
        fileName: `${name}.csv`,
        account: null,
        currency: null,
        ...span,
        opening,
        closing: opening + sumOf(of),
        lines: sent,
      }
      return execute(`bank-import-${name}`, importStatement, file, by)
    }
    const matched = (of: ReadonlyArray<Told>) =>
      Effect.gen(function* () {
        const known = (yield* statement(`select ${BankLine.state("r")} from bank_line r where r.account_id = $1`, [id])) as ReadonlyArray<{
          id: number
          reference: string
        }>
        const lineIds = new Map(known.map((line) => [line.reference, line.id]))
        for (const { reference, entryId, amount, isByHand } of of) {
          if (entryId === null) continue
          const input = { id: lineIds.get(reference)!, entries: [{ entryId, amount }] }
          yield* execute(`bank-match-${reference}`, matchLine, input, isByHand ? as(chief, today, "23:59") : by)
        }
      })

    const before = lines.filter(({ date }) => date <= last)
    yield* imported(`statement-${last.slice(0, 7)}`, before, { from, to: last }, facts.opening)
    yield* matched(before)
    const [standing] = yield* statement(standingSql, [id, last])
    yield* execute("bank-reconciled", reconcile, { id, date: last, balance: null, standing: standing! }, by)

    const to = addDays(today, -2)
    if (to < begin) return
    const since = lines.filter(({ date }) => date > last && date <= to)
    const unknown = { counterparty: "", entryId: null, isByHand: false }
    const [invoice] = yield* statement(openInvoicesSql, [])
    const bill = (yield* statement(openBillsSql, [])).find(
      ({ currency, withholdingRate, date }) => currency === "USD" && withholdingRate === null && date <= to,
    )
    const error = { ...unknown, text: "TRF KAMPALA ROAD STORES", reference: "FTERR1" }
    const own: ReadonlyArray<Told> = [
      { ...unknown, date: begin, amount: -3_500, text: "LEDGER FEE", reference: "CHG1" },
      { ...unknown, date: to, amount: -1_850, text: "SWIFT CHARGES", reference: "CHG2" },
      { ...error, date: to > begin ? addDays(to, -1) : to, amount: -12_000 },
      { ...error, date: to, amount: 12_000, text: "REVERSAL TRF KAMPALA ROAD STORES" },
      ...(bill
        ? [{ ...unknown, date: to, amount: -bill.balance, text: `TRF ${bill.theirNumber}`, counterparty: shouted(bill.party), reference: "FTBILL1" }]
        : []),
      ...(invoice && invoice.currency === "USD" && invoice.balance > 10_000 && invoice.date <= to
        ? [{ ...unknown, date: to, amount: invoice.balance - 2_500, text: `INW ${invoice.number}`, counterparty: shouted(invoice.party), reference: "FTINW1" }]
        : []),
    ]
    const now = [...since, ...own].toSorted((one, other) => one.date.localeCompare(other.date))
    yield* imported(`statement-${today.slice(0, 7)}`, now, { from: begin, to }, facts.opening + sumOf(before))
    // earlier lines are already matched
    yield* matched(since.slice(0, Math.max(0, since.length - 8)))
  })
