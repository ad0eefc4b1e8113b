import { marketingBudgets } from "./marketing-budget.ts"
import { campaignCosts, marketingCampaigns } from "./marketing-campaign.ts"
import { marketingSpend } from "./marketing-queries.ts"
import { marketingTargets } from "./marketing-target.ts"
import { prospects } from "./prospect.ts"
import { prospectActivities } from "./prospect-activity.ts"

export const crmModule = {
  streams: [marketingCampaigns, campaignCosts, prospects, prospectActivities, marketingTargets, marketingBudgets],
  consequences: [],
  views: [marketingSpend],
  tables: [],
  reactors: [],
}
