/** The labels that contracts, records and screens of sales and marketing share. */
export const stages = ["lead", "qualified", "proposal", "negotiation", "closed_won", "closed_lost"] as const
export type Stage = (typeof stages)[number]
export const openStages = ["lead", "qualified", "proposal", "negotiation"] as const
/** Why a prospect was won or lost, as a category; each belongs to one of the two. */
export const outcomes = {
  closed_won: ["contract", "framework", "trial"],
  closed_lost: ["price", "competitor", "no_budget", "no_decision", "not_served"],
} as const
export const closeOutcomes = [...outcomes.closed_won, ...outcomes.closed_lost] as const
export type CloseOutcome = (typeof closeOutcomes)[number]
export const prospectStatuses = ["active", "inactive", "converted"] as const
export const industries = ["oil_gas", "mining", "construction", "government", "ngo", "other"] as const
export const activityTypes = ["call", "email", "meeting", "proposal", "follow_up"] as const
export const activityOutcomes = ["successful", "follow_up_needed", "not_interested", "closed_won", "closed_lost"] as const

export const periods = ["monthly", "quarterly", "yearly"] as const
export const targetTypes = ["revenue", "leads", "activities"] as const
export const targetStatuses = ["active", "cancelled"] as const
/** Categories of marketing budgets. Costs charged to a campaign count there, others under the category in which they were spent. */
export const budgetCategories = ["campaigns", "marketing_materials", "entertainment", "marketing"] as const
export const budgetStatuses = ["active", "closed"] as const
export const campaignTypes = ["digital", "print", "event", "referral", "other"] as const
export const campaignStatuses = ["planned", "active", "completed", "cancelled"] as const
/** Kinds of finance documents for marketing spending. */
export const costKinds = ["expense_request", "petty_cash_request", "money_transaction"] as const

/** The number of decided prospects required for the win rate of a stage. */
export const enoughCases = 10
