/** The calls about work orders. Money is a decimal string in USD, a quantity one of the item's unit; hours are minutes. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { InvalidatedBy, OPERATIONS, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { Attachment, AttachmentsInput } from "@ops/platform/documents/attachment-contract.ts"
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
import { QuantityInput } from "@ops/platform/quantity.ts"
import { checkResults, openStatuses, origins, photoMoments, priorities, serviceTypes, statuses, teams } from "./work-orders/labels.ts"

const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const Place = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const standings = ["none", "running", "paused", "met", "missed"] as const

export const SlaAnswer = Schema.Struct({
  /** null where nothing was promised */
  responseDue: Text,
  resolutionDue: Text,
  /** total time on hold */
  pausedMinutes: Schema.Int,
  response: Schema.Literals(standings),
  resolution: Schema.Literals(standings),
})

/** What lists and the board show of an order. */
const card = {
  id: Schema.Int,
  orderNumber: Schema.String,
  siteId: Schema.Int,
  site: Place,
  location: Schema.String,
  assetId: Whole,
  assetName: Text,
  serviceType: Schema.Literals(serviceTypes),
  priority: Schema.Literals(priorities),
  status: Schema.Literals(statuses),
  /** 'urgent' while an urgent order is open, else the status */
  shown: Schema.Literals(["urgent", ...statuses]),
  description: Schema.String,
  emergency: Schema.Boolean,
  requestDate: Schema.String,
  dueDate: Text,
  scheduledDate: Text,
  /** the assignee's: of the person, the contractor, or the team */
  assignee: Text,
  assignedTo: Whole,
  contractorId: Whole,
  team: Schema.NullOr(Schema.Literals(teams)),
  sla: SlaAnswer,
  isOverdue: Schema.Boolean,
  createdAt: Schema.String,
}
export const BoardCard = Schema.Struct(card)

export const WorkOrderAnswer = Schema.Struct({
  ...card,
  origin: Schema.Literals(origins),
  billable: Schema.Boolean,
  requestedBy: Whole,
  requestedByName: Text,
  /** when it was noticed, where it was sent later than that */
  reportedAt: Text,
  clientId: Whole,
  clientName: Text,
  contractId: Whole,
  planId: Whole,
  followUpOf: Schema.NullOr(Schema.Struct({ id: Schema.Int, orderNumber: Schema.String })),
  followUps: Schema.Array(Schema.Struct({ id: Schema.Int, orderNumber: Schema.String, status: Schema.String })),
  photos: Schema.Array(Schema.Struct({ ...Attachment.fields, taken: Schema.Literals(photoMoments) })),
  checklist: Schema.Array(
    Schema.Struct({ line: Schema.String, required: Schema.Boolean, result: Schema.NullOr(Schema.Literals(checkResults)), note: Schema.String }),
  ),
  plannedParts: Schema.Array(Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String })),
  parts: Schema.Array(Schema.Struct({ stockItemId: Schema.Int, name: Schema.String, unit: Schema.String, quantity: Schema.String, value: Text })),
  hours: Schema.Array(Schema.Struct({ staffId: Whole, contractorId: Whole, name: Schema.String, minutes: Schema.Int, date: Schema.String, cost: Text })),
  holds: Schema.Array(Schema.Struct({ from: Schema.String, to: Text, reason: Schema.String })),
  assignedAt: Text,
  startedAt: Text,
  respondedAt: Text,
  completedAt: Text,
  completedDate: Text,
  completedBy: Whole,
  completedByName: Text,
  verifiedAt: Text,
  verifiedBy: Whole,
  verifiedByName: Text,
  cancelReason: Text,
  reopenReason: Text,
  /** for people who see costs; null for others */
  estimatedCost: Text,
  actualCost: Text,
  notes: Schema.String,
  signatureRequired: Schema.Boolean,
  completion: Schema.NullOr(Schema.Struct({ signature: Schema.NullOr(Attachment), signedBy: Schema.String, rating: Whole, remarks: Schema.String })),
  canAssign: Schema.Boolean,
  canStart: Schema.Boolean,
  canHold: Schema.Boolean,
  canResume: Schema.Boolean,
  canComplete: Schema.Boolean,
  canVerify: Schema.Boolean,
  canCancel: Schema.Boolean,
  canReopen: Schema.Boolean,
  version: Schema.Int,
  updatedAt: Schema.String,
})

export const BoardAnswer = Schema.Struct({
  columns: Schema.Array(
    Schema.Struct({
      status: Schema.Literals([...openStatuses, "completed"]),
      /** the count; for very many, a lower bound */
      count: Schema.Int,
      isMore: Schema.Boolean,
      orders: Schema.Array(BoardCard),
    }),
  ),
})

