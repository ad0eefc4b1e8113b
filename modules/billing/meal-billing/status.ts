/** The status of a month's billing. */
import { Effect, Result } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { canonical } from "@ops/platform/canonical.ts"
import { sha256 } from "@ops/platform/event-store/hash.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { invalid } from "@ops/platform/records/command.ts"
import { periodNamed } from "../invoices/invoice-period.ts"
import { billsSql, runsSql } from "./queries.ts"
import { monthAsked, plannedBills } from "./plan.ts"

interface Amounts {
  readonly currency: "USD" | "SSP"
  readonly subtotal: number
  readonly tax: number
  readonly total: number
}

/** The totals of bills by currency, as decimals; a currency without a bill is left out. */
export const totalsOf = (bills: ReadonlyArray<Amounts>) =>
  Object.fromEntries(
    (["USD", "SSP"] as const).flatMap((currency) => {
      const own = bills.filter((bill) => bill.currency === currency)
      const sum = (name: "subtotal" | "tax" | "total") => formatMoney(own.reduce((sum, bill) => sum + bill[name], 0))
      return own.length === 0 ? [] : [[currency, { bills: own.length, subtotalAmount: sum("subtotal"), taxAmount: sum("tax"), totalAmount: sum("total") }]]
    }),
  )

/**
 * The bills of a month with their digest, its runs, and the unbilled meals of past days. The digest is SHA-256 over client, site, days, lines, totals and
 * number of each bill: the same bills have the same digest.
 */
export const statusOf = (month: string, today: string, siteId: number | null = null) =>
  Effect.gen(function* () {
    const period = /^\d{4}-\d\d$/.test(month) ? periodNamed(month) : undefined
    if (!period) return yield* Effect.fail(invalid("Month must be written as 2026-10"))
    const rows = yield* statement(billsSql, [period.from, period.to, siteId])
    const runs = yield* statement(runsSql, [month])
    const over = yield* Effect.result(monthAsked(month, today))
    const unbilled = Result.isSuccess(over) ? yield* plannedBills({ ...over.success, siteId, clientId: null }) : []
    const said = rows.map(({ client, siteCode, startDate, endDate, currency, lines, taxes, subtotal, tax, total, invoiceNumber }) => ({
      client,
      siteCode,
      startDate,
      endDate,
      currency,
      lines,
      taxes,
      subtotal,
      tax,
      total,
      invoiceNumber,
    }))
    return {
      month,
      digest: sha256(canonical(said)),
      issued: totalsOf(rows.filter(({ invoiceNumber }) => invoiceNumber !== null)),
      drafts: totalsOf(rows.filter(({ invoiceNumber }) => invoiceNumber === null)),
      unbilled: totalsOf(unbilled),
      runs,
      bills: rows.map(({ lines: _, taxes: __, subtotal: ___, tax: ____, total: _____, ...bill }) => bill),
    }
  })
