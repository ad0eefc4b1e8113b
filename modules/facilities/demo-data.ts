/** The data of the facilities demo scenario: equipment, rounds, plans, and this morning's orders. */
import { addDays } from "@ops/platform/calendar.ts"
import type { NewAsset } from "./assets/asset.ts"
import type { NewPlan } from "./maintenance/commands.ts"
import type { Priority, ServiceType } from "./work-orders/labels.ts"

export type AssetKey = keyof typeof equipment
/** Site, name, kind, location, manufacturer, model, and today's meter reading in hours or km. */
export const equipment = {
  "us-generator-1": [1, "Generator 1", "generator", "Power house", "Perkins", "1106A", 12_480],
  "us-generator-2": [1, "Generator 2", "generator", "Power house", "Perkins", "1106A", 9_730],
  "us-water": [1, "Water treatment plant", "water_treatment", "Behind the kitchen", "Culligan", "RO-20", 6_120],
  "us-cold-room": [1, "Cold room", "refrigeration", "Kitchen", "Bitzer", "CR-40", null],
  "us-sewage-pump": [1, "Sewage pump", "pump", "Ablutions", "Grundfos", "SEG 40", null],
  "pa-generator": [2, "Generator 1", "generator", "Power house", "Cummins", "C110", 15_020],
  "pa-generator-2": [2, "Generator 2", "generator", "Power house", "Cummins", "C110", 4_310],
  "pa-laundry": [2, "Laundry machine", "laundry", "Laundry", "Electrolux", "WH6-14", null],
  "pa-air": [2, "Air conditioning of the mess", "hvac", "Mess", "Daikin", "FTXM", null],
  "ju-generator": [3, "Office generator", "generator", "Yard", "FG Wilson", "P33", 2_870],
  "ju-pickup": [3, "Pickup", "vehicle", "Yard", "Toyota", "Hilux", 88_400],
} as const satisfies Record<string, readonly [number, string, NewAsset["kind"], string, string, string, number | null]>
/** Working, but on standby. */
export const spare: ReadonlyArray<string> = ["us-generator-2", "pa-generator-2"]

/** Recurring work: service, location, description, minutes, parts from the store, whether the site's client pays. */
export const rounds: ReadonlyArray<{
  readonly service: ServiceType
  readonly location: string
  readonly what: string
  readonly minutes: number
  readonly asset?: (site: number) => AssetKey | undefined
  readonly part?: readonly [item: string, units: number]
  readonly billed?: true
  readonly checks?: ReadonlyArray<string>
}> = [
  {
    service: "cleaning",
    location: "Accommodation",
    what: "Deep cleaning of the rooms",
    minutes: 300,
    part: ["Floor cleaner", 2],
    billed: true,
    checks: ["Floors", "Beds and linen", "Ablutions"],
  },
  {
    service: "equipment_maintenance",
    location: "Power house",
    what: "Oil and filters of the generator",
    minutes: 150,
    asset: (site) => (({ 1: "us-generator-1", 2: "pa-generator", 3: "ju-generator" }) as const)[site],
    part: ["Diesel", 5],
    checks: ["Oil changed", "Filters changed", "Test run of ten minutes"],
  },
  { service: "waste", location: "Waste yard", what: "Collection and burning of waste", minutes: 90 },
  { service: "fumigation", location: "Kitchen and mess", what: "Fumigation against insects", minutes: 180, part: ["Chlorine 70%", 1], billed: true },
  { service: "sewage", location: "Septic tank", what: "Septic tank emptied", minutes: 120, billed: true },
  { service: "other", location: "Gate", what: "Lights and fence looked after", minutes: 75 },
]

