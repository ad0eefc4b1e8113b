import { savedViews, viewDefaults } from "./saved-view.ts"

export const searchModule = { streams: [savedViews, viewDefaults], consequences: [], views: [], tables: [], reactors: [] }
