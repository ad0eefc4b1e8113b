/** The handwritten calls about alerts: actions on several of them, and notifications. */
import { Effect } from "effect"
import { holdsAny, permissionsOf } from "@ops/platform/access/levels.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listStatement } from "@ops/platform/http/list-query.ts"
import { resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { forbidden, notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { acknowledgeAlerts, readAlerts } from "./alert.ts"
import { concerns, kindsOf } from "./kinds.ts"
import { digestOf, recipient, sendDigests, type WaitingLists } from "./mails/digest.ts"
import { type Choices, chooseNotifications, NotificationChoice, waysOf } from "./notification-choice.ts"
import { alerts, bellList, unreadSql } from "./resource.ts"

/** The maximum number of alerts marked as read at once. */
const readAtOnce = 500

const choicesSql = sql({ choices: stateColumns(NotificationChoice).choices }, "select choices from notification_choice where id = $1")
const aboutSql = sql({ type: col.text, siteId: col.nullable(col.whole) }, `select type, site_id as "siteId" from alert where id = $1`)
const peopleSql = sql(
  { id: col.whole, name: col.text, position: col.nullable(col.text), accessLevel: col.whole, siteId: col.nullable(col.whole), allSites: col.flag },
  `select id, first_name || ' ' || last_name as name, position, access_level as "accessLevel", site_id as "siteId", all_sites as "allSites"
   from person where is_active order by first_name, last_name`,
)
const personSql = sql({ id: col.whole }, "select id from person where employee_id = $1")
const openSql = sql({ open: col.whole }, "select count(*)::int as open from alert where id = any($1::bigint[]) and status = 'open'")
const bodySql = sqlOf({ body: col.text })
const bellSql = sqlOf({ unread: col.whole, body: col.text })

const decided = withDecisions(alerts)
const { requireVisible } = answering(alerts.stream, alerts.shape)

const choices = (who: SignedIn) =>
  Effect.gen(function* () {
    const [row] = yield* statement(choicesSql, [who.person])
    return kindsOf(who).map(({ kind, label, neverMailed }) => ({
      kind,
      label,
      ...waysOf(row?.choices, kind),
      canMail: !neverMailed,
    }))
  })

/** The handlers of the alerts; `waiting` lists what awaits a person's decision. */
export const alertsLive = (waiting: WaitingLists) =>
  resourceLive(alerts, {
    assignees: ({ params: { id } }: { readonly params: { readonly id: number } }) =>
      handle(function* () {
        yield* requireVisible(id)
        const [alert] = yield* statement(aboutSql, [id])
        const people = yield* statement(peopleSql, [])
        return people
          .filter((person) => {
            const site = siteScope(person)
            const rights = { level: person.accessLevel, permissions: permissionsOf(person.accessLevel) }
            return concerns(rights, alert!.type) && (site === null || alert!.siteId === null || site === alert!.siteId)
          })
          .map(({ id, name, position }) => ({ id, name, position }))
      }),
    notifications: ({ query: { limit = "50" } }: { readonly query: { readonly limit?: string } }) =>
      handle(function* () {
        const who = yield* Who
        const shape = bellList(who)
        const { body, values } = listStatement(shape, { limit })
        const unread = listStatement({ ...shape, where: [...shape.where!, unreadSql(who)] }, {})
        const [row] = yield* statement(bellSql(`select ${unread.total} as unread, ${body} as body`), values)
        return jsonResponse(JSON.stringify({ unread: row!.unread, alerts: yield* decided(JSON.parse(row!.body) as ReadonlyArray<object>, who) }))
      }),
    readAll: () =>
      handle(function* () {
        const who = yield* Who
        const shape = bellList(who)
        const { body, values } = listStatement({ ...shape, select: "r.id", where: [...shape.where!, unreadSql(who)] }, { limit: String(readAtOnce) })
        const [row] = yield* statement(bodySql(`select ${body} as body`), values)
        const ids = (JSON.parse(row!.body) as ReadonlyArray<{ id: number }>).map(({ id }) => id)
        // unread alerts are looked up here, so a repeated call finds none and requires no idempotency key
        if (ids.length > 0) yield* (yield* Records).execute(readAlerts, { ids }, who)
        return { read: ids.length }
      }),
    choices: () => mapDatabaseErrors(Effect.flatMap(Who, choices)),
    choose: ({ payload }: { readonly payload: { readonly choices: Choices } }) =>
      handle(function* () {
        const who = yield* Who
        yield* (yield* Records).execute(chooseNotifications, payload, who, yield* commandKey)
        return yield* choices(who)
      }),
    digest: ({ query }: { readonly query: { readonly for?: string } }) =>
      handle(function* () {
        const who = yield* Who
        const employee = query.for ?? who.employeeId
        if (employee !== who.employeeId && !holdsAny(who, ["users.manage"])) {
          return yield* Effect.fail(forbidden("Only people who manage users can see the digest of another person"))
        }
        const [person] = yield* statement(personSql, [employee])
        const found = person && (yield* recipient(person.id, who.at))
        if (!found) return yield* Effect.fail(notFound(`There is no active person with the employee ID ${employee.slice(0, 40)}`))
        const letter = yield* digestOf(found, waiting)
        const { subject, text, html } = letter ?? { subject: null, text: null, html: null }
        return { employeeId: employee, name: found.who.name, to: found.email, subject, text, html }
      }),
    sendDigests: () => mapDatabaseErrors(Effect.flatMap(Who, ({ at }) => Effect.map(sendDigests(waiting, at), (sent) => ({ sent })))),
    acknowledgeMany: ({ payload }: { readonly payload: { readonly ids: ReadonlyArray<number> } }) =>
      handle(function* () {
        const who = yield* Who
        const [row] = yield* statement(openSql, [payload.ids])
        yield* (yield* Records).execute(acknowledgeAlerts, payload, who, yield* commandKey)
        return { acknowledged: row!.open }
      }),
  })
