/** The digest: at six each morning in Juba, for each person with something to report, limited to what the person may see. */
import { Effect } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { dateOf, zone } from "@ops/platform/calendar.ts"
import { Config } from "@ops/platform/config.ts"
import { type Database, type DatabaseError, statement } from "@ops/platform/database/database.ts"
import { col, type RowOf, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { type ListShape, listStatement } from "@ops/platform/http/list-query.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { command, get, newId, Rejection, system, unchanged } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { people } from "@ops/identity/person.ts"
import { actingAs } from "@ops/identity/sessions.ts"
import { type Choices, NotificationChoice, waysOf } from "../notification-choice.ts"
import { digestLetter, type Waiting, type WaitingList } from "./letters.ts"
import { visibleSql } from "../alert.ts"

/** In Juba time. */
export const digestTime = "06:00"
/** A server that starts later in the day sends no digest. */
export const digestEnds = "12:00"
const waitingAtMost = 10

const dayWords = new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "long", day: "numeric", month: "long", year: "numeric" })

/** A person's address and choices of mail; `choices` is undefined if nothing was chosen. */
export interface Recipient {
  readonly who: SignedIn
  readonly email: string | null
  readonly choices: Choices | undefined
}

const recipientColumns = {
  id: col.whole,
  employeeId: col.text,
  firstName: col.text,
  lastName: col.text,
  department: col.nullable(col.text),
  accessLevel: col.whole,
  siteId: col.nullable(col.whole),
  allSites: col.flag,
  mustChangePassword: col.flag,
  email: col.nullable(col.text),
  choices: col.nullable(stateColumns(NotificationChoice).choices),
}
const recipientText = `select p.id, p.employee_id as "employeeId", p.first_name as "firstName", p.last_name as "lastName", p.department, p.access_level as "accessLevel",
    p.site_id as "siteId", p.all_sites as "allSites", p.must_change_password as "mustChangePassword", p.email, n.choices
  from person p left join notification_choice n on n.id = p.id where p.is_active`

const recipientSql = sql(recipientColumns, `${recipientText} and p.id = $1`)
const recipientsSql = sql(recipientColumns, `${recipientText} and p.email is not null and (not p.demo or n.id is not null) order by p.id`)
const knownSql = sql({ key: col.text }, "select command_id as key from es.commit where command_id = any($1::text[])")
const toldSql = sqlOf({
  id: col.whole,
  type: col.text,
  priority: col.text,
  title: col.text,
  message: col.text,
  site: col.nullable(col.text),
  isNew: col.flag,
  overdue: col.flag,
})
const inboxSql = sqlOf({ total: col.whole, body: col.text })

const recipientOf = (row: RowOf<typeof recipientColumns>, at: string): Recipient => ({
  who: actingAs(row, { at, via: "system", simulated: false, sessionId: null }),
  email: row.email,
  choices: row.choices ?? undefined,
})

/** The active person with this id as a recipient; undefined if there is none. */
export const recipient = (id: number, at: string) => Effect.map(statement(recipientSql, [id]), ([row]) => (row ? recipientOf(row, at) : undefined))

/** Everyone with an e-mail address. Demo accounts only get mail once they have made a choice, since no one reads it. */
export const recipients = (at: string) => Effect.map(statement(recipientsSql, []), (rows) => rows.map((row) => recipientOf(row, at)))

/** Alerts whose deadline has passed. */
const overdueSql = "(r.type in ('invoices', 'bills') or starts_with(r.cause, 'work_order/') and r.priority = 'critical')"

/** The lists of what a person may decide: in their own right, and for those who have delegated to them, if any. */
export type WaitingLists = (who: SignedIn) => Effect.Effect<{ readonly own: ListShape; readonly delegated?: ListShape }, DatabaseError, Database>

const firstOf = (shape: ListShape) =>
  Effect.gen(function* () {
    const list = listStatement(shape, { limit: String(waitingAtMost) })
    const [inbox] = yield* statement(inboxSql(`${list.with}select ${list.total} as total, ${list.body} as body`), list.values)
    return { rows: JSON.parse(inbox!.body) as ReadonlyArray<Waiting>, total: inbox!.total } satisfies WaitingList
  })

/** The digest of a person at an instant; undefined if there is nothing to report. */
export const digestOf = ({ who, choices }: Recipient, waiting: WaitingLists) =>
  Effect.gen(function* () {
    const { origin } = yield* Config
    const { sql, values } = visibleSql(who)
    let n = 0
    const scope = sql.replaceAll("?", () => `$${++n}`)
    const rows = yield* statement(
      toldSql(`select r.id, r.type, r.priority, r.title, r.message, s.name as site, r.created_at >= (($${n + 1}::date - 1) + time '${digestTime}') at time zone '${zone}' as "isNew",
        ${overdueSql} as overdue
       from alert r left join site s on s.id = r.site_id where r.status <> 'resolved' and ${scope}
       order by array_position(array['critical','high','medium','other'], r.priority), r.created_at desc`),
      [...values, who.today],
    )
    const chosen = rows.filter(({ type }) => waysOf(choices, type).digest)
    const { own, delegated } = yield* waiting(who)
    return digestLetter(
      {
        name: who.name,
        day: dayWords.format(new Date(who.at)),
        opened: chosen.filter(({ isNew }) => isNew),
        overdue: chosen.filter(({ isNew, overdue }) => overdue && !isNew),
        waiting: yield* firstOf(own),
        delegated: delegated ? yield* firstOf(delegated) : { rows: [], total: 0 },
      },
      origin,
    )
  })

interface MailingTo {
  readonly personId: number
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Queues a mail to a person, at the person's current address. */
export const mailPerson = command("notification.mail", function* ({ personId, alertId, ...letter }: MailingTo & { readonly alertId: number | null }) {
  const { email, isActive } = yield* get(people, personId)
  if (email === null || !isActive) return unchanged(personId)
  const about = alertId === null ? { aboutKind: "digest", aboutId: personId } : { aboutKind: "alert", aboutId: alertId }
  return [queueMail(yield* newId(mails), { ...letter, to: email, personal: true, ...about })]
})

/**
 * Sends the digests of a day, each once: repeated runs, by other servers too, send nothing more. A digest that another
 * server has just queued is kept. Returns how many were queued.
 */
export const sendDigests = (waiting: WaitingLists, at: string) =>
  Effect.gen(function* () {
    const day = dateOf(at)
    const keyOf = (id: number) => `digest ${day} ${id}`
    const all = yield* recipients(at)
    const keys = all.map(({ who }) => keyOf(who.person))
    const known = new Set((yield* statement(knownSql, [keys])).map(({ key }) => key))
    let sent = 0
    for (const each of all) {
      const { person } = each.who
      if (known.has(keyOf(person))) continue
      const letter = yield* digestOf(each, waiting)
      if (!letter) continue
      const asked = execute(mailPerson, { personId: person, alertId: null, ...letter }, system("digest", at), { key: keyOf(person) })
      const done = yield* Effect.catchIf(
        Effect.map(asked, ({ repeated }) => !repeated),
        (error) => error instanceof Rejection && error.status === 409,
        () => Effect.succeed(false),
      )
      if (done) sent++
    }
    return sent
  })
