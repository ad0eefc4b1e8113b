import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { openings } from "./resource.ts"

export const OpeningsLive = resourceLive(openings)
