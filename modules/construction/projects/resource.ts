/** The resource of construction projects: reading and changing, with their tasks, resources and snags. */
import { Schema } from "effect"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { ownSite } from "@ops/platform/records/visibility.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { figuresCall, managers, namingCalls, partCalls, path, rows, SEES_MONEY, SEES_PROJECTS } from "../contract.ts"
import { actualCostSql, measured, measuredSql } from "../queries.ts"
import { shownProgressSql } from "../tasks/progress.ts"
import { cancelProject, completeProject, confirmType, holdProject, reopenProject, resumeProject, startProject } from "./commands.ts"
import { ConstructionProject, constructionProjects as stream } from "./construction-project.ts"

const percent = (label: string, sql: string) => computed(Schema.Int, sql, { kind: "whole", label })
const count = (sql: string, label?: string) => computed(Schema.Int, sql, { kind: "whole", ...(label !== undefined && { label }) })

const course = {
  fields: {
    actualCost: computed(Schema.NullOr(Schema.String), `es.money(${actualCostSql("r")})`, { kind: "money", label: "Spent (USD)" }),
    /** the person, or the typed name split into its first word and the rest */
    projectManagerUser: computed(
      Schema.NullOr(Schema.Struct({ firstName: Schema.String, lastName: Schema.String })),
      `case when m.id is not null then json_build_object('firstName', coalesce(m.first_name, ''), 'lastName', m.last_name)
        when r.project_manager_text is not null then json_build_object('firstName', split_part(r.project_manager_text, ' ', 1),
          'lastName', trim(substr(r.project_manager_text, length(split_part(r.project_manager_text, ' ', 1)) + 1))) end`,
      { label: "Manager" },
    ),
    /** as shown by the bar */
    progress: percent("Progress (%)", shownProgressSql("r")),
    /** progress by what was delivered; null if it is not measured */
    measuredProgress: computed(Schema.NullOr(Schema.Int), measuredSql, { kind: "whole", label: "Measured (%)" }),
    measuredBy: computed(
      Schema.NullOr(Schema.Literals(["certificates", "milestones"])),
      `case when d.certified is not null then 'certificates' when ${measuredSql} is not null then 'milestones' end`,
    ),
    openSnags: count("(select count(*)::int from jsonb_array_elements(r.snags) s where s->>'fixedOn' is null)", "Open snags"),
    snagCount: count("jsonb_array_length(r.snags)"),
    taskCount: count("d.tasks", "Tasks"),
    tasksDone: count("d.done"),
  },
  from: `left join person m on m.id = r.project_manager ${measured("r")}`,
  dependsOn: ["construction_schedule", "construction_resource", "project_cost", "project_contract"],
  sorts: { status: "array_position(array['in_progress','planning','on_hold','completed','cancelled'], r.status)" },
  search: ["r.project_manager_text", "m.first_name || ' ' || m.last_name"],
} as const

const step = { ...managers, method: "PATCH" } as const

export const construction = resource("construction", stream, {
  path,
  noun: ["project", "projects"],
  answer: "ConstructionProject",
  number: "projectNumber",
  read: {
    may: SEES_PROJECTS,
    rows: ownSite("siteId", `${rows}; budget and cost not for level 3`),
    fields: { budget: SEES_MONEY, actualCost: SEES_MONEY },
    history: SEES_MONEY,
  },
  hidden: ["statuses", "snags", "createdBy"],
  joins: [wholeSiteJoin(ConstructionProject, "siteId"), course],
  titles: {
    actualEndDate: "Completed",
    statusReason: "Reason",
    projectNumber: "Project #",
    name: "Project",
    projectType: "Type",
    startDate: "Start",
    expectedEndDate: "Expected completion",
    budget: "Budget (USD)",
  },
  list: {
    columns: [
      "projectNumber",
      "name",
      "projectType",
      "siteName",
      "status",
      "startDate",
      "expectedEndDate",
      "budget",
      "actualCost",
      "progress",
      "measuredProgress",
    ],
    unexported: ["siteName"],
    filters: ["status", "projectType"],
    sorts: ["name", "projectNumber", "projectType", "site", "status", "budget", "progress", "startDate", "expectedEndDate", "createdAt"],
    order: "status,-createdAt",
    search: ["name", "projectNumber", "description"],
    date: "startDate",
    site: "siteId",
    file: "Construction projects",
  },
  details: ["projectManagerUser", "actualEndDate", "taskCount", "openSnags", "statusReason", "description"],
  commands: {
    confirmType: updates(confirmType, { ...step, path: "type" }),
    start: updates(startProject, step),
    hold: updates(holdProject, step),
    resume: updates(resumeProject, step),
    complete: updates(completeProject, { ...step, duties: "no open snag, or a reason" }),
    reopen: updates(reopenProject, { may: ["approval.override"], scope: "all", method: "PATCH" }),
    cancel: updates(cancelProject, step),
  },
  more: (answer) => [figuresCall, ...namingCalls(answer), ...partCalls],
})

export const ConstructionApi = construction.api
