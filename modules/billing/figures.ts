/** The explainable figures of invoices, payments and receivables. The explanations use the same queries as the screens. */
import { capitalised } from "@ops/platform/text.ts"
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { added, type Figure, type FigureRef, figure, listedAt, partsBy, said, type Term } from "@ops/platform/records/explain.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { ClientContract, termAt } from "@ops/clients/contracts/client-contract.ts"
import { agedFigure } from "@ops/ledger/statements/aged-figures.ts"
import { TaxCode } from "@ops/ledger/taxes/tax-code.ts"
import { accrualFigures } from "./accruals/figures.ts"
import { agedReceivables } from "./receivables/aged-receivables.ts"
import { billOf } from "./meal-billing/bill.ts"
import { Invoice, nameOf } from "./invoices/invoice.ts"
import { InvoiceLineAnswer, InvoiceTiles, READERS } from "./invoices/contract.ts"
import { ClientAccountAnswer } from "./payments/contract.ts"
import { plannedBills } from "./meal-billing/plan.ts"
import { reversalWords } from "@ops/ledger/reversals/labels.ts"
import { payments } from "./payments/resource.ts"
import { accountList, anyInvoice, tileParts, tilesSql } from "./queries.ts"
import { slotsOf } from "./meal-billing/slots.ts"

type Bill = Row<typeof Invoice>

export const invoicePath = (id: number) => `/invoices?view=all&open=${id}`
const percent = (rate: number) => `${(rate / 100).toFixed(2)}%`
const recordOf = (invoice: Bill, cents: number) => ({
  stream: `invoice/${invoice.id}`,
  title: `${nameOf(invoice)}, ${invoice.client.name}`,
  value: formatMoney(cents),
  path: invoicePath(invoice.id),
})

const invoiceSql = sql(stateColumns(Invoice), `select ${Invoice.state("i")} from invoice i where i.id = $1`)
const taxSql = sql(stateColumns(TaxCode), `select ${TaxCode.state("t")} from tax_code t where t.code = $1`)
const contractSql = sql(stateColumns(ClientContract), `select ${ClientContract.state("k")} from client_contract k where k.id = $1`)
const clientSql = sql({ companyName: col.text }, 'select company_name as "companyName" from client where id = $1')

/** An invoice that the person may see: as the list returns it, and as stored. */
const invoiceAt = (who: SignedIn, id: number) =>
  Effect.gen(function* () {
    const shown = yield* listedAt(InvoiceLineAnswer, anyInvoice(who), id, "Invoice")
    const [invoice] = yield* statement(invoiceSql, [id])
    return { shown, invoice: invoice!, unit: invoice!.currency, name: nameOf(invoice!) }
  })
const part = (name: string, label: string, id: number, value: string) => ({ label, value, figure: { name: `invoice.${name}`, parameters: { id } } })

/** The tax code and rate of an invoice. */
const taxTerms = (code: string, day: string | null, rates: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const [tax] = yield* statement(taxSql, [code])
    return rates.map((rate): Term => {
      const held = tax?.rates.filter((each) => each.rate === rate && (day === null || each.from <= day)).at(-1)
      return {
        label: `${tax?.name ?? code} at ${percent(rate)}`,
        value: (rate / 100).toFixed(2),
        unit: "%",
        from: held?.from ?? null,
        source: held?.source ?? null,
        ...(tax && { stream: `tax_code/${tax.id}` }),
      }
    })
  })

/** The slots of a contract in a period as the contract bills them, with the contract. */
const billed = (contractId: number, from: string, to: string) =>
  Effect.gen(function* () {
    const [contract] = yield* statement(contractSql, [contractId])
    return { contract: contract!, slots: billOf(contract!, yield* slotsOf(contractId, from, to), 0).slots }
  })
