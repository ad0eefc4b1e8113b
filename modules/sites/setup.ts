/** The company on the first day: three sites, and a neutral description until it is replaced. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { describeCompany, openSite } from "./site.ts"

const first = [
  { id: 1, code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: "Unity State" },
  { id: 2, code: "PA", slug: "paloj-adar", name: "Paloj-Adar", label: "Paloj-Adar - SLB", client: "SLB", location: "Upper Nile" },
  { id: 3, code: "JU", slug: "juba-office", name: "Juba office", label: "Juba Office", client: null, location: "Juba" },
]

const description = {
  name: "Field Office",
  tagline: "Catering, facilities and construction for people who work far from town",
  vision: "To be the services company that clients in South Sudan trust with their people and their places.",
  mission: "We feed, house and maintain remote sites safely, honestly and on time, and can show how every figure came about.",
  email: null,
  phone: null,
  address: "Juba, South Sudan",
  services: [
    { title: "Catering services", text: "Staff feeding, menus, stock and monthly billing." },
    { title: "Facilities services", text: "Cleaning, fumigation, sewage, waste and maintenance." },
    { title: "Construction and renovation", text: "Projects from plan to handover, with their budgets." },
    { title: "Financial management", text: "Billing, invoicing and reports in USD and SSP." },
    { title: "Multi-site operations", text: "Three sites, one set of books." },
    { title: "Real-time communication", text: "Field sites and the support office see the same page." },
  ],
}

/** Safe at every start: each command has a fixed command id. */
export const setupSites = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const site of first) yield* execute(openSite, site, by, { key: `setup-site-${site.id}` })
  yield* execute(describeCompany, description, by, { key: "setup-company" })
})
