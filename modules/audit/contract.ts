/** The calls for auditors: the log itself, and questions about it. Read-only. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { limitKinds } from "@ops/finance/shared/labels.ts"

const asked = Schema.optional(Schema.String)
const asOf = { asOf: asked }

/** An event in plain words. Its other data is not included: it can contain password hashes. */
export const AuditEvent = Schema.Struct({
  position: Schema.Int,
  /** when it was recorded */
  at: Schema.String,
  /** when it happened: earlier than `at` if it was recorded later */
  occurredAt: Schema.String,
  by: Schema.String,
  /** person:7, vendor:3, system:mail */
  actor: Schema.String,
  via: Schema.String,
  /** the name of the record: "Purchase request PR-2026-0001" */
  record: Schema.String,
  /** kind/id */
  stream: Schema.String,
  version: Schema.Int,
  type: Schema.String,
  /** the schema version of the event's data */
  schemaVersion: Schema.Int,
  text: Schema.String,
  command: Schema.String,
  hash: Schema.String,
  /** the fields that it changed, if they were requested; none of records with personal data */
  changes: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String, from: Schema.String, to: Schema.String }))),
}).annotate({ identifier: "AuditEvent" })

export const AuditQuery = {
  /** the kind of record: purchase_request */
  entity: asked,
  /** the record's id, or its number, which does not need `entity` */
  id: asked,
  /** only events after this position; a negative one counts from the end of the log */
  after: asked,
  /** the default is 100, the maximum 1000 */
  limit: asked,
  ...asOf,
}

/**
 * A search of the log. The response header `x-next-cursor` continues it; a page can be short, or empty, and still have one, because a search scans a limited
 * number of events at a time. `x-searched-to` is the position up to which it has searched.
 */
export const EventsQuery = {
  /** words in the displayed text, record or person; all of them must match */
  q: asked,
  /** the actor: employee ID, a part of the name, or `system` */
  person: asked,
  entity: asked,
  id: asked,
  /** types of event, separated by commas */
  type: asked,
  /** the site of the record: id or slug */
  siteId: asked,
  /** when it happened: days in Juba, both inclusive; or instants */
  from: asked,
  to: asked,
  /** the command: purchase_request.approve */
  command: asked,
  /** web, cli, system or demo */
  via: asked,
  /** -position (newest first, the default) or position */
  sort: asked,
  /** the default is 100, the maximum 1000 */
  limit: asked,
  /** with the fields that each event changed, on a page of at most 50 */
  changes: Schema.optional(Schema.Literals(["true"])),
  cursor: asked,
  ...asOf,
}

/** The values that a search can be filtered by, for the pickers of a screen. */
export const AuditWords = Schema.Struct({
  kinds: Schema.Array(Schema.Struct({ kind: Schema.String, label: Schema.String })),
  types: Schema.Array(Schema.Struct({ type: Schema.String, kind: Schema.String })),
  permissions: Schema.Array(Schema.String),
  /** the lists and reports that can be compared between two moments */
  lists: Schema.Array(Schema.Struct({ name: Schema.String, label: Schema.String, of: Schema.Literals(["records", "report"]) })),
  chains: Schema.Array(
    Schema.Struct({ chain: Schema.String, label: Schema.String, duties: Schema.Array(Schema.Struct({ duty: Schema.String, label: Schema.String })) }),
  ),
  classes: Schema.Array(Schema.String),
})

/** How often one person performed a duty in one chain, and the first event. */
const DutyDone = Schema.Struct({
  duty: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  position: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  via: Schema.String,
  /** the record of the event: a payment has a separate record */
  stream: Schema.String,
  text: Schema.String,
})

/** Two duties that one person performed in one chain. */
const DutyPair = Schema.Struct({
  chain: Schema.String,
  /** kind/id of the chain's main record */
  stream: Schema.String,
  record: Schema.String,
  actor: Schema.String,
  by: Schema.String,
  duties: Schema.Array(DutyDone),
  /** why these two should be separated */
  why: Schema.String,
  /** the reason given for the exception; null if there is none */
  reason: Schema.NullOr(Schema.String),
})

/** An action on a record: the person, and the event that recorded it. */
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
  /** the duties performed in each chain; newest first, at most a thousand */
  records: Schema.Array(Schema.Struct({ chain: Schema.String, stream: Schema.String, record: Schema.String, duties: Schema.Array(DutyDone) })),
  /** number of chains with events between from and to */
  total: Schema.Int,
})

export const DutiesQuery = {
  /** days in Juba, both inclusive; the default is the current month */
  from: asked,
  to: asked,
  /** purchase, invoice, billing_run, journal, meals */
  chain: asked,
  /** employee ID or part of the name */
  person: asked,
  ...asOf,
}

