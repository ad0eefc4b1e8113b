import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { runMaintenance } from "./clock.ts"
import { maintenance } from "./resource.ts"

export const MaintenanceLive = resourceLive(maintenance, {
  run: () => mapDatabaseErrors(Effect.map(Effect.flatMap(Who, runMaintenance), (answer) => jsonResponse(JSON.stringify(answer)))),
})
