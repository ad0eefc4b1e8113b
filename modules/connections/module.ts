import { defineModule } from "@ops/platform/module.ts"
import { webhookRules } from "./webhooks/alert.ts"
import { webhookTables } from "./webhooks/delivering.ts"
import { webhooks } from "./webhooks/resource.ts"

export const connectionsModule = defineModule({ resources: [webhooks], tables: webhookTables, dueRules: webhookRules })
