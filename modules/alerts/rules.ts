/** The rules that raise alerts, and end them: what happened elsewhere, and what it means to people. */
import { consequence, find, get, type Steps } from "@ops/platform/records/act.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { PasskeyCounterWentBack } from "@ops/identity/person.ts"
import { MailFailed } from "@ops/platform/mail/mail.ts"
import { CapacityExceeded, type MealSession, ServingRecounted, SessionCompleted } from "@ops/meals/meal-session.ts"
import { countName, staffFeedingRecords } from "@ops/meals/staff-feeding.ts"
import { stockItems } from "@ops/stock/stock-item.ts"
import { daysRemaining, type StockLevel, StockLimitsSet, StockMoved } from "@ops/stock/stock-level.ts"
import { sites } from "@ops/sites/site.ts"
import { raise, settle } from "./alert.ts"
import { workOrderRules } from "./work-order-rules.ts"
import { facilitiesRules } from "./facilities-rules.ts"
import { constructionRules } from "./construction-rules.ts"

/** At or under its minimum an item needs ordering; with two days left or less it is critical. */
function* stockRule(_: unknown, { id, row }: { readonly id: number; readonly row: Row<typeof StockLevel> }): Steps<ReadonlyArray<Change>> {
  const { currentQuantity, minimumLevel, siteId } = row
  const cause = `stock_level/${id}`
  if (minimumLevel <= 0 || currentQuantity > minimumLevel) return yield* settle(cause)
  const item = yield* get(stockItems, row.stockItemId)
  const site = yield* get(sites, siteId)
  return yield* raise({
    cause,
    type: "stock",
    priority: daysRemaining(currentQuantity, minimumLevel)! <= 2 ? "critical" : "high",
    title: `${item.name} below minimum`,
    message: `${formatQuantity(currentQuantity)} ${item.unit} left at ${site.name}, minimum is ${formatQuantity(minimumLevel)} ${item.unit}`,
    siteId,
    relatedEntity: "stock_level",
    relatedEntityId: id,
  })
}

/** Where a meal was counted at the canteen too, both must say the same: nobody is billed for the difference unseen. */
function* headCountRule(
  { attended }: { readonly attended: number },
  { id, row }: { readonly id: number; readonly row: Row<typeof MealSession> },
): Steps<ReadonlyArray<Change>> {
  const { siteId, clientId, sessionDate, mealType } = row
  const cause = `meal_session/${id}/head_count`
  const counted = yield* find(staffFeedingRecords, { slot: countName(siteId, clientId, sessionDate, mealType) })
  if (!counted || counted.staffCount === attended) return yield* settle(cause)
  const site = yield* get(sites, siteId)
  return yield* raise({
    cause,
    type: "meals",
    priority: "medium",
    title: `${mealType.charAt(0).toUpperCase()}${mealType.slice(1)} of ${sessionDate} was counted twice`,
    message: `${attended} at table by name, ${counted.staffCount} by head-count at ${site.name}. What was recorded by name is billed`,
    siteId,
    relatedEntity: "meal_session",
    relatedEntityId: id,
  })
}

export const alertRules = [
  ...workOrderRules,
  ...facilitiesRules,
  ...constructionRules,
  consequence(StockMoved, stockRule),
  consequence(StockLimitsSet, stockRule),
  consequence(SessionCompleted, headCountRule),
  consequence(ServingRecounted, headCountRule),
  consequence(CapacityExceeded, function* ({ attended, maximum }, { id, row }) {
    const site = yield* get(sites, row.siteId)
    return yield* raise({
      cause: `meal_session/${id}/capacity`,
      type: "meals",
      priority: "high",
      title: `More at ${row.mealType} than ${site.name} can feed`,
      message: `${attended} at table on ${row.sessionDate}, the capacity is ${maximum}`,
      siteId: row.siteId,
      relatedEntity: "meal_session",
      relatedEntityId: id,
    })
  }),
  consequence(MailFailed, function* ({ error }, { id, row }) {
    return yield* raise({
      cause: `mail/${id}`,
      type: "mail",
      priority: "high",
      title: "E-mail undeliverable",
      message: `"${row.subject}" could not be sent: ${error}`.slice(0, 500),
      siteId: null,
      relatedEntity: row.aboutKind,
      relatedEntityId: row.aboutId,
    })
  }),
  // a device's counter only goes up: one that went back is a copy of the key
  consequence(PasskeyCounterWentBack, function* (_, { id, row }) {
    return yield* raise({
      cause: `passkey/${id}`,
      type: "security",
      priority: "critical",
      title: "A passkey may have been copied",
      message: `The counter of a passkey of ${row.firstName} ${row.lastName} (${row.employeeId}) went back. All their sessions were ended`,
      siteId: null,
      relatedEntity: "person",
      relatedEntityId: id,
    })
  }),
]
