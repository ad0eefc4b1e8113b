/** Binds the calls about figures to the figures of the modules. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "../access/who.ts"
import { Database } from "../database/database.ts"
import { Rejection } from "../records/command.ts"
import { explain, type Figure, figuresFor } from "../records/explain.ts"
import { Model } from "../records/records.ts"
import { mapDatabaseErrors } from "./answer.ts"
import { ExplainApi } from "./explain-contract.ts"

export const explained = (figures: ReadonlyArray<Figure>) =>
  HttpApiBuilder.group(
    ExplainApi,
    "explain",
    Effect.fn(function* (handlers) {
      const context = yield* Effect.context<Database | Model>()
      return handlers.handleAll({
        explain: ({ query: { figure, asOf: _, sites, ...asked } }) =>
          Effect.gen(function* () {
            if (!figure) return yield* Effect.fail(new Rejection(400, "figure is required: a name such as invoice.total, or a number such as INV-2026-00001"))
            return yield* mapDatabaseErrors(Effect.provide(explain(figures, figure, asked, yield* Who, sites === "true"), context))
          }),
        figures: () => Effect.map(Who, (who) => figuresFor(figures, who)),
      })
    }),
  )
