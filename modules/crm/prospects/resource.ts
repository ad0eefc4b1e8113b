/** The resource of prospects, and the figures of sales. Values are numbers of USD. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { call } from "@ops/platform/http/call-group.ts"
import { ListQuery } from "@ops/platform/http/contract.ts"
import { computed, creates, erases, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { BoardAnswer, OverviewAnswer, TeamAnswer } from "../contract.ts"
import { activityTypes, closeOutcomes, stages } from "../labels.ts"
import { chanceFrom, daysFrom, due, instantSql, stageOrder, staysSql, usdSql, weightedSql, winRate } from "../queries.ts"
import { addProspect, assignProspect, changeProspect, convertProspect, eraseProspectContact, moveProspect, planFollowUp } from "./commands.ts"
import { Prospect, prospects as stream } from "./prospect.ts"

const Text = Schema.NullOr(Schema.String)
const Amount = Schema.NullOr(Schema.Finite)
const leads = (who: SignedIn) => holdsAny(who, ["operations.supervise", "department.manage"])
const works = (who: SignedIn) => holdsAny(who, OPERATIONS)

const Stay = Schema.Struct({
  stage: Schema.Literals(stages),
  at: Schema.String,
  days: Schema.Int,
  by: Text,
  outcome: Schema.NullOr(Schema.Literals(closeOutcomes)),
  reason: Text,
})
const LastActivity = Schema.Struct({ id: Schema.Int, activityType: Schema.Literals(activityTypes), subject: Schema.String, activityDate: Schema.String })
const more = {
  fields: {
    estimatedValue: computed(Amount, usdSql("r.estimated_value"), { kind: "money", label: "Value (USD)" }),
    daysInStage: computed(Schema.Int, daysFrom("r.stage_since", "es.now()"), { kind: "whole", label: "Days" }),
    /** each stay in a stage, with its duration in days */
    stays: computed(Schema.Array(Stay), staysSql),
    campaignName: computed(Text, "(select c.name from marketing_campaign c where c.id = r.campaign_id)", { label: "Campaign" }),
    followUpDue: computed(Schema.Boolean, due, { kind: "flag" }),
    lastActivity: computed(
      Schema.NullOr(LastActivity),
      `case when l.id is not null then json_build_object('id', l.id, 'activityType', l.activity_type, 'subject', l.subject, 'activityDate', ${instantSql("l.activity_date")}) end`,
    ),
    activities: computed(Schema.Int, "(select count(*)::int from prospect_activity x where x.prospect_id = r.id)", { kind: "whole" }),
    /** percent won among decided prospects that were in this stage; null below ten, and in closed stages */
    winRate: computed(Amount, winRate),
    winCases: computed(Schema.Int, "coalesce(w.cases, 0)", { kind: "whole" }),
    /** the value weighted by the measured rate, else by the typed probability; null for closed prospects or without a value */
    weightedValue: computed(Amount, usdSql(weightedSql), { kind: "money", label: "Weighted (USD)" }),
    clientCode: computed(Text, "k.client_code", { label: "Client" }),
    clientName: computed(Text, "k.company_name"),
    /** whether the caller may take it, not being one who assigns */
    canTake: computed(Schema.Boolean, (who) => `(${works(who) && !leads(who)} and r.assigned_to is null)`, { kind: "flag" }),
  },
  from:
    `${chanceFrom} left join client k on k.id = r.client_id ` +
    "left join lateral (select a.id, a.activity_type, a.subject, a.activity_date from prospect_activity a where a.prospect_id = r.id order by a.activity_date desc, a.id desc limit 1) l on true",
  dependsOn: ["prospect_activity", "person", "client"],
  sorts: { stage: stageOrder, estimatedValue: "r.estimated_value", lastActivity: "coalesce(l.activity_date, r.created_at)" },
  filters: {
    due: { sql: due, words: ["true", "false"], unshown: true },
    mine: { sql: ({ person }: SignedIn) => `coalesce(r.assigned_to = ${Number(person)}, false)`, words: ["true", "false"], unshown: true },
  },
} as const satisfies Join

const reads = { may: [...OPERATIONS, ...FINANCE], scope: "all" } as const
const keeps = { may: OPERATIONS, scope: "all" } as const

export const prospects = resource("prospects", stream, {
  path: "/api/crm/prospects",
  noun: ["prospect", "prospects"],
  answer: "Prospect",
  number: "prospectNumber",
  read: { may: reads.may, rows: everyRow() },
  hidden: ["estimatedValue", "stays", "remindedOf"],
  joins: [userJoin(Prospect, "assignedTo"), more],
  titles: { prospectNumber: "Prospect #", companyName: "Company", contactPerson: "Contact", followUpNote: "Follow-up for", lostReason: "Lost reason" },
  list: {
    columns: [
      "prospectNumber",
      "companyName",
      "industry",
      "contactPerson",
      "email",
      "phone",
      "stage",
      "daysInStage",
      "estimatedValue",
      "probability",
      "weightedValue",
      "nextFollowUp",
      "source",
      "lostReason",
      "assignedToUser",
    ],
    unexported: ["daysInStage", "assignedToUser"],
    filters: ["status", "stage", "industry", "assignedTo", "campaignId", "due", "mine"],
    sorts: ["prospectNumber", "companyName", "contactPerson", "stage", "estimatedValue", "probability", "nextFollowUp", "lastActivity", "createdAt"],
    order: "-lastActivity",
    search: ["companyName", "prospectNumber", "contactPerson", "email", "source"],
    date: "createdAt",
    file: "Prospects",
  },
  details: ["industry", "email", "phone", "source", "campaignName", "winRate", "followUpNote", "outcome", "lostReason", "clientCode", "notes"],
  commands: {
    add: creates(addProspect, keeps),
    change: updates(changeProspect, { ...keeps, method: "PATCH", path: "" }),
    move: updates(moveProspect, { ...keeps, method: "PATCH", path: "stage" }),
    assign: updates(assignProspect, {
      method: "PATCH",
      may: OPERATIONS,
      scope: "3: takes what is unassigned; 6, 8 and 10: all",
      // to another person; people who can only take it have canTake
      hint: (who) => String(works(who) && leads(who)),
      onHint: true,
    }),
    followUp: updates(planFollowUp, { ...keeps, method: "PATCH", path: "follow-up" }),
    convert: updates(convertProspect, { may: ["finance.full", "department.manage"], scope: "all" }),
    eraseContact: erases(eraseProspectContact, { path: "erase-contact", may: ["system.admin"], scope: "all" }),
  },
  more: [
    call.get("board", "/api/crm/prospects/board", "Read the board of prospects", BoardAnswer, {
      query: { mine: Schema.optional(Schema.Literals(["true", "false"])), asOf: ListQuery.asOf },
      ...reads,
      dependsOn: ["prospect", "prospect_activity", "person", "client"],
    }),
    call.get("overview", "/api/crm/overview", "Read the figures of sales", OverviewAnswer, {
      query: { asOf: ListQuery.asOf },
      ...reads,
      dependsOn: ["prospect", "marketing_budget", "campaign_cost", "expense_request", "petty_cash_request", "money_transaction"],
      acrossSites: "session",
    }),
    call.get("team", "/api/crm/team", "Read the figures of the sales team", Schema.Array(TeamAnswer), {
      query: { asOf: ListQuery.asOf },
      ...reads,
      dependsOn: ["person"],
    }),
  ],
})

export const ProspectsApi = prospects.api
