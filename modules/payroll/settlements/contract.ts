/** The calls for the final settlement of a person who leaves. Money is a decimal string in the adjacent currency. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Rule } from "@ops/platform/access/rule.ts"
import { created, DateInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { currencies, endings, periodStatuses } from "../labels.ts"

export const SettlementAnswer = Schema.Struct({
  staffId: Schema.Int,
  staffNumber: Schema.String,
  name: Schema.String,
  lastDay: Schema.String,
  /** false: a preview of what would be owed if that were the last day */
  hasLeft: Schema.Boolean,
  reason: Schema.Literals(endings),
  noticeWorked: Schema.Boolean,
  serviceFrom: Schema.String,
  /** whole months */
  serviceMonths: Schema.Int,
  currency: Schema.Literals(currencies),
  monthlyPay: Schema.String,
  lines: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["leave", "notice", "severance"]),
      name: Schema.String,
      formula: Schema.String,
      /** for leave lines */
      days: Schema.NullOr(Schema.Number),
      amount: Schema.String,
    }),
  ),
  /** before tax and social insurance, which the payroll deducts */
  total: Schema.String,
  /** a day of the payroll that pays it */
  payOn: Schema.String,
  /** null if that payroll does not exist yet */
  payroll: Schema.NullOr(Schema.Struct({ id: Schema.Int, periodName: Schema.String, status: Schema.Literals(periodStatuses) })),
  remarks: Schema.Array(Schema.String),
  status: Schema.Literals(["open", "booked"]),
  /** why it can be neither booked nor reversed now */
  obstacle: Schema.NullOr(Schema.String),
  canBook: Schema.Boolean,
  canReverse: Schema.Boolean,
}).annotate({ identifier: "Settlement" })

const why = OneOf("Reason", ...endings)
export const SettlementInput = Schema.Struct({
  reason: why,
  noticeWorked: Schema.optional(Schema.Boolean),
})

const makers: Rule = { may: ["finance.full"], scope: "all" } as const

export class SettlementGroup extends callGroup(
  "settlement",
  call.get("settlement", "/api/hr/staff/:id/settlement", "Read the final settlement of a person who leaves", SettlementAnswer, {
    query: {
      date: Schema.optional(DateInput("Date")),
      /** the default is resigned */
      reason: Schema.optional(why),
      noticeWorked: Schema.optional(Schema.Literals(["true", "false"])),
      asOf: Schema.optional(Schema.String),
    },
    ...makers,
    audited: "pay",
    dependsOn: ["final_settlement", "company_staff", "leave_account", "leave_type", "payroll_period"],
  }),
  call.post("book", "/api/hr/staff/:id/settlement", "Book a final settlement", SettlementAnswer.pipe(created), {
    payload: SettlementInput,
    ...makers,
    duties: "not one's own",
    stepUp: true,
  }),
  call.put("reverse", "/api/hr/staff/:id/settlement/reverse", "Reverse a final settlement", SettlementAnswer, {
    payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
    ...makers,
    duties: "not one's own; while the payroll that pays it is a draft",
    stepUp: true,
  }),
) {}

export class SettlementApi extends HttpApi.make("ops").add(SettlementGroup) {}
