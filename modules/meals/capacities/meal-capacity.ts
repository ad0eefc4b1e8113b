/** The number of people a site can feed for a client at each meal, from a start date. A new window ends the previous one on the day before it starts. */
import { addDays } from "@ops/platform/calendar.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, conflict, forbidden, get, getHere, invalid, newId } from "@ops/platform/records/command.ts"
import { BusinessDate, Flag, Literals, Money, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { projectHeads } from "@ops/clients/projects/project-head.ts"
import { siteOf } from "@ops/sites/site.ts"
import { contractsAt, mealPrice } from "../meal-sessions/catering-contract.ts"

const facts = {
  siteId: Ref("site"),
  clientId: Ref("client"),
  projectId: Optional(Ref("project_head")),
  maxBreakfastCapacity: Whole,
  maxLunchCapacity: Whole,
  maxDinnerCapacity: Whole,
  /** cents per meal as typed in the form; the contract's rate is the one billed */
  mealRate: Money,
  currency: Literals("USD", "SSP"),
  startDate: BusinessDate,
  endDate: Optional(BusinessDate),
  notes: Text(500),
  createdBy: Optional(Ref("person")),
}
export const SiteMealCapacity = record(
  "site_meal_capacity",
  { ...facts, isActive: Flag },
  {
    label: "Meal capacity",
    title: "(select s.name from site s where s.id = site_id) || ' from ' || start_date",
    indexes: [["siteId", "clientId", "startDate"]],
  },
)
export const CapacitySet = event("CapacitySet", 1, facts, ({ startDate }) => `Capacity set from ${startDate}`)
export const CapacityEnded = event("CapacityEnded", 1, { endDate: BusinessDate }, ({ endDate }) => `Ends on ${endDate}: a new capacity follows`)
export const siteMealCapacities = stream(SiteMealCapacity, CapacitySet, CapacityEnded).fold({
  CapacitySet: (_, capacity) => ({ ...capacity, isActive: true }),
  // a window that never came into force gets an end date before its start date
  CapacityEnded: (capacity, { endDate }) => ({ ...capacity, endDate, isActive: capacity.startDate <= endDate }),
})

export interface Capacity {
  readonly siteId: number | string
  readonly clientId: number
  readonly projectId: number | null
  readonly maxBreakfastCapacity: number
  readonly maxLunchCapacity: number
  readonly maxDinnerCapacity: number
  /** cents; null uses the contract's rate */
  readonly mealRate: number | null
  readonly startDate: string
  readonly endDate: string | null
  readonly notes: string
}

/**
 * Sets what a site can feed for a client from a date. The window in force ends the day before; one with the same start
 * date is replaced. `known` holds the ids of the site's catering contracts and of the windows of the site and client.
 * Spec: S-EMEAL-01, X-40.
 */
export const setCapacity = (known: { readonly contracts: ReadonlyArray<number>; readonly windows: ReadonlyArray<number> }) =>
  command("meal_capacity.set", function* ({ mealRate, startDate, endDate, ...capacity }: Capacity, by) {
    if (by.person !== null && !holdsAny(by, ["inventory.manage", "department.manage"])) throw forbidden("Your level cannot set meal capacities")
    const site = yield* siteOf(capacity.siteId, by)
    yield* get(clients, capacity.clientId)
    const project = capacity.projectId === null ? undefined : yield* getHere(projectHeads, capacity.projectId, by)
    if (project && ((project.clientId !== null && project.clientId !== capacity.clientId) || project.siteId !== site.id))
      throw invalid("This project belongs to another client or site")
    if (endDate !== null && endDate < startDate) throw invalid("End date must be on or after start date")
    const contracts = yield* contractsAt(known.contracts, site.id, startDate)
    const price = mealPrice(contracts.find(({ clientId }) => clientId === capacity.clientId) ?? null, startDate)
    if (mealRate !== null && mealRate !== price.mealCost && by.person !== null && by.level !== 8 && by.level < 10) {
      throw forbidden(`The meal rate is ${formatMoney(price.mealCost)} ${price.currency} by the contract. Level 8 or 10 can set another`)
    }
    const ended: Array<Change> = []
    for (const id of known.windows) {
      const other = yield* get(siteMealCapacities, id)
      const same = other.siteId === site.id && other.clientId === capacity.clientId && other.projectId === capacity.projectId && other.isActive
      if (!same || (other.endDate !== null && other.endDate < startDate)) continue
      if (other.startDate <= startDate) ended.push(siteMealCapacities.at(id, CapacityEnded({ endDate: addDays(startDate, -1) })))
      else if (endDate === null || endDate >= other.startDate) {
        throw conflict(`Another capacity starts on ${other.startDate}. End this one before it`)
      }
    }
    const facts = { ...capacity, siteId: site.id, startDate, endDate, mealRate: mealRate ?? price.mealCost, currency: price.currency, createdBy: by.person }
    return [siteMealCapacities.at(yield* newId(siteMealCapacities), CapacitySet(facts)), ...ended]
  })
