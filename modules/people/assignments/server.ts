import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import { headCountList } from "./queries.ts"
import { assignments } from "./resource.ts"

export const AssignmentsLive = resourceLive(assignments, {
  headCount: ({ query }: RequestOf<typeof assignments, "headCount">) =>
    Effect.flatMap(Who, (who) =>
      Effect.flatMap(Effect.try({ try: () => headCountList(who, query), catch: (error) => error as Rejection }), (list) =>
        listAnswer("/api/hr/head-count", list, query),
      ),
    ),
})
