/** The explainable figures of bills and payment runs: the amount of a bill, its open amount, and the tiles above the list. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { agedFigure } from "@ops/ledger/statements/aged-figures.ts"
import { agedPayables } from "./aged-payables.ts"
import { balanceSql, payableFiguresSql, payableParts } from "./queries.ts"
import { PayableFiguresAnswer, payables } from "./resource.ts"
import { paymentRuns } from "../payment-runs/resource.ts"
import { posted } from "../shared/booked.ts"

const billPath = (id: number) => `/financial?tab=vendors&view=bills&open=${id}`
const runPath = (id: number) => `/financial?tab=vendors&view=payments&open=${id}`
const rateTerm = ({ rate, invoiceDate }: Pick<typeof payables.Row, "rate" | "invoiceDate">) =>
  rate === null ? [] : [{ label: "SSP per USD at posting", value: rate, unit: "SSP", from: invoiceDate, stream: "exchange_rate/1" }]

const amount = figure("payable.amount", {
  label: "Amount of a bill",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^AP-\d{4}-\d+$/i, sql: "select id from payable where bill_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(payables.schema, payables.shape(who), id, "Bill")
      const { billNumber, vendorName, invoiceNumber, amount: value, taxAmount, currency: unit } = of
      const rows = [
        ...of.lines.map(({ description, amount }) => ({ label: description, value: amount })),
        ...(Number(taxAmount) === 0 ? [] : [{ label: "Tax", value: taxAmount }]),
      ]
      const inputs = { rows, total: rows.length, sum: value }
      return {
        value,
        unit,
        inputs,
        formula: `Invoice ${invoiceNumber} of ${vendorName}: ${added(inputs, unit, "lines")}`,
        terms: rateTerm(of),
        records: [{ stream: `payable/${id}`, title: `${billNumber}, ${vendorName}`, value, path: billPath(id) }, ...posted(of)],
      }
    }),
})

const balance = figure("payable.balance", {
  label: "Open balance of a bill",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(payables.schema, payables.shape(who), id, "Bill")
      const { billNumber, vendorName, balance: value, paidAmount, creditedAmount, currency: unit } = of
      return {
        value,
        unit,
        formula: `${billNumber}: ${said(of.amount, unit)} − ${said(paidAmount, unit)} paid − ${said(creditedAmount, unit)} credited = ${said(value, unit)}`,
        inputs: [
          { label: "Billed", value: of.amount, figure: { name: "payable.amount", parameters: { id } } },
          ...of.payments.map(({ runId, runNumber, amount, date }) => ({
            label: amount.startsWith("-") ? `Payment by ${runNumber} reversed on ${date}` : `Paid by ${runNumber} on ${date}`,
            value: amount.startsWith("-") ? amount.slice(1) : `-${amount}`,
            figure: { name: "paymentRun.total", parameters: { id: runId } },
          })),
          ...of.credits.map(({ reason, amount, date }) => ({ label: `Credited on ${date}: ${reason}`, value: `-${amount}` })),
        ],
        records: [{ stream: `payable/${id}`, title: `${billNumber}, ${vendorName}`, value, path: billPath(id) }, ...posted(of)],
      }
    }),
})

const total = figure("paymentRun.total", {
  label: "Amount settled by a payment run",
  unit: "USD",
  needs: ["id"],
  may: FINANCE,
  document: { pattern: /^PAY-\d{4}-\d+$/i, sql: "select id from payment_run where run_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(paymentRuns.schema, paymentRuns.shape(who), id, "Payment run")
      const { runNumber, total: value, withheld, net, currency: unit, items } = of
      const inputs = {
        rows: items.slice(0, 50).map(({ payableId, billNumber, vendorName, amount }) => ({
          label: `${billNumber}, ${vendorName}`,
          value: amount,
          figure: { name: "payable.amount", parameters: { id: payableId } },
        })),
        total: items.length,
        sum: value,
      }
      const kept = Number(withheld) === 0 ? "" : `. ${said(net, unit)} to the vendors and ${said(withheld, unit)} withheld for the tax office`
      return {
        value,
        unit,
        inputs,
        formula: `${runNumber}: ${added(inputs, unit, "bills")}${kept}`,
        records: [{ stream: `payment_run/${id}`, title: runNumber, value, path: runPath(id) }, ...posted(of)],
      }
    }),
})

const figuresOf = jsonText(PayableFiguresAnswer)
const shown = (siteId: number | undefined) => Effect.map(statement(payableFiguresSql, [siteId ?? null]), ([row]) => figuresOf(row!.body))
const ofPart = (part: keyof typeof payableParts) =>
  `from payable r join vendor v on v.id = r.vendor_id where ${payableParts[part]} and ($1::bigint is null or r.site_id = $1)`

const sum = (part: "waiting" | "open" | "overdue" | "dueSoon", label: string, words: string) =>
  figure(`payables.${part}`, {
    label,
    unit: "USD",
    takes: ["siteId", "currency"],
    may: FINANCE,
    explain: ({ siteId, currency = "USD" }) =>
      Effect.gen(function* () {
        const inputs = yield* partsBy(
          currency,
          { id: col.whole, bill_number: col.text, name: col.text, due: col.text },
          `select r.id, r.bill_number, v.name, to_char(r.due_date, 'YYYY-MM-DD') as due, ${balanceSql} as amount ${ofPart(part)} and r.currency = '${currency}' order by r.due_date, r.id`,
          [siteId ?? null],
          ({ id, bill_number, name, due }) => ({ label: `${bill_number}, ${name}, due ${due}`, figure: { name: "payable.balance", parameters: { id } } }),
        )
        return { value: (yield* shown(siteId))[part][currency], unit: currency, inputs, formula: `${words}: ${added(inputs, currency, "bills")}` }
      }),
  })

const count = (part: keyof typeof payableParts, label: string) =>
  figure(`payables.${part}Bills`, {
    label,
    unit: "bills",
    takes: ["siteId"],
    may: FINANCE,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const value = (yield* shown(siteId))[`${part}Bills`]
        const inputs = yield* partsBy(
          "bills",
          { id: col.whole, bill_number: col.text, name: col.text },
          `select r.id, r.bill_number, v.name, 1 as amount ${ofPart(part)} order by r.due_date, r.id`,
          [siteId ?? null],
          ({ id, bill_number, name }) => ({ label: `${bill_number}, ${name}`, value: null, figure: { name: "payable.balance", parameters: { id } } }),
        )
        return { value, inputs, formula: `${label}: ${said(value, "bills")}` }
      }),
  })

const aged = agedFigure("payables.aged", {
  label: "Amount owed to suppliers at the end of a day",
  report: agedPayables,
  document: (id) => ({ stream: `payable/${id}`, path: `/financial?tab=vendors&view=bills&open=${id}`, figure: { name: "payable.amount", parameters: { id } } }),
})

export const payableFigures = [
  aged,
  amount,
  balance,
  total,
  sum("waiting", "Bills to approve", "Total of bills not yet approved"),
  sum("open", "Accounts payable", "Open balance of posted bills"),
  sum("overdue", "Overdue bills", "Open balance of overdue bills"),
  sum("dueSoon", "Due within seven days", "Open balance of bills due within seven days"),
  count("waiting", "Bills awaiting approval"),
  count("open", "Open bills"),
  count("overdue", "Overdue bills"),
  count("dueSoon", "Bills due within seven days"),
  count("disputed", "Disputed bills"),
]
