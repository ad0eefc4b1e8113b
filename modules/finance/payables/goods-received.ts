/** How a bill clears goods received: at the order's price. The rest of the bill is a price difference. Pure. */
import type { EntryLine } from "@ops/ledger/journal-entries/journal-entry.ts"

/** Goods received, not billed; and price differences from the order. */
export const goodsReceived = "2050"
export const priceDifferences = "5120"

interface Ordered {
  readonly id: number
  readonly quantity: number
  readonly approvedQuantity: number | null
  /** for the whole quantity ordered, in cents of USD */
  readonly estimatedCost: number
}
interface Billed {
  readonly description: string
  readonly purchaseItemId: number | null
  /** thousandths */
  readonly quantity: number
  readonly accountNumber: string
}

/** The cost of each line's goods by the order, in cents of USD; null for a line that clears none. `before` has the quantities on earlier bills. */
export const orderedWorths = (
  items: ReadonlyArray<Ordered>,
  lines: ReadonlyArray<Billed>,
  before: ReadonlyArray<{ readonly itemId: number; readonly quantity: number }>,
): ReadonlyArray<number | null> => {
  const billed = new Map<number, number>()
  for (const { itemId, quantity } of before) billed.set(itemId, (billed.get(itemId) ?? 0) + quantity)
  return lines.map(({ purchaseItemId, quantity, accountNumber }) => {
    const item = items.find(({ id }) => id === purchaseItemId)
    if (!item || accountNumber !== goodsReceived) return null
    const ordered = (item.approvedQuantity ?? item.quantity) * 1000
    const upTo = (thousandths: number) => (ordered === 0 ? 0 : Number((BigInt(item.estimatedCost) * BigInt(thousandths)) / BigInt(ordered)))
    const from = billed.get(item.id) ?? 0
    billed.set(item.id, from + quantity)
    return upTo(from + quantity) - upTo(from)
  })
}

/** The journal lines of a bill line that costs `cost` in its currency, at hundredths of SSP per dollar (100 for USD). */
export const costLines = ({ accountNumber, description }: Billed, cost: number, worth: number | null, rate: number): ReadonlyArray<EntryLine> => {
  if (worth === null) return [{ account: accountNumber, debit: cost, description }]
  const cleared = Math.round((worth * rate) / 100)
  const difference = cost - cleared
  return [
    ...(cleared > 0 ? [{ account: accountNumber, debit: cleared, usd: worth, description }] : []),
    ...(difference > 0 ? [{ account: priceDifferences, debit: difference, description }] : []),
    ...(difference < 0 ? [{ account: priceDifferences, credit: -difference, description }] : []),
  ]
}
