/** Sends queued mail: by SMTP, or into one file per mail if none may leave the machine. */
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { Effect, Redacted, Schema } from "effect"
import { Config } from "../config.ts"
import { Database } from "../database/database.ts"
import { col, sql } from "../database/statement.ts"
import { documentBytes } from "../documents/document.ts"
import type { StoredEvent } from "../event-store/event-store.ts"
import { type Attempt, reactor } from "../event-store/reactor.ts"
import { privateFolder } from "../private-folder.ts"
import { type Rejection, system } from "../records/command.ts"
import type { Row } from "../records/record.ts"
import { Records } from "../records/records.ts"
import { stateColumns } from "../records/row-columns.ts"
import { Mail, mailFailed, MailQueued, MailRequeued, mailSent } from "./mail.ts"
import { mailDefaults, type MailFacts, mailFacts, senderOf } from "./settings.ts"
import { addressOf, textOf } from "./signed-link.ts"

/** The outcome of one attempt. A temporary failure is an error of the effect instead: the reactor tries again. */
type Outcome = { readonly refused: ReadonlyArray<string> } | { readonly error: string }

interface Message {
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string | undefined
  readonly to: string
  readonly cc: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string | undefined
  readonly messageId: string
  readonly date: string
  /** nodemailer requires a mutable array */
  readonly attachments: Array<{ readonly filename: string; readonly content: Buffer; readonly contentType: string }>
}

const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/

/** The SMTP server to use; in demo mode no mail leaves this machine (NS-096). */
export const smtpUrl = ({ mode, smtpUrl: url }: Config["Service"]): string | undefined => {
  if (!url) return undefined
  const value = Redacted.value(url)
  return mode === "production" || loopback.test(new URL(value).hostname) ? value : undefined
}

/** A failure as reported by nodemailer; `responseCode` is the server's reply code. */
interface Failure extends Error {
  readonly code?: string
  readonly responseCode?: number
}
/** Whether the mail was refused permanently. A refused sign-in (EAUTH) has to be fixed by the operator, so it counts as temporary. */
const permanent = ({ code, responseCode }: Failure) => code !== "EAUTH" && (responseCode === undefined ? code === "EENVELOPE" : responseCode >= 500)

/** Codes of a connection that was not made, or broke: the server is down or cannot be reached. */
const downCodes: ReadonlySet<string | undefined> = new Set(["EDNS", "ESOCKET", "ETIMEDOUT"])
/** A temporary failure; one of the connection begins with its code. */
const temporary = ({ code, message }: Failure) => new Error(downCodes.has(code) ? `${code}: ${message}` : message)
/** Whether an attempt failed because the server is down, by the error that was kept. */
export const isServerDown = (error: string): boolean => downCodes.has(error.split(":")[0])

/** Loaded with the first mail. */
const nodemailer = () => import("nodemailer")

const bySmtp = (url: string, message: Message): Effect.Effect<Outcome, Error> =>
  Effect.tryPromise({
    try: async () => {
      const transport = (await nodemailer()).createTransport({
        url,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 15_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        const { rejected } = await transport.sendMail(message)
        return { refused: rejected.map(String) }
      } finally {
        transport.close()
      }
    },
    catch: (error) => error as Failure,
  }).pipe(Effect.catch((error) => (permanent(error) ? Effect.succeed({ error: error.message }) : Effect.fail(temporary(error)))))

/** Written atomically, and kept. */
const intoFile = (file: string, message: Message): Effect.Effect<Outcome, Error> =>
  Effect.tryPromise({
    try: async () => {
      const composer = (await nodemailer()).createTransport({
        streamTransport: true,
        buffer: true,
        newline: "windows",
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      const { message: bytes } = await composer.sendMail(message)
      const folder = path.dirname(file)
      privateFolder(folder)
      const draft = `${file}.${process.pid}`
      const handle = await fs.open(draft, "w", 0o600)
      try {
        await handle.writeFile(bytes as Buffer)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fs.rename(draft, file)
      const directory = await fs.open(folder)
      await directory.sync().finally(() => directory.close())
      return { refused: [] }
    },
    catch: (error) => error as Error,
  })

/** The attachments of a mail. If a file is no longer stored, the attempt fails: a mail is never sent without the attachments it announces. */
const attached = (mail: Row<typeof Mail>) =>
  Effect.forEach(mail.attachments ?? [], ({ name, sha256, mediaType }) =>
    Effect.flatMap(documentBytes(sha256), (bytes) =>
      bytes
        ? Effect.succeed({ filename: name, content: Buffer.from(bytes), contentType: mediaType })
        : Effect.fail(new Error(`The file ${name} of this e-mail is no longer kept`)),
    ),
  )

/** The latest mail settings in the log. */
const settledMail = sql(
  { facts: col.json(Schema.Struct(mailFacts)) },
  `select data as facts from es.event where stream = 'mail_settings/1' order by version desc limit 1`,
)
const mailSql = sql(stateColumns(Mail), `select ${Mail.state("m")} from mail m where id = $1`)

const send = (event: StoredEvent, { number, last }: Attempt) =>
  Effect.gen(function* () {
    const config = yield* Config
    const { statement } = yield* Database
    const { execute } = yield* Records
    const id = Number(event.stream.slice("mail/".length))
    const [mail] = yield* statement(mailSql, [id])
    if (!mail) return yield* Effect.fail(new Error(`E-mail ${id} has no row yet`))
    // a later event exists: the mail was settled before our process died, or queued again, which is a separate effect
    if (mail.version > event.version) return

    const [settled] = yield* statement(settledMail, [])
    const settings: MailFacts = settled?.facts ?? mailDefaults
    // the same on every attempt, so that a mailbox recognises duplicates
    const messageId = `<mail-${id}@${new URL(config.origin).hostname}>`
    const { to, cc, subject, html } = mail
    const message = {
      from: senderOf(settings, config.mailFrom),
      replyTo: settings.replyTo ?? undefined,
      to,
      cc: cc ?? undefined,
      subject,
      text: textOf(mail, addressOf(config)),
      html: html ?? undefined,
      messageId,
      date: event.occurredAt,
    }
    const url = smtpUrl(config)
    const tried = Effect.flatMap(attached(mail), (attachments): Effect.Effect<Outcome, Error> => {
      if (!settings.isOn) return Effect.succeed({ error: "Mail is off in the settings" })
      const whole = { ...message, attachments }
      return url ? bySmtp(url, whole) : intoFile(path.join(config.dataFolder, "mail", `${id}.eml`), whole)
    })
    const outcome = yield* tried.pipe(Effect.catch((error) => (last ? Effect.succeed({ error: error.message }) : Effect.fail(error))))

    const by = system("mail")
    const options = { key: `mail-${id}-${event.position}`, causation: `event:${event.position}` }
    const noted =
      "error" in outcome
        ? execute(mailFailed, { id, error: outcome.error.slice(0, 2000), attempts: number }, by, options)
        : execute(mailSent, { id, messageId, attempts: number, refused: outcome.refused.join(", ") || null }, by, options)
    // another process has settled it under this key meanwhile, with another outcome or number of attempts, which is kept
    yield* Effect.catchIf(
      noted,
      (error): error is Rejection => error._tag === "Rejection" && error.status === 409,
      () => Effect.void,
    )
  })

/** The reactor that sends queued mail: at least once, with the same Message-ID on every attempt; ten attempts in three hours. */
export const mailSender = reactor("mail", { on: [MailQueued, MailRequeued], react: send, attempts: 10, pause: "30 seconds" })
