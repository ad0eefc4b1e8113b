import { alerts } from "./alert.ts"
import { alertRules } from "./rules.ts"

export const alertsModule = { streams: [alerts], consequences: alertRules, views: [], tables: [], reactors: [] }
