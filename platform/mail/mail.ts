/**
 * Mail: queued in the commit of the change that causes it, sent later, and "sent" only when the mail server has accepted it. NS-045, NS-096, X-57.
 */
import { Schema } from "effect"
import { command, conflict, get, findById, type CommandGenerator, unchanged } from "../records/command.ts"
import { Flag, Instant, Line, Literals, Optional, Parts, Structure, Text, Whole } from "../records/field.ts"
import { record } from "../records/record.ts"
import { type Change, event, stream } from "../records/stream.ts"

/** A file stored as a document, by the SHA-256 of its bytes; the mail refers to it and the sender attaches it. */
const Attachment = Schema.Struct({ name: Schema.String, sha256: Schema.String, mediaType: Schema.String })

/**
 * A page that the recipient of a mail may use without signing in: see `signed-link.ts`. `says` is the line above its address. The link is signed when
 * the mail is sent, so that neither logs nor backups contain a working link.
 */
const Link = Schema.Struct({ page: Line(60), about: Schema.Array(Schema.Int), until: Instant, says: Line(300) })

/** What is to be sent: `to` and `cc` are addresses separated by commas; the text is sent also where there is HTML. */
const letter = {
  to: Line(1000),
  cc: Optional(Line(1000)),
  subject: Line(300),
  text: Text(100_000),
  html: Optional(Text(500_000)),
  link: Optional(Structure(Link)),
  aboutKind: Optional(Line(60)),
  aboutId: Optional(Whole),
  attachments: Optional(Parts(Attachment)),
  /** personal content: besides the recipient, only administrators can read it here */
  personal: Optional(Flag),
}

/**
 * `attempts` counts the attempts since the mail was last queued; `lastError` is the reason for a failure or withdrawal, or the addresses that the
 * server refused.
 */
export const Mail = record(
  "mail",
  {
    ...letter,
    status: Literals("queued", "sent", "failed", "withdrawn"),
    attempts: Whole,
    lastError: Optional(Text()),
    messageId: Optional(Line()),
    sentAt: Optional(Instant),
  },
  {
    grows: true,
    label: "E-mail",
    title: "subject",
    unique: [{ fields: ["messageId"], sentence: "This e-mail was already sent" }],
    indexes: [
      ["aboutKind", "aboutId"],
      ["createdAt", "id"],
    ],
  },
)

export const MailQueued = event("MailQueued", 1, letter, ({ to }) => `E-mail to ${to} queued`)
export const MailSent = event("MailSent", 1, { messageId: Line(), attempts: Whole, refused: Optional(Text()) }, ({ refused }) =>
  refused ? `Accepted by the mail server, but not for ${refused}` : "Accepted by the mail server",
)
export const MailFailed = event("MailFailed", 1, { error: Text(), attempts: Whole }, ({ error }) => `Could not be sent: ${error}`)
export const MailRequeued = event("MailRequeued", 1, {}, () => "Queued again")
export const MailWithdrawn = event("MailWithdrawn", 1, { reason: Line(600) }, ({ reason }) => `Withdrawn before it was sent: ${reason}`)

export const mails = stream(Mail, MailQueued, MailSent, MailFailed, MailRequeued, MailWithdrawn).fold({
  MailQueued: (_, asked) => ({
    ...asked,
    // the first mails were queued before links and attachments existed
    link: asked.link ?? null,
    attachments: asked.attachments ?? null,
    personal: asked.personal ?? null,
    status: "queued",
    attempts: 0,
    lastError: null,
    messageId: null,
    sentAt: null,
  }),
  MailSent: (mail, { messageId, attempts, refused }, at) => ({
    ...mail,
    status: "sent",
    attempts,
    messageId,
    sentAt: at,
    lastError: refused && `Refused for ${refused}`,
  }),
  MailFailed: (mail, { error, attempts }) => ({ ...mail, status: "failed", attempts, lastError: error }),
  MailRequeued: (mail) => ({ ...mail, status: "queued", attempts: 0 }),
  MailWithdrawn: (mail, { reason }) => ({ ...mail, status: "withdrawn", lastError: reason }),
})

interface Words {
  readonly to: string
  readonly cc?: string | null
  readonly subject: string
  readonly text: string
  /** the record it is about, by kind and id */
  readonly aboutKind?: string
  readonly aboutId?: number
  readonly attachments?: ReadonlyArray<typeof Attachment.Type> | null
  /** personal content that other people with access to mail must not see */
  readonly personal?: boolean
}
/** A mail to send. A link is placed below the text, so a mail with a link cannot have HTML. */
export type Letter = Words & ({ readonly html?: string | null; readonly link?: null } | { readonly html?: null; readonly link: typeof Link.Type })

/** The change that queues a mail, to be returned with a command's own: `queueMail(yield* newId(mails), { … })`. */
export const queueMail = (
  id: number,
  { to, cc = null, subject, text, html = null, link = null, attachments = null, personal = false, aboutKind, aboutId }: Letter,
): Change => mails.at(id, MailQueued({ to, cc, subject, text, html, link, attachments, personal, aboutKind: aboutKind ?? null, aboutId: aboutId ?? null }))

/**
 * Withdraws a mail that has not been sent, with a reason. A mail that the server has accepted cannot be withdrawn: the changes are then empty, and
 * the caller sends a correction.
 */
export function* withdrawMail(id: number, reason: string): CommandGenerator<ReadonlyArray<Change>> {
  const mail = yield* findById(mails, id)
  return mail?.status === "queued" || mail?.status === "failed" ? [mails.at(id, MailWithdrawn({ reason }))] : []
}

/**
 * Records that the mail server has accepted the mail. A mail already sent or failed stays as it is; one that was withdrawn while the server was
 * accepting it counts as sent.
 */
export const mailSent = command("mail.sent", function* ({ id, ...accepted }: { id: number; messageId: string; attempts: number; refused: string | null }) {
  const { status } = yield* get(mails, id)
  return status === "queued" || status === "withdrawn" ? [mails.at(id, MailSent(accepted))] : unchanged(id)
})

/**
 * Records that the mail cannot be sent: the server refuses it permanently, or the last attempt failed. A mail already sent, failed or withdrawn stays
 * as it is.
 */
export const mailFailed = command("mail.failed", function* ({ id, ...failure }: { id: number; error: string; attempts: number }) {
  const { status } = yield* get(mails, id)
  return status === "queued" ? [mails.at(id, MailFailed(failure))] : unchanged(id)
})

/** Resend: queues a failed mail again, with its attempts counted afresh. 409 if it was sent or withdrawn. */
export const requeueMail = command("mail.requeue", function* ({ id }: { id: number }) {
  const { status, lastError } = yield* get(mails, id)
  if (status === "sent") throw conflict("This e-mail was already sent")
  if (status === "withdrawn") throw conflict(`This e-mail was withdrawn and cannot be sent again: ${lastError}`)
  return status === "failed" ? [mails.at(id, MailRequeued({}))] : unchanged(id)
})
