/** Three clients in the demo scenario with their contracts and people: 120, 85 and 42 at the three sites. */
import { Effect } from "effect"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { addClient } from "./client.ts"
import { agreeRate, type NewContract, noDetails, planHeadCount, signContract } from "./contracts/client-contract.ts"
import { openProject } from "./projects/project.ts"
import { joinStaffMember, leave } from "./staff-members/staff-member.ts"

const parties = {
  slb: { companyName: "SLB", contactPerson: "Rebecca Akech", email: "camps@slb.example", phone: "+211 920 000 201", paymentTerms: "30_days", currency: "USD" },
  nile: {
    companyName: "Nile Basin Drilling",
    contactPerson: "James Wol",
    email: "accounts@nile-basin.example",
    phone: "+211 920 000 202",
    paymentTerms: "45_days",
    currency: "USD",
  },
  relief: {
    companyName: "Equatoria Relief Logistics",
    contactPerson: "Susan Kiden",
    email: "office@equatoria-relief.example",
    phone: "+211 920 000 203",
    paymentTerms: "15_days",
    currency: "SSP",
  },
} as const
type Party = keyof typeof parties

const sites = ["Unity State", "Paloj-Adar", "Juba office"]
/** Client, site, project, heads there, prefix of staff numbers. */
const places: ReadonlyArray<readonly [Party, number, string, number, string]> = [
  ["slb", 1, "Unity field camp", 100, "SLB-1"],
  ["nile", 1, "Toma South wells", 20, "NBD-1"],
  ["slb", 2, "Paloj base camp", 85, "SLB-2"],
  ["relief", 3, "Juba hub", 42, "ERL-3"],
]

const meals = { ...noDetails, mealTypes: ["breakfast", "lunch", "dinner"], servingSchedule: "06:30, 12:15 and 18:15" }
const common = { taxCode: "SALES", endDate: null, notes: "", currency: "USD" } as const
type Terms = Omit<NewContract, "clientId" | "startDate">
const agreements: Readonly<Record<string, readonly [Party, Terms]>> = {
  "slb-unity": [
    "slb",
    {
      ...common,
      siteId: 1,
      serviceType: "catering",
      details: { ...meals, staffCapacity: 130, kitchenFacilities: "Main kitchen and one bakery" },
      rate: { rate: 5750, bands: [] },
      basis: { basis: "served", guaranteedShare: 0 },
      heads: 100,
    },
  ],
  "slb-paloj": [
    "slb",
    {
      ...common,
      siteId: 2,
      serviceType: "catering",
      details: { ...meals, staffCapacity: 110 },
      rate: {
        rate: 6000,
        bands: [
          { fromHeads: 100, rate: 5800 },
          { fromHeads: 150, rate: 5500 },
        ],
      },
      basis: { basis: "guaranteed", guaranteedShare: 8000 },
      heads: 90,
    },
  ],
  "nile-unity": [
    "nile",
    {
      ...common,
      siteId: 1,
      serviceType: "catering",
      details: { ...meals, staffCapacity: 30, specialDietaryRequirements: "Vegetarian choice at each meal" },
      rate: { rate: 6000, bands: [] },
      basis: { basis: "planned", guaranteedShare: 0 },
      heads: 20,
    },
  ],
  "relief-juba": [
    "relief",
    {
      ...common,
      currency: "SSP",
      siteId: 3,
      serviceType: "catering",
      details: { ...meals, staffCapacity: 60 },
      rate: { rate: 7_800_000, bands: [] },
      basis: { basis: "served", guaranteedShare: 0 },
      heads: 42,
    },
  ],
  "slb-cleaning": [
    "slb",
    {
      ...common,
      siteId: 1,
      serviceType: "cleaning",
      details: {
        ...noDetails,
        cleaningType: "Accommodation and kitchen",
        serviceFrequency: "daily",
        areasIncluded: ["Rooms", "Ablutions", "Mess"],
        staffRequired: 6,
        estimatedHours: 48_000,
        hourlyRate: 450,
      },
      rate: null,
      basis: null,
      heads: null,
    },
  ],
}

