import { defineModule } from "@ops/platform/module.ts"
import { attendance } from "./attendance/resource.ts"
import { departments, positions } from "./departments/resource.ts"
import { companyStaff } from "./staff/company-staff.ts"
import { holidays } from "./working-days/resource.ts"
import { kioskTables } from "./kiosk/kiosk-tries.ts"
import { leaveAccounts } from "./leave/leave-account.ts"
import { leaveClock } from "./leave/leave-days.ts"
import { leaveConsequences } from "./leave/leave-request.ts"
import { leaveTypes } from "./leave/leave-types.ts"
import { leaveIndex, leaveRequests } from "./leave/resource.ts"
import { peopleFiles } from "./files.ts"
import { leaveInbox } from "./leave/inbox.ts"
import { setupPeople } from "./setup.ts"
import { siteShifts } from "./attendance/shift.ts"
import { leaveBalances } from "./leave/import.ts"
import { staffImport } from "./staff/import.ts"
import { assignments } from "./assignments/resource.ts"
import { staffRosters } from "./assignments/staff-assignment.ts"
import { workWeeks } from "./working-days/work-week.ts"

export const peopleModule = defineModule({
  resources: [attendance, departments, positions, assignments, leaveRequests, leaveTypes, holidays],
  streams: [companyStaff, siteShifts, workWeeks, leaveAccounts, staffRosters],
  consequences: [...leaveConsequences],
  views: [leaveIndex],
  tables: kioskTables,
  attachments: peopleFiles,
  inbox: [leaveInbox],
  imports: [staffImport, leaveBalances],
  clocks: [leaveClock],
  setup: setupPeople,
})
