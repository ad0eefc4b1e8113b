import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { Database } from "@ops/platform/database/database.ts"
import { jsonText, orUnavailable } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { Records } from "@ops/platform/records/records.ts"
import { SitesApi } from "./contract.ts"
import { Company, describeCompany, Site } from "./site.ts"

const company = (mode: string) =>
  orUnavailable(
    Effect.gen(function* () {
      const { statement } = yield* Database
      const rows = yield* statement(
        `select row_to_json(c)::text as body from (select ${Company.answer("c")}, $1::text as mode from company c where id = 1) c`,
        [mode],
      )
      return jsonText(rows[0].body)
    }),
  )

export const SitesLive = Layer.mergeAll(
  HttpApiBuilder.group(
    SitesApi,
    "sites",
    Effect.fn(function* (handlers) {
      const { mode } = yield* Config
      const records = yield* Records
      return handlers.handleAll({
        list: ({ query }) =>
          listAnswer(
            "/api/sites",
            {
              select: Site.answer("s", "id", "name", "code", "slug", "label", "client", "location", "isActive"),
              from: "site s",
              id: "s.id",
              sorts: { name: "s.name", id: "s.id" },
              order: "id",
              search: ["s.name", "s.client"],
            },
            query,
          ),
        describeCompany: ({ payload }) =>
          Effect.gen(function* () {
            yield* orUnavailable(records.perform(describeCompany, payload, yield* Who))
            return yield* company(mode)
          }),
      })
    }),
  ),
  HttpApiBuilder.group(
    SitesApi,
    "company",
    Effect.fn(function* (handlers) {
      const { mode } = yield* Config
      return handlers.handleAll({ read: () => company(mode) })
    }),
  ),
)
