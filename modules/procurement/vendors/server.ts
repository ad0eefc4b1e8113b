import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { vendors } from "./resource.ts"

export const VendorsLive = resourceLive(vendors)