const slotRef = (column: string, contractId: number, { date, mealType }: { date: string; mealType: string }): FigureRef => ({
  name: `mealSlot.${column}`,
  parameters: { id: contractId, day: date, meal: mealType },
})
const shownAtMost = 50
const some = <Part extends { readonly value: unknown }>(rows: ReadonlyArray<Part>, sum: string | number) => ({
  rows: rows.slice(0, shownAtMost),
  total: rows.length,
  sum,
})

/** A figure of an invoice, explained from the answer and from the stored record. */
const ofInvoice = (
  name: string,
  label: string,
  explain: (invoice: Effect.Success<ReturnType<typeof invoiceAt>>, id: number) => ReturnType<Figure["explain"]>,
  unit = "USD",
) =>
  figure(`invoice.${name}`, {
    label,
    unit,
    needs: ["id"],
    may: READERS,
    ...(name === "total" && { document: { pattern: /^(INV|CN)-\d{4}-\d+$/i, sql: "select id from invoice where invoice_number = $1" } }),
    explain: ({ id }, who) => Effect.flatMap(invoiceAt(who, id), (invoice) => explain(invoice, id)),
  })

const total = ofInvoice("total", "Total of an invoice", ({ shown, invoice, unit, name }, id) => {
  const { subtotalAmount, taxAmount, totalAmount } = shown
  return Effect.succeed({
    value: totalAmount,
    unit,
    formula: `${name}: ${said(subtotalAmount, unit)} net + ${said(taxAmount, unit)} tax = ${said(totalAmount, unit)}`,
    inputs: { rows: [part("subtotal", "Net", id, subtotalAmount), part("tax", "Tax", id, taxAmount)], total: 2, sum: totalAmount },
    terms:
      unit === "SSP" && invoice.rate !== null
        ? [{ label: "SSP per USD at posting", value: formatMoney(invoice.rate), unit: "SSP", from: invoice.issueDate, stream: "exchange_rate/1" }]
        : [],
    records: [recordOf(invoice, invoice.totalAmount)],
  })
})

const subtotal = ofInvoice("subtotal", "Net of an invoice", ({ shown, invoice, unit, name }, id) => {
  const inputs = some(
    invoice.lines.map(({ description, amount }, n) => ({
      label: description,
      value: formatMoney(amount),
      figure: { name: "invoice.line", parameters: { id, line: n + 1 } },
    })),
    shown.subtotalAmount,
  )
  return Effect.succeed({
    value: shown.subtotalAmount,
    unit,
    inputs,
    formula: `The lines of ${name} before tax: ${added(inputs, unit, "lines")}`,
    records: [recordOf(invoice, invoice.subtotalAmount)],
  })
})

const tax = ofInvoice(
  "tax",
  "Tax of an invoice",
  Effect.fnUntraced(function* ({ shown, invoice, unit }, id) {
    const words = invoice.taxes.map((each) => `${percent(each.rate)} of ${said(formatMoney(each.net), unit)} = ${said(formatMoney(each.tax), unit)}`)
    return {
      value: shown.taxAmount,
      unit,
      formula: words.length === 0 ? "Nothing is taxed" : `${words.join(" + ")}, rounded once on the sum`,
      inputs: [part("subtotal", "Net", id, shown.subtotalAmount)],
      terms: yield* taxTerms(
        invoice.taxCode,
        invoice.periodEnd ?? invoice.issueDate,
        invoice.taxes.map(({ rate }) => rate),
      ),
      records: [recordOf(invoice, invoice.taxAmount)],
    }
  }),
)

