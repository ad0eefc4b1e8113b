import { companies, sites } from "./site.ts"
import { setupSites } from "./setup.ts"

export const sitesModule = { streams: [sites, companies], consequences: [], views: [], tables: [], reactors: [], setup: setupSites }
