/**
 * Several small reads in one request, each answered as it would be by itself: on a slow connection every request of a page costs a round trip
 * ([decision 124](../../docs/decisions/0124-small-reads-in-one-request.md)).
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestContext } from "./limits/request-limits.ts"
import { valuesOf } from "./query.ts"

const most = 20
/** Not what ends only with its connection, what is a file, or another list of reads. */
const isRead = (url: string) => /^\/api\/(?!reads|events\/stream)[^?]*(\?(?!.*\bformat=).*)?$/s.test(url) && !/\/download(\?|$)/.test(url)

export const layer = HttpRouter.use((router) =>
  router.add("GET", "/api/reads", (request) =>
    Effect.gen(function* () {
      const noted = yield* RequestContext
      noted.route = "/api/reads"
      const urls = valuesOf(yield* HttpServerRequest.ParsedSearchParams, "of")
      if (urls.length > most || !urls.every(isRead)) return HttpServerResponse.text(`Only reads of the API, ${most} at most`, { status: 400 })
      const answers = yield* Effect.forEach(
        urls,
        (url) =>
          Effect.gen(function* () {
            const one = yield* Effect.provideService(router.asHttpEffect(), HttpServerRequest.HttpServerRequest, request.modify({ url }))
            const answer = HttpServerResponse.toWeb(one)
            // a cookie in the body could be read by scripts
            const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== "set-cookie"))
            return { status: answer.status, headers, body: yield* Effect.promise(() => answer.text()) }
          }),
        { concurrency: "unbounded" },
      )
      return yield* HttpServerResponse.json(answers)
    }),
  ),
)
