/** Mails an alert immediately to the people it concerns who chose so: once per alert and person. */
import { Effect } from "effect"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { StoredEvent } from "@ops/platform/event-store/event-store.ts"
import { reactor } from "@ops/platform/event-store/reactor.ts"
import { Rejection, system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { AlertRaised } from "../alert.ts"
import { mailPerson, recipients } from "./digest.ts"
import { alertKinds, concerns } from "../kinds.ts"
import { alertLetter } from "./letters.ts"
import { waysOf } from "../notification-choice.ts"

/** An alert that has ended, or is older than this, is no longer mailed: the digest includes it. */
const lately = 24 * 60 * 60_000

const alertSql = sql(
  {
    id: col.whole,
    type: col.text,
    priority: col.text,
    title: col.text,
    message: col.text,
    siteId: col.nullable(col.whole),
    site: col.nullable(col.text),
  },
  `select a.id, a.type, a.priority, a.title, a.message, a.site_id as "siteId", s.name as site from alert a left join site s on s.id = a.site_id
   where a.id = $1 and a.status <> 'resolved'`,
)

export const mailAlert = (event: Pick<StoredEvent, "stream" | "occurredAt" | "position">) =>
  Effect.gen(function* () {
    const { origin } = yield* Config
    const alertId = Number(event.stream.slice("alert/".length))
    const [alert] = yield* statement(alertSql, [alertId])
    if (!alert || alertKinds.find(({ kind }) => kind === alert.type)?.neverMailed || Date.now() - Date.parse(event.occurredAt) > lately) return
    const letter = alertLetter(alert, origin)
    for (const { who, choices } of yield* recipients(event.occurredAt)) {
      const sees = concerns(who, alert.type) && (who.confinedTo === null || alert.siteId === null || alert.siteId === who.confinedTo)
      if (!sees || !waysOf(choices, alert.type).mail) continue
      const asked = execute(mailPerson, { personId: who.person, alertId, ...letter }, system("alerts"), {
        key: `alert ${alertId} to ${who.person}`,
        causation: `event:${event.position}`,
      })
      // another process has queued it under this key, with the text of that moment
      yield* Effect.catchIf(
        asked,
        (error) => error instanceof Rejection && error.status === 409,
        () => Effect.void,
      )
    }
  })

export const alertMailer = reactor("alert-mail", { on: [AlertRaised], react: (event) => mailAlert(event) })
