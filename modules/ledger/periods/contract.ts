/** The calls for the months of the books. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { AcrossSites, ANYONE, FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { DateInput, ListQuery, rejections, TextInput } from "@ops/platform/http/contract.ts"

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
  HttpApiEndpoint.get("list", "/api/periods", { query: ListQuery, success: Schema.Array(PeriodAnswer), error: rejections })
    .annotateMerge(ruled("List fiscal periods", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["fiscal_period", "journal_entry"]),
  HttpApiEndpoint.get("postingDay", "/api/posting-day", { query: { date: DateInput("Date") }, success: PostingDayAnswer, error: rejections })
    .annotateMerge(ruled("Read the day on which an entry would be posted", { may: ANYONE, scope: "all" }))
    .annotate(InvalidatedBy, ["fiscal_period"]),
  HttpApiEndpoint.get("checklist", "/api/periods/:period/checklist", { params, success: Schema.Array(ChecklistLine), error: rejections })
    .annotateMerge(ruled("Read the checklist that closes a period", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["fiscal_period", "journal_entry", "invoice", "meal_session", "expense_request", "money_transaction", "daily_expense", "payable"])
    .annotate(AcrossSites, "session"),
  HttpApiEndpoint.get("pack", "/api/periods/:period/pack/:report", {
    params: { ...params, report: Schema.Literals(packReports) },
    /** the version of the pack; the default is the last one, even if the month was re-opened */
    query: { version: Schema.optional(Schema.String) },
    success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    error: rejections,
  })
    .annotateMerge(ruled("Download a statement of a closed period", { may: FINANCE, scope: "all" }))
    .annotate(InvalidatedBy, ["fiscal_period"]),
  HttpApiEndpoint.post("softClose", "/api/periods/:period/soft-close", { params, payload: Reason, success: PeriodAnswer, error: rejections }).annotateMerge(
    ruled("Soft-close a period", writes),
  ),
  HttpApiEndpoint.post("close", "/api/periods/:period/close", {
    params,
    /** a reason for each checklist line that is overridden */
    payload: Schema.Struct({
      overrides: Schema.optional(Schema.Array(Schema.Struct({ key: Schema.String, reason: TextInput("Reason", { most: 500 }) }))),
    }),
    success: PeriodAnswer,
    error: rejections,
  }).annotateMerge(ruled("Close a period", { ...writes, stepUp: true })),
  HttpApiEndpoint.post("reopen", "/api/periods/:period/reopen", {
    params,
    payload: Schema.Struct({ reason: Schema.optional(TextInput("Reason", { most: 500 })) }),
    success: PeriodAnswer,
    error: rejections,
  }).annotateMerge(ruled("Reopen a period", { ...writes, duties: "one person requests with a reason, another of level 10 confirms", stepUp: true })),
) {}

export class PeriodsApi extends HttpApi.make("ops").add(PeriodsGroup) {}
