/** Labels of the sales and marketing screens. */
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import type { TeamAnswer } from "../contract.ts"
import type { prospectActivities } from "../prospects/activities.ts"
import type { prospects } from "../prospects/resource.ts"
import type { marketingBudgets } from "../budgets/resource.ts"
import type { marketingCampaigns } from "../campaigns/resource.ts"
import type { TargetAnswer } from "../marketing/contract.ts"
import type { CloseOutcome, Stage } from "../labels.ts"
import { pathOf, pathsOf } from "./client.ts"

export type Prospect = (typeof prospects)["Row"]
export type Activity = (typeof prospectActivities)["Row"]
export type Member = typeof TeamAnswer.Type
export type Target = typeof TargetAnswer.Type
export type Budget = (typeof marketingBudgets)["Row"]
export type Campaign = (typeof marketingCampaigns)["Row"]

export const stages = ["lead", "qualified", "proposal", "negotiation", "closed_won", "closed_lost"] as const satisfies readonly Stage[]
export const closeOutcomes = [
  "contract",
  "framework",
  "trial",
  "price",
  "competitor",
  "no_budget",
  "no_decision",
  "not_served",
] as const satisfies readonly CloseOutcome[]
const industries = ["oil_gas", "mining", "construction", "government", "ngo", "other"] as const satisfies readonly NonNullable<Prospect["industry"]>[]
const activityOutcomes = ["successful", "follow_up_needed", "not_interested", "closed_won", "closed_lost"] as const satisfies readonly NonNullable<
  Activity["outcome"]
>[]
const periods = ["monthly", "quarterly", "yearly"] as const satisfies readonly Target["targetPeriod"][]
const targetTypes = ["revenue", "leads", "activities"] as const satisfies readonly Target["targetType"][]
const budgetCategories = ["campaigns", "marketing_materials", "entertainment", "marketing"] as const satisfies readonly Budget["category"][]
const campaignTypes = ["digital", "print", "event", "referral", "other"] as const satisfies readonly Campaign["campaignType"][]

const optionsOf = <const Word extends string>(words: ReadonlyArray<Word>, name: (word: Word) => string = statusWord) =>
  words.map((value) => ({ value, label: name(value) }))

const industryNames: Partial<Record<(typeof industries)[number], string>> = { oil_gas: "Oil & gas", ngo: "NGO" }
export const industryName = (industry: (typeof industries)[number]): string => industryNames[industry] ?? statusWord(industry)
export const industryOptions = optionsOf(industries, industryName)
export const stageOptions = optionsOf(stages)
const activityNames = { call: "Phone Call", email: "Email", meeting: "Meeting", proposal: "Proposal", follow_up: "Follow Up" } as const
export const activityName = (type: keyof typeof activityNames): string => activityNames[type]
export const activityOptions = optionsOf(Object.keys(activityNames) as ReadonlyArray<keyof typeof activityNames>, activityName)
export const activityOutcomeOptions = optionsOf(activityOutcomes)
const outcomeNames: Record<CloseOutcome, string> = {
  contract: "A contract",
  framework: "A framework agreement",
  trial: "A trial",
  price: "Price",
  competitor: "A competitor",
  no_budget: "No budget",
  no_decision: "No decision",
  not_served: "Outside our services",
}
export const outcomeName = (outcome: CloseOutcome): string => outcomeNames[outcome]
export const outcomeOptions = (stage: Stage) =>
  stage === "closed_won" ? optionsOf(closeOutcomes.slice(0, 3), outcomeName) : stage === "closed_lost" ? optionsOf(closeOutcomes.slice(3), outcomeName) : []
export const isClosed = (stage: string): boolean => stage === "closed_won" || stage === "closed_lost"

export const periodOptions = optionsOf(periods)
export const targetTypeOptions = optionsOf(targetTypes)
export const categoryOptions = optionsOf(budgetCategories, (word) => (word === "marketing" ? "Other marketing" : statusWord(word)))
export const categoryName = (category: (typeof budgetCategories)[number]): string => categoryOptions.find(({ value }) => value === category)!.label
export const campaignTypeOptions = optionsOf(campaignTypes)

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
export const monthOptions = months.map((label, n) => ({ value: n + 1, label }))
/** For example November 2026, Q4 2026, 2026. */
export const periodName = ({ year, month, quarter }: Pick<Target, "year" | "month" | "quarter">): string =>
  month === null ? (quarter === null ? String(year) : `Q${quarter} ${year}`) : `${months[month - 1]} ${year}`

/** Converts an amount sent as a number to the decimal string of the money components. */
export const decimal = (value: number | null): string | null => (value === null ? null : value.toFixed(2))
export const nameOf = (person: { readonly firstName: string; readonly lastName: string } | null): string =>
  person === null ? "Unassigned" : `${person.firstName} ${person.lastName}`
export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`)

/** The lists to reload after a prospect has changed. */
export const prospectLists = pathsOf(
  "GET /api/crm/prospects",
  "GET /api/crm/prospect-activities",
  "GET /api/crm/overview",
  "GET /api/crm/marketing-targets",
  "GET /api/crm/marketing-campaigns",
)
export const prospectPath = (id: number | string) => pathOf("GET /api/crm/prospects/:id", { id })
