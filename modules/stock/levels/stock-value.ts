/** What stock is worth, and which lots go first. Pure. Quantities are thousandths of the unit, values cents of USD. */
import { proportion } from "@ops/platform/money.ts"

/** A part of what is on hand that came in together. What is in no lot is on hand all the same. */
export interface Lot {
  readonly lotNumber: string | null
  /** the last day on which it may be used */
  readonly expiryDate: string | null
  readonly quantity: number
}

interface OnHand {
  readonly currentQuantity: number
  readonly value: number
  readonly lots: ReadonlyArray<Lot>
}

/** What `quantity` of it is worth at the average cost, to the cent; the last unit takes what is left. */
export const worthOf = ({ currentQuantity, value }: Omit<OnHand, "lots">, quantity: number): number => {
  if (quantity === currentQuantity) return value
  if (currentQuantity <= 0) return 0
  return proportion(value, quantity, currentQuantity)
}

/** What `quantity` costs at so many cents for one. */
export const costOf = (unitCost: number, quantity: number): number => proportion(unitCost, quantity, 1000)

/** Cents for one, rounded; null of nothing. */
export const averageOf = ({ currentQuantity, value }: Omit<OnHand, "lots">): number | null =>
  currentQuantity > 0 ? worthOf({ currentQuantity, value }, 1000) : null

const isSame = (a: Lot, b: Lot) => a.lotNumber === b.lotNumber && a.expiryDate === b.expiryDate

/** The lots after some came in (a quantity above 0) or went out of them (below 0). */
export const lotsAfter = (lots: ReadonlyArray<Lot>, moved: ReadonlyArray<Lot>): ReadonlyArray<Lot> =>
  moved
    .reduce<ReadonlyArray<Lot>>((lots, part) => {
      const known = lots.some((lot) => isSame(lot, part))
      return known ? lots.map((lot) => (isSame(lot, part) ? { ...lot, quantity: lot.quantity + part.quantity } : lot)) : [...lots, part]
    }, lots)
    .filter(({ quantity }) => quantity > 0)

/** Soonest to expire first; what never expires last. */
const sooner = (a: Lot, b: Lot) => (a.expiryDate ?? "9999").localeCompare(b.expiryDate ?? "9999") || (a.lotNumber ?? "").localeCompare(b.lotNumber ?? "")

export const hasExpired = ({ expiryDate }: Lot, today: string) => expiryDate !== null && expiryDate < today

/** What of it may be used today. */
export const usableOf = ({ currentQuantity, lots }: OnHand, today: string): number =>
  currentQuantity - lots.reduce((sum, lot) => sum + (hasExpired(lot, today) ? lot.quantity : 0), 0)

/**
 * What goes out of which lots, each below 0: the soonest to expire first, then what is in no lot. `asked` names the lots it
 * may come from. What the lots cannot give is taken from what is in none.
 */
export const takenFrom = (lots: ReadonlyArray<Lot>, quantity: number, asked: (lot: Lot) => boolean = () => true): ReadonlyArray<Lot> => {
  let left = quantity
  return [...lots]
    .filter(asked)
    .sort(sooner)
    .flatMap((lot) => {
      const taken = Math.min(left, lot.quantity)
      left -= taken
      return taken > 0 ? [{ ...lot, quantity: -taken }] : []
    })
}
