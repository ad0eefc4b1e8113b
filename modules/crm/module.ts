import { defineModule } from "@ops/platform/module.ts"
import { marketingBudgets } from "./budgets/resource.ts"
import { marketingCampaigns } from "./campaigns/resource.ts"
import { campaignCosts } from "./campaigns/marketing-campaign.ts"
import { marketingIndexes, marketingSpend } from "./marketing/queries.ts"
import { marketingTargets } from "./marketing/marketing-target.ts"
import { followUpClock } from "./prospects/follow-up-clock.ts"
import { prospects } from "./prospects/resource.ts"
import { prospectActivities } from "./prospects/activities.ts"

export const crmModule = defineModule({
  resources: [marketingCampaigns, marketingBudgets, prospects, prospectActivities],
  streams: [campaignCosts, marketingTargets],
  views: [marketingSpend, ...marketingIndexes],
  clocks: [followUpClock],
})
