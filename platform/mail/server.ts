import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "../access/who.ts"
import { Database } from "../database/database.ts"
import { retryParked } from "../event-store/reactor.ts"
import { orUnavailable } from "../http/answer.ts"
import { commandKey } from "../http/command-key.ts"
import { listAnswer, rowAnswer } from "../http/list-query.ts"
import { Records } from "../records/records.ts"
import { MailApi } from "./contract.ts"
import { Mail, mails, requeueMail } from "./mail.ts"
import { mailSender } from "./sender.ts"

const line = ["id", "to", "cc", "subject", "aboutKind", "aboutId", "status", "attempts", "lastError", "messageId", "sentAt", "createdAt", "updatedAt"] as const
const list = {
  select: Mail.answer("m", ...line),
  from: "mail m",
  id: "m.id",
  date: "(m.created_at at time zone 'Africa/Juba')::date",
  filters: { status: "m.status", aboutKind: "m.about_kind", aboutId: "m.about_id" },
  search: ["m.subject", 'm."to"'],
  sorts: { createdAt: "m.created_at", sentAt: "m.sent_at", subject: "m.subject", to: 'm."to"', status: "m.status" },
  order: "-createdAt",
}
const whole = { ...list, select: Mail.answer("m", ...line, "text", "html") }

export const MailLive = HttpApiBuilder.group(
  MailApi,
  "mails",
  Effect.fn(function* (handlers) {
    const { perform } = yield* Records
    const { statement } = yield* Database
    /** A mail that still waits for its next try need not wait longer. */
    const hurry = (id: number) =>
      Effect.gen(function* () {
        const [last] = yield* statement("select position from es.event where stream = $1 order by version desc limit 1", [mails.key(id)])
        yield* retryParked(mailSender.name, last.position)
      })
    return handlers.handleAll({
      list: ({ query }) => listAnswer("/api/mails", list, query),
      get: ({ params }) => rowAnswer(whole, params.id, "E-mail"),
      resend: ({ params: { id } }) =>
        Effect.gen(function* () {
          yield* orUnavailable(perform(requeueMail, { id }, yield* Who, yield* commandKey))
          yield* orUnavailable(hurry(id))
          return yield* rowAnswer(whole, id, "E-mail")
        }),
    })
  }),
)
