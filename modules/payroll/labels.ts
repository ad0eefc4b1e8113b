/** The enum values of payroll. */
export const currencies = ["USD", "SSP"] as const
export const ruleKinds = ["pit", "nsif", "overtime", "surtax"] as const
export const methods = ["whole-income", "graduated"] as const
export const componentKinds = ["allowance", "bonus", "deduction", "correction"] as const
export const periodStatuses = ["draft", "calculated", "approved", "posted", "paid", "reversed"] as const
/** what becomes of days that changed after their payroll: the next one corrects them, or they stay as they were paid */
export const lateDecisions = ["correct", "decline"] as const
/** why an employment ends, as the law of notice and severance asks */
export const endings = ["resigned", "dismissed", "redundant", "contract_end"] as const
export type Currency = (typeof currencies)[number]
