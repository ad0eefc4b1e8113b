/** The calls of the auditor's desk: the log itself, and questions about it. Everything is read; nothing is written. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { limitKinds } from "@ops/finance/shared/labels.ts"

const asked = Schema.optional(Schema.String)
const asOf = { asOf: asked }

/** An event in plain words. Its other data stays in the log: it includes password hashes. */
export const AuditEvent = Schema.Struct({
  position: Schema.Int,
  /** when it was written */
  at: Schema.String,
  /** when it happened: earlier than written, if it was recorded later */
  occurredAt: Schema.String,
  by: Schema.String,
  /** person:7, vendor:3, system:mail */
  actor: Schema.String,
  via: Schema.String,
  /** the record as people call it: "Purchase request PR-2026-0001" */
  record: Schema.String,
  /** kind/id */
  stream: Schema.String,
  version: Schema.Int,
  type: Schema.String,
  /** the form of the event's data */
  schemaVersion: Schema.Int,
  text: Schema.String,
  command: Schema.String,
  hash: Schema.String,
}).annotate({ identifier: "AuditEvent" })

export const AuditQuery = {
  /** the kind of record: purchase_request */
  entity: asked,
  /** the record's id, or its number, which needs no entity */
  id: asked,
  /** only events after this position; a negative one counts from the end of the log */
  after: asked,
  /** 100 if not given, 1000 at most */
  limit: asked,
  ...asOf,
}

/**
 * A search of the log. The answer's header `x-next-cursor` leads on; a page can be short, or empty, and still have one:
 * a search scans a limited number of events at a time. `x-searched-to` is the position up to which it has looked.
 */
export const EventsQuery = {
  /** words that stand in what is shown: the text, the record, the person; each of them must */
  q: asked,
  /** who did it: employee ID, a part of the name, or `system` */
  person: asked,
  entity: asked,
  id: asked,
  /** types of event, with commas */
  type: asked,
  /** the site of the record: id or slug */
  siteId: asked,
  /** when it happened: days in Juba, both included; or instants */
  from: asked,
  to: asked,
  /** the command: purchase_request.approve */
  command: asked,
  /** web, cli, system or demo */
  via: asked,
  /** -position (newest first, if not given) or position */
  sort: asked,
  /** 100 if not given, 1000 at most */
  limit: asked,
  cursor: asked,
  ...asOf,
}

/** What a search can be filtered by: for the pickers of a screen. */
export const AuditWords = Schema.Struct({
  kinds: Schema.Array(Schema.Struct({ kind: Schema.String, label: Schema.String })),
  types: Schema.Array(Schema.Struct({ type: Schema.String, kind: Schema.String })),
  permissions: Schema.Array(Schema.String),
  /** what two moments can be compared in */
  lists: Schema.Array(Schema.Struct({ name: Schema.String, label: Schema.String, of: Schema.Literals(["records", "report"]) })),
  chains: Schema.Array(
    Schema.Struct({ chain: Schema.String, label: Schema.String, duties: Schema.Array(Schema.Struct({ duty: Schema.String, label: Schema.String })) }),
  ),
  classes: Schema.Array(Schema.String),
})

/** What one person did of a duty in one chain: how often, and the first time as the log has it. */
const DutyDone = Schema.Struct({
  duty: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  position: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  via: Schema.String,
  /** the record of the event: a payment stands in a record of its own */
  stream: Schema.String,
  text: Schema.String,
})

/** Two duties that one person held in one chain. */
const DutyPair = Schema.Struct({
  chain: Schema.String,
  /** kind/id of the chain's record */
  stream: Schema.String,
  record: Schema.String,
  actor: Schema.String,
  by: Schema.String,
  duties: Schema.Array(DutyDone),
  /** why these two should be separated */
  why: Schema.String,
  /** the reason given for the exception; null if none was */
  reason: Schema.NullOr(Schema.String),
})

/** An act on a record: who did what to it, and the event that says so. */
const actOn = {
  stream: Schema.String,
  record: Schema.String,
  position: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  /** "Approved" */
  text: Schema.String,
}

const Override = Schema.Struct({ chain: Schema.String, ...actOn, reason: Schema.String })

