import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "../access/who.ts"
import { Config } from "../config.ts"
import { Database } from "../database/database.ts"
import { retryParked } from "../event-store/reactor.ts"
import { jsonText, orUnavailable } from "../http/answer.ts"
import { commandKey } from "../http/command-key.ts"
import { type ListShape, listAnswer, rowText } from "../http/list-query.ts"
import { notFound } from "../records/act.ts"
import { Records } from "../records/records.ts"
import { MailApi } from "./contract.ts"
import { Mail, mails, requeueMail } from "./mail.ts"
import { mailSender } from "./sender.ts"
import { addressOf, textOf } from "./signed-link.ts"

const line = ["id", "to", "cc", "subject", "aboutKind", "aboutId", "status", "attempts", "lastError", "messageId", "sentAt", "createdAt", "updatedAt"] as const
const list: ListShape = {
  select: Mail.answer("m", ...line),
  from: "mail m",
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
const whole: ListShape = { ...list, select: Mail.answer("m", ...line, "text", "html", "link") }

export const MailLive = HttpApiBuilder.group(
  MailApi,
  "mails",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const { statement } = yield* Database
    const config = yield* Config
    /** The link is the receiver's alone. Only demo mode, which lets no mail leave, shows it: there is nobody else to follow it. */
    const address = config.mode === "demo" ? addressOf(config) : () => "(the address stands only in the mail itself)"
    const letter = (id: number) =>
      orUnavailable(
        Effect.gen(function* () {
          const row = yield* rowText(whole, id)
          if (row === undefined) return yield* Effect.fail(notFound(`E-mail ${id} does not exist`))
          const { link, ...mail } = JSON.parse(row)
          return jsonText(JSON.stringify({ ...mail, text: textOf({ text: mail.text, link }, address) }))
        }),
      )
    /** A mail that still waits for its next try need not wait longer. */
    const hurry = (id: number) =>
      Effect.gen(function* () {
        const [last] = yield* statement("select position from es.event where stream = $1 order by version desc limit 1", [mails.key(id)])
        yield* retryParked(mailSender.name, last.position)
      })
    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/mails", list, query),
      get: ({ params }) => letter(params.id),
      resend: ({ params: { id } }) =>
        Effect.gen(function* () {
          yield* orUnavailable(perform(requeueMail, { id }, yield* Who, yield* commandKey))
          yield* orUnavailable(hurry(id))
          return yield* letter(id)
        }),
    })
  }),
)
