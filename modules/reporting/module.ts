import { triangleRules } from "./margin/triangle-rules.ts"
import { reportRuns, reportSchedules } from "./schedules/report-schedule.ts"

export const reportingModule = { streams: [reportSchedules, reportRuns], consequences: [], views: [], tables: [], reactors: [], dueRules: triangleRules }
