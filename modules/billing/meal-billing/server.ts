import { Cause, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type By, conflict, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { Records, execute } from "@ops/platform/records/records.ts"
import { officialRateOn } from "@ops/ledger/exchange-rates/queries.ts"
import { siteNamedSql } from "@ops/sites/queries.ts"
import { giveUp, post, runWithRest, startPosting, rejectRecorder } from "./billing-run-posting.ts"
import { creditInvoice, discardInvoice } from "../invoices/invoice.ts"
import { holdMeals, releaseMeals } from "../invoices/invoice-generation.ts"
import { draftMealBill, type DraftInput, issueMealBill, requireWithinUnit } from "./meal-billing.ts"
import { MealBillingApi, type PreviewInput } from "./contract.ts"
import { anyBillingPeriod, billedAlreadySql, billingPeriodList, mealReport, postedSql, runSql } from "./queries.ts"
import { statusOf, totalsOf } from "./status.ts"
import { makePlan, monthAsked, type Plan, plannedBills, type PlannedBill, planNamed, type WhatIf } from "./plan.ts"

const percent = (hundredths: number) => (hundredths / 100).toFixed(2)
const written = ({ subtotal, tax, total }: Pick<PlannedBill, "subtotal" | "tax" | "total">) => ({
  subtotalAmount: formatMoney(subtotal),
  taxAmount: formatMoney(tax),
  totalAmount: formatMoney(total),
})
const endsBefore = "End date must be on or after the start date"

const billAnswer = (bill: PlannedBill, withSlots: boolean) => {
  const { contractId, contractNumber, clientId, client, siteId, site, siteCode, planned, served, missed, heads, currency, agreed, problems } = bill
  return {
    contractId,
    contractNumber,
    clientId,
    client,
    siteId,
    site,
    siteCode,
    planned,
    served,
    missed,
    heads,
    currency,
    problems,
    startDate: bill.from,
    endDate: bill.to,
    lines: bill.lines.map(({ description, quantity, unitPrice, amount, taxRate }) => ({
      description,
      quantity,
      unitPrice: formatMoney(unitPrice),
      amount: formatMoney(amount),
      taxRate: percent(taxRate),
    })),
    ...written(bill),
    difference: agreed
      ? written({
          subtotal: bill.subtotal - agreed.subtotal,
          tax: bill.tax - agreed.tax,
          total: bill.total - agreed.total,
        })
      : null,
    ...(withSlots && {
      slots: bill.slots.map((slot) => ({
        ...slot,
        rate: slot.rate === null ? null : formatMoney(slot.rate),
        amount: formatMoney(slot.amount),
      })),
    }),
  }
}
/** What bills are worth in USD at a supposed rate, and at today's. */
const worthAt = (bills: Plan["bills"], exchangeRate: number) =>
  Effect.gen(function* () {
    const official = yield* officialRateOn((yield* Who).today)
    const usdAt = (rate: number) => bills.reduce((sum, { currency, total }) => sum + (currency === "USD" ? total : Math.round((total * 100) / rate)), 0)
    const [supposed, now] = [usdAt(exchangeRate), official && usdAt(official)]
    const money = (cents: number | undefined) => (cents === undefined ? null : formatMoney(cents))
    return {
      totalUsd: formatMoney(supposed),
      officialRate: money(official),
      officialUsd: money(now),
      difference: money(now === undefined ? undefined : supposed - now),
    }
  })
const planAnswer = ({ bills, from, to, whatIf, ...plan }: Plan, withSlots = false) =>
  Effect.gen(function* () {
    return jsonResponse(
      JSON.stringify({
        ...plan,
        startDate: from,
        endDate: to,
        whatIf: whatIf && {
          rate: whatIf.rate === undefined ? null : formatMoney(whatIf.rate),
          currency: whatIf.rate === undefined ? null : (whatIf.currency ?? "USD"),
          basis: whatIf.basis ?? null,
          guaranteedShare: whatIf.guaranteedShare === undefined ? null : percent(whatIf.guaranteedShare),
          taxRate: whatIf.taxRate === undefined ? null : percent(whatIf.taxRate),
          heads: whatIf.heads ?? null,
          taxDate: whatIf.taxDate ?? null,
          exchangeRate: whatIf.exchangeRate === undefined ? null : formatMoney(whatIf.exchangeRate),
        },
        worth: whatIf?.exchangeRate === undefined ? null : yield* worthAt(bills, whatIf.exchangeRate),
        totals: totalsOf(bills),
        bills: bills.map((bill) => billAnswer(bill, withSlots)),
      }),
    )
  })

/** The what-if terms without unset fields; null if there are none. */
const supposed = (whatIf: (typeof PreviewInput.Type)["whatIf"]): WhatIf | null => {
  const given = Object.fromEntries(Object.entries(whatIf ?? {}).filter(([, value]) => value !== null && value !== undefined))
  if (given["heads"] !== undefined) given["heads"] = Number(given["heads"])
  return Object.keys(given).length > 0 ? (given as WhatIf) : null
}

const billedSql = sql(
  { contractId: col.whole, from: col.text, to: col.text },
  `select contract_id as "contractId", to_char(period_start, 'YYYY-MM-DD') as from, to_char(period_end, 'YYYY-MM-DD') as to from invoice where id = $1 and kind = 'meal'`,
)
const statusSql = sql({ status: col.text }, "select status from invoice where id = $1 and kind = 'meal'")

export const MealBillingLive = HttpApiBuilder.group(
  MealBillingApi,
  "mealBilling",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Records | Database>()
    const scope = yield* Effect.scope
    /** The runs that this server works on, and why it stopped working on others. */
    const working = new Set<number>()
    const problems = new Map<number, string>()

    /** Posts the bills of a run, whether or not a caller waits for it. An interrupted run can be resumed. */
    const work = (id: number, by: By) => {
      if (working.has(id)) return Effect.void
      working.add(id)
      problems.delete(id)
      const told = (cause: Cause.Cause<unknown>) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.void
        const error = Cause.squash(cause)
        problems.set(id, error instanceof Rejection ? error.message : "Something went wrong. What is posted stays; resume the run")
        return error instanceof Rejection ? Effect.void : Effect.logError(`Billing run ${id}`, cause)
      }
      const posting = post(id, by).pipe(Effect.provide(services), Effect.catchCause(told), Effect.ensuring(Effect.sync(() => working.delete(id))))
      return Effect.asVoid(Effect.forkIn(posting, scope))
    }
    const runAnswer = (id: number, status = 200) =>
      Effect.gen(function* () {
        // read before the row: a run that ended in between shows as ended
        const isWorked = working.has(id)
        const [run] = yield* statement(runSql, [id])
        if (!run) return yield* Effect.fail(notFound(`Billing run ${id} does not exist`))
        const invoices = yield* statement(postedSql, [id])
        const now = { isWorking: run.status === "running" && isWorked, problem: problems.get(id) ?? null }
        return jsonResponse(JSON.stringify({ ...run, ...now, invoices }), { status })
      })
    const periodAnswer = (id: number, status = 200) => Effect.flatMap(Who, (who) => rowAnswer(anyBillingPeriod(who), id, "Meal bill", status))

    /** The site given by the caller, or to which the caller is restricted; null for all. */
    const siteNamed = (named: string | number | null | undefined, { confinedTo }: SignedIn) =>
      Effect.gen(function* () {
        if (named === null || named === undefined || named === "") return confinedTo
        const [site] = yield* statement(siteNamedSql, [String(named)])
        if (!site) return yield* Effect.fail(new Rejection(400, "Site is required"))
        if (confinedTo !== null && site.id !== confinedTo) return yield* Effect.fail(new Rejection(403, "You work at another site"))
        return site.id
      })

    /** The bill of the requested days, with its meals locked; or the reason why there is none. */
    const drafted = ({ siteId, clientId, from, to }: Omit<DraftInput, "billingType">, who: SignedIn) =>
      Effect.gen(function* () {
        const [billed] = yield* statement(billedAlreadySql, [siteId, clientId, from, to])
        if (billed) return yield* Effect.fail(conflict(`These meals are already billed on ${billed.name}`))
        const none = invalid("No unbilled meals in this period")
        const asked = { siteId, clientId, from, to }
        const [first, ...others] = (yield* plannedBills(asked)).filter(({ total, obstacles }) => total > 0 || obstacles.length > 0)
        if (!first) return yield* Effect.fail(none)
        const { contractId, contractNumber } = first
        if (others.length > 0) return yield* Effect.fail(invalid(`Two contracts cover these days. Bill those of ${contractNumber} separately`))
        yield* rejectRecorder([contractId], asked, who)
        const requirePrices = ({ slots }: PlannedBill) =>
          slots.some(({ rate, served }) => rate === null && served > 0)
            ? Effect.fail(invalid(`${contractNumber} has no price for some of these days. Agree on one first`))
            : Effect.void
        // locking a meal that is still served would block its session
        const requireNoObstacle = ({ obstacles }: PlannedBill) =>
          obstacles[0] ? Effect.fail(invalid(`${obstacles[0]}. Settle it first, or bill other days`)) : Effect.void
        // checked before anything is locked: a refusal writes nothing
        yield* requirePrices(first)
        yield* requireNoObstacle(first)
        yield* execute(holdMeals, { contractId, from, to }, who)
        return yield* Effect.gen(function* () {
          const [bill] = yield* plannedBills({ ...asked, contractIds: [contractId] })
          if (bill) yield* Effect.andThen(requirePrices(bill), requireNoObstacle(bill))
          return bill && bill.total > 0 ? bill : yield* Effect.fail(none)
        }).pipe(Effect.tapError(() => Effect.ignore(execute(releaseMeals, { contractId, from, to }, who))))
      })

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/meal-billing-periods", billingPeriodList(who), query)),

      report: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/billing/report", mealReport(who), query)),

      generate: ({ payload: { clientId, billingType, startDate, endDate, ...asked } }) =>
        handle(function* () {
          const who = yield* Who
          const siteId = yield* siteNamed(asked.siteId, who)
          if (siteId === null) return yield* Effect.fail(new Rejection(400, "Site is required"))
          if (endDate < startDate) return yield* Effect.fail(invalid(endsBefore))
          yield* Effect.try({ try: () => requireWithinUnit(billingType, { from: startDate, to: endDate }), catch: (error) => error as Rejection })
          if (startDate > who.today) return yield* Effect.fail(invalid("No unbilled meals in this period"))
          // future days are not billed yet
          const input = { siteId, clientId, billingType, from: startDate, to: endDate < who.today ? endDate : who.today }
          // a repeated call finds its own bill: the command then returns the stored answer, and refuses otherwise
          const bill = yield* Effect.catchIf(
            drafted(input, who),
            (error): error is Rejection => error instanceof Rejection,
            (refusal) => Effect.succeed(refusal),
          )
          const release =
            bill instanceof Rejection ? Effect.void : Effect.ignore(execute(releaseMeals, { contractId: bill.contractId, from: bill.from, to: bill.to }, who))
          const { id } = yield* Effect.ensuring(execute(draftMealBill(bill), input, who, yield* commandKey), release)
          return yield* periodAnswer(id, 201)
        }),

      preview: ({ payload: { month, startDate, endDate, whatIf, ...asked } }) =>
        handle(function* () {
          const who = yield* Who
          const siteId = yield* siteNamed(asked.siteId, who)
          const clientId = asked.clientId ?? null
          if (month) {
            const days = yield* monthAsked(month, who.today)
            return yield* planAnswer(yield* makePlan({ month, ...days, siteId, clientId }, supposed(whatIf), who.person))
          }
          if (!startDate || !endDate) return yield* Effect.fail(invalid("Name a month, or the first and the last day"))
          if (endDate < startDate) return yield* Effect.fail(invalid(endsBefore))
          return yield* planAnswer(yield* makePlan({ month: null, from: startDate, to: endDate, siteId, clientId }, supposed(whatIf), who.person))
        }),

      issue: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const [bill] = yield* statement(billedSql, [id])
          if (bill) yield* rejectRecorder([bill.contractId], bill, who)
          yield* execute(issueMealBill, { id }, who, yield* commandKey)
          return yield* periodAnswer(id)
        }),

      credit: ({ params: { id }, payload }) =>
        handle(function* () {
          const who = yield* Who
          const [bill] = yield* statement(statusSql, [id])
          if (!bill) return yield* Effect.fail(notFound(`Meal bill ${id} does not exist`))
          const reason = payload?.reason ?? ""
          const options = yield* commandKey
          const isDraft = bill.status === "draft" || bill.status === "discarded"
          yield* isDraft ? execute(discardInvoice, { id, reason }, who, options) : execute(creditInvoice, { id, reason, lines: null }, who, options)
          return yield* periodAnswer(id)
        }),

      plan: ({ params: { id }, query: { slots } }) => mapDatabaseErrors(Effect.flatMap(planNamed(id), (plan) => planAnswer(plan, slots === "true"))),

      post: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const runId = yield* startPosting(id, who, yield* commandKey)
          yield* work(runId, who)
          return yield* runAnswer(runId, 201)
        }),
      run: ({ params: { id } }) => mapDatabaseErrors(runAnswer(id)),
      resume: ({ params: { id } }) =>
        handle(function* () {
          const who = yield* Who
          const { run, plan, rest } = yield* runWithRest(id)
          if (run.status === "abandoned") return yield* Effect.fail(conflict(`This run was stopped: ${run.reason}`))
          yield* rejectRecorder(
            rest.map(({ contractId }) => contractId),
            plan,
            who,
          )
          if (run.status === "running") yield* work(id, who)
          return yield* runAnswer(id)
        }),
      abandon: ({ params: { id }, payload }) =>
        handle(function* () {
          const who = yield* Who
          yield* giveUp(id, payload?.reason || "Stopped by hand", who)
          return yield* runAnswer(id)
        }),
      status: ({ query: { month } }) =>
        handle(function* () {
          const { today, confinedTo } = yield* Who
          // the default is the last complete month
          const asked = month || monthOf(addDays(`${monthOf(today)}-01`, -1))
          return jsonResponse(JSON.stringify(yield* statusOf(asked, today, confinedTo)))
        }),
    })
  }),
)
