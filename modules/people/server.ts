import { Layer } from "effect"
import { Sessions } from "@ops/identity/sessions.ts"
import { AssignmentsLive } from "./assignments/server.ts"
import { AttendanceLive } from "./attendance/server.ts"
import { KioskLive } from "./kiosk/server.ts"
import { LeaveLive } from "./leave/server.ts"
import { StaffLive } from "./staff/server.ts"

export const PeopleLive = Layer.mergeAll(StaffLive, AttendanceLive, KioskLive, LeaveLive, AssignmentsLive).pipe(Layer.provide(Sessions.layer))
