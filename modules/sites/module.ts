import { defineModule } from "@ops/platform/module.ts"
import { sites } from "./resource.ts"
import { companies } from "./site.ts"
import { setupSites } from "./setup.ts"

export const sitesModule = defineModule({ resources: [sites], streams: [companies], setup: setupSites })
