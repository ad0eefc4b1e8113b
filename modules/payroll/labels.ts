/** The enum values of payroll. */
export const currencies = ["USD", "SSP"] as const
export const ruleKinds = ["pit", "nsif", "overtime", "surtax"] as const
export const methods = ["whole-income", "graduated"] as const
export const componentKinds = ["allowance", "bonus", "deduction", "correction"] as const
export const periodStatuses = ["draft", "calculated", "approved", "posted", "paid", "reversed"] as const
/** the reasons for the end of an employment that matter for notice and severance */
export const endings = ["resigned", "dismissed", "redundant", "contract_end"] as const
export type Currency = (typeof currencies)[number]
