import { defineModule } from "@ops/platform/module.ts"
import { companies, sites } from "./site.ts"
import { setupSites } from "./setup.ts"

export const sitesModule = defineModule({ streams: [sites, companies], setup: setupSites })
