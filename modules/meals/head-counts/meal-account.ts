/**
 * Up to when the meals of a contract are settled: the periods being billed and those already billed. The record has the
 * id of the contract. Recording a meal reads it and billing writes it, so the version check of the log prevents a meal
 * from being added while its period is billed.
 */
import { Schema } from "effect"
import { conflict, findById, type CommandGenerator, titleOf } from "@ops/platform/records/command.ts"
import { BusinessDate, Optional, Parts, Ref, Structure } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"

const period = { from: BusinessDate, to: BusinessDate }
const Held = Schema.Struct({ ...period, runId: Schema.NullOr(Schema.Int) })
const Billed = Schema.Struct({ ...period, invoiceId: Schema.Int })

export const MealAccount = record(
  "meal_account",
  { contractId: Ref("client_contract"), held: Optional(Structure(Held)), billed: Parts(Billed) },
  { label: "Meal account", title: "(select c.contract_number from client_contract c where c.id = contract_id)" },
)
export const MealAccountOpened = event("MealAccountOpened", 1, { contractId: Ref("client_contract") }, () => "Meals are recorded from now on")
export const PeriodHeld = event(
  "PeriodHeld",
  1,
  { contractId: Ref("client_contract"), ...period, runId: Optional(Ref("billing_run")) },
  ({ from, to }) => `Meals from ${from} to ${to} held for billing`,
)
export const PeriodReleased = event("PeriodReleased", 1, {}, () => "Meals released again")
export const PeriodBilled = event(
  "PeriodBilled",
  1,
  { contractId: Ref("client_contract"), ...period, invoiceId: Ref("invoice") },
  ({ from, to }) => `Meals from ${from} to ${to} billed`,
)
export const PeriodUnbilled = event(
  "PeriodUnbilled",
  1,
  { invoiceId: Ref("invoice") },
  () => "The bill of a period was credited in full; its meals can be billed again",
)
export const mealAccounts = stream(MealAccount, MealAccountOpened, PeriodHeld, PeriodReleased, PeriodBilled, PeriodUnbilled).fold({
  MealAccountOpened: (_, { contractId }) => ({ contractId, held: null, billed: [] }),
  PeriodHeld: (account, { contractId, from, to, runId }) => ({ contractId, billed: account?.billed ?? [], held: { from, to, runId } }),
  PeriodReleased: (account) => ({ ...account, held: null }),
  PeriodBilled: (account, { contractId, from, to, invoiceId }) => ({ contractId, held: null, billed: [...(account?.billed ?? []), { from, to, invoiceId }] }),
  PeriodUnbilled: (account, { invoiceId }) => ({ ...account, billed: account.billed.filter((period) => period.invoiceId !== invoiceId) }),
})

type Account = Row<typeof MealAccount>
type Period = { readonly from: string; readonly to: string }
export const overlaps = (a: Period, b: Period): boolean => a.from <= b.to && b.from <= a.to

/** The bill that already includes the meals of a day. */
export const billOf = (account: Account | undefined, date: string) => account?.billed.find(({ from, to }) => from <= date && date <= to)
/** Whether the meals of a day are being billed right now. */
export const heldOn = (account: Account | undefined, date: string): boolean => {
  const held = account?.held
  return !!held && held.from <= date && date <= held.to
}

/**
 * Rejects (409) changes to a slot whose meals are billed or being billed. Returns the change that opens the account if
 * the contract has none yet: only an existing record can guard against concurrent changes, so recording the first meal
 * creates it.
 */
export function* unbilled(contractId: number | null, date: string): CommandGenerator<ReadonlyArray<Change>> {
  if (contractId === null) return []
  const account = yield* findById(mealAccounts, contractId)
  if (!account) return [mealAccounts.at(contractId, MealAccountOpened({ contractId }))]
  const bill = billOf(account, date)
  if (bill) throw conflict(`This meal is already billed on ${titleOf("invoice", bill.invoiceId)}`, "billed")
  if (heldOn(account, date)) {
    throw conflict(`${formatMonth(account.held!.from)} is being billed right now. Try again in a few minutes`, "held")
  }
  return []
}
