/** The resource of campaigns. Money is a number of USD. */
import { Schema } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { changeCampaign, MarketingCampaign, marketingCampaigns as stream, planCampaign, stepCampaign } from "./marketing-campaign.ts"
import { READERS, sets, spending } from "../marketing/permissions.ts"
import { ownSql, spentOfCampaign } from "../marketing/queries.ts"
import { usd, usdSql } from "../queries.ts"

const leads = (label: string, where = "true") =>
  computed(Schema.Int, `(select count(*)::int from prospect p where p.campaign_id = r.id and ${where})`, { kind: "whole", label })
/** Whether the caller may take a step or charge a cost: the decision of the command, in SQL. */
const possible = (where: string) => computed(Schema.Boolean, (who: SignedIn) => `(${where} and ${ownSql(who, "r.department")})`, { kind: "flag" })
const each = usdSql("g.spent / nullif((select count(*) from prospect p where p.campaign_id = r.id), 0)::numeric")
const results = {
  fields: {
    budget: usd("Budget (USD)", "r.budget"),
    spentAmount: usd("Spent (USD)", "g.spent"),
    /** prospects that refer to the campaign */
    actualLeads: leads("Leads"),
    wonLeads: leads("Won", "p.stage = 'closed_won'"),
    /** spending divided by actual leads; null while there are none */
    costPerLead: computed(Schema.NullOr(Schema.Finite), each, { kind: "money", label: "Cost per lead (USD)" }),
    canStart: possible("r.status = 'planned'"),
    canComplete: possible("r.status = 'active'"),
    canCancel: possible("r.status in ('planned', 'active')"),
    canCharge: possible("r.status <> 'cancelled'"),
  },
  from: `cross join lateral (select ${spentOfCampaign} as spent) g`,
  dependsOn: ["prospect", ...spending],
  sorts: { spentAmount: "g.spent", actualLeads: "(select count(*) from prospect p where p.campaign_id = r.id)" },
} as const

export const marketingCampaigns = resource("marketingCampaigns", stream, {
  path: "/api/crm/marketing-campaigns",
  noun: ["campaign", "campaigns"],
  answer: "Campaign",
  area: "marketing",
  read: { may: READERS, rows: everyRow(), acrossSites: "session" },
  hidden: ["budget", "department", "createdBy"],
  joins: [userJoin(MarketingCampaign, "managedBy"), results],
  titles: { name: "Campaign", campaignType: "Type", startDate: "From", endDate: "To", budget: "Budget (USD)" },
  list: {
    columns: ["name", "campaignType", "startDate", "endDate", "budget", "spentAmount", "expectedLeads", "actualLeads", "costPerLead", "status"],
    filters: ["status", "campaignType"],
    sorts: ["name", "campaignType", "startDate", "endDate", "budget", "spentAmount", "actualLeads", "status"],
    order: "-startDate",
    search: ["name", "description", "targetAudience"],
    date: "startDate",
    file: "Marketing campaigns",
  },
  commands: {
    plan: creates(planCampaign, sets),
    change: updates(changeCampaign, { ...sets, method: "PATCH", path: "" }),
    step: updates(stepCampaign, { ...sets, method: "PATCH", path: "status" }),
  },
})
