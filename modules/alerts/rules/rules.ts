/** The rules that raise and end alerts from events of other modules. */
import { capitalised } from "@ops/platform/text.ts"
import { type About, consequence, find, get, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { InvoiceCredited, type Invoice, InvoicePaid } from "@ops/billing/invoices/invoice.ts"
import { type people, PasskeyCounterWentBack, PasswordKept, PasswordRevoked, PasswordSet, SignInFailed } from "@ops/identity/person.ts"
import { type FiscalPeriod, PeriodClosed } from "@ops/ledger/periods/period.ts"
import { type mails, MailFailed, MailRequeued, MailSent } from "@ops/platform/mail/mail.ts"
import {
  CapacityExceeded,
  type MealSession,
  mealSessions,
  ServingRecounted,
  SessionCancelled,
  SessionCompleted,
  SessionReopened,
} from "@ops/meals/meal-sessions/meal-session.ts"
import { countName, MealsCorrected, MealsRecorded, type StaffFeedingRecord, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { daysRemaining, type StockLevel, StockLimitsSet, StockMoved } from "@ops/stock/levels/stock-level.ts"
import { sites } from "@ops/sites/site.ts"
import { raise, settle } from "../alert.ts"
import { workOrderRules } from "./work-order-rules.ts"
import { fieldRules } from "./field-rules.ts"
import { facilitiesRules } from "./facilities-rules.ts"
import { constructionRules } from "./construction-rules.ts"
import { crmRules } from "./crm-rules.ts"

/** At or below its minimum an item must be ordered; with stock for two days or less the alert is critical. */
function* stockRule(_: unknown, { id, row }: { readonly id: number; readonly row: Row<typeof StockLevel> }): CommandGenerator<ReadonlyArray<Change>> {
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

const headCountCause = (id: number) => `meal_session/${id}/head_count`
const capacityCause = (id: number) => `capacity/${id}`

/** If a meal was also counted at the canteen, both counts must agree, so that a difference is never billed unnoticed. */
function* compareCounts(
  session: Row<typeof MealSession>,
  attended: number,
  counted: Pick<Row<typeof StaffFeedingRecord>, "staffCount"> | undefined,
): CommandGenerator<ReadonlyArray<Change>> {
  const { id, siteId, sessionDate, mealType } = session
  const cause = headCountCause(id)
  if (!counted || counted.staffCount === attended) return yield* settle(cause)
  const site = yield* get(sites, siteId)
  return yield* raise({
    cause,
    type: "meals",
    priority: "medium",
    title: `${capitalised(mealType)} of ${sessionDate} was counted twice`,
    message: `${attended} served by name, ${counted.staffCount} by head-count at ${site.name}. The meals recorded by name are billed`,
    siteId,
    relatedEntity: "meal_session",
    relatedEntityId: id,
  })
}

function* closedRule({ attended }: { readonly attended: number }, { row }: { readonly row: Row<typeof MealSession> }): CommandGenerator<ReadonlyArray<Change>> {
  const { siteId, clientId, sessionDate, mealType } = row
  return yield* compareCounts(row, attended, yield* find(staffFeedingRecords, { slot: countName(siteId, clientId, sessionDate, mealType) }))
}

/** A count that is added or corrected after the meal was closed. */
function* countedRule(_: unknown, { row }: { readonly row: Row<typeof StaffFeedingRecord> }): CommandGenerator<ReadonlyArray<Change>> {
  const { siteId, clientId, date, mealType } = row
  const session = yield* find(mealSessions, { slot: `${siteId}/${clientId ?? "none"}/none/${date}/${mealType}` })
  return session?.status === "completed" && session.closedWith !== null ? yield* compareCounts(session, session.closedWith, row) : []
}

/** Ends an alert of the clock as soon as an event ends its cause, without waiting for the next check. */
const ends = <R extends { readonly id: number }>(causeOf: (row: R) => string | undefined) =>
  function* (_: unknown, { row }: { readonly row: R }): CommandGenerator<ReadonlyArray<Change>> {
    const cause = causeOf(row)
    return cause === undefined ? [] : yield* settle(cause)
  }
const paidInvoice = ends((row: Row<typeof Invoice>) => (row.paidAmount + row.creditedAmount >= row.totalAmount ? `overdue_invoice/${row.id}` : undefined))
const delivered = ends(({ id }) => `mail/${id}`)

export const alertRules = [
  ...workOrderRules,
  ...facilitiesRules,
  ...fieldRules,
  ...constructionRules,
  ...crmRules,
  consequence(StockMoved, stockRule),
  consequence(StockLimitsSet, stockRule),
  consequence(SessionCompleted, closedRule),
  consequence(ServingRecounted, closedRule),
  consequence(MealsRecorded, countedRule),
  consequence(MealsCorrected, countedRule),
  consequence(
    SessionReopened,
    ends(({ id }) => headCountCause(id)),
  ),
  consequence(SessionCancelled, function* (_, { id }) {
    return [...(yield* settle(headCountCause(id))), ...(yield* settle(capacityCause(id)))]
  }),
  consequence(CapacityExceeded, function* ({ attended, maximum }, { id, row }: About<typeof mealSessions>) {
    const site = yield* get(sites, row.siteId)
    return yield* raise({
      cause: capacityCause(id),
      type: "meals",
      priority: "high",
      title: `More at ${row.mealType} than ${site.name} can feed`,
      message: `${attended} served on ${row.sessionDate}, the capacity is ${maximum}`,
      siteId: row.siteId,
      relatedEntity: "meal_session",
      relatedEntityId: id,
    })
  }),
  consequence(MailFailed, function* ({ error }, { id, row }: About<typeof mails>) {
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
  consequence(MailRequeued, delivered),
  consequence(MailSent, delivered),
  consequence(InvoicePaid, paidInvoice),
  consequence(InvoiceCredited, paidInvoice),
  consequence(
    PeriodClosed,
    ends(({ period }: Row<typeof FiscalPeriod>) => `open_month/${period}`),
  ),
  // consecutive wrong passwords, from any address
  consequence(SignInFailed, function* ({ lockedUntil }, { id, row }: About<typeof people>) {
    if (lockedUntil === null) return []
    return yield* raise({
      cause: `sign_in/${id}`,
      type: "security",
      priority: "high",
      title: "Sign-in locked after wrong passwords",
      message: `${row.firstName} ${row.lastName} (${row.employeeId}): ${row.failedSignIns} wrong passwords in a row. Ask whether it was them`,
      siteId: null,
      relatedEntity: "person",
      relatedEntityId: id,
    })
  }),
  ...[PasswordRevoked, PasswordKept].map((event) =>
    consequence(event, function* (_, { id, row }: About<typeof people>) {
      const isKept = row.passwordHash !== null
      return yield* raise({
        cause: `${isKept ? "password_kept" : "password_off"}/${id}`,
        type: "security",
        priority: "critical",
        title: isKept ? "Someone keeps guessing a password" : "A password was switched off",
        message: `${row.firstName} ${row.lastName} (${row.employeeId}): ${row.failedSignIns} wrong passwords in a row. ${isKept ? "The password still works, so change it now" : "Give the person a first password"}`,
        siteId: null,
        relatedEntity: "person",
        relatedEntityId: id,
      })
    }),
  ),
  consequence(PasswordSet, function* (_, { id }) {
    return [...(yield* settle(`password_off/${id}`)), ...(yield* settle(`password_kept/${id}`))]
  }),
  // a device's counter only increases: a lower value indicates a copy of the key
  consequence(PasskeyCounterWentBack, function* (_, { id, row }: About<typeof people>) {
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
