/** The handwritten calls of bank accounts: importing, proposing, and reconciling a day. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { inputFor } from "@ops/platform/http/resources/wire.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound, acting } from "@ops/platform/records/command.ts"
import { Records, execute } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { withholdingOn } from "../payables/payable.ts"
import { BankAccount, type Account, reconcile, reconcilingFault } from "./accounts/bank-account.ts"
import { BankStatementImported, importStatement } from "./statements/bank-statement.ts"
import { isReconciled } from "./closing.ts"
import { type Proposal, proposalsFor } from "./proposals.ts"
import { openBillsSql, openEntriesSql, openInvoicesSql, openLinesSql, ratesSql, standingSql } from "./queries.ts"
import { bankAccounts } from "./accounts/resource.ts"
import { bankLines } from "./lines/resource.ts"
import { bankStatements } from "./statements/resource.ts"

const accountOf = (id: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [account] = (yield* statement(`select ${BankAccount.state("r")} from bank_account r where r.id = $1`, [id])) as [Account?]
    return account ?? (yield* Effect.fail(notFound(`Bank account ${id} does not exist`)))
  })

/** The unmatched lines of an account, each with its proposals. */
export const proposalsOf = (id: number) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { currency, rules } = yield* accountOf(id)
    const [lines, entries, invoices, bills, rates] = yield* Effect.all(
      [statement(openLinesSql, [id]), statement(openEntriesSql, [id]), statement(openInvoicesSql, []), statement(openBillsSql, []), statement(ratesSql, [])],
      { concurrency: "unbounded" },
    )
    const nets = bills.map((bill) => ({ ...bill, net: bill.balance - withholdingOn(bill, bill.balance) }))
    const rateOn = (day: string) => rates.findLast(({ from }) => from <= day)?.rate
    return proposalsFor(lines, { currency, entries, invoices, bills: nets, rules, rateOn })
  })

/** A proposal in the shape of the answer: amounts as decimals. */
const answered = (proposal: Proposal) => {
  const shares = (of: ReadonlyArray<{ readonly id: number; readonly number: string; readonly amount: number }>) =>
    of.map((share) => ({ ...share, amount: formatMoney(share.amount) }))
  return {
    ...proposal,
    ...("entries" in proposal && { entries: shares(proposal.entries) }),
    ...("invoices" in proposal && { invoices: shares(proposal.invoices), fee: proposal.fee === null ? null : formatMoney(proposal.fee) }),
    ...("bills" in proposal && { bills: shares(proposal.bills) }),
  }
}

const reconciledSql = sql({ reconciled: col.flag }, `select ${isReconciled("$2::date")} as reconciled from bank_account b where b.id = $1`)

/** The balances of an account at the end of a day; the default is today. */
export const standingOf = (id: number, asked: string | undefined) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const account = yield* accountOf(id)
    const date = asked ?? (yield* Who).today
    const [standing] = yield* statement(standingSql, [id, date])
    const [found] = yield* statement(reconciledSql, [id, date])
    return { account, date, standing: standing!, reconciled: found!.reconciled }
  })

const accounts = answering(bankAccounts.stream, bankAccounts.shape, withDecisions(bankAccounts))

export const BankAccountsLive = resourceLive(bankAccounts, {
  proposals: ({ params: { id } }: RequestOf<typeof bankAccounts, "proposals">) =>
    mapDatabaseErrors(
      Effect.map(proposalsOf(id), (of) => jsonResponse(JSON.stringify([...of].map(([lineId, proposals]) => ({ lineId, proposals: proposals.map(answered) }))))),
    ),
  standing: ({ params: { id }, query: { date: asked } }: RequestOf<typeof bankAccounts, "standing">) =>
    mapDatabaseErrors(
      Effect.map(standingOf(id, asked), ({ account, date, standing, reconciled }) => {
        const { books, inTransit, bank, openLines } = standing
        const fault = reconcilingFault(account, date, account.kind === "cash" ? books : (bank ?? 0), standing) ?? null
        return jsonResponse(
          JSON.stringify({
            date,
            currency: account.currency,
            books: formatMoney(books),
            inTransit: formatMoney(account.kind === "cash" ? 0 : inTransit),
            bank: bank === null ? null : formatMoney(bank),
            openLines,
            fault,
            reconciled,
          }),
        )
      }),
    ),
  reconcile: ({ params: { id }, payload: { date, balance } }: RequestOf<typeof bankAccounts, "reconcile">) =>
    Effect.flatMap(mapDatabaseErrors(standingOf(id, date)), ({ account, standing }) =>
      accounts.execute(reconcile, { id, date, balance: balance ?? null, standing: account.kind === "cash" ? { ...standing, inTransit: 0 } : standing }),
    ),
})

const input = inputFor(importStatement)
const importedSql = sql(
  { statementId: col.whole, statementNumber: col.text, added: col.whole, repeated: col.whole, opening: col.text, closing: col.text },
  `select id as "statementId", statement_number as "statementNumber", added, repeated, es.money(opening) as opening, es.money(closing) as closing
   from bank_statement where id = $1`,
)
/** The outcome of an import, from its changes; empty `changes` mean that everything had been imported before. */
const outcomeOf = (
  payload: { readonly from: string; readonly to: string; readonly lines: ReadonlyArray<unknown> },
  changes: ReadonlyArray<Pick<Change, "event">>,
  statementId: number | null,
) => {
  const imported = changes.find(({ event }) => event.type === BankStatementImported.type)?.event.data as Parameters<typeof BankStatementImported>[0] | undefined
  const { from, to, lines } = payload
  return {
    statementId: imported ? statementId : null,
    statementNumber: imported && statementId !== null ? imported.statementNumber : null,
    from,
    to,
    added: imported?.added ?? 0,
    repeated: imported?.repeated ?? lines.length,
    opening: imported ? formatMoney(imported.opening) : null,
    closing: imported ? formatMoney(imported.closing) : null,
  }
}

export const BankStatementsLive = resourceLive(bankStatements, {
  check: ({ payload }: RequestOf<typeof bankStatements, "check">) =>
    handle(function* () {
      const { rehearse } = yield* Records
      const { changes } = yield* rehearse(importStatement, input(payload), acting(yield* Who))
      return jsonResponse(JSON.stringify(outcomeOf(payload, changes, null)))
    }),
  import: ({ payload }: RequestOf<typeof bankStatements, "import">) =>
    handle(function* () {
      const { statement } = yield* Database
      const { id, position } = yield* execute(importStatement, input(payload), yield* Who, yield* commandKey)
      const nothing = outcomeOf(payload, [], null)
      if (position === 0) return jsonResponse(JSON.stringify(nothing), { status: 201 })
      const [of] = yield* statement(importedSql, [id])
      return jsonResponse(JSON.stringify({ ...nothing, ...of }), { status: 201 })
    }),
})

export const BankLinesLive = resourceLive(bankLines)
