/** Labels shared by the contracts, records and screens of expenses and transactions. */
export const currencies = ["USD", "SSP"] as const
export const expenseCategories = ["transport", "fuel", "supplies", "maintenance", "marketing", "office", "staff_feeding", "utilities", "other"] as const
export const paymentMethods = ["cash", "bank_transfer", "check", "credit_card"] as const
export const priorities = ["low", "medium", "high", "urgent"] as const
/** the kinds of approval limits */
export const limitKinds = ["expense", "petty_cash", "purchase", "journal"] as const
export const transactionTypes = ["income", "expense", "transfer"] as const
