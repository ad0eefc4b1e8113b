/** The month-end of a month: its eight steps, each with its state, and what is to be done next. One read for the screen and the terminal. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { ChecklistLine, closingSteps } from "@ops/ledger/periods/contract.ts"

const Text = Schema.NullOr(Schema.String)

const Amount = Schema.Struct({ amount: Schema.String, currency: Schema.Literals(["USD", "SSP"]) })
/** What can be done: on a screen, and at the terminal. `act` names what the month-end itself can do. */
const Next = Schema.Struct({
  label: Schema.String,
  path: Text,
  command: Schema.String,
  act: Schema.NullOr(Schema.Literals(["revalue", "close"])),
})
const Table = Schema.Struct({
  columns: Schema.Array(Schema.Struct({ key: Schema.String, title: Schema.String, kind: Schema.Literals(["text", "integer", "money", "date", "instant"]) })),
  /** texts by the key of their column; `path` is the screen that shows it, `status` one of the product's */
  rows: Schema.Array(Schema.Record(Schema.String, Text)),
  /** the rows name documents of every site, so people who work at one site get none */
  isWithheld: Schema.Boolean,
})

export const MonthEndStep = Schema.Struct({
  key: Schema.Literals(closingSteps),
  title: Schema.String,
  /** done; current: the first that is not; waiting for those before it; failed: what needs attention, or was closed despite it */
  state: Schema.Literals(["done", "current", "waiting", "failed"]),
  /** in a few words, such as `279 of 279 meals` */
  summary: Schema.Array(Schema.String),
  amounts: Schema.Array(Amount),
  /** who did the latest of it, and when */
  by: Text,
  at: Text,
  /** how many of its checks are open */
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
  /** the step whose turn it is; null once the month is closed, and before it is over */
  current: Schema.NullOr(Schema.Literals(closingSteps)),
  steps: Schema.Array(MonthEndStep),
  /** those that are open first; each with the step in which it is resolved */
  checks: Schema.Array(Schema.Struct({ ...ChecklistLine.fields, step: Schema.Literals(closingSteps) })),
  /** the taxes of the month that are not filed yet, the earliest first */
  due: Schema.Array(Schema.Struct({ title: Schema.String, date: Schema.String, overdue: Schema.Boolean })),
  /** USD: what was earned and spent in the month, its result, and what the revaluation would still change */
  result: Schema.Struct({ earned: Schema.String, costs: Schema.String, before: Schema.String, step: Schema.String, after: Schema.String }),
}).annotate({ identifier: "MonthEnd" })

export class MonthEndGroup extends callGroup(
  "monthEnd",
  call.get("month", "/api/month-end/:period", "Read the steps that close a month", MonthEndAnswer, {
    params: { period: Schema.String } /** the steps as a file */,
    query: { format: Schema.optional(Schema.Literals(["json", "csv", "xlsx"])), asOf: Schema.optional(Schema.String) },
    may: FINANCE,
    scope: "all",
    madeOf: [
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
