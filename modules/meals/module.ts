import { defineModule } from "@ops/platform/module.ts"
import { mealsChecks } from "./closing.ts"
import { mealInbox, waitingIndex } from "./inbox.ts"
import { mealAccounts } from "./head-counts/meal-account.ts"
import { mealAttendances } from "./meal-sessions/meal-attendance.ts"
import { siteMealCapacities } from "./capacities/meal-capacity.ts"
import { mealSessions } from "./meal-sessions/resource.ts"
import { staffFeedingRecords } from "./head-counts/staff-feeding.ts"
import { mealViews } from "./head-counts/views.ts"

export const mealsModule = defineModule({
  resources: [mealSessions],
  streams: [staffFeedingRecords, mealAttendances, siteMealCapacities, mealAccounts],
  views: [...mealViews, waitingIndex],
  closing: mealsChecks,
  inbox: [mealInbox],
})
