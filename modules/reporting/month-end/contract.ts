/** The month-end of a month: its eight steps, each with its state, and what is to be done next. One read for the screen and the terminal. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { ChecklistLine, closingSteps } from "@ops/ledger/periods/contract.ts"

const Text = Schema.NullOr(Schema.String)

const Amount = Schema.Struct({ amount: Schema.String, currency: Schema.Literals(["USD", "SSP"]) })
/** The next action: on a screen, and in the terminal. `act` is set if the month-end screen itself can do it. */
const Next = Schema.Struct({
  label: Schema.String,
  path: Text,
  command: Schema.String,
  act: Schema.NullOr(Schema.Literals(["revalue", "close"])),
})
const Table = Schema.Struct({
  columns: Schema.Array(Schema.Struct({ key: Schema.String, title: Schema.String, kind: Schema.Literals(["text", "integer", "money", "date", "instant"]) })),
  /** texts by column key; `path` is the screen of the row, `status` one of the product's statuses */
  rows: Schema.Array(Schema.Record(Schema.String, Text)),
  /** the rows name documents of every site, so people at one site get none */
  isWithheld: Schema.Boolean,
})

export const MonthEndStep = Schema.Struct({
  key: Schema.Literals(closingSteps),
  title: Schema.String,
  /** done; current: the first that is not done; waiting: after the current one; failed: needs attention, or was closed with overrides */
  state: Schema.Literals(["done", "current", "waiting", "failed"]),
  /** a few words, such as `279 of 279 meals` */
  summary: Schema.Array(Schema.String),
  amounts: Schema.Array(Amount),
  /** who is responsible for it */
  owner: Schema.String,
  /** who did the latest action, and when */
  by: Text,
  at: Text,
  /** number of open checks */
  open: Schema.Int,
  next: Schema.NullOr(Next),
  table: Table,
})

export const MonthEndAnswer = Schema.Struct({
  period: Schema.String,
  title: Schema.String,
  from: Schema.String,
  to: Schema.String,
  status: Schema.Literals(["open", "soft_closed", "closed"]),
  done: Schema.Int,
  /** the current step; null once the month is closed, and before it is over */
  current: Schema.NullOr(Schema.Literals(closingSteps)),
  steps: Schema.Array(MonthEndStep),
  /** open checks first; each with the step that resolves it */
  checks: Schema.Array(Schema.Struct({ ...ChecklistLine.fields, step: Schema.Literals(closingSteps) })),
  /** the unfiled taxes of the month, each once for all its currencies, earliest first */
  due: Schema.Array(Schema.Struct({ title: Schema.String, date: Schema.String, overdue: Schema.Boolean })),
  /** SSP per dollar on the last day of the month; null if there is none */
  rate: Schema.NullOr(Schema.String),
  /** USD: income and costs of the month, its result, and the effect of a revaluation that is not posted yet */
  result: Schema.Struct({ earned: Schema.String, costs: Schema.String, before: Schema.String, step: Schema.String, after: Schema.String }),
}).annotate({ identifier: "MonthEnd" })

export class MonthEndGroup extends callGroup(
  "monthEnd",
  call.get("month", "/api/month-end/:period", "Read the steps that close a month", MonthEndAnswer, {
    params: { period: Schema.String },
    /** the steps as a file */
    query: { format: Schema.optional(Schema.Literals(["json", "csv", "xlsx"])), asOf: Schema.optional(Schema.String) },
    may: FINANCE,
    scope: "all",
    dependsOn: [
      "fiscal_period",
      "journal_entry",
      "revaluation",
      "meal_session",
      "meal_attendance",
      "invoice",
      "late_meal",
      "meal_accrual",
      "billing_run",
      "payroll_period",
      "payable",
      "payment_run",
      "tax_report",
      "expense_request",
      "money_transaction",
      "daily_expense",
    ],
    acrossSites: "session",
  }),
) {}

export class MonthEndApi extends HttpApi.make("ops").add(MonthEndGroup) {}
