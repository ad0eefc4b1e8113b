/** Labels shared by the contracts, records and screens of expenses and transactions. */
export const currencies = ["USD", "SSP"] as const
export const expenseCategories = ["transport", "fuel", "supplies", "maintenance", "marketing", "office", "staff_feeding", "utilities", "other"] as const
export const paymentMethods = ["cash", "bank_transfer", "check", "credit_card"] as const
export const priorities = ["low", "medium", "high", "urgent"] as const
/** what approval limits are of */
export const limitKinds = ["expense", "petty_cash", "purchase", "journal"] as const
export const transactionTypes = ["income", "expense", "transfer"] as const
/** What a site spends on in a day: the field, what people call it, and the category that says its account. */
export const dailyCosts = [
  { field: "staffFeedingCost", label: "Staff feeding", category: "staff_feeding" },
  { field: "fuelCost", label: "Fuel", category: "fuel" },
  { field: "transportCost", label: "Transport", category: "transport" },
  { field: "suppliesCost", label: "Supplies", category: "supplies" },
  { field: "maintenanceCost", label: "Maintenance", category: "maintenance" },
  { field: "otherCosts", label: "Other", category: "other" },
] as const
