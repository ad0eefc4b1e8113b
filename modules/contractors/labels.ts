/** The enum values of contractor fields. */
export const contractorTypes = ["individual", "company"] as const
export const paymentTerms = ["monthly", "net_15", "net_30", "due_on_receipt"] as const
export const currencies = ["USD", "SSP"] as const
export const rateUnits = ["hour", "day", "month"] as const
export const contractorStatuses = ["active", "suspended", "ended"] as const
export const availabilities = ["available", "assigned", "unavailable"] as const
export const assignmentTypes = ["project", "service", "temporary"] as const
export const assignmentStatuses = ["assigned", "started", "completed", "cancelled"] as const
export const hoursStatuses = ["recorded", "approved", "rejected", "billed"] as const