const line = figure("invoice.line", {
  label: "Line of an invoice",
  unit: "USD",
  needs: ["id", "line"],
  may: READERS,
  explain: Effect.fnUntraced(function* ({ id, line }, who) {
    const { invoice, unit, name } = yield* invoiceAt(who, id)
    const of = invoice.lines[line - 1]
    if (!of) return yield* Effect.fail(notFound(`${name} has no line ${line}`))
    const price = said(formatMoney(of.unitPrice), unit)
    const value = formatMoney(of.amount)
    const { contractId, periodStart, periodEnd } = invoice
    const isMeals = invoice.kind === "meal" && contractId !== null && periodStart !== null && periodEnd !== null
    const formula = `${said(of.quantity, isMeals ? "meals" : "")} × ${price} = ${said(value, unit)}`
    if (!isMeals) return { value, unit, formula: `${of.description}: ${formula}`, records: [recordOf(invoice, of.amount)] }
    const { contract, slots } = yield* billed(contractId, periodStart, periodEnd)
    const own = slots.filter(({ mealType, rate }) => of.description.startsWith(capitalised(mealType)) && rate === of.unitPrice)
    const heads = own.reduce((sum, slot) => sum + slot.heads, 0)
    const basis = termAt(contract.bases, periodEnd)
    const rate = contract.rates
      .filter((each) => each.from <= periodEnd && (each.rate === of.unitPrice || each.bands.some((band) => band.rate === of.unitPrice)))
      .at(-1)
    const stream = `client_contract/${contractId}`
    const path = `/clients?open=${invoice.clientId}`
    return {
      value,
      unit,
      formula: `${formula}${heads === of.quantity ? "" : `. Current counts or terms give ${heads} meals: they have changed since billing`}`,
      inputs: some(
        own.map((slot) => ({
          label: `${slot.date}: ${slot.heads} × ${price}`,
          value: formatMoney(slot.amount),
          figure: slotRef("revenue", contractId, slot),
        })),
        formatMoney(heads * of.unitPrice),
      ),
      terms: [
        { label: `Price of a meal by ${contract.contractNumber}`, value: formatMoney(of.unitPrice), unit, from: rate?.from ?? null, stream, path },
        { label: `Billing basis: ${basis?.basis ?? "served"}`, value: null, from: basis?.from ?? null },
      ],
      records: [recordOf(invoice, of.amount)],
    }
  }),
})

const meals = (name: string, label: string, field: "mealsServed" | "mealsMissed", column: "served" | "missed") =>
  ofInvoice(
    name,
    label,
    Effect.fnUntraced(function* ({ invoice, name }) {
      const { contractId, periodStart, periodEnd } = invoice
      if (contractId === null || periodStart === null || periodEnd === null) {
        return { value: invoice[field], formula: `As entered on ${name}, which has no contract meals`, records: [recordOf(invoice, invoice.totalAmount)] }
      }
      const { slots } = yield* billed(contractId, periodStart, periodEnd)
      const own = slots.filter((slot) => slot[column] !== 0)
      const inputs = some(
        own.map((slot) => ({ label: `${capitalised(slot.mealType)} of ${slot.date}`, value: slot[column], figure: slotRef(column, contractId, slot) })),
        own.reduce((sum, slot) => sum + slot[column], 0),
      )
      return { value: invoice[field], inputs, formula: `Meals ${column} from ${periodStart} to ${periodEnd}: ${added(inputs, "meals", "days' meals")}` }
    }),
    "meals",
  )

const open = ofInvoice("open", "Open balance of an invoice", ({ shown, invoice, unit, name }, id) => {
  const { totalAmount, paidAmount, creditedAmount, openAmount } = shown
  const owed = invoice.kind !== "credit_note" && invoice.status !== "draft" && invoice.status !== "discarded"
  return Effect.succeed({
    value: openAmount,
    unit,
    formula: owed
      ? `${name}: ${said(totalAmount, unit)} − ${said(paidAmount, unit)} paid − ${said(creditedAmount, unit)} credited = ${said(openAmount, unit)}, due ${invoice.dueDate}`
      : `Nothing is due on ${name}: it is ${invoice.kind === "credit_note" ? "a credit note" : `a ${invoice.status === "draft" ? "" : "discarded "}draft`}`,
    inputs: owed
      ? {
          rows: [
            part("total", "Total", id, totalAmount),
            part("paid", "Paid", id, formatMoney(-invoice.paidAmount)),
            part("credited", "Credited", id, formatMoney(-invoice.creditedAmount)),
          ],
          total: 3,
          sum: openAmount,
        }
      : [],
    records: [recordOf(invoice, invoice.totalAmount)],
  })
})

