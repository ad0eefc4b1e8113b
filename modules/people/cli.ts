import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addAssignmentCommands } from "./assignments/cli.ts"
import { addAttendanceCommands } from "./attendance/cli.ts"
import { addHolidayCommands } from "./working-days/cli.ts"
import { addLeaveCommands } from "./leave/cli.ts"
import { addStaffCommands } from "./staff/cli.ts"

/** Adds `staff`, `attendance`, `leave`, `assignments` and `holidays` to the program. */
export const addStaffingCommands = (program: Command, call: Call): void => {
  addStaffCommands(program, call)
  addAttendanceCommands(program, call)
  addLeaveCommands(program, call)
  addAssignmentCommands(program, call)
  addHolidayCommands(program, call)
}
