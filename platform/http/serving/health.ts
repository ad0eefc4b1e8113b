/** For monitoring: whether the process is alive, and whether it can work. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { clockFault } from "../../database/clock.ts"
import { ahead, Database } from "../../database/database.ts"
import { sql } from "../../database/statement.ts"

const readySql = sql({}, "select from es.projection where name = 'rows' and state = 'active'")

const alive = HttpRouter.add("GET", "/healthz", HttpServerResponse.text("alive"))

const not = (sentence: string) => HttpServerResponse.text(sentence, { status: 503 })

const ready = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const database = yield* Database
    const { statement, canWrite } = database
    const answer = Effect.gen(function* () {
      const rows = yield* ahead(statement(readySql, []))
      if (rows.length === 0) return not("The rows are being rebuilt")
      const fault = yield* Effect.flip(canWrite).pipe(Effect.orElseSucceed(() => undefined))
      if (fault) return not(`The database cannot write: ${fault.message}`)
      const clock = yield* clockFault()
      return HttpServerResponse.text(clock ? `ready\nWarning: ${clock}` : "ready")
    }).pipe(
      Effect.provideService(Database, database),
      Effect.timeout("2 seconds"),
      Effect.orElseSucceed(() => not("The database is not reachable")),
    )
    yield* router.add("GET", "/readyz", answer)
  }),
)

export const layer = Layer.mergeAll(alive, ready)
