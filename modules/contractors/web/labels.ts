/** Labels of the contractor screens, and the lists that actions change. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { optionsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { wordOf } from "@ops/platform/text.ts"
import { screen } from "../screen.ts"
import { pathsOf } from "./client.ts"

export const contractorLists = pathsOf("GET /api/contractors", "GET /api/contractor-assignments", "GET /api/contractor-hours", "GET /api/contractor-bills")

/** The choices of a field for a form. */
const choicesOf = (name: "contractorType" | "paymentTerms") => screen.commands.register.fields.filter((field) => field.name === name).flatMap(optionsOf)
export const unitOptions = screen.commands.agreeRate.fields.filter(({ name }) => name === "unit").flatMap(optionsOf)
export const availabilityName = (value: string) => nameOfFilter("availability", value)
const nameOfFilter = (name: string, value: string) => screen.filters.find((filter) => filter.name === name)?.names?.[value] ?? wordOf(value)
const nameIn = (options: readonly { readonly value: string; readonly label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value
export const termName = (value: string) => nameIn(choicesOf("paymentTerms"), value)
export const typeName = (value: string) => nameIn(choicesOf("contractorType"), value)

/** "$13.00 an hour" */
export const rateText = (amount: string, currency: string, unit: string) => `${formatMoney(amount, currency)} ${unit === "hour" ? "an" : "a"} ${unit}`
