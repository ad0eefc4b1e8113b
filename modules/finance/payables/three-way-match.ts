/** The three-way match: a supplier's bill compared with the order and the receipts. Pure. */
import { Schema } from "effect"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"

/** Quantities are thousandths; amounts are cents of USD, the currency of orders. */
export const MatchItem = Schema.Struct({
  item: Schema.String,
  purchaseItemId: Schema.NullOr(Schema.Int),
  ordered: Schema.Int,
  received: Schema.Int,
  /** on this bill and the ones entered before it */
  billed: Schema.Int,
  /** the quantity on this bill at the order's price */
  expected: Schema.Int,
  /** the amount on this bill, before tax */
  charged: Schema.Int,
  /** what does not match; null if everything matches */
  problem: Schema.NullOr(Schema.String),
})
export const Match = Schema.Struct({ state: Schema.Literals(["matched", "differs", "none"]), items: Schema.Array(MatchItem) })
export type Match = typeof Match.Type

/** The match of a bill without an order. */
export const unmatched: Match = { state: "none", items: [] }

export interface OrderedItem {
  readonly id: number
  readonly name: string
  /** whole units */
  readonly ordered: number
  readonly received: number
  /** for the whole quantity ordered, in cents of USD */
  readonly cost: number
}
export interface BilledLine {
  readonly description: string
  readonly purchaseItemId: number | null
  /** thousandths */
  readonly quantity: number
  /** cents of USD, before tax */
  readonly amountUsd: number
}

/** Prices up to this many hundredths above the order's do not count as a difference: orders are estimates. */
const tolerance = 1

/** `before` has the items and quantities (thousandths) on earlier bills of the same order. */
export const threeWayMatch = (
  items: ReadonlyArray<OrderedItem>,
  lines: ReadonlyArray<BilledLine>,
  before: ReadonlyArray<{ readonly itemId: number; readonly quantity: number }>,
): Match => {
  const ordered = items.map((item): typeof MatchItem.Type => {
    const own = lines.filter(({ purchaseItemId }) => purchaseItemId === item.id)
    const quantity = own.reduce((sum, line) => sum + line.quantity, 0)
    const charged = own.reduce((sum, line) => sum + line.amountUsd, 0)
    const billed = quantity + before.filter(({ itemId }) => itemId === item.id).reduce((sum, line) => sum + line.quantity, 0)
    const received = item.received * 1000
    const expected = item.ordered === 0 ? 0 : Number((BigInt(item.cost) * BigInt(quantity)) / BigInt(item.ordered * 1000))
    const problems = [
      ...(quantity > 0 && billed > received ? [`${formatQuantity(billed)} billed, ${formatQuantity(received)} received`] : []),
      ...(charged * 100 > expected * (100 + tolerance) && charged > expected + 1
        ? [`USD ${formatMoney(charged)} billed, USD ${formatMoney(expected)} by the order`]
        : []),
    ]
    const problem = problems.length === 0 ? null : problems.join("; ")
    return { item: item.name, purchaseItemId: item.id, ordered: item.ordered * 1000, received, billed, expected, charged, problem }
  })
  const others = lines
    .filter(({ purchaseItemId }) => purchaseItemId === null)
    .map(({ description, quantity, amountUsd }): typeof MatchItem.Type => ({
      item: description,
      purchaseItemId: null,
      ordered: 0,
      received: 0,
      billed: quantity,
      expected: 0,
      charged: amountUsd,
      problem: "Not on the order",
    }))
  const all = [...ordered, ...others]
  return { state: all.some(({ problem }) => problem !== null) ? "differs" : "matched", items: all }
}
