/** The bill for the meals of a contract in a period. Pure: slots in; lines, tax and total out, exact to the cent. */
import type { Row } from "@ops/platform/records/record.ts"
import { capitalised, count } from "@ops/platform/text.ts"
import { type billingBases, type ClientContract, termAt } from "@ops/clients/contracts/client-contract.ts"
import { taxOn } from "@ops/ledger/taxes/tax-code.ts"
import type { InvoiceLine, InvoiceTax } from "../invoices/invoice.ts"

/** One meal of one day under a contract, as counted by the meals module. */
export interface Slot {
  readonly date: string
  readonly mealType: string
  readonly projectId: number | null
  readonly planned: number
  readonly served: number
  readonly missed: number
  /** whether the count at the door and the recorded head-count differ */
  readonly discrepancy: boolean
  readonly openSession: boolean
  /** number of undecided attendances */
  readonly exceptions: number
  /** who signed it for the client, on which sheets; null where a session of it is not signed */
  readonly signedBy?: string | null
  readonly sheets?: string | null
}

/** A slot with its billed heads, price and amount. */
export interface BilledSlot extends Pick<Slot, "date" | "mealType" | "planned" | "served" | "missed"> {
  /** the meals that are billed */
  readonly heads: number
  /** cents per meal; null if the contract has no price for the day */
  readonly rate: number | null
  /** cents */
  readonly amount: number
}

export type Terms = Pick<Row<typeof ClientContract>, "rates" | "bases"> & Partial<Pick<Row<typeof ClientContract>, "signatures">>

export interface Bill {
  readonly lines: ReadonlyArray<typeof InvoiceLine.Type>
  readonly taxes: ReadonlyArray<typeof InvoiceTax.Type>
  readonly subtotal: number
  readonly tax: number
  readonly total: number
  readonly planned: number
  readonly served: number
  readonly missed: number
  /** the meals that are billed */
  readonly heads: number
  /** every slot, ordered by day and meal */
  readonly slots: ReadonlyArray<BilledSlot>
  /** questions about the bill, as sentences */
  readonly problems: ReadonlyArray<string>
  /** the problems that prevent billing: open sessions, days without a price, meals without a signature that the contract requires */
  readonly obstacles: ReadonlyArray<string>
  /** which of its meals the client has signed, in a sentence; "" for none */
  readonly signed: string
}

const meals = ["breakfast", "lunch", "dinner"]

/** The number of billed heads of a slot. A guaranteed share is in hundredths of a percent of the planned heads. */
export const billableHeads = ({ served, planned }: Pick<Slot, "served" | "planned">, basis: (typeof billingBases)[number], share: number): number => {
  if (basis === "served") return served
  if (basis === "planned") return planned
  return Math.max(served, Math.ceil((planned * share) / 10_000))
}

/** Cents per meal for a slot with this many heads on a day; undefined before the first price. */
export const rateOf = ({ rates }: Pick<Terms, "rates">, date: string, heads: number): number | undefined => {
  const term = termAt(rates, date)
  return term && (term.bands.filter(({ fromHeads }) => fromHeads <= heads).at(-1)?.rate ?? term.rate)
}

/** "87 of 90 meals are signed for the client: by James Lado, sheets 7K3QAB, 9MPX21". */
const signedWords = (slots: ReadonlyArray<Slot>): string => {
  const signed = slots.filter(({ signedBy }) => signedBy)
  if (signed.length === 0) return ""
  const names = Map.groupBy(signed, ({ signedBy }) => signedBy!)
  const by = [...names].map(([name, of]) => {
    const sheets = [...new Set(of.flatMap(({ sheets }) => sheets?.split(", ") ?? []))]
    return `by ${name}, ${sheets.length === 1 ? "sheet" : "sheets"} ${sheets.join(", ")}`
  })
  return `${signed.length} of ${count(slots.length, "meal is", "meals are")} signed for the client: ${by.join("; ")}`
}

const sumOf = <K extends string>(name: K, of: ReadonlyArray<Readonly<Record<K, number>>>): number => of.reduce((sum, each) => sum + each[name], 0)

/**
 * The bill of a contract's slots, in any order: heads × price by the terms of each day, with a line for each meal and price. `taxRate` is in hundredths of a
 * percent; the tax is rounded once, on the sum. A slot without a price is not billed but listed as an obstacle.
 */
export const billOf = (contract: Terms, slots: ReadonlyArray<Slot>, taxRate: number): Bill => {
  const problems: Array<string> = []
  const obstacles: Array<string> = []
  const ordered = [...slots].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : meals.indexOf(a.mealType) - meals.indexOf(b.mealType)))
  const billed = ordered.map((slot): BilledSlot => {
    const { date, mealType, planned, served, missed } = slot
    const name = `${capitalised(mealType)} of ${date}`
    const { basis = "served", guaranteedShare = 0 } = termAt(contract.bases, date) ?? {}
    const heads = billableHeads(slot, basis, guaranteedShare)
    const rate = rateOf(contract, date, heads) ?? null
    if (!slot.signedBy && contract.signatures && termAt(contract.signatures, date)?.required) obstacles.push(`${name}: the client has not signed it`)
    if (slot.openSession) obstacles.push(`${name}: the session is not closed`)
    if (heads > 0 && rate === null) obstacles.push(`${name}: the contract has no price for this day`)
    if (slot.discrepancy) problems.push(`${name}: the head-count differs from the attendances`)
    if (slot.exceptions > 0) problems.push(`${name}: ${count(slot.exceptions, "exception")} not decided`)
    return { date, mealType, planned, served, missed, heads: rate === null ? 0 : heads, rate, amount: heads * (rate ?? 0) }
  })

  const groups = new Map<string, { mealType: string; rate: number; heads: number; from: string; to: string }>()
  for (const { date, mealType, heads, rate } of billed) {
    if (heads === 0 || rate === null) continue
    const key = `${mealType} ${rate}`
    const group = groups.get(key) ?? { mealType, rate, heads: 0, from: date, to: date }
    groups.set(key, group)
    group.heads += heads
    group.to = date
  }
  const lines = [...groups.values()].map(({ mealType, rate, heads, from, to }) => ({
    description: `${capitalised(mealType)}, ${from === to ? from : `${from} to ${to}`}`,
    quantity: heads,
    unitPrice: rate,
    amount: heads * rate,
    taxRate,
  }))
  const subtotal = sumOf("amount", lines)
  const tax = taxOn(subtotal, taxRate)
  return {
    lines,
    taxes: subtotal === 0 ? [] : [{ rate: taxRate, net: subtotal, tax }],
    subtotal,
    tax,
    total: subtotal + tax,
    planned: sumOf("planned", billed),
    served: sumOf("served", billed),
    missed: sumOf("missed", billed),
    heads: sumOf("heads", billed),
    slots: billed,
    problems: [...obstacles, ...problems],
    obstacles,
    signed: signedWords(ordered),
  }
}
