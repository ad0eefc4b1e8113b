/** A mail server for tests, in this process: it keeps the mails it accepts, and can be told to misbehave. */
import { Effect, type Scope } from "effect"
import type { AddressInfo, Socket } from "node:net"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

/** `hang up` closes the connection without an answer once the message has arrived. */
export type Behaviour = "accept" | "refuse temporarily" | "refuse permanently" | "hang up"

export interface ReceivedMail extends Email {
  /** the recipients given in the SMTP envelope */
  readonly recipients: ReadonlyArray<string>
}

export interface SmtpSink {
  /** `smtp://…`, as used in SMTP_URL */
  readonly url: string
  /** accepted messages, oldest first */
  readonly messages: ReadonlyArray<ReceivedMail>
  /** number of messages offered, including those not accepted */
  readonly offered: () => number
  /** How the next messages are treated: `behave("hang up", "accept")`. The last one applies to all further messages. */
  readonly behave: (...next: ReadonlyArray<Behaviour>) => void
  /** Refuses these recipients permanently, and accepts the others. */
  readonly refuseRecipients: (...addresses: ReadonlyArray<string>) => void
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A sink on a free port of the loopback address, closed with the scope. */
export const smtpSink: Effect.Effect<SmtpSink, never, Scope.Scope> = Effect.gen(function* () {
  const messages: Array<ReceivedMail> = []
  const sockets = new Set<Socket>()
  const unwanted = new Set<string>()
  let behaviours: ReadonlyArray<Behaviour> = ["accept"]
  let offered = 0
  const nextBehaviour = () => {
    const [now = "accept", ...later] = behaviours
    if (later.length > 0) behaviours = later
    return now
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _, done) => done(unwanted.has(address) ? refusal(550, `No mailbox ${address} here`) : null),
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", async () => {
        offered++
        switch (nextBehaviour()) {
          case "refuse temporarily":
            return done(refusal(451, "Try again later"))
          case "refuse permanently":
            return done(refusal(554, "We do not want this"))
          case "hang up":
            return sockets.forEach((socket) => socket.destroy())
          case "accept": {
            const email = await PostalMime.parse(Buffer.concat(chunks))
            messages.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) })
            return done()
          }
        }
      })
    },
  })
  server.on("error", () => {}) // a broken connection is the sender's problem
  server.server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })

  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        sockets.forEach((socket) => socket.destroy())
        server.close(() => resume(Effect.void))
      }),
  )
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages,
    offered: () => offered,
    behave: (...next) => {
      behaviours = next
    },
    refuseRecipients: (...addresses) => addresses.forEach((address) => unwanted.add(address)),
  }
})
