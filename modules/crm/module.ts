import { defineModule } from "@ops/platform/module.ts"
import { marketingBudgets } from "./marketing/marketing-budget.ts"
import { campaignCosts, marketingCampaigns } from "./marketing/marketing-campaign.ts"
import { marketingSpend } from "./marketing/queries.ts"
import { marketingTargets } from "./marketing/marketing-target.ts"
import { followUpClock } from "./prospects/follow-up-clock.ts"
import { prospects } from "./prospects/prospect.ts"
import { prospectActivities } from "./prospects/prospect-activity.ts"

export const crmModule = defineModule({
  streams: [marketingCampaigns, campaignCosts, prospects, prospectActivities, marketingTargets, marketingBudgets],
  views: [marketingSpend],
  clocks: [followUpClock],
})
