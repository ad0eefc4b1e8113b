/** How often a person may make expensive calls: changes, and files or mails generated on demand. */
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Rule } from "../../access/rule.ts"
import { Who } from "../../access/who.ts"
import { count } from "../../text.ts"
import { CallCounts } from "./call-counts.ts"
import { Authorization } from "../contract.ts"
import { RequestContext } from "./request-limits.ts"
import { asksForFile, type QueryValues } from "../query.ts"

/** The kinds of limited calls, each counted separately: calls per minute, and display name. */
export const limitedCalls = {
  changes: { limit: 60, one: "change", many: "changes", what: "a change in the browser" },
  taps: { limit: 600, one: "tap", many: "taps", what: "a kiosk entry: a queue of people on one account, or entries made offline" },
  imports: { limit: 600, one: "change by token", many: "changes by token", what: "a change by a personal token: the command line, an import, a program" },
  files: {
    limit: 10,
    one: "file or mail",
    many: "files or mails",
    what: "a file created on demand (PDF, CSV, XLSX) or a mail sent manually; also counts as a change",
  },
} as const
export type LimitedCall = keyof typeof limitedCalls

/** Calls per minute, by kind. */
export type RateLimits = Readonly<Record<LimitedCall, number>>

export const usualLimits: RateLimits = {
  changes: limitedCalls.changes.limit,
  taps: limitedCalls.taps.limit,
  imports: limitedCalls.imports.limit,
  files: limitedCalls.files.limit,
}
/** For tests and benchmarks. */
export const noLimits: RateLimits = { changes: Infinity, taps: Infinity, imports: Infinity, files: Infinity }

/** The limits as a table for the operators' guide. */
export const limitsTable = (): ReadonlyArray<string> => [
  "| kind | what counts | a minute |",
  "|---|---|---|",
  ...Object.entries(limitedCalls).map(([kind, { what, limit }]) => `| ${kind} | ${what} | ${limit} |`),
]

/** The limits that apply to a call. */
const kindsOf = (
  { method, url }: { readonly method: string; readonly url: string },
  query: QueryValues,
  rule: Rule | undefined,
  byToken: boolean,
): ReadonlyArray<LimitedCall> => {
  const [path = ""] = url.split("?")
  // an uploaded file is returned unchanged: nothing is generated
  const isUpload = path.startsWith("/api/attachments/")
  const file = (!isUpload && /\/(download|pdf|generate|send)$/.test(path)) || asksForFile(query)
  const change = rule?.isTap ? "taps" : byToken ? "imports" : "changes"
  return [...(method === "GET" || method === "HEAD" ? [] : ([change] as const)), ...(file ? (["files"] as const) : [])]
}

/** An Authorization that also counts a person's permitted calls. Rejected or failed calls do not count. */
export const limited = (limits: RateLimits = usualLimits) =>
  Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const permit = yield* Authorization
      const counts = yield* CallCounts
      return Authorization.of((effect, call) =>
        permit(
          Effect.gen(function* () {
            const { actor, sessionId } = yield* Who
            const noted = yield* RequestContext
            noted.actor = actor
            const request = yield* HttpServerRequest.HttpServerRequest
            const rule = Context.get(call.endpoint.annotations, Rule)
            const taken: Array<() => void> = []
            const giveBack = Effect.sync(() => {
              for (const each of taken) each()
            })
            for (const kind of kindsOf(request, yield* HttpServerRequest.ParsedSearchParams, rule, sessionId === null)) {
              const { seconds, giveBack: back } = counts.take(`${kind} ${actor}`, limits[kind])
              taken.push(back)
              if (seconds === 0) continue
              yield* giveBack
              const { one, many } = limitedCalls[kind]
              return HttpServerResponse.text(
                `Too many requests: ${count(limits[kind], one, many)} a minute at most. Try again in ${count(seconds, "second")}`,
                { status: 429, headers: { "retry-after": String(seconds) } },
              )
            }
            const answer = yield* Effect.onError(effect, () => giveBack)
            if (answer.status >= 400) yield* giveBack
            return answer
          }) as typeof effect, // `Who` is available: the session provides it
          call,
        ),
      )
    }),
  )
