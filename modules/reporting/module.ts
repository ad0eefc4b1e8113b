import { triangleRules } from "./triangle-rules.ts"
import { reportRuns, reportSchedules } from "./report-schedule.ts"

export const reportingModule = { streams: [reportSchedules, reportRuns], consequences: [], views: [], tables: [], reactors: [], dueRules: triangleRules }
