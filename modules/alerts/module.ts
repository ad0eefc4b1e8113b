import { alerts } from "./alert.ts"
import { dueRules } from "./due-rules.ts"
import { alertMailer } from "./mailer.ts"
import { notificationChoices } from "./notification-choice.ts"
import { alertRules } from "./rules.ts"

export const alertsModule = { streams: [alerts, notificationChoices], consequences: alertRules, views: [], tables: [], reactors: [alertMailer], dueRules }
