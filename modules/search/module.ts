import { defineModule } from "@ops/platform/module.ts"
import { savedViews, viewDefaults } from "./saved-view.ts"

export const searchModule = defineModule({ streams: [savedViews, viewDefaults] })
