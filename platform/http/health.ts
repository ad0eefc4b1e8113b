/** For those who watch over the server: does the process live, and can it do its work? */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { ahead, Database } from "../database/database.ts"

const alive = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("alive"))

const ready = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { statement } = yield* Database
    const rows = ahead(statement("select from es.projection where name = 'rows' and state = 'active'", [])).pipe(
      Effect.timeout("2 seconds"),
      Effect.match({
        onFailure: () => HttpServerResponse.text("The database is not reachable", { status: 503 }),
        onSuccess: ({ length }) => (length > 0 ? HttpServerResponse.text("ready") : HttpServerResponse.text("The rows are being made", { status: 503 })),
      }),
    )
    yield* router.add("GET", "/readyz", rows)
  }),
)

export const layer = Layer.mergeAll(alive, ready)
