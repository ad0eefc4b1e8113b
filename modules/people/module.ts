import { defineModule } from "@ops/platform/module.ts"
import { attendances } from "./attendance/attendance.ts"
import { companyPositions } from "./departments/company-position.ts"
import { companyStaff } from "./staff/company-staff.ts"
import { departments } from "./departments/department.ts"
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
import { staffAssignments, staffRosters } from "./assignments/staff-assignment.ts"
import { workWeeks } from "./working-days/work-week.ts"

export const peopleModule = defineModule({
  resources: [leaveRequests, leaveTypes, holidays],
  streams: [departments, companyPositions, companyStaff, siteShifts, attendances, workWeeks, leaveAccounts, staffAssignments, staffRosters],
  consequences: [...leaveConsequences],
  views: [leaveIndex],
  tables: kioskTables,
  attachments: peopleFiles,
  inbox: [leaveInbox],
  clocks: [leaveClock],
  setup: setupPeople,
})
