/** The value of stock, and the order in which lots are used. Pure functions. Quantities are thousandths of the unit, values cents of USD. */
import { proportion } from "@ops/platform/money.ts"

/** A part of the stock that came in together. Stock without a lot is part of the quantity on hand too. */
export interface Lot {
  readonly lotNumber: string | null
  /** the last day of use */
  readonly expiryDate: string | null
  readonly quantity: number
}

interface OnHand {
  readonly currentQuantity: number
  readonly value: number
  readonly lots: ReadonlyArray<Lot>
}

/** The value of `quantity` at average cost, to the cent; the last unit takes the rest. */
export const worthOf = ({ currentQuantity, value }: Omit<OnHand, "lots">, quantity: number): number => {
  if (quantity === currentQuantity) return value
  if (currentQuantity <= 0) return 0
  return proportion(value, quantity, currentQuantity)
}

/** The cost of `quantity` at a unit cost in cents. */
export const costOf = (unitCost: number, quantity: number): number => proportion(unitCost, quantity, 1000)

/** Average cost per unit in cents, rounded; null if there is no stock. */
export const averageOf = ({ currentQuantity, value }: Omit<OnHand, "lots">): number | null =>
  currentQuantity > 0 ? worthOf({ currentQuantity, value }, 1000) : null

const isSame = (a: Lot, b: Lot) => a.lotNumber === b.lotNumber && a.expiryDate === b.expiryDate

/** The lots after quantities were added (above 0) or taken (below 0). */
export const lotsAfter = (lots: ReadonlyArray<Lot>, moved: ReadonlyArray<Lot>): ReadonlyArray<Lot> =>
  moved
    .reduce<ReadonlyArray<Lot>>((lots, part) => {
      const known = lots.some((lot) => isSame(lot, part))
      return known ? lots.map((lot) => (isSame(lot, part) ? { ...lot, quantity: lot.quantity + part.quantity } : lot)) : [...lots, part]
    }, lots)
    .filter(({ quantity }) => quantity > 0)

/** Earliest expiry first; lots without an expiry last. */
const sooner = (a: Lot, b: Lot) => (a.expiryDate ?? "9999").localeCompare(b.expiryDate ?? "9999") || (a.lotNumber ?? "").localeCompare(b.lotNumber ?? "")

export const hasExpired = ({ expiryDate }: Lot, today: string) => expiryDate !== null && expiryDate < today

/** The quantity that may be used today. */
export const usableOf = ({ currentQuantity, lots }: OnHand, today: string): number =>
  currentQuantity - lots.reduce((sum, lot) => sum + (hasExpired(lot, today) ? lot.quantity : 0), 0)

/**
 * The quantities taken from each lot, as negative numbers: earliest expiry first, then stock without a lot. `asked`
 * selects the lots that may be used. What they cannot cover is taken from stock without a lot.
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
