/** The resource of activities with prospects. They are never changed. */
import { Schema } from "effect"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { call } from "@ops/platform/http/call-group.ts"
import { created } from "@ops/platform/http/contract.ts"
import { computed, resource } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { ActivityInput } from "../contract.ts"
import { ProspectActivity, prospectActivities as stream } from "./prospect-activity.ts"

const prospect = {
  fields: { companyName: computed(Schema.String, "q.company_name", { label: "Company" }) },
  from: "join prospect q on q.id = r.prospect_id",
  dependsOn: ["prospect"],
  search: ["q.company_name"],
} as const

export const prospectActivities = resource("prospectActivities", stream, {
  path: "/api/crm/prospect-activities",
  noun: ["activity with a prospect", "activities with prospects"],
  answer: "ProspectActivity",
  area: "prospects",
  read: { may: [...OPERATIONS, ...FINANCE], rows: everyRow(), history: false },
  joins: [prospect, userJoin(ProspectActivity, "recordedBy")],
  titles: { activityDate: "Date", activityType: "Type", duration: "Minutes" },
  list: {
    columns: ["activityDate", "companyName", "activityType", "subject", "description", "duration", "outcome"],
    filters: ["prospectId", "activityType", "outcome", "recordedBy"],
    sorts: ["activityDate", "companyName", "activityType"],
    order: "-activityDate",
    search: ["subject", "description"],
    date: "activityDate",
    file: "Prospect activities",
  },
  commands: {},
  more: (answer) => [
    call.post("log", "/api/crm/prospect-activities", "Log an activity with a prospect", answer.pipe(created), {
      payload: ActivityInput,
      may: OPERATIONS,
      scope: "all; recorded by whoever is signed in",
    }),
  ],
})

export const ActivitiesApi = prospectActivities.api
