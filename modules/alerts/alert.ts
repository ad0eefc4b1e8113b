/** Alerts: raised by rules over events, acknowledged, assigned, resolved; resolved automatically when their cause ends. */
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import { command, find, get, invalid, newId, permitted, type By, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { Instant, label, Line, Literals, Optional, Ref, Structure, Text, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream, type Change } from "@ops/platform/records/stream.ts"
import { type RowScope, visible } from "@ops/platform/records/visibility.ts"
import { people } from "@ops/identity/person.ts"
import { Schema } from "effect"
import { alertKinds, concerns, kindsOf } from "./kinds.ts"

export const priorities = ["critical", "high", "medium", "other"] as const

const facts = {
  type: Line(60),
  priority: Literals(...priorities),
  title: Line(),
  message: Text(500),
  siteId: Optional(Ref("site")),
  relatedEntity: Optional(Line(60)),
  relatedEntityId: Optional(Schema.Int.annotate({ column: { sql: "bigint" } })),
}

export const Alert = record(
  "alert",
  {
    ...facts,
    /** the cause that raised it */
    cause: Line(),
    /** the same; null once it is resolved, so that the same cause can raise a new alert */
    openCause: Optional(Line()),
    status: Literals("open", "acknowledged", "resolved"),
    assignedTo: Optional(Ref("person")),
    /** ids of the people who have read it */
    readBy: Structure(Schema.Array(Schema.Int)),
    resolvedAt: Optional(Instant),
    resolvedBy: Optional(Ref("person")),
    resolution: Optional(Text(500)),
  },
  {
    grows: true,
    label: "Alert",
    title: "title",
    unique: [{ fields: ["openCause"], sentence: "This has already been reported" }],
    indexes: [["status", "priority"], ["cause"], ["relatedEntity", "relatedEntityId"]],
  },
)

export const AlertRaised = event("AlertRaised", 1, { ...facts, cause: Line() }, ({ title }) => `Raised: ${title}`)
export const AlertWorsened = event("AlertWorsened", 1, { priority: Literals(...priorities), message: Text(500) }, ({ message }) => message)
export const AlertRead = event("AlertRead", 1, { by: Ref("person") }, ({ by }, title) => `Read by ${title("person", by)}`)
export const AlertAcknowledged = event("AlertAcknowledged", 1, { by: Ref("person") }, ({ by }, title) => `Acknowledged by ${title("person", by)}`)
export const AlertAssigned = event("AlertAssigned", 1, { to: Ref("person") }, ({ to }, title) => `Assigned to ${title("person", to)}`)
export const AlertResolved = event(
  "AlertResolved",
  1,
  { by: Optional(Ref("person")), note: Optional(Text(500)) },
  ({ by, note }, title) => `Resolved ${by === null ? "automatically" : `by ${title("person", by)}`}${note ? `: ${note}` : ""}`,
)

export const alerts = stream(Alert, AlertRaised, AlertWorsened, AlertRead, AlertAcknowledged, AlertAssigned, AlertResolved).fold({
  AlertRaised: (_, alert) => ({
    ...alert,
    openCause: alert.cause,
    status: "open" as const,
    assignedTo: null,
    readBy: [],
    resolvedAt: null,
    resolvedBy: null,
    resolution: null,
  }),
  AlertWorsened: (alert, { priority, message }) => ({ ...alert, priority, message, readBy: [] }),
  AlertRead: (alert, { by }) => ({ ...alert, readBy: [...alert.readBy, by] }),
  AlertAcknowledged: (alert) => ({ ...alert, status: "acknowledged" as const }),
  AlertAssigned: (alert, { to }) => ({ ...alert, assignedTo: to, status: "acknowledged" as const }),
  AlertResolved: (alert, { by, note }, at) => ({
    ...alert,
    openCause: null,
    status: "resolved" as const,
    resolvedAt: at,
    resolvedBy: by,
    resolution: note,
  }),
})

/** What a rule reports about a cause. */
export type Finding = Parameters<typeof AlertRaised>[0]

/** Raises an alert for a cause, or updates the open one. */
export function* raise(finding: Finding): CommandGenerator<ReadonlyArray<Change>> {
  const open = yield* find(alerts, { openCause: finding.cause })
  if (!open) return [alerts.at(yield* newId(alerts), AlertRaised(finding))]
  if (open.priority === finding.priority) return []
  return [alerts.at(open.id, AlertWorsened({ priority: finding.priority, message: finding.message }))]
}

/** Resolves the open alert of a cause that has ended. */
export function* settle(cause: string): CommandGenerator<ReadonlyArray<Change>> {
  const open = yield* find(alerts, { openCause: cause })
  return open ? [alerts.at(open.id, AlertResolved({ by: null, note: null }))] : []
}

/** Whether an alert concerns a person: its kind must, and it must have no site or the person's. Every alert concerns the system itself. */
const isFor = (by: Pick<By, "person" | "level" | "permissions" | "confinedTo">, { type, siteId }: Pick<Row<typeof Alert>, "type" | "siteId">) =>
  by.person === null || (concerns(by, type) && (by.confinedTo === null || siteId === null || siteId === by.confinedTo))

/** The alerts `r` that concern a person: of their kinds, and without a site or of their site. */
export const visibleSql = (by: By) => {
  const kinds = kindsOf(by).map(({ kind }) => kind)
  const parts: ReadonlyArray<{ readonly sql: string; readonly values: ReadonlyArray<unknown> }> = [
    ...(kinds.length === alertKinds.length ? [] : [{ sql: "r.type = any(?::text[])", values: [kinds] }]),
    ...(by.confinedTo === null ? [] : [{ sql: "(r.site_id is null or r.site_id = ?)", values: [by.confinedTo] }]),
  ]
  return { sql: parts.length === 0 ? "true" : parts.map(({ sql }) => sql).join(" and "), values: parts.flatMap(({ values }) => values) }
}
export const rows: RowScope<"type" | "siteId", By> = {
  sees: (row, by) => isFor(by, row as Pick<Row<typeof Alert>, "type" | "siteId">),
  where: (by) => [visibleSql(by)],
  words: "alerts of the kinds the caller handles; levels 1 to 6 with a site: those of that site or of no site; others: all",
}
/** The alert, if it concerns the user. */
const inScope = visible(alerts, rows)

const one = { id: Ref("alert") }

export const readAlert = command("alert.read", "Mark an alert as read", one, function* ({ id }, by) {
  const alert = yield* inScope(id, by)
  if (by.person === null || alert.readBy.includes(by.person)) return unchanged(id)
  return [alerts.at(id, AlertRead({ by: by.person }))]
})

/** Marks many alerts as read; those already read stay unchanged. */
export const readAlerts = command("alert.read-many", function* ({ ids }: { readonly ids: ReadonlyArray<number> }, by) {
  const changes: Array<Change> = []
  for (const id of ids) {
    const alert = yield* inScope(id, by)
    if (by.person !== null && !alert.readBy.includes(by.person)) changes.push(alerts.at(id, AlertRead({ by: by.person })))
  }
  return { changes, id: ids[0] ?? 0 }
})

export const acknowledgeAlert = command("alert.acknowledge", "Acknowledge an alert: others see who is handling it", one, function* ({ id }, by) {
  const alert = yield* inScope(id, by)
  if (alert.status !== "open" || by.person === null) return unchanged(id)
  return [alerts.at(id, AlertAcknowledged({ by: by.person }))]
})

/** Acknowledges many alerts, all or none; those no longer open stay unchanged. */
export const acknowledgeAlerts = command("alert.acknowledge-many", function* ({ ids }: { readonly ids: ReadonlyArray<number> }, by) {
  const changes: Array<Change> = []
  for (const id of new Set(ids)) {
    const alert = yield* inScope(id, by)
    if (alert.status === "open" && by.person !== null) changes.push(alerts.at(id, AlertAcknowledged({ by: by.person })))
  }
  return { changes, id: ids[0] ?? 0 }
})

/** Assigns an alert to an active person who may see its site and handles its kind. */
const assigning = { ...one, to: label("Person", Ref("person")) }
export const assignAlert = command("alert.assign", "Assign an alert to a person who handles its kind", assigning, function* ({ id, to }, by) {
  const alert = yield* inScope(id, by)
  if (alert.status === "resolved") throw invalid("A resolved alert cannot be assigned")
  yield* permitted()
  const candidate = yield* get(people, to)
  const { isActive, accessLevel, firstName, lastName } = candidate
  const name = `${firstName} ${lastName}`
  if (!isActive) throw invalid(`${name} no longer works here. Choose another person`)
  if (!isFor({ person: to, level: accessLevel, permissions: permissionsOf(accessLevel), confinedTo: siteScope(candidate) }, alert)) {
    throw invalid(`${name} cannot see this alert. Choose someone at its site who handles this kind of alert`)
  }
  if (alert.assignedTo === to) return unchanged(id)
  return [alerts.at(id, AlertAssigned({ to }))]
})

const resolving = { ...one, note: withDefault("", Text(500)) }
export const resolveAlert = command("alert.resolve", "Resolve an alert; a critical one needs a note", resolving, function* ({ id, note }, by) {
  const alert = yield* inScope(id, by)
  if (alert.status === "resolved") return unchanged(id)
  yield* permitted()
  if (alert.priority === "critical" && note === "") throw invalid("Add a note that says how this critical alert was resolved")
  return [alerts.at(id, AlertResolved({ by: by.person, note: note || null }))]
})
