/** Additions to and deductions from the monthly pay of a person: allowances, bonuses, deductions, corrections of a paid month. */
import { command, conflict, forbidden, get, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Flag, label, Line, Literals, Money, Optional, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { componentKinds, currencies } from "../labels.ts"

const facts = {
  staffId: label("Staff member", Ref("company_staff")),
  kind: Literals(...componentKinds),
  name: Line(100),
  /** cents per month; below 0 for a correction that deducts */
  amount: Money,
  currency: Literals(...currencies),
  from: BusinessDate,
  /** the last day; null while it is open-ended; the first day again for a one-time component */
  to: Optional(BusinessDate),
  taxable: Flag,
}
export const PayComponent = record(
  "pay_component",
  {
    ...facts,
    enteredBy: Optional(Ref("person")),
    /** part of a final settlement: paid even after the last day of employment */
    ofSettlement: Flag,
    /** withdrawn before it was paid */
    isWithdrawn: Flag,
  },
  { label: "Pay component", title: "name", indexes: [["staffId"]] },
)
export const PayComponentAdded = event(
  "PayComponentAdded",
  1,
  { ...facts, enteredBy: Optional(Ref("person")) },
  ({ kind, name, amount, currency }) => `${kind[0]!.toUpperCase()}${kind.slice(1)} ${name}: ${currency} ${formatMoney(amount)}`,
)
export const PayComponentEnded = event("PayComponentEnded", 1, { to: BusinessDate }, ({ to }) => `Ends on ${to}`)
/** Owed at the end of an employment. */
export const SettlementPayAdded = event(
  "SettlementPayAdded",
  1,
  { ...facts, enteredBy: Optional(Ref("person")) },
  ({ name, amount, currency }) => `Final settlement, ${name}: ${currency} ${formatMoney(amount)}`,
)
export const PayComponentWithdrawn = event("PayComponentWithdrawn", 1, { reason: Text(500) }, ({ reason }) => `Cancelled: ${reason}`)
export const payComponents = stream(PayComponent, PayComponentAdded, PayComponentEnded, SettlementPayAdded, PayComponentWithdrawn).fold({
  PayComponentAdded: (_, added) => ({ ...added, ofSettlement: false, isWithdrawn: false }),
  SettlementPayAdded: (_, added) => ({ ...added, ofSettlement: true, isWithdrawn: false }),
  PayComponentWithdrawn: (component) => ({ ...component, isWithdrawn: true }),
  PayComponentEnded: (component, { to }) => ({ ...component, to }),
})
const requireFinance = requiring("finance.full", "Only finance can change what people are paid in addition to their salary")

const adding = { ...facts, taxable: withDefault(true, facts.taxable) }
export const addComponent = command("pay_component.add", "Add an allowance, a bonus, a deduction or a correction", adding, function* (component, by) {
  requireFinance(by)
  const { staffId, kind, amount, from, to } = component
  const staff = yield* get(companyStaff, staffId)
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own pay. Ask another person in finance")
  if (amount === 0) throw invalid("Amount must not be 0")
  if (amount < 0 && kind !== "correction") throw invalid("Only a correction can be below 0; enter a deduction as an amount above 0")
  if (to !== null && to < from) throw invalid("The last day must be on or after the first")
  if (staff.terminationDate !== null && from > staff.terminationDate && kind !== "correction") {
    throw conflict(`${staff.firstName} ${staff.lastName} left on ${staff.terminationDate}`)
  }
  return [payComponents.at(yield* newId(payComponents), PayComponentAdded({ ...component, enteredBy: by.person }))]
})

export type NewComponent = Parameters<typeof addComponent.decide>[0]

/** Ends an open-ended component. What was paid stays. */
const ending = { id: Ref("pay_component"), to: BusinessDate }
export const endComponent = command("pay_component.end", "End a pay component on a day; amounts already paid are kept", ending, function* ({ id, to }, by) {
  requireFinance(by)
  const component = yield* get(payComponents, id)
  const staff = yield* get(companyStaff, component.staffId)
  if (by.person !== null && staff.personId === by.person) throw forbidden("You cannot change your own pay. Ask another person in finance")
  if (component.ofSettlement) throw conflict("It is part of a final settlement. Reverse the settlement instead")
  yield* permitted()
  if (component.to === to) return unchanged(id)
  if (to < component.from) throw invalid("The last day must be on or after the first")
  if (component.to !== null && component.to < to) throw conflict(`It has ended on ${component.to}. Add a new one instead`)
  return [payComponents.at(id, PayComponentEnded({ to }))]
})
