/** The calls about petty cash: requests, and the floats that they are paid out of. Money is a decimal string. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AttachedFile } from "@ops/platform/records/field.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { AttachmentsInput } from "@ops/platform/documents/attachment-contract.ts"
import {
  ErrorMapping,
  created,
  DateInput,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { ReversalPreview, reversible, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { DecisionInput, Named, SiteInput, Text } from "../expense-requests/contract.ts"
import { FLOAT_COUNTERS, movementKinds, PETTY_CASH_DECIDERS, pettyCashCategories, pettyCashStatuses } from "./labels.ts"
import { currencies } from "../shared/labels.ts"

const OptionalId = Schema.NullOr(Schema.Int)

export const PettyCashAnswer = Schema.Struct({
  id: Schema.Int,
  requestNumber: Schema.String,
  requestedBy: OptionalId,
  requestedByUser: Named,
  siteId: OptionalId,
  siteName: Text,
  siteCode: Text,
  amount: Schema.String,
  currency: Schema.Literals(currencies),
  /** what the amount is worth at the official rate of the day of the request */
  amountUsd: Schema.String,
  category: Schema.Literals(pettyCashCategories),
  purpose: Schema.String,
  notes: Schema.String,
  requestDate: Schema.String,
  status: Schema.Literals(pettyCashStatuses),
  approvedBy: OptionalId,
  approvedByUser: Named,
  approvedDate: Text,
  overrideReason: Text,
  rejectedBy: OptionalId,
  rejectedByUser: Named,
  rejectionReason: Text,
  floatId: OptionalId,
  floatName: Text,
  disbursedBy: OptionalId,
  disbursedByUser: Named,
  disbursedDate: Text,
  disbursementEntryId: OptionalId,
  disbursementEntryNumber: Text,
  spent: Text,
  returned: Text,
  receipts: Schema.Array(AttachedFile),
  retiredBy: OptionalId,
  retiredByUser: Named,
  retiredDate: Text,
  retirementEntryId: OptionalId,
  retirementEntryNumber: Text,
  /** what the caller may do now */
  canApprove: Schema.Boolean,
  canReject: Schema.Boolean,
  canDisburse: Schema.Boolean,
  canRetire: Schema.Boolean,
  ...reversible,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

export const FloatAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  siteId: Schema.Int,
  siteName: Schema.String,
  siteCode: Schema.String,
  currency: Schema.Literals(currencies),
  custodianId: Schema.Int,
  custodian: Named,
  limit: Schema.String,
  balance: Schema.String,
  /** paid out and not retired yet */
  out: Schema.String,
  lastMovedOn: Text,
  lastCountedOn: Text,
  /** what the caller may do now */
  canTopUp: Schema.Boolean,
  canCount: Schema.Boolean,
  canDisburse: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** A line of a float's cash book: by how much it changed, and what was in it then. */
export const MovementAnswer = Schema.Struct({
  id: Schema.Int,
  floatId: Schema.Int,
  kind: Schema.Literals(movementKinds),
  date: Schema.String,
  amount: Schema.String,
  balance: Schema.String,
  requestId: OptionalId,
  purpose: Text,
  reason: Text,
  reference: Text,
  journalEntryId: OptionalId,
  journalEntryNumber: Text,
  movedByUser: Named,
  createdAt: Schema.String,
})

const AnyText = (field: string, most: number) => Schema.optional(Schema.NullOr(TextInput(field, { most })))
/** today, if not given */
const AnyDay = Schema.optional(Schema.NullOr(DateInput("Date")))
const Currency = Schema.optional(OneOf("Currency", ...currencies))

export const PettyCashInput = Schema.Struct({
  amount: MoneyInput(),
  currency: Currency,
  category: OneOf("Category", ...pettyCashCategories),
  purpose: TextInput("Purpose", { required: true, most: 500 }),
  notes: AnyText("Notes", 2000),
  /** one's own, if not given; null if it is not for a site */
  siteId: Schema.optional(Schema.NullOr(SiteInput)),
})
export const PettyCashReasonInput = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })
export const DisburseInput = Schema.Struct({ floatId: IdInput("Float is required"), date: AnyDay, version: Schema.optional(Schema.Int) })
export const RetireInput = Schema.Struct({
  spent: MoneyInput("Spent must be a number with at most two decimals"),
  /** the ids of files that the caller has uploaded */
  receipts: Schema.optional(Schema.NullOr(AttachmentsInput)),
  date: AnyDay,
  version: Schema.optional(Schema.Int),
})

export const FloatInput = Schema.Struct({
  name: TextInput("Name", { required: true, most: 100 }),
  siteId: SiteInput,
  currency: Currency,
  custodianId: IdInput("Custodian is required"),
  limit: MoneyInput("Limit must be a number with at most two decimals"),
})
export const TopUpInput = Schema.Struct({
  /** up to the limit, if not given */
  amount: Schema.optional(Schema.NullOr(MoneyInput())),
  /** 1000 cash, or the bank of the float's currency; the bank, if not given */
  account: AnyText("Account", 20),
  date: AnyDay,
  reference: AnyText("Reference", 100),
})
export const CountInput = Schema.Struct({
  counted: MoneyInput("Counted must be a number with at most two decimals"),
  reason: AnyText("Reason", 500),
  date: AnyDay,
})

