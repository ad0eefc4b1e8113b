import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { type Command, notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { PayrollApi, type PayslipDetail } from "./contract.ts"
import {
  approvePeriod,
  createPeriod,
  decideLateDays,
  payPeriod,
  payrollPeriods,
  postPeriod,
  reopenPeriod,
  reversePayrollPayment,
  reversePeriod,
} from "./payroll-periods/payroll-period.ts"
import { lateDaysOf } from "./calculation/late-facts.ts"
import { enterRule } from "./components-and-rules/payroll-rule.ts"
import { payslipPdf } from "./payslips/payslip-pdf.ts"
import { previewOf } from "./payroll-periods/preview.ts"
import { periodRow, processPeriod } from "./payroll-periods/processing.ts"
import { periodList, ruleList, runList, slipDetail, slipList } from "./queries.ts"

const named = "Payroll period"
const companySql = sql({ name: col.text }, "select name from company where id = 1")

/** Runs a command and answers with the row of its record. */
const execute = <Input>(act: Command<Input>, input: Input, list: ListShape, what: string, status = 200) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    const { id } = yield* mapDatabaseErrors(execute(act, input, yield* Who, yield* commandKey))
    return yield* rowAnswer(list, id, what, status)
  })
const periods = answering(payrollPeriods, periodList)

export const PayrollLive = HttpApiBuilder.group(PayrollApi, "payroll", (handlers) =>
  handlers.handleAll({
    periods: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/hr/payroll-periods", periodList(who), query)),
    period: ({ params: { id } }) => periods.one(id),
    history: ({ params: { id } }) => periods.history(id),
    items: ({ params: { id }, query }) =>
      Effect.gen(function* () {
        const who = yield* Who
        if ((yield* mapDatabaseErrors(rowText(periodList(who), id))) === undefined) return yield* Effect.fail(notFound(`${named} ${id} does not exist`))
        return yield* listAnswer(`/api/hr/payroll-periods/${id}/items`, slipList(who), { ...query, periodId: String(id) })
      }),
    preview: ({ params, query }) => mapDatabaseErrors(previewOf(params.id, query.rule)),
    create: ({ payload: { notes, ...period } }) => periods.execute(createPeriod, { ...period, notes: notes ?? "" }, 201),
    process: ({ params: { id }, payload }) =>
      Effect.gen(function* () {
        const who = yield* Who
        yield* mapDatabaseErrors(processPeriod(id, payload?.reason || null, who, yield* commandKey))
        return yield* rowAnswer(periodList(who), id, named)
      }),
    reopen: ({ params: { id }, payload }) => periods.execute(reopenPeriod, { id, reason: payload?.reason ?? "" }),
    approve: ({ params: { id }, payload }) => periods.executeAt(id, payload?.version, approvePeriod, { id, overrideReason: payload?.overrideReason || null }),
    post: ({ params: { id } }) => periods.execute(postPeriod, { id }),
    pay: ({ params: { id }, payload }) => {
      const { paidDate = null, paymentMethod, paymentReference } = payload ?? {}
      return periods.execute(payPeriod, { id, paidDate, paymentMethod: paymentMethod ?? "bank_transfer", paymentReference: paymentReference || null })
    },
    reverse: ({ params: { id }, payload }) => periods.execute(reversePeriod, { id, reason: payload.reason ?? "" }),
    reversal: ({ params: { id } }) => reversalPreview(reversePeriod, { id }, { kinds: false }),
    paymentReversal: ({ params: { id } }) => reversalPreview(reversePayrollPayment, { id }),
    reversePayment: ({ params: { id }, payload: { reason, kind = "error", version } }) =>
      periods.executeAt(id, version, reversePayrollPayment, { id, kind, reason }),
    lateDays: ({ params: { id } }) =>
      handle(function* () {
        const period = yield* periodRow(id)
        const found = (yield* lateDaysOf(period)).map(({ amount, due: _, decided, ...of }) => ({
          periodId: id,
          periodName: period.periodName,
          ...of,
          amount: formatMoney(amount),
          decision: decided?.decision ?? null,
          reason: decided?.reason ?? null,
        }))
        return jsonResponse(JSON.stringify(found))
      }),
    decideLateDays: ({ params: { id }, payload: { staffId, decision, reason } }) =>
      Effect.gen(function* () {
        const found = yield* mapDatabaseErrors(Effect.flatMap(periodRow(id), lateDaysOf))
        const { days = [], currency = "USD", due: amount = 0 } = found.find((one) => one.staffId === staffId) ?? {}
        return yield* periods.execute(decideLateDays, { id, staffId, decision, days, currency, amount, reason: reason ?? "" })
      }),
    runs: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/payroll-runs", runList(who), query)),
    payslips: ({ query: { mine, ...query } }) => Effect.flatMap(Who, (who) => listAnswer("/api/payslips", slipList(who, { ownOnly: mine === "true" }), query)),
    payslip: ({ params }) => Effect.flatMap(Who, (who) => rowAnswer(slipDetail(who), params.id, "Payslip")),
    payslipPdf: ({ params: { id } }) =>
      handle(function* () {
        const text = yield* rowText(slipDetail(yield* Who), id)
        if (text === undefined) return yield* Effect.fail(notFound(`Payslip ${id} does not exist`))
        const slip = JSON.parse(text) as typeof PayslipDetail.Type
        const [company] = yield* statement(companySql, [])
        return HttpServerResponse.uint8Array(yield* payslipPdf(slip, company?.name ?? "Field Office"), {
          contentType: "application/pdf",
          headers: {
            "content-disposition": `attachment; filename="Payslip ${slip.endDate.slice(0, 7)} ${slip.staffNumber.replace(/[^\w-]/g, "_")}.pdf"`,
          },
        })
      }),
    rules: ({ query }) => listAnswer("/api/payroll-rules", ruleList, query),
    enterRule: ({ payload: { kind, from, method, bands, employeePercent, employerPercent, weekdayRate, restRate, weeklyHours, source } }) => {
      const isOvertime = kind === "overtime"
      const rule = {
        kind,
        from,
        method: method ?? null,
        // a percentage with two decimals, parsed as cents, is hundredths of a percent
        bands: (bands ?? []).map(({ upTo, percent }) => ({ upTo, rate: percent })),
        employeeRate: employeePercent ?? 0,
        employerRate: employerPercent ?? 0,
        weekdayRate: weekdayRate ?? (isOvertime ? 150 : 0),
        restRate: restRate ?? (isOvertime ? 200 : 0),
        weeklyHours: weeklyHours ?? (isOvertime ? 40 : 0),
        source,
      }
      return execute(enterRule, rule, ruleList, "Payroll rule", 201)
    },
  }),
)
