/** Explains what is earned and not billed: its contracts, and the meals of each. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { added, figure, type Input, type Parts, said } from "@ops/platform/records/explain.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { unbilledOn, unbilledSlotsOf } from "./queries.ts"

const shownAtMost = 50
const contractSql = sql(
  { number: col.text, siteId: col.whole, currency: col.text },
  'select contract_number as number, site_id as "siteId", currency from client_contract where id = $1',
)

const ofAll = figure("meals.notBilled", {
  label: "Meals served but not billed",
  unit: "USD",
  needs: ["day"],
  takes: ["siteId"],
  may: FINANCE,
  explain: Effect.fnUntraced(function* ({ day, siteId }) {
    const lines = yield* unbilledOn(day, siteId ?? null)
    const value = formatMoney(lines.reduce((sum, { usd }) => sum + usd, 0))
    const inputs: Parts<Input> = {
      rows: lines.map(({ contractId, contractNumber, client, meals, currency, amount, usd }) => ({
        label: `${contractNumber}, ${client}: ${said(meals, "meals")}, ${said(formatMoney(amount), currency)}`,
        value: formatMoney(usd),
        figure: { name: "contract.notBilled", parameters: { id: contractId, day } },
      })),
      total: lines.length,
      sum: value,
    }
    return {
      value,
      inputs,
      formula: `Meals served up to ${day} not invoiced by then, before tax, SSP at the official rate of the day: ${added(inputs, "USD", "contracts")}`,
    }
  }),
})

const ofContract = figure("contract.notBilled", {
  label: "Meals of a contract served but not billed",
  unit: "USD",
  needs: ["id", "day"],
  may: FINANCE,
  explain: Effect.fnUntraced(function* ({ id, day }, { confinedTo }) {
    const [contract] = yield* statement(contractSql, [id])
    if (!contract || (confinedTo !== null && confinedTo !== contract.siteId)) return yield* Effect.fail(notFound(`Contract ${id} does not exist`))
    const slots = yield* unbilledSlotsOf(id, day)
    const value = formatMoney(slots.reduce((sum, { amount }) => sum + amount, 0))
    const unit = contract.currency
    const inputs: Parts<Input> = {
      rows: slots.slice(-shownAtMost).map(({ date, mealType, heads, rate, amount }) => ({
        label: `${mealType} of ${date}: ${heads} × ${said(formatMoney(rate), unit)}`,
        value: formatMoney(amount),
        figure: { name: "mealSlot.revenue", parameters: { id, day: date, meal: mealType } },
      })),
      total: slots.length,
      sum: value,
    }
    return {
      value,
      unit,
      inputs,
      formula: `Meals of ${contract.number} up to ${day} that no invoice had by then, at the price of each day: ${added(inputs, unit, "days' meals")}`,
    }
  }),
})

export const accrualFigures = [ofAll, ofContract]
