/**
 * Campaigns: planned, then active, then completed or cancelled. The cost of a campaign is the sum of finance documents
 * charged to it; its leads are the prospects that refer to it. Budgets are cents of USD.
 */
import { command, conflict, find, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Money, Optional, partly, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { people } from "@ops/identity/person.ts"
import { requireOwnDepartment } from "../budgets/marketing-budget.ts"
import { campaignStatuses, campaignTypes, costKinds } from "../labels.ts"

const facts = {
  name: Line(),
  description: Text(),
  campaignType: Literals(...campaignTypes),
  budget: Money,
  startDate: BusinessDate,
  endDate: BusinessDate,
  targetAudience: Text(500),
  expectedLeads: Whole,
  managedBy: Optional(Ref("person")),
}
const set = { ...facts, department: Optional(Line()), createdBy: Optional(Ref("person")) }
export const MarketingCampaign = record(
  "marketing_campaign",
  { ...set, status: Literals(...campaignStatuses), statusReason: Optional(Text(500)) },
  {
    label: "Campaign",
    title: "name",
    unique: [{ fields: ["name"], sentence: "Another campaign already has this name" }],
    indexes: [["status", "startDate"]],
  },
)
export const CampaignPlanned = event("CampaignPlanned", 1, set, ({ name }) => `${name} planned`)
export const CampaignChanged = event("CampaignChanged", 1, facts, () => "Details changed")
export const CampaignStarted = event("CampaignStarted", 1, {}, () => "Started")
export const CampaignCompleted = event("CampaignCompleted", 1, { note: Text(500) }, ({ note }) => (note === "" ? "Completed" : `Completed: ${note}`))
export const CampaignCancelled = event("CampaignCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled: ${reason}`)
export const marketingCampaigns = stream(MarketingCampaign, CampaignPlanned, CampaignChanged, CampaignStarted, CampaignCompleted, CampaignCancelled).fold({
  CampaignPlanned: (_, planned) => ({ ...planned, status: "planned" as const, statusReason: null }),
  CampaignChanged: (row, changed) => ({ ...row, ...changed }),
  CampaignStarted: (row) => ({ ...row, status: "active" as const }),
  CampaignCompleted: (row, { note }) => ({ ...row, status: "completed" as const, statusReason: note || null }),
  CampaignCancelled: (row, { reason }) => ({ ...row, status: "cancelled" as const, statusReason: reason }),
})
type CampaignFacts = Parameters<typeof CampaignChanged>[0]

const requireConsistent = ({ budget, startDate, endDate, expectedLeads }: CampaignFacts) => {
  if (budget <= 0) throw invalid("Budget must be greater than 0")
  if (budget > 1_000_000_000_00) throw invalid("Budget must be 1000000000.00 at most")
  if (endDate < startDate) throw invalid("End date must be on or after the start date")
  if (expectedLeads < 0 || expectedLeads > 1_000_000) throw invalid("Expected leads must be from 0 to 1000000")
}

export const planCampaign = command(
  "marketing_campaign.plan",
  "Plan a campaign",
  {
    ...facts,
    description: withDefault("", facts.description),
    campaignType: withDefault("digital", facts.campaignType),
    targetAudience: withDefault("", facts.targetAudience),
    expectedLeads: withDefault(0, facts.expectedLeads),
  },
  function* (given, by) {
    const facts = { ...given, managedBy: given.managedBy ?? by.person }
    requireConsistent(facts)
    if (facts.managedBy !== null) yield* get(people, facts.managedBy)
    if (yield* find(marketingCampaigns, { name: facts.name })) throw conflict(`There is a campaign ${facts.name} already`)
    return [marketingCampaigns.at(yield* newId(marketingCampaigns), CampaignPlanned({ ...facts, department: by.department, createdBy: by.person }))]
  },
)

/** Changes the given fields. */
export const changeCampaign = command(
  "marketing_campaign.change",
  "Change the details of a campaign that is not over",
  { id: Ref("marketing_campaign"), ...partly(facts) },
  function* ({ id, ...given }, by) {
    const row = yield* get(marketingCampaigns, id)
    requireOwnDepartment(by, row.department, "campaigns")
    const { name, description, campaignType, budget, startDate, endDate, targetAudience, expectedLeads, managedBy } = row
    if (row.status === "completed" || row.status === "cancelled") throw conflict(`${name} is ${row.status}: it can no longer be changed`)
    yield* permitted()
    const before: CampaignFacts = { name, description, campaignType, budget, startDate, endDate, targetAudience, expectedLeads, managedBy }
    const after = { ...before, ...given }
    if (JSON.stringify(after) === JSON.stringify(before)) return unchanged(id)
    requireConsistent(after)
    if (after.name !== name && (yield* find(marketingCampaigns, { name: after.name }))) throw conflict(`There is a campaign ${after.name} already`)
    if (after.managedBy !== null && after.managedBy !== managedBy) yield* get(people, after.managedBy)
    return [marketingCampaigns.at(id, CampaignChanged(after))]
  },
)

const next = { planned: ["active", "cancelled"], active: ["completed", "cancelled"], completed: [], cancelled: [] } as const

/** Starts, completes or cancels a campaign; cancelling requires a reason. */
export const stepCampaign = command(
  "marketing_campaign.step",
  "Start, complete or cancel a campaign",
  { id: Ref("marketing_campaign"), status: Literals("active", "completed", "cancelled"), reason: withDefault("", Text(500)) },
  function* ({ id, status, reason }, by) {
    const row = yield* get(marketingCampaigns, id)
    requireOwnDepartment(by, row.department, "campaigns")
    if (row.status === status) return unchanged(id)
    const steps: ReadonlyArray<string> = next[row.status]
    if (steps.length === 0) throw conflict(`${row.name} is ${row.status} already`)
    yield* permitted()
    if (!steps.includes(status)) throw conflict(`${row.name} is ${row.status}: it can only become ${steps.join(" or ")}`)
    if (status === "active") return [marketingCampaigns.at(id, CampaignStarted({}))]
    if (status === "completed") return [marketingCampaigns.at(id, CampaignCompleted({ note: reason.trim() }))]
    if (reason.trim() === "") throw invalid("Reason is required")
    return [marketingCampaigns.at(id, CampaignCancelled({ reason: reason.trim() }))]
  },
)

const charge = { kind: Literals(...costKinds), sourceId: Whole, number: Line(60), campaignId: Optional(Ref("marketing_campaign")) }
/** The campaign to which a finance document is charged; none if `campaignId` is null. */
export const CampaignCost = record("campaign_cost", charge, {
  label: "Campaign cost",
  title: "number",
  unique: [{ fields: ["kind", "sourceId"], sentence: "This document is already charged" }],
  indexes: [["campaignId"]],
})
export const CostCharged = event("CostCharged", 1, charge, ({ number, campaignId }, title) =>
  campaignId === null ? `${number} charged to no campaign` : `${number} charged to ${title("marketing_campaign", campaignId)}`,
)
export const campaignCosts = stream(CampaignCost, CostCharged).fold({ CostCharged: (_, charged) => charged })

/** Charges a document to a campaign, or to none. A document counts once: in its campaign, else in its own category. */
export const chargeCost = command("campaign_cost.charge", function* ({ kind, sourceId, number, campaignId }: Parameters<typeof CostCharged>[0], by) {
  const known = yield* find(campaignCosts, { kind, sourceId })
  if ((known?.campaignId ?? null) === campaignId) {
    if (known) return unchanged(known.id)
    throw conflict(`${number} is not charged to a campaign`)
  }
  for (const id of [campaignId, known?.campaignId ?? null]) {
    if (id === null) continue
    const campaign = yield* get(marketingCampaigns, id)
    requireOwnDepartment(by, campaign.department, "campaigns")
    if (id === campaignId && campaign.status === "cancelled") throw conflict(`${campaign.name} was cancelled: costs cannot be charged to it`)
  }
  return [campaignCosts.at(known?.id ?? (yield* newId(campaignCosts)), CostCharged({ kind, sourceId, number, campaignId }))]
})
