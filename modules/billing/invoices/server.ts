import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { CurrentInstant, Database } from "@ops/platform/database/database.ts"
import { jsonText } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type Command, conflict, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { execute } from "@ops/platform/records/records.ts"
import { Client } from "@ops/clients/client.ts"
import { TaxCode, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { Company, Site } from "@ops/sites/site.ts"
import { siteAsked } from "@ops/sites/queries.ts"
import { creditInvoice, discardInvoice, downloadInvoice, type Invoice, invoices, type InvoiceDraft, nameOf, sellerOf, sendInvoice } from "./invoice.ts"
import { invoiceDocument } from "./invoice-document.ts"
import {
  claimsMeals,
  drafted,
  generateInvoice,
  type GenerateInput,
  holdMeals,
  type MealsBilled,
  questions,
  releaseMeals,
  salesTax,
  rejectDoubtful,
  rejectMistyped,
} from "./invoice-generation.ts"
import { invoiceHtml } from "./invoice-html.ts"
import { invoicePdf } from "./invoice-pdf.ts"
import { mealsOf } from "./invoice-meals.ts"
import { type Period, periodNamed } from "./invoice-period.ts"
import { documentOf, kept, pdfType, rendered } from "./invoice-rendering.ts"
import { type InvoiceInput, InvoiceLineAnswer, InvoicesApi } from "./contract.ts"
import { applyCredit } from "../payments/payment.ts"
import { anyInvoice, billedOnSql, contractSql, invoiceList, partsSql, tilesSql } from "../queries.ts"

type Bill = Row<typeof Invoice>
type Input = typeof InvoiceInput.Type

const percent = (rate: number) => (rate / 100).toFixed(2)

const invoiceOf = jsonText(InvoiceLineAnswer)
/** One invoice with its lines and its HTML. 404 if the person may not see it. */
const invoiceAnswer = (who: SignedIn, id: number, status = 200) =>
  handle(function* () {
    const { statement } = yield* Database
    const text = yield* rowText(anyInvoice(who), id)
    if (text === undefined) return yield* Effect.fail(notFound(`Invoice ${id} does not exist`))
    const { invoice, document } = yield* documentOf(id)
    const [parts] = yield* statement(partsSql, [id])
    const lines = invoice.lines.map(({ description, quantity, unitPrice, amount, taxRate }, n) => ({
      line: n + 1,
      description,
      quantity,
      unitPrice: formatMoney(unitPrice),
      amount: formatMoney(amount),
      taxRate: percent(taxRate),
    }))
    const taxes = invoice.taxes.map(({ rate, net, tax }) => ({ rate: percent(rate), net: formatMoney(net), tax: formatMoney(tax) }))
    return jsonResponse(JSON.stringify({ ...invoiceOf(text), lines, taxes, ...parts, html: invoiceHtml(document) }), { status })
  })

/** The period of an invoice, from its text or as chosen. */
const periodOf = ({ billingPeriod, periodStart, periodEnd }: Input): Effect.Effect<Period | null, Rejection> => {
  const named = periodNamed(billingPeriod)
  if (named) return Effect.succeed(named)
  if (!periodStart || !periodEnd) return Effect.succeed(null)
  return periodEnd < periodStart ? Effect.fail(invalid("End date must be on or after the start date")) : Effect.succeed({ from: periodStart, to: periodEnd })
}

const toInput = (payload: Input, period: Period | null, meals: MealsBilled | null, draftBill?: string): GenerateInput => ({
  siteId: payload.siteId,
  billingPeriod: payload.billingPeriod,
  period: periodNamed(payload.billingPeriod) ? null : period,
  staffCount: payload.staffCount,
  totalAmount: payload.totalAmount,
  lines: payload.lines,
  clientName: payload.clientName,
  clientAddress: payload.clientAddress ?? "",
  dueDate: payload.dueDate,
  template: payload.template || "standard",
  notes: payload.notes ?? "",
  overrideReason: payload.overrideReason || null,
  meals,
  draftBill,
})

/** The site, the client and the catering contract of an invoice from the form, if they exist. */
const aboutOf = (payload: Input, period: Period | null) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [site] = (yield* statement(`select ${Site.state("s")} from site s where s.id::text = $1 or s.slug = $1`, [String(payload.siteId)])) as [
      Row<typeof Site>?,
    ]
    if (!site) return yield* Effect.fail(new Rejection(400, "Site is required"))
    const [client] = (yield* statement(`select ${Client.state("c")} from client c where c.company_name = $1`, [payload.clientName])) as [Row<typeof Client>?]
    // without a period any contract in force is suitable, and the period must be given
    const [from, to] = period ? [period.from, period.to] : [payload.dueDate, payload.dueDate]
    const [contract] = client ? yield* statement(contractSql, [client.id, site.id, from, to]) : []
    const [bill] = contract && period ? yield* statement(billedOnSql, [contract.id, period.from, period.to]) : []
    const contractId = claimsMeals(payload) ? contract?.id : undefined
    return { site, client, contractId, bill, draftBill: contractId !== undefined && bill?.isDraft ? bill.name : undefined }
  })

