/** The calls for the months of the books. */
import { Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { ANYONE, FINANCE, Rule } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { DateInput, TextInput } from "@ops/platform/http/contract.ts"

const Person = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))

/** The steps of the month-end, in order. */
export const closingSteps = ["count", "bill", "send", "pay", "revalue", "tax", "check", "close"] as const

/** The statements published when a month is closed. */
export const packReports = ["pnl", "balance-sheet", "cash-flow", "trial-balance", "expense"] as const

export const PeriodAnswer = Schema.Struct({
  id: Schema.Int,
  period: Schema.String,
  title: Schema.String,
  status: Schema.Literals(["open", "soft_closed", "closed"]),
  reason: Schema.String,
  overrides: Schema.Array(Schema.Struct({ key: Schema.String, reason: Schema.String })),
  closedByUser: Person,
  closedAt: Schema.NullOr(Schema.String),
  /** the statements published at the close */
  pack: Schema.Array(Schema.Struct({ report: Schema.String, sha256: Schema.String, bytes: Schema.Int, statementVersion: Schema.Int })),
  reopeningAskedByUser: Person,
  reopeningReason: Schema.NullOr(Schema.String),
  /** every close of the month with its published statements, oldest first; the last one is current unless it was superseded */
  versions: Schema.Array(
    Schema.Struct({
      version: Schema.Int,
      closedByUser: Person,
      closedAt: Schema.NullOr(Schema.String),
      overrides: Schema.Array(Schema.Struct({ key: Schema.String, reason: Schema.String })),
      pack: Schema.Array(Schema.Struct({ report: Schema.String, sha256: Schema.String, bytes: Schema.Int, statementVersion: Schema.Int })),
      /** when the month was re-opened, by whom and why; null while the close is in effect */
      supersededAt: Schema.NullOr(Schema.String),
      reopenedByUser: Person,
      reopeningReason: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "Period" })
export const PostingDayAnswer = Schema.Struct({
  date: Schema.String,
  /** the day itself, or the first open day after it */
  postedOn: Schema.String,
  /** a note if it is another day: "2026-09 is closed: posted on 2026-10-01" */
  note: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PostingDay" })
export const ChecklistLine = Schema.Struct({
  key: Schema.String,
  title: Schema.String,
  /** the command line that resolves it, or lists what is to be resolved */
  command: Schema.String,
  ok: Schema.Boolean,
  count: Schema.Int,
  examples: Schema.Array(Schema.Struct({ text: Schema.String, path: Schema.NullOr(Schema.String) })),
})

const params = { period: Schema.String }
const writes: Rule = { may: ["finance.full"], scope: "all" }
const Reason = Schema.Struct({ reason: TextInput("Reason", { most: 500 }) })

export class PeriodsGroup extends callGroup(
  "periods",
  call.list("list", "/api/periods", "List fiscal periods", PeriodAnswer, { may: FINANCE, scope: "all", dependsOn: ["fiscal_period", "journal_entry"] }),
  call.get("postingDay", "/api/posting-day", "Read the day on which an entry would be posted", PostingDayAnswer, {
    query: { date: DateInput("Date") },
    may: ANYONE,
    scope: "all",
    dependsOn: ["fiscal_period"],
  }),
  call.get("checklist", "/api/periods/:period/checklist", "Read the checklist that closes a period", Schema.Array(ChecklistLine), {
    params,
    may: FINANCE,
    scope: "all",
    dependsOn: ["fiscal_period", "journal_entry", "invoice", "meal_session", "expense_request", "money_transaction", "daily_expense", "payable"],
    acrossSites: "session",
  }),
  call.get(
    "pack",
    "/api/periods/:period/pack/:report",
    "Download a statement of a closed period",
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    {
      params: { ...params, report: Schema.Literals(packReports) },
      /** the version of the pack; the last one if not given, though the month is open again */
      query: { version: Schema.optional(Schema.String) },
      may: FINANCE,
      scope: "all",
      dependsOn: ["fiscal_period"],
    },
  ),
  call.post("softClose", "/api/periods/:period/soft-close", "Soft-close a period", PeriodAnswer, { params, payload: Reason, ...writes }),
  call.post("close", "/api/periods/:period/close", "Close a period", PeriodAnswer, {
    params,
    /** a reason for each line of the checklist that is closed over */
    payload: Schema.Struct({
      overrides: Schema.optional(Schema.Array(Schema.Struct({ key: Schema.String, reason: TextInput("Reason", { most: 500 }) }))),
    }),
    ...writes,
    stepUp: true,
  }),
  call.post("reopen", "/api/periods/:period/reopen", "Reopen a period", PeriodAnswer, {
    params,
    payload: Schema.Struct({ reason: Schema.optional(TextInput("Reason", { most: 500 })) }),
    ...writes,
    duties: "one person requests with a reason, another of level 10 confirms",
    stepUp: true,
  }),
) {}

export class PeriodsApi extends HttpApi.make("ops").add(PeriodsGroup) {}