interface Open {
  readonly site: number
  readonly service: ServiceType
  readonly priority: Priority
  readonly location: string
  readonly what: string
  readonly asset?: AssetKey
  /** days ago, and the time of that day */
  readonly since: readonly [number, string]
  readonly state: "pending" | "assigned" | "in_progress" | "on_hold"
  readonly reason?: string
  readonly report?: "emergency" | "issue"
}
/** The orders open this morning. */
export const open: ReadonlyArray<Open> = [
  {
    site: 1,
    service: "equipment_maintenance",
    priority: "urgent",
    location: "Kitchen",
    what: "Cold room does not hold its temperature",
    asset: "us-cold-room",
    since: [0, "06:05"],
    state: "in_progress",
  },
  {
    site: 2,
    service: "equipment_maintenance",
    priority: "urgent",
    location: "Power house",
    what: "Generator stops under load",
    asset: "pa-generator",
    since: [0, "06:20"],
    state: "assigned",
  },
  {
    site: 1,
    service: "sewage",
    priority: "urgent",
    location: "Ablutions block B",
    what: "Drain blocked, water in the corridor",
    since: [0, "06:40"],
    state: "assigned",
  },
  { site: 3, service: "other", priority: "urgent", location: "Reception", what: "Door lock of the office broken", since: [1, "16:10"], state: "in_progress" },
  {
    site: 1,
    service: "equipment_maintenance",
    priority: "urgent",
    location: "Camp store",
    what: "Sparks at the distribution board",
    since: [0, "07:30"],
    state: "pending",
    report: "emergency",
  },
  {
    site: 1,
    service: "cleaning",
    priority: "high",
    location: "Mess",
    what: "Mess to be cleaned before the client's visit",
    since: [0, "07:20"],
    state: "in_progress",
  },
  {
    site: 1,
    service: "equipment_maintenance",
    priority: "high",
    location: "Behind the kitchen",
    what: "Membranes of the water treatment to be changed",
    since: [4, "09:00"],
    state: "on_hold",
    reason: "Membranes are on their way from Juba",
  },
  { site: 1, service: "fumigation", priority: "medium", location: "Block C", what: "Ants in the rooms of block C", since: [1, "08:15"], state: "assigned" },
  { site: 1, service: "waste", priority: "low", location: "Waste yard", what: "Scrap to be sorted for the lorry", since: [2, "10:30"], state: "pending" },
  { site: 1, service: "cleaning", priority: "medium", location: "Offices", what: "Carpets of the offices", since: [1, "11:05"], state: "pending" },
  {
    site: 2,
    service: "equipment_maintenance",
    priority: "medium",
    location: "Laundry",
    what: "Laundry machine leaks",
    asset: "pa-laundry",
    since: [3, "14:20"],
    state: "on_hold",
    reason: "Seal ordered from the vendor",
  },
  { site: 2, service: "cleaning", priority: "low", location: "Accommodation", what: "Curtains of the accommodation", since: [2, "09:45"], state: "pending" },
  { site: 2, service: "waste", priority: "medium", location: "Kitchen", what: "Grease trap of the kitchen", since: [1, "15:00"], state: "in_progress" },
  {
    site: 2,
    service: "equipment_maintenance",
    priority: "high",
    location: "Mess",
    what: "Air conditioning of the mess does not cool",
    since: [1, "13:40"],
    state: "in_progress",
  },
  {
    site: 3,
    service: "equipment_maintenance",
    priority: "medium",
    location: "Yard",
    what: "Service of the pickup",
    asset: "ju-pickup",
    since: [2, "08:30"],
    state: "assigned",
  },
  {
    site: 3,
    service: "cleaning",
    priority: "low",
    location: "Guest house",
    what: "Guest house after the last visitors",
    since: [1, "10:00"],
    state: "pending",
  },
  {
    site: 3,
    service: "sewage",
    priority: "medium",
    location: "Yard",
    what: "Smell near the septic tank",
    since: [0, "06:55"],
    state: "pending",
    report: "issue",
  },
  { site: 2, service: "other", priority: "low", location: "Gate", what: "Sign at the gate to be painted", since: [5, "09:10"], state: "pending" },
]

/** Orders completed today: site, service, description, minutes, and the time of today's request. */
export const today8: ReadonlyArray<readonly [number, ServiceType, string, string, number, string]> = [
  [1, "cleaning", "Kitchen", "Floors of the kitchen", 60, "05:05"],
  [1, "waste", "Kitchen", "Kitchen waste taken away", 30, "05:10"],
  [1, "equipment_maintenance", "Power house", "Generator checked before the day", 25, "05:15"],
  [1, "cleaning", "Ablutions", "Ablutions of blocks A and B", 55, "05:20"],
  [2, "cleaning", "Mess", "Mess after breakfast", 45, "05:40"],
  [2, "waste", "Accommodation", "Bins of the accommodation", 35, "05:45"],
  [3, "cleaning", "Offices", "Offices before opening", 50, "05:50"],
  [1, "fumigation", "Store", "Traps of the food store looked after", 20, "07:10"],
]

const planned = { trigger: "calendar", priority: "medium" } as const
const lines = (...texts: ReadonlyArray<string>) => texts.map((line) => ({ line, required: true }))
/** The maintenance plans; `now` is the last day, and the weekly service began six weeks before it. */
export const plansOf = (now: string, assets: Readonly<Record<string, number>>) => {
  const weekly: NewPlan = {
    ...planned,
    name: "Weekly service of generator 1",
    siteId: 1,
    assetId: assets["us-generator-1"]!,
    location: "Power house",
    serviceType: "equipment_maintenance",
    every: 7_000,
    unit: "days",
    startDate: addDays(now, -45),
    checklist: lines("Oil level", "Coolant", "Belts", "Test run of ten minutes"),
    team: "maintenance",
  }
  const plans: ReadonlyArray<readonly [string, NewPlan]> = [
    [
      "fumigation",
      {
        ...planned,
        name: "Fumigation of the kitchen",
        siteId: 1,
        location: "Kitchen and mess",
        serviceType: "fumigation",
        every: 1_000,
        unit: "months",
        startDate: addDays(now, 6),
        checklist: lines("Food covered and stored", "Traps set", "Rooms aired"),
        signatureRequired: true,
        team: "cleaning",
      },
    ],
    [
      "hours",
      {
        ...planned,
        name: "Oil and filters every 250 hours",
        siteId: 2,
        assetId: assets["pa-generator"]!,
        location: "Power house",
        serviceType: "equipment_maintenance",
        priority: "high",
        trigger: "meter",
        every: 250_000,
        startReading: 15_250_000,
        checklist: lines("Oil changed", "Filters changed", "Hours noted"),
        team: "maintenance",
      },
    ],
    [
      "membranes",
      {
        ...planned,
        name: "Membranes of the water treatment",
        siteId: 1,
        assetId: assets["us-water"]!,
        location: "Behind the kitchen",
        serviceType: "equipment_maintenance",
        every: 90_000,
        unit: "days",
        basis: "completed",
        startDate: addDays(now, 11),
        checklist: lines("Membranes rinsed", "Pressure noted", "Sample taken"),
        team: "maintenance",
      },
    ],
  ]
  return { weekly, plans }
}