export const DutiesReport = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  overrides: Schema.Array(Override),
  pairs: Schema.Array(DutyPair),
  /** who did what in each chain; newest first, a thousand at most */
  records: Schema.Array(Schema.Struct({ chain: Schema.String, stream: Schema.String, record: Schema.String, duties: Schema.Array(DutyDone) })),
  /** chains in which something happened between from and to */
  total: Schema.Int,
})

export const DutiesQuery = {
  /** days in Juba, both included; the present month if not given */
  from: asked,
  to: asked,
  /** purchase, invoice, billing_run, journal, meals */
  chain: asked,
  /** employee ID or a part of the name */
  person: asked,
  ...asOf,
}

/** What another rule would have stopped. Days have one decimal place; amounts are decimal strings in USD. */
export const PolicyReplay = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  /** the rule as a sentence */
  rule: Schema.String,
  /** decisions it was held against */
  checked: Schema.Int,
  /** how many it would have stopped, and what they were worth; null of a pair of duties */
  count: Schema.Int,
  amountUsd: Schema.NullOr(Schema.String),
  /** how long such decisions took where the rule was kept anyway: the median; null if there was none */
  usualDays: Schema.NullOr(Schema.Number),
  /** how much longer the stopped ones would have waited, together */
  extraDays: Schema.Number,
  /** newest first, a thousand at most */
  stopped: Schema.Array(
    Schema.Struct({ ...actOn, amountUsd: Schema.NullOr(Schema.String), waitedDays: Schema.Number, extraDays: Schema.NullOr(Schema.Number) }),
  ),
})

export const PolicyQuery = {
  /** days in Juba, both included; the present month if not given */
  from: asked,
  to: asked,
  /** a limit: what is decided, by which level, up to how much in USD */
  kind: Schema.optional(Schema.Literals(limitKinds)),
  level: asked,
  upTo: asked,
  /** a separation of duties: the chain, and its two duties */
  chain: asked,
  first: asked,
  second: asked,
  ...asOf,
}

/** What a person was, after an event that changed it. */
const Standing = Schema.Struct({
  position: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  text: Schema.String,
  level: Schema.Int,
  levelName: Schema.String,
  role: Schema.String,
  department: Schema.NullOr(Schema.String),
  /** the name of the site; null is all sites */
  site: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
})

export const PermissionHistory = Schema.Struct({
  person: Schema.Struct({ id: Schema.Int, employeeId: Schema.String, name: Schema.String }),
  /** the instant asked for, and the last event up to it */
  at: Schema.String,
  position: Schema.Int,
  /** null before the person was known here */
  standing: Schema.NullOr(Standing),
  /** what the person could do then; nothing while suspended, or before they chose a password of their own */
  permissions: Schema.Array(Schema.String),
  /** up to how much the person could approve then */
  approvalLimit: Schema.Struct({ currency: Schema.String, upTo: Schema.NullOr(Schema.String), text: Schema.String }),
  question: Schema.NullOr(Schema.Struct({ permission: Schema.String, could: Schema.Boolean, because: Schema.String })),
  /** oldest first */
  timeline: Schema.Array(Standing),
})

export const PermissionsQuery = {
  /** employee ID, or the whole name */
  person: Schema.String,
  /** as asOf: a day, a month, a time, @position; now if not given */
  at: asked,
  permission: asked,
  ...asOf,
}

/** That a person was shown sensitive data. */
export const AuditRead = Schema.Struct({
  id: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  via: Schema.String,
  /** the call: staffMembers.list, and its path with what was asked */
  endpoint: Schema.String,
  path: Schema.String,
  /** which fields: health, identity, pay, mail, log, export, sessions */
  class: Schema.String,
  /** what the reader said it was for */
  purpose: Schema.NullOr(Schema.String),
  /** ids of the records shown; none are listed if they were more than fifty */
  records: Schema.Array(Schema.String),
  count: Schema.Int,
  status: Schema.Int,
  /** the position of the past instant that was read; null is the present */
  asOf: Schema.NullOr(Schema.Int),
  hash: Schema.String,
})

