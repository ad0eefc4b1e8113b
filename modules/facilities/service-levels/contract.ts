/** The API of service levels, the state of orders against them, and credits for late work. */
import { Schema } from "effect"
import { OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { apiOf, call, groupOf } from "@ops/platform/http/call-group.ts"
import { DateInput, IdInput, ListQuery, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { priorities, serviceTypes, standings, statuses } from "../work-orders/labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)

const Term = Schema.Struct({
  from: Schema.String,
  /** null: nothing is promised */
  responseMinutes: Whole,
  resolutionMinutes: Whole,
  aroundTheClock: Schema.Boolean,
  creditAmount: Schema.String,
})
export const SlaPolicyAnswer = Schema.Struct({
  id: Schema.Int,
  /** null: every client without its own promise */
  clientId: Whole,
  clientName: Text,
  /** null: every service without its own promise */
  serviceType: Schema.NullOr(Schema.Literals(serviceTypes)),
  priority: Schema.Literals(priorities),
  /** today's terms; null before the first term begins */
  promised: Schema.NullOr(Term),
  /** newest first */
  terms: Schema.Array(Term),
  canChange: Schema.Boolean,
  version: Schema.Int,
  updatedAt: Schema.String,
}).annotate({ identifier: "SlaPolicy" })

export const SlaClockAnswer = Schema.Struct({
  /** the order's id */
  id: Schema.Int,
  orderNumber: Schema.String,
  description: Schema.String,
  status: Schema.Literals(statuses),
  serviceType: Schema.Literals(serviceTypes),
  priority: Schema.Literals(priorities),
  siteId: Schema.Int,
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  clientId: Whole,
  clientName: Text,
  startedAt: Schema.String,
  responseMinutes: Whole,
  resolutionMinutes: Whole,
  aroundTheClock: Schema.Boolean,
  responseDue: Text,
  resolutionDue: Text,
  response: Schema.Literals(standings),
  resolution: Schema.Literals(standings),
  escalations: Schema.Array(Schema.Struct({ clock: Schema.Literals(["response", "resolution"]), percent: Schema.Int, at: Schema.String, to: Text })),
  creditAmount: Schema.String,
  creditStatus: Schema.NullOr(Schema.Literals(["proposed", "granted", "waived", "billed"])),
  creditNote: Schema.String,
  canDecide: Schema.Boolean,
}).annotate({ identifier: "SlaClock" })

export const SlaSummaryAnswer = Schema.Struct({
  /** null: internal work */
  clientId: Whole,
  clientName: Schema.String,
  orders: Schema.Int,
  responseMet: Schema.Int,
  responseMissed: Schema.Int,
  resolutionMet: Schema.Int,
  resolutionMissed: Schema.Int,
  /** credits proposed, granted or billed, USD */
  credits: Schema.String,
}).annotate({ identifier: "SlaSummary" })

const minutes = (field: string) =>
  Schema.optional(Schema.NullOr(Schema.Int.check(Schema.isGreaterThan(0, { message: `${field} must be a whole number of minutes, at least 1` }))))
const orEvery = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
export const PromiseInput = Schema.Struct({
  clientId: orEvery(IdInput("Client must be one of the list")),
  serviceType: orEvery(OneOf("Service type", ...serviceTypes)),
  priority: OneOf("Priority", ...priorities),
  from: DateInput("Date from"),
  responseMinutes: minutes("Response"),
  resolutionMinutes: minutes("Resolution"),
  aroundTheClock: Schema.optional(Schema.Boolean),
  creditAmount: orEvery(Schema.Union([Schema.Literal(""), MoneyInput("Credit must be a number with at most two decimals")])),
})
export const CreditInput = Schema.Struct({ granted: Schema.Boolean, note: Schema.optional(TextInput("Reason", { most: 500 })) })

const reads: Rule = { may: [...OPERATIONS, "finance.full"], scope: "all" }
const measures: Rule = { may: ["work_orders.approve", "department.manage", "finance.full"], scope: "6: own site; 8: own site if it has one; 7 and 10: all" }
const clock = ["sla_clock", "work_order"]

export const SlaGroup = groupOf("sla", [
  call.list("policies", "/api/sla/policies", "List service levels", SlaPolicyAnswer, {
    filters: ["clientId", "serviceType", "priority"],
    ...reads,
    dependsOn: ["sla_policy"],
  }),
  call.post("promise", "/api/sla/policies", "Set a service level", SlaPolicyAnswer, { payload: PromiseInput, may: ["department.manage"], scope: "all" }),
  call.list("clocks", "/api/sla/clocks", "List the clocks of service levels", SlaClockAnswer, {
    filters: ["clientId", "response", "resolution", "credit", "escalated"],
    ...measures,
    dependsOn: clock,
  }),
  call.get("summary", "/api/sla/summary", "Read service level compliance", Schema.Array(SlaSummaryAnswer), {
    query: { ...ListQuery, from: Schema.optional(DateInput("from")), to: Schema.optional(DateInput("to")) },
    ...measures,
    dependsOn: clock,
  }),
  call.put("credit", "/api/sla/clocks/:id/credit", "Decide on a service credit", SlaClockAnswer, {
    payload: CreditInput,
    may: ["department.manage", "finance.full"],
    scope: "8: own site if it has one; 7 and 10: all",
    stepUp: true,
  }),
])

export const SlaApi = apiOf(SlaGroup)
