/** Labels of the contractor screens, and the lists that actions change. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { pathsOf } from "./client.ts"

export const contractorLists = pathsOf("GET /api/contractors", "GET /api/contractor-assignments", "GET /api/contractor-hours", "GET /api/contractor-bills")

export const typeOptions = [
  { value: "individual", label: "Person" },
  { value: "company", label: "Company" },
] as const
export const termOptions = [
  { value: "monthly", label: "End of the next month" },
  { value: "net_15", label: "15 days" },
  { value: "net_30", label: "30 days" },
  { value: "due_on_receipt", label: "On receipt" },
] as const
export const unitOptions = [
  { value: "hour", label: "Hour" },
  { value: "day", label: "Day" },
  { value: "month", label: "Month" },
] as const
export const currencyOptions = [
  { value: "USD", label: "USD" },
  { value: "SSP", label: "SSP" },
] as const
export const availabilityOptions = [
  { value: "available", label: "Available" },
  { value: "assigned", label: "At work" },
  { value: "unavailable", label: "Unavailable" },
] as const
export const assignmentTypeOptions = [
  { value: "service", label: "Service" },
  { value: "project", label: "Project" },
  { value: "temporary", label: "Temporary" },
] as const
const wordOf = (options: readonly { readonly value: string; readonly label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value
export const availabilityName = (value: string) => wordOf(availabilityOptions, value)
export const termName = (value: string) => wordOf(termOptions, value)
export const typeName = (value: string) => wordOf(typeOptions, value)
export const assignmentTypeName = (value: string) => wordOf(assignmentTypeOptions, value)

export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) => `${firstName} ${lastName}`
/** "$13.00 an hour" */
export const rateText = (amount: string, currency: string, unit: string) => `${formatMoney(amount, currency)} ${unit === "hour" ? "an" : "a"} ${unit}`
/** "October 2026" */
export const monthName = (month: string) =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`))