/** What a person should check before creating this invoice; `blanks` are the warnings that only say that the lines or the amount are still blank. */
const warningsOf = (
  payload: Input,
  draft: InvoiceDraft,
  known: Effect.Success<ReturnType<typeof aboutOf>>,
  meals: MealsBilled | null,
  asked: ReadonlyArray<string>,
  today: string,
) => {
  const { client, site, contractId, bill } = known
  const found: Array<string> = []
  const blanks: Array<string> = []
  if (!client) found.push(`There is no client ${payload.clientName} yet. A draft is added, for finance to complete`)
  if (!claimsMeals(payload)) {
    if (bill) found.push(`An invoice for services: the meals of this period are on ${bill.name}`)
    else if (!payload.lines?.length) blanks.push("An invoice for services: a staff count of 0 bills no meals")
    found.push(...blanks)
  } else if (draft.periodStart === null) found.push("The billing period contains no month. Choose its first and last day")
  else if (client && contractId === undefined)
    found.push(`${client.companyName} has no catering contract at ${site.name} for this period, so no meals are billed`)
  else if (bill && !bill.isDraft) found.push(`These meals are already billed on ${bill.name}`)
  else if (contractId !== undefined && meals === null && !bill) found.push("No unbilled meals in this period")
  if (meals) found.push(...meals.problems)
  found.push(...asked)
  if (draft.totalAmount <= 0) {
    const isZero = "Total amount must be greater than 0"
    found.push(isZero)
    blanks.push(isZero)
  }
  if (payload.dueDate < today) found.push("Due date must be on or after the issue date")
  return { warnings: found, blanks }
}

