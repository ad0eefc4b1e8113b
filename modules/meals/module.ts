import { mealsChecks } from "./closing.ts"
import { mealInbox, waitingIndex } from "./inbox.ts"
import { mealAccounts } from "./meal-account.ts"
import { mealAttendances } from "./meal-attendance.ts"
import { siteMealCapacities } from "./meal-capacity.ts"
import { mealSessions } from "./meal-session.ts"
import { staffFeedingRecords } from "./staff-feeding.ts"
import { mealViews } from "./views.ts"

export const mealsModule = {
  streams: [staffFeedingRecords, mealSessions, mealAttendances, siteMealCapacities, mealAccounts],
  consequences: [],
  views: [...mealViews, waitingIndex],
  tables: [],
  reactors: [],
  closing: mealsChecks,
  inbox: [mealInbox],
}