const paid = ofInvoice(
  "paid",
  "Paid on an invoice",
  Effect.fnUntraced(function* ({ shown, unit, name }, id) {
    const received = yield* partsBy(
      unit,
      { id: col.whole, number: col.text, day: col.text },
      `select p.id, p.payment_number as number, x->>'date' as day, (x->>'amount')::bigint as amount from invoice r
         cross join jsonb_array_elements(r.payments) with ordinality as y(x, n) join payment p on p.id = (x->>'paymentId')::bigint where r.id = $1 order by n`,
      [id],
      ({ id, number, day }, amount) =>
        amount < 0
          ? { stream: `payment/${id}`, title: `${number} reversed on ${day}` }
          : { stream: `payment/${id}`, title: `${number} of ${day}`, figure: { name: "payment.amount", parameters: { id } } },
    )
    const isReleased = received.sum !== shown.paidAmount
    const records = { ...received, sum: isReleased ? null : received.sum }
    const released = isReleased ? `. ${said(received.sum, unit)} was received; a credit note turned the rest into client credit` : ""
    return { value: shown.paidAmount, unit, records, formula: `Settled by payments on ${name}: ${said(shown.paidAmount, unit)}${released}` }
  }),
)

const credited = ofInvoice(
  "credited",
  "Credited on an invoice",
  Effect.fnUntraced(function* ({ shown, unit, name }, id) {
    const records = yield* partsBy(
      unit,
      { id: col.whole, number: col.text },
      "select c.id, c.invoice_number as number, c.total_amount as amount from invoice c where c.credit_of = $1 order by c.id",
      [id],
      (row) => ({
        stream: `invoice/${row.id}`,
        title: row.number,
        path: invoicePath(row.id),
        figure: { name: "invoice.total", parameters: { id: row.id } },
      }),
    )
    return { value: shown.creditedAmount, unit, records, formula: `The credit notes of ${name}: ${added(records, unit, "credit notes")}` }
  }),
)

const tilesOf = jsonText(InvoiceTiles)
/** A figure over several invoices; amounts are of one currency. */
const over = (name: string, label: string, tile: keyof typeof tileParts, unit: "invoices" | "USD", words: string) =>
  figure(`invoices.${name}`, {
    label,
    unit,
    needs: unit === "USD" ? ["currency"] : [],
    takes: ["siteId"],
    may: READERS,
    explain: Effect.fnUntraced(function* ({ siteId, currency }) {
      const [row] = yield* statement(tilesSql, [siteId ?? null])
      const shown = tilesOf(row!.body)[tile]
      const own = unit === "USD" ? currency : unit
      const { amount, where, part } = tileParts[tile]
      const inputs = yield* partsBy(
        own,
        { id: col.whole, number: col.text, client: col.text },
        `select r.id, coalesce(r.invoice_number, 'Draft ' || r.id) as number, r.client->>'name' as client, ${amount} as amount from invoice r
         where ${where} and ($1::bigint is null or r.site_id = $1) and ($2::text is null or r.currency = $2) order by r.id desc`,
        [siteId ?? null, unit === "USD" ? currency : null],
        ({ id, number, client }) => ({
          label: `${number}, ${client}`,
          ...(unit === "invoices" && { value: null }),
          figure: { name: `invoice.${part}`, parameters: { id } },
        }),
      )
      const value = typeof shown === "number" ? shown : shown[currency]
      return { value, unit: own, inputs, formula: `${words}: ${unit === "USD" ? added(inputs, own, "invoices") : said(value, unit)}` }
    }),
  })