export const OverviewAnswer = Schema.Struct({
  activeOrders: Schema.Int,
  urgentRequests: Schema.Int,
  availableStaff: Schema.Int,
  completedToday: Schema.Int,
  services: Schema.Array(Schema.Struct({ serviceType: Schema.Literals(serviceTypes), open: Schema.Int, urgent: Schema.Int })),
  teams: Schema.Array(Schema.Struct({ team: Schema.Literals([...teams, "supervisors"]), onShift: Schema.Int, free: Schema.Int })),
  equipment: Schema.Struct({ operational: Schema.Int, standby: Schema.Int, inspection: Schema.Int, down: Schema.Int }),
  recent: Schema.Array(BoardCard),
  asOf: Schema.String,
})

const site = Schema.Union([Schema.String, Schema.Finite])
const optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const worker = {
  assignedTo: optional(IdInput("Staff member must be one of the list")),
  contractorId: optional(IdInput("Contractor must be one of the list")),
  team: optional(OneOf("Team", ...teams)),
}

export const NewWorkOrder = Schema.Struct({
  siteId: site,
  serviceType: OneOf("Service type", ...serviceTypes),
  priority: Schema.optional(OneOf("Priority", ...priorities)),
  description: Schema.optional(TextInput("Description")),
  location: Schema.optional(TextInput("Location", { most: 200 })),
  /** an issue or an emergency that was reported, else a request */
  origin: Schema.optional(OneOf("Origin", "request", "issue", "emergency")),
  /** when the device recorded it, if it had to wait for a connection */
  reportedAt: optional(
    Schema.String.check(Schema.makeFilter((text) => (Number.isNaN(Date.parse(text)) ? "Time of the report must be an instant" : undefined))),
  ),
  assetId: optional(IdInput("Asset must be one of the list")),
  dueDate: optional(DateInput("Due date")),
  scheduledDate: optional(DateInput("Scheduled date")),
  clientId: optional(IdInput("Client must be one of the list")),
  contractId: optional(IdInput("Contract must be one of the list")),
  billable: Schema.optional(Schema.Boolean),
  estimatedCost: optional(MoneyInput("Estimated cost must be a number with at most two decimals")),
  notes: Schema.optional(TextInput("Notes")),
  photos: Schema.optional(AttachmentsInput),
  checklist: Schema.optional(
    Schema.Array(Schema.Struct({ line: TextInput("Line", { required: true, most: 200 }), required: Schema.Boolean })).check(
      Schema.isMaxLength(50, { message: "A checklist can have 50 lines at most" }),
    ),
  ),
  signatureRequired: Schema.optional(Schema.Boolean),
  ...worker,
})

export const AssignInput = Schema.Struct({ ...worker, scheduledDate: optional(DateInput("Scheduled date")) })
export const ReasonInput = Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) })
export const NoteInput = Schema.Struct({ note: Schema.optional(TextInput("Note", { most: 500 })) })
export const PhotosInput = Schema.Struct({ photos: AttachmentsInput })
export const CompletionInput = Schema.Struct({
  /** results by the number of the line, from 1 */
  checklist: Schema.optional(
    Schema.Array(
      Schema.Struct({
        line: Schema.Int,
        result: Schema.NullOr(OneOf("Result", ...checkResults)),
        note: Schema.optional(TextInput("Note", { most: 500 })),
      }),
    ),
  ),
  parts: Schema.optional(Schema.Array(Schema.Struct({ stockItemId: IdInput("Part is required"), quantity: QuantityInput }))),
  hours: Schema.optional(
    Schema.Array(
      Schema.Struct({
        staffId: optional(IdInput("Staff member must be one of the list")),
        contractorId: optional(IdInput("Contractor must be one of the list")),
        minutes: Schema.Int.check(Schema.isGreaterThan(0, { message: "Hours must be more than 0" })),
      }),
    ),
  ),
  photos: Schema.optional(AttachmentsInput),
  signature: optional(IdInput("Signature must be a file that you have uploaded")),
  signedBy: Schema.optional(TextInput("Name of who signed", { most: 200 })),
  rating: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }, { message: "Rating must be from 1 to 5" }))),
  remarks: Schema.optional(TextInput("Remarks")),
})

/** Who sees work orders; people confined to a site see its orders. */
const readers: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full", "incidents.manage"]
const dispatchers: ReadonlyArray<Permission> = ["work_orders.approve", "department.manage"]
const ownSite = "3, 5, 6: own site; 8: own site if it has one; costs for 6, 7, 8 and 10"
const id = { params: { id: Id } }
const madeOf = ["work_order", "site", "asset", "company_staff", "contractor"]
const answer = { success: WorkOrderAnswer, error: rejections }
const path = "/api/work-orders/:id" as const

