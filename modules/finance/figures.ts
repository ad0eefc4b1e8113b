/** The explainable figures of finance: spending, transactions, and the overview. The explanations use the same queries as the screens. */
import { labelIn } from "@ops/platform/records/field.ts"
import { Effect } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE, STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, type RowOf, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { costFields, DailyExpense } from "./daily-expenses/record.ts"
import { dailyExpenses } from "./daily-expenses/resource.ts"
import { expenseRequests } from "./expense-requests/resource.ts"
import { OverviewAnswer } from "./overview/contract.ts"
import {
  accountColumns,
  mealsSql,
  monthsOf,
  overviewSql,
  partsOf,
  poundsOf,
  serviceSums,
  services,
  staffColumns,
  staffSql,
  sums,
  sumSql,
} from "./overview/queries.ts"
import { posted } from "./shared/booked.ts"
import { transactions } from "./transactions/resource.ts"

const paths = {
  daily_expense: "/financial?tab=expenses&view=daily&open=",
  money_transaction: "/financial?tab=transactions&open=",
}
/** The screen where a person sees an expense request. */
const expensePath = (who: SignedIn, id: number) => `${holdsAny(who, FINANCE) ? "/financial?tab=expenses&" : "/expenses?"}open=${id}`

const expenseAmount = figure("expenseRequest.amount", {
  label: "Amount of an expense request",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  document: { pattern: /^EXP-\d{4}-\d+$/i, sql: "select id from expense_request where request_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(expenseRequests.schema, expenseRequests.shape(who), id, "Expense request")
      const { requestNumber, description, amount: value, currency: unit, requestDate } = of
      return {
        value,
        unit,
        formula: `${requestNumber} of ${requestDate} requests ${said(value, unit)}: ${description}`,
        records: [{ stream: `expense_request/${id}`, title: requestNumber, value, path: expensePath(who, id) }, ...posted(of)],
      }
    }),
})

const rateSql = sql({ rate: col.nullable(col.text) }, "select es.money(rate) as rate from expense_request where id = $1")

const expenseInDollars = figure("expenseRequest.amountUsd", {
  label: "Amount of an expense request in dollars",
  unit: "USD",
  needs: ["id"],
  may: STAFF,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(expenseRequests.schema, expenseRequests.shape(who), id, "Expense request")
      const [row] = yield* statement(rateSql, [id])
      const { rate } = row!
      const inputs = [{ label: of.requestNumber, value: of.amount, unit: of.currency, figure: { name: "expenseRequest.amount", parameters: { id } } }]
      if (of.currency === "USD") return { value: of.amountUsd, inputs, formula: `${of.requestNumber} is in dollars: ${said(of.amountUsd, "USD")}` }
      return {
        value: of.amountUsd,
        inputs,
        formula: `${said(of.amount, "SSP")} ÷ ${said(rate, "SSP")} per USD = ${said(of.amountUsd, "USD")}. Approval limits are checked against it`,
        terms: [{ label: "SSP per USD, official", value: rate, unit: "SSP", from: of.requestDate, stream: "exchange_rate/1" }],
      }
    }),
})

const transactionAmount = figure("transaction.amount", {
  label: "Amount of a transaction",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^TXN-.+$/i, sql: "select id from money_transaction where upper(transaction_number) = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(transactions.schema, transactions.shape(who), id, "Transaction")
      const { transactionNumber, description, amount: value, currency: unit, transactionDate, accountNumber } = of
      return {
        value,
        unit,
        formula: `${transactionNumber} of ${transactionDate}, ${said(value, unit)} as recorded: ${description}${accountNumber === null ? "" : `. Posted to account ${accountNumber}`}`,
        records: [{ stream: `money_transaction/${id}`, title: transactionNumber, value, path: paths.money_transaction + id }, ...posted(of)],
      }
    }),
})

const dailyTotal = figure("dailyExpense.total", {
  label: "Expenses of a site on a day",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(dailyExpenses.schema, dailyExpenses.shape(who), id, "Daily expense")
      const unit = of.currency
      const rows = costFields.map((field) => ({ label: labelIn(DailyExpense.schemas, field), value: of[field] })).filter(({ value }) => Number(value) !== 0)
      const inputs = { rows, total: rows.length, sum: of.totalCost }
      return {
        value: of.totalCost,
        unit,
        inputs,
        formula: `${of.siteName} on ${of.expenseDate}: ${added(inputs, unit, "kinds")}`,
        records: [
          { stream: `daily_expense/${id}`, title: `${of.siteName}, ${of.expenseDate}`, value: of.totalCost, path: paths.daily_expense + id },
          ...posted(of),
        ],
      }
    }),
})

const overviewOf = jsonText(OverviewAnswer)
/** A value of the overview, as the screen reads it. */
const shown = (siteId: number | undefined) => Effect.map(statement(overviewSql, [siteId ?? null]), ([row]) => overviewOf(row!.body))
const site = (siteId: number | undefined) => [siteId ?? null]
const accountName = (row: RowOf<typeof accountColumns>) => `${row.account_number} ${row.account_name}`