const paymentAmount = (name: string, label: string, field: "amount" | "unallocated") =>
  figure(`payment.${name}`, {
    label,
    unit: "USD",
    needs: ["id"],
    may: READERS,
    ...(field === "amount" && { document: { pattern: /^RCT-\d{4}-\d+$/i, sql: "select id from payment where payment_number = $1" } }),
    explain: Effect.fnUntraced(function* ({ id }, who) {
      const payment = yield* listedAt(payments.schema, payments.shape(who), id, "Payment")
      const { allocations, currency: unit, amount, unallocated, paymentNumber, clientName, date, reversal } = payment
      const undone = reversal === null ? "" : `. Reversed on ${reversal.date}, ${reversalWords[reversal.kind]}`
      return {
        value: payment[field],
        unit,
        formula:
          field === "amount"
            ? `${paymentNumber}: ${said(amount, unit)} received from ${clientName} on ${date}${undone}`
            : `${said(amount, unit)} received less the amount allocated to invoices: ${said(unallocated, unit)} is client credit${undone}`,
        inputs: [
          ...allocations.map((each) => ({
            label: `Settles ${each.invoiceNumber}`,
            value: each.amount,
            figure: { name: "invoice.paid", parameters: { id: each.invoiceId } },
          })),
          { label: "The client's credit", value: unallocated },
        ],
        records: [{ stream: `payment/${id}`, title: paymentNumber, value: amount }],
      }
    }),
  })

const lessSql = sql({ value: col.text }, "select round($1::numeric - $2::numeric, 2)::text as value")
/** The account of a client in a currency. The record's id is the client's. */
const account = (name: "owed" | "credit" | "balance", label: string) =>
  figure(`client.${name}`, {
    label,
    unit: "USD",
    needs: ["id", "currency"],
    may: ["finance.full"],
    explain: Effect.fnUntraced(function* ({ id, currency }) {
      const [known] = yield* statement(clientSql, [id])
      if (!known) return yield* Effect.fail(notFound(`Client ${id} does not exist`))
      const of = yield* Effect.catchIf(
        listedAt(ClientAccountAnswer, accountList, id, "Client account"),
        (error) => error._tag === "Rejection",
        () => Effect.succeed({ open: { USD: "0.00", SSP: "0.00" }, credit: { USD: "0.00", SSP: "0.00" } }),
      )
      const ref = (other: string) => ({ name: `client.${other}`, parameters: { id, currency } })
      const owed = of.open[currency]
      const credit = of.credit[currency]
      const who = known.companyName
      const records = [{ stream: `client_account/${id}`, title: `Account of ${who}`, value: null, path: `/clients?open=${id}` }]
      if (name === "balance") {
        const [row] = yield* statement(lessSql, [owed, credit])
        const { value } = row!
        return {
          value,
          unit: currency,
          formula: `${said(owed, currency)} owed − ${said(credit, currency)} credit = ${said(value, currency)}`,
          inputs: [
            { label: "Owed", value: owed, figure: ref("owed") },
            { label: "Credit", value: credit === "0.00" ? credit : `-${credit}`, figure: ref("credit") },
          ],
          records,
        }
      }
      if (name === "credit") return { value: credit, unit: currency, formula: `Unused overpayments of ${who}: ${said(credit, currency)}`, records }
      const inputs = yield* partsBy(
        currency,
        { id: col.whole, number: col.text, due_date: col.text },
        `select i.id, i.invoice_number as number, i.due_date, i.total_amount - i.paid_amount - i.credited_amount as amount from client_account r
           cross join jsonb_array_elements(r.open) x join invoice i on i.id = (x->>'invoiceId')::bigint where r.client_id = $1 and i.currency = $2 order by i.id`,
        [id, currency],
        (row) => ({ label: `${row.number}, due ${row.due_date}`, figure: { name: "invoice.open", parameters: { id: row.id } } }),
      )
      return { value: owed, unit: currency, inputs, formula: `The open invoices of ${who}: ${added(inputs, currency, "invoices")}` }
    }),
  })

