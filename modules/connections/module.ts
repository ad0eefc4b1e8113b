import { defineModule } from "@ops/platform/module.ts"
import { calendarFeeds } from "./calendars/calendar-feed.ts"
import { calendarTables } from "./calendars/server.ts"
import { webhookRules } from "./webhooks/alert.ts"
import { webhookTables } from "./webhooks/delivering.ts"
import { webhooks } from "./webhooks/resource.ts"

export const connectionsModule = defineModule({
  resources: [webhooks],
  streams: [calendarFeeds],
  tables: [...webhookTables, ...calendarTables],
  dueRules: webhookRules,
})
