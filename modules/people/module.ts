import { attendances } from "./attendance.ts"
import { companyPositions } from "./company-position.ts"
import { companyStaff } from "./company-staff.ts"
import { departments } from "./department.ts"
import { holidays } from "./holiday.ts"
import { kioskTables } from "./kiosk-tries.ts"
import { leaveAccounts } from "./leave-account.ts"
import { leaveConsequences, leaveRequests } from "./leave-request.ts"
import { leaveTypes } from "./leave-type.ts"
import { peopleFiles } from "./files.ts"
import { leaveInbox } from "./leave-inbox.ts"
import { setupPeople } from "./setup.ts"
import { siteShifts } from "./shift.ts"
import { staffAssignments, staffRosters } from "./staff-assignment.ts"
import { workWeeks } from "./work-week.ts"

export const peopleModule = {
  streams: [
    departments,
    companyPositions,
    companyStaff,
    siteShifts,
    attendances,
    holidays,
    workWeeks,
    leaveTypes,
    leaveAccounts,
    leaveRequests,
    staffAssignments,
    staffRosters,
  ],
  consequences: [...leaveConsequences],
  views: [],
  tables: kioskTables,
  reactors: [],
  attachments: peopleFiles,
  inbox: [leaveInbox],
  setup: setupPeople,
}
