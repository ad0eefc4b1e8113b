import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { holdsAny, permissionsOf } from "@ops/platform/access/levels.ts"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, listStatement, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Command, forbidden, notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { siteScope } from "@ops/platform/access/site-scope.ts"
import { acknowledgeAlert, acknowledgeAlerts, alerts, assignAlert, readAlert, readAlerts, resolveAlert } from "./alert.ts"
import { AlertsApi } from "./contract.ts"
import { digestOf, recipient, sendDigests } from "./mails/digest.ts"
import { concerns, kindsOf } from "./kinds.ts"
import { chooseNotifications, NotificationChoice, waysOf } from "./notification-choice.ts"
import { alertList, bellList, unreadSql } from "./queries.ts"

/** How many are marked as read at once. */
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

/** The handlers of the alerts; `waiting` is what waits for a person's decision. */
export const alertsLive = (waiting: (who: SignedIn) => ListShape) =>
  HttpApiBuilder.group(
    AlertsApi,
    "alerts",
    Effect.fn(function* (handlers) {
      const { execute } = yield* Records
      const { statement } = yield* Database
      const answer = <Input>(act: Command<Input>, input: Input) =>
        Effect.gen(function* () {
          const who = yield* Who
          const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
          return yield* rowAnswer(alertList(who, false), id, "Alert")
        })
      const requireVisible = (who: SignedIn, id: number) =>
        Effect.flatMap(rowText(alertList(who, false), id), (row) => (row === undefined ? Effect.fail(notFound(`Alert ${id} does not exist`)) : Effect.void))
      const choices = (who: SignedIn) =>
        Effect.map(statement(choicesSql, [who.person]), ([row]) =>
          kindsOf(who).map(({ kind, label, neverMailed }) => ({
            kind,
            label,
            ...waysOf(row?.choices, kind),
            canMail: !neverMailed,
          })),
        )
      return handlers.handleAll({
        list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/alerts", alertList(who, !query.status), query)),
        one: ({ params }) => Effect.flatMap(Who, (who) => rowAnswer(alertList(who, false), params.id, "Alert")),
        history: ({ params: { id } }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              yield* requireVisible(yield* Who, id)
              return yield* history(alerts, id)
            }),
          ),
        assignees: ({ params: { id } }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              yield* requireVisible(yield* Who, id)
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
          ),
        notifications: ({ query: { limit = "50" } }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const who = yield* Who
              const shape = bellList(who)
              const { body, values } = listStatement(shape, { limit })
              const unread = listStatement({ ...shape, where: [...shape.where!, unreadSql(who)] }, {})
              const [row] = yield* statement(bodySql(`select json_build_object('unread', ${unread.total}, 'alerts', ${body}::json)::text as body`), values)
              return jsonResponse(row!.body)
            }),
          ),
        readAll: () =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const who = yield* Who
              const shape = bellList(who)
              const { body, values } = listStatement({ ...shape, select: "a.id", where: [...shape.where!, unreadSql(who)] }, { limit: String(readAtOnce) })
              const [row] = yield* statement(bodySql(`select ${body} as body`), values)
              const ids = (JSON.parse(row!.body) as ReadonlyArray<{ id: number }>).map(({ id }) => id)
              // the unread ones are looked up here, so a repeated call finds none: it needs no idempotency key
              if (ids.length > 0) yield* execute(readAlerts, { ids }, who)
              return { read: ids.length }
            }),
          ),
        choices: () => mapDatabaseErrors(Effect.flatMap(Who, choices)),
        choose: ({ payload }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const who = yield* Who
              yield* execute(chooseNotifications, payload, who, yield* commandKey)
              return yield* choices(who)
            }),
          ),
        digest: ({ query }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
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
          ),
        sendDigests: () => mapDatabaseErrors(Effect.flatMap(Who, ({ at }) => Effect.map(sendDigests(waiting, at), (sent) => ({ sent })))),
        read: ({ params }) => answer(readAlert, params),
        acknowledge: ({ params }) => answer(acknowledgeAlert, params),
        acknowledgeMany: ({ payload }) =>
          mapDatabaseErrors(
            Effect.gen(function* () {
              const who = yield* Who
              const open = yield* statement(openSql, [payload.ids])
              yield* execute(acknowledgeAlerts, payload, who, yield* commandKey)
              return { acknowledged: open[0]!.open }
            }),
          ),
        assign: ({ params, payload }) => answer(assignAlert, { ...params, ...payload }),
        resolve: ({ params, payload }) => answer(resolveAlert, { ...params, note: payload?.note ?? "" }),
      })
    }),
  )