const id = { params: { id: Id } }
const rows =
  "3 and 5: own rows; 6: own site; 8: own department, and its own site if it has one; 7 and 10: all; the custodian of a float: what it can be asked for and what was paid out of it"
const floatRows = "6: own site; 7, 8 and 10: all, those of a site only its own; its custodian always"
const limits = "not who asked; within the level's limit; level 10 may override with a reason"

export class PettyCashGroup extends HttpApiGroup.make("pettyCash")
  .add(
    HttpApiEndpoint.get("list", "/api/crm/petty-cash-requests", {
      query: { ...ListQuery, category: Schema.optional(Schema.String), currency: Schema.optional(Schema.String), floatId: Schema.optional(Schema.String) },
      success: Schema.Array(PettyCashAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["petty_cash_request", "petty_cash_float", "petty_cash_policy"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/crm/petty-cash-requests/:id", { ...id, success: PettyCashAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["petty_cash_request", "petty_cash_float", "petty_cash_policy"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/crm/petty-cash-requests/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: rows })
      .annotate(InvalidatedBy, ["petty_cash_request"]),
  )
  .add(
    HttpApiEndpoint.post("request", "/api/crm/petty-cash-requests", {
      payload: PettyCashInput,
      success: PettyCashAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: "in one's own name; 3, 5 and 6: own site" }),
  )
  .add(
    HttpApiEndpoint.patch("approve", "/api/crm/petty-cash-requests/:id/approve", {
      ...id,
      payload: [Schema.Null, DecisionInput],
      success: PettyCashAnswer,
      error: rejections,
    }).annotate(Rule, { may: PETTY_CASH_DECIDERS, scope: rows, duties: limits, stepUp: true }),
  )
  .add(
    HttpApiEndpoint.patch("reject", "/api/crm/petty-cash-requests/:id/reject", {
      ...id,
      payload: PettyCashReasonInput,
      success: PettyCashAnswer,
      error: rejections,
    }).annotate(Rule, { may: PETTY_CASH_DECIDERS, scope: rows, duties: "not who asked", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.patch("disburse", "/api/crm/petty-cash-requests/:id/disburse", {
      ...id,
      payload: DisburseInput,
      success: PettyCashAnswer,
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: rows, duties: "the custodian of the float, or who pays; not who asked or approved", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.patch("retire", "/api/crm/petty-cash-requests/:id/retire", {
      ...id,
      payload: RetireInput,
      success: PettyCashAnswer,
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: rows, duties: "the custodian of the float, or who pays; not who asked", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.get("reversal", "/api/crm/petty-cash-requests/:id/reversal", { ...id, success: ReversalPreview, error: rejections })
      .annotate(Rule, { may: ["payments.process"], scope: "all" })
      .annotate(InvalidatedBy, ["petty_cash_request", "petty_cash_float"]),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/crm/petty-cash-requests/:id/reverse", {
      ...id,
      payload: ReversingInput,
      success: PettyCashAnswer,
      error: rejections,
    }).annotate(Rule, {
      may: ["payments.process"],
      scope: "all",
      duties: "not who paid it out, or retired it, nor the person it is for; once, with a reason",
      stepUp: true,
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class PettyCashFloatsGroup extends HttpApiGroup.make("pettyCashFloats")
  .add(
    HttpApiEndpoint.get("list", "/api/petty-cash-floats", {
      query: { ...ListQuery, currency: Schema.optional(Schema.String) },
      success: Schema.Array(FloatAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: floatRows })
      .annotate(InvalidatedBy, ["petty_cash_float", "petty_cash_request"]),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/petty-cash-floats/:id", { ...id, success: FloatAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: floatRows })
      .annotate(InvalidatedBy, ["petty_cash_float", "petty_cash_request"]),
  )
  .add(
    HttpApiEndpoint.get("movements", "/api/petty-cash-floats/:id/movements", {
      ...id,
      query: { ...ListQuery, kind: Schema.optional(Schema.String) },
      success: Schema.Array(MovementAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: STAFF, scope: floatRows })
      .annotate(InvalidatedBy, ["petty_cash_movement"]),
  )
  .add(
    HttpApiEndpoint.get("history", "/api/petty-cash-floats/:id/history", { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: STAFF, scope: floatRows })
      .annotate(InvalidatedBy, ["petty_cash_float"]),
  )
  .add(
    HttpApiEndpoint.post("open", "/api/petty-cash-floats", { payload: FloatInput, success: FloatAnswer.pipe(created), error: rejections }).annotate(Rule, {
      may: ["finance.full"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("topUp", "/api/petty-cash-floats/:id/top-up", {
      ...id,
      payload: [Schema.Null, TopUpInput],
      success: FloatAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["payments.process"], scope: "all", duties: "not the custodian", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("count", "/api/petty-cash-floats/:id/count", { ...id, payload: CountInput, success: FloatAnswer, error: rejections }).annotate(Rule, {
      may: FLOAT_COUNTERS,
      scope: floatRows,
      duties: "not the custodian; a difference within the level's limit for petty cash",
      stepUp: true,
    }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class PettyCashApi extends HttpApi.make("ops").add(PettyCashGroup).add(PettyCashFloatsGroup) {}
