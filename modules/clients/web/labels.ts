/** Labels of the screens. */
import { today } from "@ops/platform/ui/date.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import type { contracts } from "../contracts/resource.ts"
import { pathsOf } from "./client.ts"

const services = { catering: "Catering", cleaning: "Cleaning", facilities: "Facilities", construction: "Construction" } as const
const terms = { due_on_receipt: "Due on receipt", "15_days": "15 days", "30_days": "30 days", "45_days": "45 days", "60_days": "60 days" } as const
const bases = { served: "Meals served", planned: "Heads planned", guaranteed: "Served, or a guaranteed share" } as const
const plans = {
  full: "All meals",
  breakfast: "Breakfast",
  lunch: "Lunch",
  dinner: "Dinner",
  breakfast_lunch: "Breakfast and lunch",
  lunch_dinner: "Lunch and dinner",
  none: "None",
} as const

const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))
export const serviceOptions = optionsOf(services)
export const basisOptions = optionsOf(bases)
export const currencyOptions = [
  { value: "USD", label: "USD" },
  { value: "SSP", label: "SSP" },
]

export const serviceName = (service: keyof typeof services) => services[service]
export const termsName = (term: keyof typeof terms) => terms[term]
export const planName = (plan: keyof typeof plans) => plans[plan]
/** The billing basis in words: `Served, at least 80.00 % of the planned`. */
export const basisName = ({ basis, guaranteedShare }: { readonly basis: keyof typeof bases; readonly guaranteedShare: string | null }) =>
  basis === "guaranteed" ? `Served, at least ${guaranteedShare}% of the planned` : bases[basis]
/** `$60.00, from 100 heads $58.00`. */
export const rateText = ({ rate, bands }: NonNullable<(typeof contracts)["Row"]["rates"]>[number], currency: string) =>
  [formatMoney(rate, currency), ...bands.map((band) => `from ${band.fromHeads} heads ${formatMoney(band.rate, currency)}`)].join(", ")

/** The default start date of a new term: today, or the first day of a contract that is yet to begin. */
export const firstDay = ({ startDate }: { readonly startDate: string }) => (startDate > today() ? startDate : today())

/** The lists to reload after a client, a contract or a person has changed. */
export const clientLists = pathsOf("GET /api/clients", "GET /api/customers")
export const contractLists = [...pathsOf("GET /api/contracts"), ...clientLists]
export const projectLists = pathsOf("GET /api/projects", "GET /api/clients")
export const staffLists = [...pathsOf("GET /api/staff-members", "GET /api/clients"), "/api/meal-tiles"]
