import { defineModule } from "@ops/platform/module.ts"
import { alertIndex, alerts } from "./resource.ts"
import { dueRules } from "./rules/due-rules.ts"
import { alertMailer } from "./mails/mailer.ts"
import { notificationChoices } from "./notification-choice.ts"
import { alertRules } from "./rules/rules.ts"

export const alertsModule = defineModule({
  resources: [alerts],
  views: [alertIndex],
  streams: [notificationChoices],
  consequences: alertRules,
  reactors: [alertMailer],
  dueRules,
})