/** The decisions that another rule would have stopped. Days have one decimal place; amounts are decimal strings in USD. */
export const PolicyReplay = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  /** the rule as a sentence */
  rule: Schema.String,
  /** number of decisions checked against it */
  checked: Schema.Int,
  /** number and value of those it would have stopped; the value is null for a pair of duties */
  count: Schema.Int,
  amountUsd: Schema.NullOr(Schema.String),
  /** how long such decisions took when they complied with the rule: the median; null if there are none */
  usualDays: Schema.NullOr(Schema.Number),
  /** the total of additional days that the stopped ones would have waited */
  extraDays: Schema.Number,
  /** newest first, at most a thousand */
  stopped: Schema.Array(
    Schema.Struct({ ...actOn, amountUsd: Schema.NullOr(Schema.String), waitedDays: Schema.Number, extraDays: Schema.NullOr(Schema.Number) }),
  ),
})

export const PolicyQuery = {
  /** days in Juba, both inclusive; the default is the current month */
  from: asked,
  to: asked,
  /** a limit: the kind of decision, the level, and the amount in USD */
  kind: Schema.optional(Schema.Literals(limitKinds)),
  level: asked,
  upTo: asked,
  /** a separation of duties: the chain, and its two duties */
  chain: asked,
  first: asked,
  second: asked,
  ...asOf,
}

/** The state of a person after an event that changed it. */
const Standing = Schema.Struct({
  position: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  text: Schema.String,
  level: Schema.Int,
  levelName: Schema.String,
  role: Schema.String,
  department: Schema.NullOr(Schema.String),
  /** the name of the site; null means all sites */
  site: Schema.NullOr(Schema.String),
  isActive: Schema.Boolean,
})

export const PermissionHistory = Schema.Struct({
  person: Schema.Struct({ id: Schema.Int, employeeId: Schema.String, name: Schema.String }),
  /** the requested instant, and the last event up to it */
  at: Schema.String,
  position: Schema.Int,
  /** null before the person existed */
  standing: Schema.NullOr(Standing),
  /** the permissions of the person at that time; none while suspended, or before they changed their initial password */
  permissions: Schema.Array(Schema.String),
  /** the highest amount that the person could approve at that time */
  approvalLimit: Schema.Struct({ currency: Schema.String, upTo: Schema.NullOr(Schema.String), text: Schema.String }),
  question: Schema.NullOr(Schema.Struct({ permission: Schema.String, could: Schema.Boolean, because: Schema.String })),
  /** oldest first */
  timeline: Schema.Array(Standing),
})

export const PermissionsQuery = {
  /** employee ID, or the full name */
  person: Schema.String,
  /** as in asOf: a day, a month, a time, @position; the default is now */
  at: asked,
  permission: asked,
  ...asOf,
}

/** A record that a person was shown sensitive data. */
export const AuditRead = Schema.Struct({
  id: Schema.Int,
  at: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  via: Schema.String,
  /** the call: staffMembers.list, and its path with the query */
  endpoint: Schema.String,
  path: Schema.String,
  /** the class of fields: health, identity, pay, mail, log, export, sessions */
  class: Schema.String,
  /** the purpose given by the reader */
  purpose: Schema.NullOr(Schema.String),
  /** ids of the records shown; empty if there were more than fifty */
  records: Schema.Array(Schema.String),
  count: Schema.Int,
  status: Schema.Int,
  /** the position of the past instant that was read; null means the present */
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
  /** kind/id; for a report, the path of the figure */
  stream: Schema.String,
  record: Schema.String,
  what: What,
  fields: Schema.Array(FieldChange),
})

/** The commands of one kind by one person between the two moments: together the causes explain the whole difference. */
const Cause = Schema.Struct({
  /** the command: invoice.send; null if no event explains the change */
  command: Schema.NullOr(Schema.String),
  by: Schema.String,
  actor: Schema.String,
  /** number of commands, and the first and the last of them */
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
  /** the net changes from a to b; the first thousand */
  rows: Schema.Array(RowChange),
})

export const MomentsQuery = {
  /** a kind of record (invoices, purchase-requests) or a report (/api/dashboard/metrics?siteId=1) */
  list: Schema.String,
  /** as in asOf: a day, a month, a time, @position, or `now` */
  a: Schema.String,
  /** the default is now */
  b: asked,
}

const admin = { may: ["system.admin"], audited: "log" } as const

export class AuditGroup extends callGroup(
  "audit",
  call.get("log", "/api/audit", "Read the audit log in plain language", Schema.Array(AuditEvent), {
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
    examples: { kind: "expense", level: "8", upTo: "100" },
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
