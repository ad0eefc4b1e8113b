/** Payroll in the demo scenario: allowances and deductions, and every month from the first on, all paid except the last. */
import { Effect } from "effect"
import { addDays, lastDayOf } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { addComponent, type NewComponent } from "./components-and-rules/pay-component.ts"
import { approvePeriod, createPeriod, payPeriod, postPeriod } from "./payroll-periods/payroll-period.ts"
import { periodRow, processPeriod } from "./payroll-periods/processing.ts"

const finance = "FO-FIN-001"
const chief = "FO-CEO-001"

type Extra = readonly [name: string, Pick<NewComponent, "kind" | "name" | "amount" | "currency" | "taxable">, once: boolean]
const extras: ReadonlyArray<Extra> = [
  ["Gatluak Riek Tut", { kind: "allowance", name: "Camp allowance", amount: 15_000, currency: "USD", taxable: true }, false],
  ["Deng Akol Majok", { kind: "allowance", name: "Camp allowance", amount: 8_000, currency: "USD", taxable: true }, false],
  ["James Okot Oyet", { kind: "allowance", name: "Tools", amount: 2_500, currency: "USD", taxable: false }, false],
  ["Peter Lual Dut", { kind: "deduction", name: "Salary advance", amount: 9_000_000, currency: "SSP", taxable: true }, false],
  ["Martin Wol Piom", { kind: "deduction", name: "Staff loan", amount: 12_000_000, currency: "SSP", taxable: true }, false],
  ["Daniel Yak Nhial", { kind: "bonus", name: "Kitchen extension finished", amount: 20_000, currency: "USD", taxable: true }, true],
]

const peopleSql = sql({ id: col.whole, name: col.text }, "select id, first_name || ' ' || last_name as name from company_staff")

export const payrollDemo = ({ as, execute, days, until }: Scenario) =>
  Effect.gen(function* () {
    const [first, today] = [days[0]!, days.at(-1)!]
    const months = [...new Set(days.map((day) => day.slice(0, 7)))]
    const ids = new Map((yield* statement(peopleSql, [])).map(({ name, id }) => [name, id]))
    const start = `${months[0]}-01`
    for (const [n, [name, component, once]] of extras.entries()) {
      const staffId = ids.get(name)
      if (staffId === undefined) continue
      const from = once ? `${months.at(-2) ?? months[0]}-15` : start
      yield* execute(`pay-component-${n}`, addComponent, { ...component, staffId, from, to: once ? from : null }, as(finance, first, "10:00"))
    }
    for (const month of months) {
      const endDate = lastDayOf(month)
      const isOver = endDate < today
      const name = `payroll-${month}`
      // by the night of the last day all attendance is recorded
      const [made, hour] = isOver ? [endDate, "21"] : [today, "12"]
      const period = { periodName: formatMonth(month), startDate: `${month}-01`, endDate, payDate: endDate, notes: "" }
      const id = yield* execute(name, createPeriod, period, as(finance, made, `${hour}:00`))
      // this month is a draft
      if (!isOver) continue
      if ((yield* periodRow(id)).status === "draft") {
        const reason = month === months[0] ? "Attendance of these weeks was kept on paper" : "Sheets of single days were lost"
        const by = as(finance, made, "21:10")
        yield* until(by.at)
        yield* processPeriod(id, reason, by)
      }
      yield* execute(`${name}-approved`, approvePeriod, { id, overrideReason: null }, as(chief, made, "21:30"))
      yield* execute(`${name}-posted`, postPeriod, { id }, as(finance, made, "21:45"))
      const paidDate = addDays(endDate, 2) < today ? addDays(endDate, 2) : today
      const payment = { id, paidDate, paymentMethod: "bank_transfer", paymentReference: `TT-${month.replace("-", "")}` } as const
      yield* execute(`${name}-paid`, payPeriod, payment, as(finance, paidDate, "11:00"))
    }
  })
