import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { assigneesAnswer } from "./assignees.ts"
import { AssigneesApi } from "./contract.ts"

export const AssigneesLive = HttpApiBuilder.group(AssigneesApi, "assignees", (handlers) =>
  handlers.handleAll({
    board: ({ query: { siteId, serviceType, at, everyone } }) =>
      mapDatabaseErrors(
        Effect.flatMap(Who, (who) => Effect.map(assigneesAnswer(who, { siteId, serviceType, at, everyone: everyone === "true" }), jsonResponse)),
      ),
  }),
)