export const ReadsQuery = {
  person: asked,
  class: asked,
  /** days in Juba, or instants */
  from: asked,
  to: asked,
  /** the id of a record shown */
  record: asked,
  limit: asked,
  cursor: asked,
}

const Moment = Schema.Struct({ asked: Schema.String, at: Schema.String, position: Schema.Int })
const FieldChange = Schema.Struct({ field: Schema.String, before: Schema.String, after: Schema.String })
const What = Schema.Literals(["added", "removed", "changed"])

/** The sum of a money field's differences. Decimal strings. */
const MoneyEffect = Schema.Struct({ field: Schema.String, currency: Schema.String, difference: Schema.String })

const RowChange = Schema.Struct({
  /** kind/id; of a report, the path of the figure */
  stream: Schema.String,
  record: Schema.String,
  what: What,
  fields: Schema.Array(FieldChange),
})

/** The commands of one kind by one person that lie between the two moments: together the causes make up the whole difference. */
const Cause = Schema.Struct({
  /** the command: invoice.send; null if no event explains the change */
  command: Schema.NullOr(Schema.String),
  by: Schema.String,
  actor: Schema.String,
  /** how many commands, and the first and the last of them */
  acts: Schema.Int,
  firstAt: Schema.String,
  lastAt: Schema.String,
  firstPosition: Schema.Int,
  lastPosition: Schema.Int,
  added: Schema.Int,
  changed: Schema.Int,
  removed: Schema.Int,
  money: Schema.Array(MoneyEffect),
  /** the first hundred */
  rows: Schema.Array(Schema.Struct({ ...RowChange.fields, position: Schema.Int, at: Schema.String, text: Schema.String })),
})

export const MomentsDifference = Schema.Struct({
  list: Schema.String,
  label: Schema.String,
  a: Moment,
  b: Moment,
  added: Schema.Int,
  removed: Schema.Int,
  changed: Schema.Int,
  money: Schema.Array(MoneyEffect),
  causes: Schema.Array(Cause),
  /** from a to b, whatever lay between; the first thousand */
  rows: Schema.Array(RowChange),
})

export const MomentsQuery = {
  /** a kind of record (invoices, purchase-requests) or a report (/api/dashboard/metrics?siteId=1) */
  list: Schema.String,
  /** as asOf: a day, a month, a time, @position, or `now` */
  a: Schema.String,
  /** now if not given */
  b: asked,
}

const admin = { may: ["system.admin"], audited: "log" } as const

export class AuditGroup extends callGroup(
  "audit",
  call.get("log", "/api/audit", "Read the audit log in plain words", Schema.Array(AuditEvent), {
    query: AuditQuery,
    ...admin,
    scope: "the whole log, in plain words",
  }),
  call.get("words", "/api/audit/words", "List the words of the audit log", AuditWords, {
    may: ["system.admin"],
    scope: "the words of the log: no record is named",
  }),
  call.get("events", "/api/audit/events", "Read the events of the log", Schema.Array(AuditEvent), {
    query: EventsQuery,
    ...admin,
    scope: "the whole log, in plain words",
  }),
  call.get("duties", "/api/audit/duties", "Read who held which duty", DutiesReport, { query: DutiesQuery, ...admin, scope: "who held which duty, everywhere" }),
  call.get("policy", "/api/audit/policy", "Replay a period under another approval rule", PolicyReplay, {
    query: PolicyQuery,
    ...admin,
    scope: "every decision of the period",
  }),
  call.get("permissions", "/api/audit/permissions", "Read who could do what, at any moment", PermissionHistory, {
    query: PermissionsQuery,
    ...admin,
    scope: "everyone's level, site and status, at any instant",
  }),
  call.get("reads", "/api/audit/reads", "Read who viewed sensitive data", Schema.Array(AuditRead), {
    query: ReadsQuery,
    ...admin,
    scope: "who viewed sensitive data",
  }),
  call.get("moments", "/api/audit/moments", "Compare two moments of the past", MomentsDifference, {
    query: MomentsQuery,
    ...admin,
    scope: "every record and report, at any two instants",
  }),
) {}

export class AuditApi extends HttpApi.make("ops").add(AuditGroup) {}