export const OrdersQuery = {
  ...ListQuery,
  serviceType: Schema.optional(Schema.String),
  priority: Schema.optional(Schema.String),
  assetId: Schema.optional(Schema.String),
  planId: Schema.optional(Schema.String),
  assignedTo: Schema.optional(Schema.String),
  contractorId: Schema.optional(Schema.String),
  billable: Schema.optional(Schema.String),
  overdue: Schema.optional(Schema.String),
  mine: Schema.optional(Schema.String),
}
const BoardQuery = {
  siteId: ListQuery.siteId,
  serviceType: Schema.optional(Schema.String),
  mine: Schema.optional(Schema.String),
  asOf: ListQuery.asOf,
}

export class WorkOrdersGroup extends HttpApiGroup.make("workOrders")
  .add(
    HttpApiEndpoint.get("list", "/api/work-orders", { query: OrdersQuery, success: Schema.Array(WorkOrderAnswer), error: rejections })
      .annotate(Rule, { may: readers, scope: ownSite })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("board", "/api/work-orders/board", { query: BoardQuery, success: BoardAnswer, error: rejections })
      .annotate(Rule, { may: readers, scope: ownSite })
      .annotate(InvalidatedBy, madeOf),
  )
  .add(
    HttpApiEndpoint.get("overview", "/api/work-orders/overview", {
      query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
      success: OverviewAnswer,
      error: rejections,
    })
      .annotate(Rule, { may: readers, scope: ownSite })
      .annotate(InvalidatedBy, [...madeOf, "attendance", "leave_request"]),
  )
  .add(
    HttpApiEndpoint.get("one", path, { ...id, ...answer })
      .annotate(Rule, { may: readers, scope: ownSite })
      .annotate(InvalidatedBy, [...madeOf, "client", "stock_item"]),
  )
  .add(
    HttpApiEndpoint.get("history", `${path}/history`, { ...id, success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: readers, scope: ownSite })
      .annotate(InvalidatedBy, ["work_order"]),
  )
  .add(
    HttpApiEndpoint.post("create", "/api/work-orders", {
      payload: NewWorkOrder,
      success: WorkOrderAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: STAFF, scope: "3, 5, 6: own site", duties: "who is paid for it and who does it: only who dispatches" }),
  )
  .add(
    HttpApiEndpoint.patch("assign", `${path}/assign`, { ...id, payload: AssignInput, ...answer }).annotate(Rule, {
      may: dispatchers,
      scope: "6: own site; 8: own site if it has one",
      duties: "no one who is on leave that day",
    }),
  )
  .add(
    HttpApiEndpoint.patch("start", `${path}/start`, { ...id, ...answer }).annotate(Rule, {
      may: OPERATIONS,
      scope: "3, 6: own site; 3: what is assigned to them or to a team",
    }),
  )
  .add(HttpApiEndpoint.patch("hold", `${path}/hold`, { ...id, payload: ReasonInput, ...answer }).annotate(Rule, { may: OPERATIONS, scope: "as start" }))
  .add(HttpApiEndpoint.patch("resume", `${path}/resume`, { ...id, ...answer }).annotate(Rule, { may: OPERATIONS, scope: "as start" }))
  .add(
    HttpApiEndpoint.patch("complete", `${path}/complete`, { ...id, payload: [Schema.Null, CompletionInput], ...answer }).annotate(Rule, {
      may: OPERATIONS,
      scope: "as start",
      duties: "no required line of the checklist open; parts only from what the site has",
    }),
  )
  .add(
    HttpApiEndpoint.patch("verify", `${path}/verify`, { ...id, payload: [Schema.Null, NoteInput], ...answer }).annotate(Rule, {
      may: dispatchers,
      scope: "6: own site; 8: own site if it has one",
      duties: "not who did the work",
    }),
  )
  .add(
    HttpApiEndpoint.patch("cancel", `${path}/cancel`, { ...id, payload: ReasonInput, ...answer }).annotate(Rule, {
      may: STAFF,
      scope: "3, 5, 6: own site",
      duties: "who asked for it, or who dispatches; before work begins",
    }),
  )
  .add(
    HttpApiEndpoint.patch("reopen", `${path}/reopen`, { ...id, payload: ReasonInput, ...answer }).annotate(Rule, {
      may: dispatchers,
      scope: "6: own site; 8: own site if it has one",
      duties: "within seven days, before it is verified",
    }),
  )
  .add(
    HttpApiEndpoint.post("photograph", `${path}/photos`, { ...id, payload: PhotosInput, ...answer }).annotate(Rule, { may: STAFF, scope: "3, 5, 6: own site" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class WorkOrdersApi extends HttpApi.make("ops").add(WorkOrdersGroup) {}
