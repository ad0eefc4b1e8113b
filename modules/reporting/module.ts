import { defineModule } from "@ops/platform/module.ts"
import { triangleRules } from "./margin/triangle-rules.ts"
import { reportRuns, reportSchedules } from "./schedules/report-schedule.ts"
import { reportClock } from "./schedules/run.ts"

export const reportingModule = defineModule({ streams: [reportSchedules, reportRuns], dueRules: triangleRules, clocks: [reportClock] })