export const InvoicesLive = HttpApiBuilder.group(
  InvoicesApi,
  "invoices",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const { statement } = database

    /** Runs a command on an invoice and answers with the invoice. */
    const answer = <Input>(act: Command<Input>, input: Input, { id, status = 200 }: { readonly id?: number; readonly status?: number } = {}) =>
      Effect.gen(function* () {
        const who = yield* Who
        const performed = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* invoiceAnswer(who, id ?? performed.id, status)
      })
    /** Generates while the meals of a period are locked, so that none changes between computing the total and creating the bill. */
    const generateMeals = (payload: Input, period: Period, contractId: number, who: SignedIn, options: { readonly key?: string }) =>
      Effect.gen(function* () {
        const slot = { contractId, ...period }
        const [bill] = yield* statement(billedOnSql, [contractId, period.from, period.to])
        if (!bill) {
          // checked before anything is locked: a refusal writes nothing
          const input = toInput(payload, period, yield* mealsOf(contractId, period))
          yield* Effect.try({ try: () => rejectDoubtful(input, who.today), catch: (error) => error as Rejection })
        }
        // a repeated call finds its own bill: the command then returns the stored answer, and refuses otherwise
        yield* Effect.catchIf(
          execute(holdMeals, slot, who),
          (error): error is Rejection => error instanceof Rejection,
          () => Effect.void,
        )
        const meals = yield* mealsOf(contractId, period)
        return yield* execute(generateInvoice, toInput(payload, period, meals), who, options)
      }).pipe(Effect.ensuring(Effect.ignore(execute(releaseMeals, { contractId, ...period }, who))))

    return handlers.handleAll({
      list: ({ query: { status, ...query } }) => Effect.flatMap(Who, (who) => listAnswer("/api/invoices", invoiceList(who, status), query)),
      tiles: ({ query: { siteId } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const [row] = yield* statement(tilesSql, [yield* siteAsked(siteId)])
            return jsonResponse(row!.body)
          }).pipe(Effect.provideService(Database, database)),
        ),
      one: ({ params: { id } }) => Effect.flatMap(Who, (who) => invoiceAnswer(who, id)),
      history: ({ params: { id } }) =>
        handle(function* () {
          const row = yield* rowText(anyInvoice(yield* Who), id)
          if (row === undefined) return yield* Effect.fail(notFound(`Invoice ${id} does not exist`))
          return yield* history(invoices, id)
        }),
      generate: ({ payload }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const options = yield* commandKey
          const period = yield* periodOf(payload)
          yield* Effect.try({ try: () => rejectMistyped(payload, who.today), catch: (error) => error as Rejection })
          const { contractId, draftBill } = yield* mapDatabaseErrors(aboutOf(payload, period))
          if (contractId !== undefined && period === null) {
            return yield* Effect.fail(invalid(`Which days are "${payload.billingPeriod}"? Write it as October 2026, or choose the first and the last day`))
          }
          const made =
            contractId === undefined || period === null || draftBill !== undefined
              ? execute(generateInvoice, toInput(payload, period, null, draftBill), who, options)
              : generateMeals(payload, period, contractId, who, options)
          const { id } = yield* mapDatabaseErrors(made)
          return yield* invoiceAnswer(who, id, 201)
        }),
      preview: ({ payload }) =>
        handle(function* () {
          const who = yield* Who
          const period = yield* periodOf(payload)
          const about = yield* aboutOf(payload, period)
          const { site, client, contractId, draftBill } = about
          const [company] = (yield* statement(`select ${Company.state("c")} from company c where c.id = 1`, [])) as [Row<typeof Company>?]
          const [tax] = (yield* statement(`select ${TaxCode.state("t")} from tax_code t where t.code = $1`, [salesTax])) as [Row<typeof TaxCode>?]
          const taxRate = tax && taxRateAt(tax, who.today)
          if (taxRate === undefined) return yield* Effect.fail(invalid(`No sales tax applies on ${who.today}`))
          const meals = contractId === undefined || period === null || draftBill !== undefined ? null : yield* mealsOf(contractId, period)
          const input = toInput(payload, period, meals, draftBill)
          const asked = questions(input, who.today)
          const draft = drafted(
            input,
            {
              siteId: site.id,
              clientId: client?.id ?? 0,
              client: client ?? { companyName: payload.clientName, address: null, email: null, currency: "USD" },
              seller: sellerOf(company),
              taxRate,
            },
            who,
          )
          const shown = { ...draft, id: 0, invoiceNumber: null, issueDate: who.today, rate: null } as unknown as Bill
          const document = { ...invoiceDocument(shown, site), number: "Number given when issued", isDraft: false }
          const pdf = payload.asPdf ? yield* invoicePdf({ ...document, isDraft: true }, `${who.today}T00:00:00.000Z`) : undefined
          return jsonResponse(
            JSON.stringify({
              html: invoiceHtml(document),
              pdf: pdf ? Buffer.from(pdf).toString("base64") : null,
              ...warningsOf(payload, draft, about, meals, asked, who.today),
              currency: draft.currency,
              subtotalAmount: formatMoney(draft.subtotalAmount),
              taxAmount: formatMoney(draft.taxAmount),
              totalAmount: formatMoney(draft.totalAmount),
              taxRate: percent(draft.taxes[0]?.rate ?? taxRate),
              periodStart: draft.periodStart,
              periodEnd: draft.periodEnd,
              mealsTotal: meals && formatMoney(meals.totalAmount),
              questions: asked,
            }),
          )
        }),
      send: ({ params: { id }, payload }) =>
        Effect.gen(function* () {
          const { invoice, bytes } = yield* mapDatabaseErrors(rendered(id))
          if (invoice.status === "draft") return yield* Effect.fail(conflict("A draft cannot be sent. Issue it first"))
          const input = {
            id,
            rendered: yield* mapDatabaseErrors(kept(bytes)),
            to: payload?.to || null,
            cc: payload?.cc || null,
            subject: payload?.subject || null,
            message: payload?.message || null,
          }
          return yield* answer(sendInvoice, input, { id })
        }),
      // a download is an event, so this GET call writes
      download: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          if ((yield* rowText(anyInvoice(who), id)) === undefined) return yield* Effect.fail(notFound(`Invoice ${id} does not exist`))
          const { invoice, bytes } = yield* rendered(id)
          // reading as of the past is not recorded as a download
          if (invoice.status !== "draft" && !(yield* CurrentInstant)) yield* execute(downloadInvoice, { id, rendered: yield* kept(bytes) }, who)
          return HttpServerResponse.uint8Array(bytes, {
            contentType: pdfType,
            headers: {
              "content-disposition": `inline; filename="${nameOf(invoice)}.pdf"`,
              // the browser's PDF viewer is an object with its own styles
              "content-security-policy": "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            },
          })
        }),
      credit: ({ params: { id }, payload }) =>
        answer(
          creditInvoice,
          {
            id,
            reason: payload.reason,
            lines: payload.lines?.map(({ line, quantity, amount }) => ({ line, quantity: quantity ?? null, amount: amount ?? null })) ?? null,
          },
          { status: 201 },
        ),
      discard: ({ params: { id }, payload }) => answer(discardInvoice, { id, reason: payload?.reason ?? "" }),
      applyCredit: ({ params: { id }, payload }) => answer(applyCredit, { invoiceId: id, amount: payload?.amount ?? null }, { id }),
    })
  }),
)