const firstNames = [
  "Achan",
  "Bol",
  "Chol",
  "Deng",
  "Garang",
  "Hellen",
  "Ibrahim",
  "Joseph",
  "Kuol",
  "Ladu",
  "Mabior",
  "Nyabol",
  "Okello",
  "Peter",
  "Rose",
  "Santino",
]
const lastNames = [
  "Ajak",
  "Biong",
  "Chan",
  "Duku",
  "Gatwech",
  "Jok",
  "Kenyi",
  "Lokiri",
  "Majok",
  "Nhial",
  "Oliha",
  "Pitia",
  "Rial",
  "Sebit",
  "Thon",
  "Wek",
  "Yien",
]
const positions = ["Driller", "Mechanic", "Driver", "Geologist", "Electrician", "Camp clerk", "Roustabout", "Medic"]
const allergies = ["Groundnuts", "Milk", "Fish"]

export const clientsDemo = ({ as, execute, atOnce, days }: Scenario) =>
  Effect.gen(function* () {
    const first = days[0]!
    const manager = (time: string) => as("FO-MGT-001", first, time)
    /** The first of a month, some months before the scenario begins. */
    const start = `${monthOf(addDays(first, -150))}-01`

    const clients: Partial<Record<Party, number>> = {}
    for (const [party, facts] of Object.entries(parties) as ReadonlyArray<[Party, (typeof parties)[Party]]>) {
      const client = { ...facts, clientCode: null, address: "Juba, South Sudan", notes: null }
      clients[party] = yield* execute(`client-${party}`, addClient, client, as("FO-FIN-001", first, "05:30"))
    }
    const contracts: Record<string, number> = {}
    for (const [name, [party, terms]] of Object.entries(agreements)) {
      contracts[name] = yield* execute(`contract-${name}`, signContract, { ...terms, clientId: clients[party]!, startDate: start }, manager("05:35"))
    }
    const agreed = { id: contracts["slb-unity"]!, from: `${monthOf(first)}-01`, rate: 6000, bands: [] }
    yield* execute("contract-slb-unity-rate", agreeRate, agreed, manager("05:40"))

    let n = 0
    const later: Array<Effect.Effect<number, unknown>> = []
    for (const [party, siteId, projectName, heads, prefix] of places) {
      const clientId = clients[party]!
      const project = {
        projectCode: null,
        projectName,
        clientId,
        siteId,
        location: sites[siteId - 1]!,
        projectManager: parties[party].contactPerson,
        startDate: start,
        endDate: null,
        budgetAmount: null,
        currency: parties[party].currency,
        description: "",
      }
      const projectId = yield* execute(`project-${party}-${siteId}`, openProject, project, manager("05:45"))
      // three people more than today, who have left since, at the largest camp
      const leavers = siteId === 1 && party === "slb" ? 3 : 0
      for (let one = 1; one <= heads + leavers; one++) {
        n += 1
        const name = `staff-${party}-${siteId}-${one}`
        const person = {
          staffNumber: `${prefix}${String(one).padStart(3, "0")}`,
          firstName: firstNames[n % firstNames.length]!,
          lastName: lastNames[n % lastNames.length]!,
          email: null,
          phone: null,
          position: positions[n % positions.length]!,
          department: n % positions.length === 5 ? "Camp" : "Field",
          clientId,
          projectId,
          siteId,
          hireDate: addDays(start, n % 28),
          mealPlan: "full" as const,
          allergies: n % 29 === 0 ? allergies[n % allergies.length]! : null,
          dietaryRestrictions: n % 11 === 0 ? "Halal" : null,
          emergencyContact: null,
          emergencyPhone: null,
        }
        const id = yield* execute(name, joinStaffMember, person, manager("05:45"))
        if (one <= heads) continue
        const day = days[Math.floor((days.length * (one - heads)) / 5)]!
        later.push(execute(`${name}-leave`, leave, { id, endDate: day, reason: "Contract of work ended" }, as("FO-MGT-001", day, "16:00")))
      }
    }
    const middle = days[Math.floor(days.length / 2)]!
    const fewer = { id: contracts["slb-paloj"]!, from: middle, heads: 85, reason: "Five people moved to Unity State" }
    later.push(execute("contract-slb-paloj-heads", planHeadCount, fewer, as("FO-MGT-001", middle, "09:00")))
    yield* atOnce(later)
  })
