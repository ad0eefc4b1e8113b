import { defineModule } from "@ops/platform/module.ts"
import { Effect } from "effect"
import { adoptHeads } from "@ops/clients/projects/project-head-setup.ts"
import { costCodes } from "./cost-codes/resource.ts"
import { construction } from "./projects/resource.ts"
import { constructionFiles } from "./files.ts"
import { money } from "./money/module.ts"
import { projectHeadConsequences, projectHeadsSql } from "./projects/project-heads.ts"
import { constructionResources } from "./tasks/resource.ts"
import { progressClock } from "./tasks/progress-watch.ts"
import { constructionSchedules, scheduleConsequences } from "./tasks/task.ts"

/** The tasks of all projects as a view. */
const tasks = `create view construction_task as
  select s.id as project_id, x.id, x.name, x.kind, x.start, x."end", x."ownerId" as owner_id, x.after, x.weight, x.notes, x.percent,
         x."actualStart" as actual_start, x."actualEnd" as actual_end, x."baselineStart" as baseline_start, x."baselineEnd" as baseline_end, x.resources
  from construction_schedule s, jsonb_to_recordset(s.tasks)
    as x(id int, name text, kind text, start date, "end" date, "ownerId" bigint, after jsonb, weight int, notes text, percent int,
         "actualStart" date, "actualEnd" date, "baselineStart" date, "baselineEnd" date, resources jsonb)`

export const constructionModule = defineModule({
  resources: [construction, costCodes],
  streams: [constructionSchedules, constructionResources, ...money.streams],
  consequences: [...projectHeadConsequences, ...scheduleConsequences, ...money.consequences],
  views: [tasks, ...money.views],
  closing: money.closing,
  ties: money.ties,
  notBilled: money.notBilled,
  inbox: money.inbox,
  setup: Effect.andThen(money.setup, adoptHeads("construction", projectHeadsSql)),
  attachments: constructionFiles,
  clocks: [progressClock],
})
