import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { holdsAny } from "../access/levels.ts"
import { type SignedIn, Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { retryParked } from "../event-store/reactor.ts"
import { jsonResponse, mapDatabaseErrors } from "../http/answer.ts"
import { commandKey } from "../http/command-key.ts"
import { type ListShape, listAnswer, rowText } from "../http/list-query.ts"
import { forbidden, notFound } from "../records/command.ts"
import { history } from "../records/history.ts"
import type { Row } from "../records/record.ts"
import { Records } from "../records/records.ts"
import { filledIn, stateColumns } from "../records/row-columns.ts"
import { type MailAbout, mailScope, resendRule } from "./about.ts"
import { MailApi } from "./contract.ts"
import { Mail, mails, requeueMail } from "./mail.ts"
import { mailSender, smtpUrl } from "./sender.ts"
import { mailDefaults, type MailFacts, MailSettings, mailSettings, senderOf, sendTestMail, setMailSettings } from "./settings.ts"
import { addressOf, textOf } from "./signed-link.ts"

const line = ["id", "to", "cc", "subject", "aboutKind", "aboutId", "status", "attempts", "lastError", "messageId", "sentAt", "createdAt", "updatedAt"] as const
const list: ListShape = {
  select: Mail.answer("m", ...line),
  from: "mail m",
  filled: filledIn(Mail, "m"),
  id: "m.id",
  date: "(m.created_at at time zone 'Africa/Juba')::date",
  filters: { status: "m.status", aboutKind: "m.about_kind", aboutId: "m.about_id" },
  search: ["m.subject", 'm."to"'],
  sorts: { createdAt: "m.created_at", sentAt: "m.sent_at", subject: "m.subject", to: 'm."to"', status: "m.status" },
  order: "-createdAt",
  file: "Mails",
  columns: [
    { key: "createdAt", title: "When", kind: "instant" },
    { key: "to", title: "To", kind: "text" },
    { key: "subject", title: "Subject", kind: "text" },
    { key: "status", title: "State", kind: "text" },
    { key: "attempts", title: "Attempts", kind: "integer" },
    { key: "lastError", title: "Error", kind: "text" },
  ],
}

const lastEventSql = sql({ position: col.whole }, "select position from es.event where stream = $1 order by version desc limit 1")
const settingsSql = sql(stateColumns(MailSettings), `select ${MailSettings.state("s")} from mail_settings s where s.id = 1`)
const aboutSql = sql({ aboutKind: col.nullable(col.text) }, `select about_kind as "aboutKind" from mail where id = $1`)
/** A mail as returned in its row. */
interface Letter {
  readonly text: string
  readonly link: Row<typeof Mail>["link"]
}

/** The handlers of the mail group; `kinds` are the records that mails are about, with who may see and resend them. */
export const mailLive = (kinds: ReadonlyArray<MailAbout>) =>
  HttpApiBuilder.group(
    MailApi,
    "mails",
    Effect.fn(function* (handlers) {
      const seenBy = (who: SignedIn): ListShape => ({ ...list, where: mailScope(kinds, who) })
      const whole = (who: SignedIn): ListShape => ({ ...seenBy(who), select: Mail.answer("m", ...line, "text", "html", "link") })
      const { execute } = yield* Records
      const { statement } = yield* Database
      const config = yield* Config
      /** The link is for the recipient only. It is shown only in demo mode, where no mail is sent and there is no other recipient. */
      const address = config.mode === "demo" ? addressOf(config) : () => "(the address is only in the mail itself)"
      const letter = (id: number, status = 200) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const row = yield* rowText(whole(yield* Who), id)
            if (row === undefined) return yield* Effect.fail(notFound(`E-mail ${id} does not exist`))
            const { link, ...mail } = JSON.parse(row) as Letter
            return jsonResponse(JSON.stringify({ ...mail, text: textOf({ text: mail.text, link }, address) }), { status })
          }),
        )
      /** Makes a mail that waits for its next attempt due at once. */
      const hurry = (id: number) =>
        Effect.gen(function* () {
          const [last] = yield* statement(lastEventSql, [mails.key(id)])
          yield* retryParked(mailSender.name, last!.position)
        })
      /** The settings and the process's mail configuration; the server's address is shown without user name and password. */
      const settings = mapDatabaseErrors(
        Effect.gen(function* () {
          const [row] = yield* statement(settingsSql, [])
          const { senderName, senderAddress, replyTo, isOn }: MailFacts = row ?? mailDefaults
          const { name, address } = senderOf({ senderName, senderAddress, replyTo, isOn }, config.mailFrom)
          const url = smtpUrl(config)
          const server = url === undefined ? null : new URL(url).host
          return { senderName, senderAddress, replyTo, isOn, from: name ? `${name} <${address}>` : address, server, mode: config.mode }
        }),
      )
      return handlers.handleAll({
        settings: () => settings,
        settle: ({ payload }) =>
          Effect.gen(function* () {
            const facts = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, value === "" ? null : value]))
            yield* mapDatabaseErrors(execute(setMailSettings, facts, yield* Who, yield* commandKey))
            return yield* settings
          }),
        settingsHistory: () => mapDatabaseErrors(history(mailSettings, 1)),
        test: ({ payload }) =>
          Effect.gen(function* () {
            const { id } = yield* mapDatabaseErrors(execute(sendTestMail, payload, yield* Who, yield* commandKey))
            return yield* letter(id, 201)
          }),
        list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/mails", seenBy(who), query)),
        get: ({ params }) => letter(params.id),
        resend: ({ params: { id } }) =>
          Effect.gen(function* () {
            yield* letter(id)
            const who = yield* Who
            const [mail] = yield* mapDatabaseErrors(statement(aboutSql, [id]))
            const needed = resendRule(kinds, mail!.aboutKind)
            if (!holdsAny(who, needed)) return yield* Effect.fail(forbidden(`You do not have access to this. It needs: ${needed.join(" or ")}`))
            yield* mapDatabaseErrors(execute(requeueMail, { id }, who, yield* commandKey))
            yield* mapDatabaseErrors(hurry(id))
            return yield* letter(id)
          }),
      })
    }),
  )
