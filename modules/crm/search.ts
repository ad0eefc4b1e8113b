/** Search for prospects and campaigns. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { MarketingCampaign } from "./campaigns/marketing-campaign.ts"
import { Prospect } from "./prospects/prospect.ts"

export const crmSearch: ReadonlyArray<SearchSource> = [
  {
    record: Prospect,
    label: "Prospect",
    heading: "Prospects",
    call: "/api/crm/prospects",
    list: () => ({ from: "prospect r", id: "r.id" }),
    alias: "r",
    words: (r) => [`${r}.prospect_number`, `${r}.company_name`, `${r}.contact_person`, `${r}.email`],
    number: "r.prospect_number",
    title: "r.company_name",
    named: true,
    detail: "replace(r.stage, '_', ' ')",
    screen: "/marketing?tab=prospects&open=:id",
  },
  {
    record: MarketingCampaign,
    label: "Campaign",
    heading: "Campaigns",
    call: "/api/crm/marketing-campaigns",
    list: () => ({ from: "marketing_campaign m", id: "m.id" }),
    alias: "m",
    words: (m) => [`${m}.name`],
    title: "m.name",
    screen: "/marketing?tab=campaigns&open=:id",
  },
]
