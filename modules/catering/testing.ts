/** Fixtures for tests of menus: two sites, a client fed at the first, three items in its store, dishes, and people of each level. */
import type { Change } from "@ops/platform/records/stream.ts"
import { ClientAdded, ClientContracted, clients } from "@ops/clients/client.ts"
import { clientContracts, ContractSigned, HeadCountPlanned, RateAgreed } from "@ops/clients/contracts/client-contract.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { exchangeRates, RateEntered } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { SiteOpened, sites } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { StockLevelOpened, stockLevels, StockMoved } from "@ops/stock/levels/stock-level.ts"
import { DishAdded, type DishFacts, dishes } from "./recipes/dish.ts"
import { MenuPlanned, menuCycles, MenuSlotsSet } from "./menus/menu-cycle.ts"

export { person } from "@ops/platform/testing/person.ts"

export const rice = { id: 1, name: "Rice" }
export const beans = { id: 2, name: "Beans" }
export const oil = { id: 3, name: "Cooking oil" }

const opening = { kind: "opening" as const, lots: [], note: "", account: "3000", otherSiteId: null, sourceKind: null, sourceId: null }
const onHand = (levelId: number, stockItemId: number, quantity: number, value: number): ReadonlyArray<Change> => [
  stockLevels.at(levelId, StockLevelOpened({ siteId: 1, stockItemId, minimumLevel: 0, maximumLevel: 0 })),
  stockLevels.at(levelId, StockMoved({ ...opening, quantity, value })),
]

/** Sites 1 and 2; 50 kg rice at 1.20, 10 kg beans at 2.00, and no oil at site 1. */
export const store: ReadonlyArray<Change> = [
  ...(
    [
      ["1200", "Stock", "asset"],
      ["3000", "Opening balances", "equity"],
      ["5100", "Food cost", "expense"],
    ] as const
  ).map(([accountNumber, accountName, accountType], n) =>
    accounts.at(n + 1, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  exchangeRates.at(1, RateEntered({ type: "official", from: "2020-01-01", rate: 130_000, source: "first", enteredBy: null })),
  ...[1, 2].map((id) =>
    sites.at(id, SiteOpened({ code: `S${id}`, slug: `site-${id}`, name: `Site ${id}`, label: `Site ${id}`, client: null, location: null })),
  ),
  ...[rice, beans, oil].map(({ id, name }) =>
    stockItems.at(id, StockItemAdded({ name, category: "other", unit: "kg", description: null, preferredVendorId: null })),
  ),
  ...onHand(1, rice.id, 50_000, 60_00),
  ...onHand(2, beans.id, 10_000, 20_00),
]

const details = {
  staffCapacity: null,
  mealTypes: [],
  specialDietaryRequirements: null,
  kitchenFacilities: null,
  servingSchedule: null,
  cleaningType: null,
  serviceFrequency: null,
  areasIncluded: [],
  specialEquipment: null,
  chemicalsUsed: null,
  staffRequired: null,
  estimatedHours: null,
  hourlyRate: null,
}
/** Client 1 is fed at site 1: 40 heads, USD 12.00 per meal. */
export const fed: ReadonlyArray<Change> = [
  clients.at(
    1,
    ClientAdded({
      clientCode: "CL-0001",
      companyName: "Nile Drilling",
      contactPerson: "Mary Deng",
      email: "mary@nile.example",
      phone: "+211 912 000 001",
      address: null,
      currency: "USD",
      paymentTerms: "30_days",
      status: "active",
      notes: null,
      createdBy: null,
    }),
  ),
  clientContracts.at(
    1,
    ContractSigned({
      contractNumber: "CT-2026-0001",
      clientId: 1,
      siteId: 1,
      serviceType: "catering",
      startDate: "2026-01-01",
      endDate: null,
      currency: "USD",
      taxCode: "SALES",
      details,
      notes: "",
      createdBy: null,
    }),
  ),
  clientContracts.at(1, RateAgreed({ from: "2026-01-01", rate: 12_00, bands: [] })),
  clientContracts.at(1, HeadCountPlanned({ from: "2026-01-01", heads: 40, reason: "" })),
  clients.at(1, ClientContracted({ contractId: 1 })),
]

export const pilau: DishFacts = {
  name: "Pilau",
  description: "Rice with beans",
  mealTypes: ["lunch", "dinner"],
  allergens: ["peanuts"],
  diets: ["halal"],
  ingredients: [
    { stockItemId: rice.id, quantity: 150 },
    { stockItemId: beans.id, quantity: 60 },
  ],
}
/** Dish 1 on menu 1 of site 1, at lunch on Saturday and Sunday of its only week. */
export const planned: ReadonlyArray<Change> = [
  dishes.at(1, DishAdded({ ...pilau, createdBy: 6 })),
  menuCycles.at(1, MenuPlanned({ siteId: 1, name: "Camp menu", weeks: 1, startDate: "2026-11-16", createdBy: 6 })),
  menuCycles.at(1, MenuSlotsSet({ slots: [6, 7].map((day) => ({ week: 1, day, mealType: "lunch" as const, dishIds: [1] })) })),
]
