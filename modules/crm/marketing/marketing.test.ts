import fc from "fast-check"
import { expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import { changeMarketingBudget, closeMarketingBudget, marketingBudgets, setMarketingBudget } from "../budgets/marketing-budget.ts"
import { campaignCosts, changeCampaign, chargeCost, marketingCampaigns, planCampaign, stepCampaign } from "../campaigns/marketing-campaign.ts"
import { cancelTarget, changeTarget, marketingTargets, setTarget } from "./marketing-target.ts"
import { periodOf } from "./period.ts"
import { accounts, person } from "../testing.ts"

const [finance, manager, chief] = [person(7), person(8), person(10)]
const world = given(...accounts)
const fair = {
  name: "Juba trade fair",
  description: "",
  campaignType: "event",
  budget: 3_000_00,
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  targetAudience: "",
  expectedLeads: 6,
  managedBy: null,
} as const
const planned = world.when(planCampaign, fair, manager)

test("every month lies in its quarter and every quarter in its year", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2015, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const [m, q, y] = (["monthly", "quarterly", "yearly"] as const).map((period) => periodOf({ period, year, month }))
      expect(m!.from.slice(0, 7)).toBe(m!.to.slice(0, 7))
      expect(y!.from <= q!.from && q!.from <= m!.from && m!.from < m!.to && m!.to <= q!.to && q!.to <= y!.to).toBe(true)
      expect([m!.quarter, q!.quarter, y!.quarter]).toEqual([Math.ceil(month / 3), Math.ceil(month / 3), null])
    }),
  )
  expect(() => periodOf({ period: "monthly", year: 2026, month: null })).toThrow("Month is required")
  expect(() => periodOf({ period: "monthly", year: 2026, month: 13 })).toThrow("Month must be from 1 to 12")
  expect(() => periodOf({ period: "yearly", year: 1999, month: null })).toThrow("Year must be from 2015 to 2100")
})

test("a person has one target per measure and period; a cancelled target can be set again", () => {
  const asked = { teamMemberId: 3, targetType: "leads", targetValue: 5, targetPeriod: "monthly", year: 2026, month: 11 } as const
  const set = world.when(setTarget, asked, manager).holds(marketingTargets, 1, { fromDay: "2026-11-01", toDay: "2026-11-30", status: "active" })
  set.when(setTarget, asked, manager).refuses(/^Person 3 has a target of leads for that period/, 409)
  set.when(changeTarget, { id: 1, targetValue: 8 }, manager).holds(marketingTargets, 1, { targetValue: 8 })
  set.when(cancelTarget, { id: 1, reason: "" }, manager).refuses("Reason is required")
  set.when(cancelTarget, { id: 1, reason: "Left" }, manager).when(setTarget, asked, manager).holds(marketingTargets, 2, { status: "active" })
  world.when(setTarget, { ...asked, targetValue: 0 }, manager).refuses("Target must be greater than 0")
  const most = 1_000_000_000_00
  world.when(setTarget, { ...asked, targetType: "revenue", targetValue: most }, manager).holds(marketingTargets, 1, { targetValue: most })
  world.when(setTarget, { ...asked, targetType: "revenue", targetValue: most + 1 }, manager).refuses("Target must be 1000000000 at most")
  world.when(setTarget, { ...asked, teamMemberId: 6 }, manager).refuses(/^You can only set targets for people of your own department/, 403)
  world.when(setTarget, { ...asked, teamMemberId: 6 }, finance).holds(marketingTargets, 1, { teamMemberId: 6 })
})

test("a category has one budget per period, changed with a reason by its own department", () => {
  const asked = { category: "campaigns", allocatedAmount: 200_000, budgetPeriod: "quarterly", year: 2026, month: 11 } as const
  const set = world.when(setMarketingBudget, asked, manager).holds(marketingBudgets, 1, { quarter: 4, month: null, fromDay: "2026-10-01", toDay: "2026-12-31" })
  set.when(setMarketingBudget, { ...asked, month: 10 }, chief).refuses(/^There is a quarterly budget for campaigns from 2026-10-01 already/, 409)
  set.when(changeMarketingBudget, { id: 1, allocatedAmount: 1, reason: "" }, manager).refuses("Reason is required")
  set
    .when(changeMarketingBudget, { id: 1, allocatedAmount: 1, reason: "Less" }, person(8, { department: "catering" }))
    .refuses(/^You can only change budgets/, 403)
  set.when(changeMarketingBudget, { id: 1, allocatedAmount: 1, reason: "Less" }, finance).holds(marketingBudgets, 1, { allocatedAmount: 1 })
  set.when(closeMarketingBudget, { id: 1, reason: "Over" }, manager).when(setMarketingBudget, asked, manager).holds(marketingBudgets, 2, { status: "active" })
})

const steps = { planned: ["active", "cancelled"], active: ["completed", "cancelled"], completed: [], cancelled: [] } as const

test("a campaign moves only from planned to active, and then to completed or cancelled", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("active" as const, "completed" as const, "cancelled" as const), { maxLength: 6 }), (asked) => {
      let then = planned
      for (const status of asked) {
        const before = then.row(marketingCampaigns, 1)!.status
        const next = then.when(stepCampaign, { id: 1, status, reason: "Said" }, manager)
        const isAllowed = before === status || (steps[before] as ReadonlyArray<string>).includes(status)
        expect(next.refusal === undefined).toBe(isAllowed)
        expect(next.events.length).toBe(isAllowed && before !== status ? 1 : 0)
        if (isAllowed) then = next
      }
    }),
  )
  planned.when(stepCampaign, { id: 1, status: "cancelled", reason: " " }, manager).refuses("Reason is required")
})

test("inconsistent input is refused; finished records cannot be changed", () => {
  world.when(planCampaign, { ...fair, endDate: "2026-10-31" }, manager).refuses("End date must be on or after the start date")
  world.when(planCampaign, { ...fair, budget: 0 }, manager).refuses("Budget must be greater than 0")
  planned.when(planCampaign, fair, manager).refuses("There is a campaign Juba trade fair already", 409)
  planned.holds(marketingCampaigns, 1, { managedBy: 8, status: "planned" })
  planned
    .when(stepCampaign, { id: 1, status: "cancelled", reason: "Rain" }, manager)
    .when(changeCampaign, { id: 1, budget: 1 }, manager)
    .refuses("Juba trade fair is cancelled: it can no longer be changed", 409)
})

test("a document is charged to one campaign at a time and never to a cancelled one", () => {
  const cost = { kind: "petty_cash_request", sourceId: 4, number: "PC-2026-0004", campaignId: 1 } as const
  const two = planned.when(planCampaign, { ...fair, name: "Online" }, manager)
  const charged = two.when(chargeCost, cost, manager).holds(campaignCosts, 1, { campaignId: 1 })
  charged.when(chargeCost, cost, manager).gives()
  charged.when(chargeCost, { ...cost, campaignId: 2 }, manager).gives(["campaign_cost/1", "CostCharged"])
  charged.when(chargeCost, { ...cost, campaignId: null }, manager).holds(campaignCosts, 1, { campaignId: null })
  two.when(chargeCost, { ...cost, campaignId: null }, manager).refuses("PC-2026-0004 is not charged to a campaign", 409)
  two
    .when(stepCampaign, { id: 1, status: "cancelled", reason: "Rain" }, manager)
    .when(chargeCost, cost, manager)
    .refuses(/^Juba trade fair was cancelled/, 409)
  charged.when(chargeCost, { ...cost, campaignId: 2 }, person(8, { department: "catering" })).refuses(/^You can only change campaigns/, 403)
})