const total = (name: "totalRevenue" | "totalExpenses", label: string, words: string) =>
  figure(`finance.${name}`, {
    label,
    unit: "USD",
    takes: ["siteId", "currency"],
    may: FINANCE,
    explain: ({ siteId, currency = "USD" }) =>
      Effect.gen(function* () {
        const sum = currency === "USD" ? sums[name] : poundsOf(sums[name])
        const inputs = yield* partsBy(currency, accountColumns, partsOf(sum), site(siteId), (row) => ({
          label: accountName(row),
          ...(currency === "USD" && siteId === undefined && { figure: { name: "account.balance", parameters: { id: row.id } } }),
        }))
        return {
          value: (yield* shown(siteId))[name][currency],
          unit: currency,
          inputs,
          formula: `${words} this year up to today${currency === "SSP" ? ", including SSP" : ", in USD at each day's rate"}: ${added(inputs, currency, "accounts")}`,
        }
      }),
  })

const employees = figure("finance.activeEmployees", {
  label: "Active employees",
  unit: "people",
  takes: ["siteId"],
  may: FINANCE,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const records = yield* partsBy("people", staffColumns, staffSql, site(siteId), ({ staff_number, first_name, last_name, id }) => ({
        stream: `company_staff/${id}`,
        title: `${staff_number}, ${first_name} ${last_name}`,
        value: null,
      }))
      return { value: (yield* shown(siteId)).activeEmployees, records, formula: `Active employees: ${said(records.total, "people")}` }
    }),
})

const payables = figure("finance.payables", {
  label: "Accounts payable outstanding",
  unit: "USD",
  takes: ["siteId"],
  may: FINANCE,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const inputs = yield* partsBy("USD", { month: col.text }, monthsOf(sums.payables), site(siteId), ({ month }) => ({ label: month }))
      const { payables } = yield* shown(siteId)
      return { value: payables, inputs, formula: `Credits less debits of account 2000, in USD at each day's rate: ${added(inputs, "USD", "months")}` }
    }),
})

const servedSql = sql({ meals: col.whole }, `select ${mealsSql}::int as meals`)

const costPerMeal = figure("finance.costPerMeal", {
  label: "Cost of a meal",
  unit: "USD",
  takes: ["siteId"],
  may: FINANCE,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const accounts = yield* partsBy("USD", accountColumns, partsOf(sums.food), site(siteId), (row) => ({ label: accountName(row) }))
      const [row] = yield* statement(servedSql, site(siteId))
      const { meals } = row!
      const { costPerMeal: value } = yield* shown(siteId)
      return {
        value,
        inputs: [...accounts.rows, { label: "Meals served", value: meals, unit: "meals" }],
        formula:
          value === null
            ? "No meal has been served this year"
            : `Food and kitchen supplies of this year, ${said(accounts.sum, "USD")} ÷ ${said(meals, "meals")} = ${said(value, "USD")}, rounded`,
      }
    }),
})

const twoSql = sqlOf({ one: col.text, other: col.text })
/** Two sums of the ledger, as the components of a share. */
const two = (one: { label: string; sum: (typeof sums)["food"] }, other: { label: string; sum: (typeof sums)["food"] }, siteId: number | undefined) =>
  Effect.gen(function* () {
    const [row] = yield* statement(twoSql(`select es.money(${sumSql(one.sum)}) as one, es.money(${sumSql(other.sum)}) as other`), site(siteId))
    return [
      { label: one.label, value: row!.one, unit: "USD" },
      { label: other.label, value: row!.other, unit: "USD" },
    ] as const
  })

const growth = figure("finance.growth", {
  label: "Growth of revenue",
  unit: "%",
  takes: ["siteId"],
  may: FINANCE,
  explain: ({ siteId }) =>
    Effect.gen(function* () {
      const inputs = yield* two({ label: "Last full month", sum: sums.revenueOfMonth }, { label: "Previous month", sum: sums.revenueBefore }, siteId)
      const { growth: value } = yield* shown(siteId)
      const [now, before] = inputs.map((part) => said(part.value, "USD"))
      return {
        value,
        inputs,
        formula: value === null ? "No revenue in the previous month" : `(${now} − ${before}) ÷ ${before} = ${value}%, rounded`,
      }
    }),
})

const share = (service: keyof typeof services, label: string) =>
  figure(`finance.${service}Share`, {
    label: `Share of ${label} in revenue`,
    unit: "%",
    takes: ["siteId"],
    may: FINANCE,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const inputs = yield* two(
          { label: `Revenue of ${label} this year`, sum: serviceSums[service] },
          { label: "Total of catering, facilities and construction", sum: serviceSums.services },
          siteId,
        )
        const value = (yield* shown(siteId)).share[service]
        const [part, whole] = inputs.map((one) => said(one.value, "USD"))
        return { value, inputs, formula: value === null ? "No revenue this year" : `${part} ÷ ${whole} = ${value}%, rounded` }
      }),
  })

export const financeFigures = [
  expenseAmount,
  expenseInDollars,
  transactionAmount,
  dailyTotal,
  total("totalRevenue", "Total revenue of this year", "Postings to income accounts"),
  total("totalExpenses", "Total expenses of this year", "Postings to expense accounts"),
  employees,
  payables,
  costPerMeal,
  growth,
  share("catering", "catering"),
  share("facilities", "facilities"),
  share("construction", "construction"),
]