/** The expected bill of a contract's meals on days that are not billed yet. */
const planned = (name: "net" | "tax" | "total", label: string, field: "subtotal" | "tax" | "total") =>
  figure(`plannedBill.${name}`, {
    label,
    unit: "USD",
    needs: ["id", "from", "to"],
    may: ["invoices.manage"],
    explain: Effect.fnUntraced(function* ({ id, from, to }) {
      const [bill] = yield* plannedBills({ from, to, siteId: null, clientId: null, contractIds: [id] })
      if (!bill) return yield* Effect.fail(notFound(`Contract ${id} has no unbilled meals from ${from} to ${to}`))
      const unit = bill.currency
      const text = { subtotal: formatMoney(bill.subtotal), tax: formatMoney(bill.tax), total: formatMoney(bill.total) }
      const ref = (other: string) => ({ name: `plannedBill.${other}`, parameters: { id, from, to } })
      const value = text[field]
      if (field === "total") {
        return {
          value,
          unit,
          formula: `${said(text.subtotal, unit)} net + ${said(text.tax, unit)} tax = ${said(value, unit)}`,
          inputs: {
            rows: [
              { label: "Net", value: text.subtotal, figure: ref("net") },
              { label: "Tax", value: text.tax, figure: ref("tax") },
            ],
            total: 2,
            sum: value,
          },
        }
      }
      if (field === "tax") {
        const rates = bill.taxes.map(({ rate }) => rate)
        return {
          value,
          unit,
          formula: `${rates.map(percent).join(", ") || "No tax"} of ${said(text.subtotal, unit)} = ${said(value, unit)}, rounded once on the sum`,
          inputs: [{ label: "Net", value: text.subtotal, figure: ref("net") }],
          terms: yield* taxTerms(bill.taxCode, to, rates),
        }
      }
      const own = bill.slots.filter(({ amount }) => amount !== 0)
      const inputs = some(
        own.map((slot) => ({
          label: `${capitalised(slot.mealType)} of ${slot.date}: ${slot.heads} × ${said(formatMoney(slot.rate ?? 0), unit)}`,
          value: formatMoney(slot.amount),
          figure: slotRef("revenue", id, slot),
        })),
        value,
      )
      return {
        value,
        unit,
        inputs,
        formula: `${said(bill.heads, "meals")} of ${bill.contractNumber} at the price of each day: ${added(inputs, unit, "days' meals")}`,
      }
    }),
  })

const aged = agedFigure("receivables.aged", {
  label: "Amount owed by clients at the end of a day",
  report: agedReceivables,
  document: (id) => ({ stream: `invoice/${id}`, path: `/invoices?view=all&open=${id}`, figure: { name: "invoice.total", parameters: { id } } }),
})

export const billingFigures = [
  ...accrualFigures,
  aged,
  total,
  subtotal,
  tax,
  line,
  meals("served", "Meals served, of a bill", "mealsServed", "served"),
  meals("missed", "Meals missed, of a bill", "mealsMissed", "missed"),
  open,
  paid,
  credited,
  over("count", "Total invoices", "totalInvoices", "invoices", "Invoices that were issued, without credit notes"),
  over("invoicedThisMonth", "Invoiced this month", "invoicedThisMonth", "USD", "Invoices issued this month (Juba time), less this month's credit notes"),
  over("outstanding", "Outstanding", "outstanding", "USD", "Issued invoices not yet paid or credited"),
  over("overdue", "Overdue", "overdue", "USD", "Outstanding after its due date"),
  over("overdueCount", "Overdue invoices", "overdueInvoices", "invoices", "Invoices with an open balance after their due date"),
  over("weeklyRevenue", "Weekly revenue", "weeklyRevenue", "USD", "Meal bills issued in the last 7 days, less the credit notes of meal bills"),
  over("pendingBills", "Pending bills", "pendingBills", "invoices", "Meal bills in draft or not paid in full"),
  paymentAmount("amount", "Amount of a payment", "amount"),
  paymentAmount("unallocated", "Credit from a payment", "unallocated"),
  account("owed", "Amount owed by a client"),
  account("credit", "Credit of a client"),
  account("balance", "Balance of a client"),
  planned("net", "Net of a planned bill", "subtotal"),
  planned("tax", "Tax of a planned bill", "tax"),
  planned("total", "Total of a planned bill", "total"),
]
