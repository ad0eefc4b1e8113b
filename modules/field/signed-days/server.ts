/** Answers what is written by hand of signed days: the sheet, the signature, and the link for the signer's own phone. */
import { Clock, Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { isDate } from "@ops/platform/calendar.ts"
import { Config } from "@ops/platform/config.ts"
import { qrPath } from "@ops/platform/documents/qr.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { CallCounts } from "@ops/platform/http/limits/call-counts.ts"
import { RequestContext } from "@ops/platform/http/limits/request-limits.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { aboutOf, addressOf } from "@ops/platform/mail/signed-link.ts"
import { type Actor, invalid, notFound, Rejection, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import { checkPasskey, passkeysOf } from "./passkeys.ts"
import { type DayAsked, dayOf, signing } from "./queries.ts"
import { DayLinksApi, signedDays } from "./resource.ts"
import { readSheet } from "@ops/platform/access/day-sheet.ts"

const { execute } = answering(signedDays.stream, signedDays.shape, withDecisions(signedDays))

/** A day of the caller's site. Refused (404) for another one. */
const ofTheirs = ({ siteId, clientId, date }: { readonly siteId: number | string; readonly clientId: number | string; readonly date: string }) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const day: DayAsked = { siteId: Number(siteId), clientId: Number(clientId), date }
    if (!isDate(date)) return yield* Effect.fail(invalid("Date must be a day such as 2026-10-31"))
    if (!Number.isSafeInteger(day.clientId) || day.clientId < 1) return yield* Effect.fail(notFound("Choose a client"))
    if (!Number.isSafeInteger(day.siteId) || day.siteId < 1 || (confinedTo !== null && confinedTo !== day.siteId))
      return yield* Effect.fail(notFound("This site does not exist"))
    return day
  })

/** The page of the link: `/sign-day/…`. */
const signPage = "sign-day"
const hours = 48
const msOfDay = 86_400_000

export const SignedDaysLive = resourceLive(signedDays, {
  sheet: ({ query }: RequestOf<typeof signedDays, "sheet">) => mapDatabaseErrors(Effect.flatMap(ofTheirs(query), dayOf)),
  sign: ({ payload }: RequestOf<typeof signedDays, "sign">) => Effect.flatMap(mapDatabaseErrors(signing(payload)), (command) => execute(command, payload, 201)),
  link: ({ payload }: RequestOf<typeof signedDays, "link">) =>
    handle(function* () {
      const day = yield* ofTheirs(payload)
      yield* dayOf(day)
      const until = new Date((yield* Clock.currentTimeMillis) + hours * 3_600_000).toISOString()
      const url = addressOf(yield* Config)({ page: signPage, about: [day.siteId, day.clientId, Date.parse(day.date) / msOfDay], until })
      return { url, until, qr: qrPath(url) }
    }),
})

/** The client as the one who acts. */
const actorOf = (clientId: number): Actor => ({ ...system("client"), actor: `client:${clientId}`, via: "web" })
/** Calls a minute from one address. */
const mostCalls = 30
const linkEnded = notFound("This link is no longer valid")

export const DayLinksLive = HttpApiBuilder.group(
  DayLinksApi,
  "dayLinks",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Records | Config>()
    const records = yield* Records
    const { pepper } = yield* Config
    const counts = yield* CallCounts

    /** The day that a link names. Counts the call for the address it comes from. */
    const named = (token: string) =>
      Effect.gen(function* () {
        const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
        const address = Option.getOrElse(remoteAddress, () => "unknown")
        const { seconds } = counts.take(`day link ${address}`, mostCalls)
        if (seconds > 0) return yield* Effect.fail(new Rejection(429, "Too many requests. Try again in a minute"))
        const [siteId, clientId, day] = aboutOf(pepper, signPage, token, yield* Clock.currentTimeMillis) ?? []
        if (siteId === undefined || clientId === undefined || day === undefined) return yield* Effect.fail(linkEnded)
        const noted = yield* RequestContext
        noted.actor = `client:${clientId}`
        return { siteId, clientId, date: new Date(day * msOfDay).toISOString().slice(0, 10) }
      })
    const shown = (day: DayAsked) =>
      Effect.map(Effect.all([dayOf(day), passkeysOf(day.clientId)]), ([of, known]) => ({
        ...of,
        passkeys: known.map(({ publicKey: _, ...passkey }) => passkey),
      }))
    return handlers.handleAll({
      day: ({ params: { token } }) => mapDatabaseErrors(Effect.flatMap(named(token), shown)),
      sign: ({ params: { token }, payload }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const day = yield* named(token)
            const sheet = readSheet(payload.text)
            if (sheet?.siteId !== day.siteId || sheet.clientId !== day.clientId || sheet.date !== day.date)
              return yield* Effect.fail(invalid("This is not the sheet of the link"))
            const { passkey, ...typed } = payload
            const { proof, signer } = passkey ? yield* checkPasskey(payload.text, day.clientId, passkey) : {}
            yield* records.execute(yield* signing(payload, proof), { ...typed, ...signer }, actorOf(day.clientId), yield* commandKey)
            return yield* shown(day)
          }).pipe(Effect.provideContext(services)),
        ),
    })
  }),
)
