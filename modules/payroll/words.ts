/** The words of payroll. */
export const currencies = ["USD", "SSP"] as const
export const ruleKinds = ["pit", "nsif", "overtime", "surtax"] as const
export const methods = ["whole-income", "graduated"] as const
export const componentKinds = ["allowance", "bonus", "deduction", "correction"] as const
export const periodStatuses = ["draft", "calculated", "approved", "posted", "paid", "reversed"] as const
export type Currency = (typeof currencies)[number]
