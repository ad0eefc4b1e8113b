/** The calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { projects } from "@ops/clients/projects/resource.ts"
import type { UsersGroup } from "@ops/identity/contract.ts"
import type { AttachmentsGroup } from "@ops/platform/documents/attachment-contract.ts"
import type { assignments } from "../assignments/resource.ts"
import type { attendance } from "../attendance/resource.ts"
import type { StaffGroup } from "../contract.ts"
import type { departments, positions } from "../departments/resource.ts"
import type { KioskGroup } from "../kiosk/contract.ts"
import type { LeaveGroup } from "../leave/contract.ts"
import type { leaveTypes } from "../leave/leave-types.ts"
import type { leaveRequests } from "../leave/resource.ts"
import type { holidays } from "../working-days/resource.ts"

export const { pathOf, pathsOf, send, useApi, useCommand } = clientOf<
  | typeof assignments.group
  | typeof AttachmentsGroup
  | typeof attendance.group
  | typeof departments.group
  | typeof KioskGroup
  | typeof holidays.group
  | typeof LeaveGroup
  | typeof leaveRequests.group
  | typeof leaveTypes.group
  | typeof positions.group
  | typeof projects.group
  | typeof StaffGroup
  | typeof UsersGroup
>()
