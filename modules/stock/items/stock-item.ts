/** Items of kitchens and stores, with their cost and the account for their consumption. */
import { command, find, get, invalid, newId, type By, forbidden, permitted } from "@ops/platform/records/command.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { label, Line, Literals, Money, Optional, partly, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { accounts } from "@ops/ledger/accounts/account.ts"
import { categories } from "../labels.ts"

const facts = {
  name: Line(),
  category: Literals(...categories),
  /** the unit of quantities: kg, litre, piece */
  unit: Line(20),
  description: Optional(Text(500)),
  /** the preferred vendor for orders */
  preferredVendorId: Optional(Ref("vendor")),
}
const costing = {
  /** usual cost per unit, cents of USD, if no receipt or order gives one */
  unitCost: Optional(Money),
  /** the account for its consumption; null uses that of its category */
  costAccount: label("Account", Optional(Line(10))),
}

export const StockItem = record(
  "stock_item",
  { ...facts, ...costing },
  {
    label: "Stock item",
    title: "name",
    unique: [{ fields: ["name"], sentence: "A stock item with this name already exists" }],
  },
)
export const StockItemAdded = event("StockItemAdded", 1, facts, ({ name }) => `${name} added to the items`)
export const StockItemChanged = event("StockItemChanged", 1, facts, () => "Item changed")
export const StockItemCosted = event("StockItemCosted", 1, costing, ({ unitCost, costAccount }) =>
  [unitCost === null ? "No usual cost" : `Costs USD ${formatMoney(unitCost)} as a rule`, ...(costAccount === null ? [] : [`booked to ${costAccount}`])].join(
    ", ",
  ),
)

export const stockItems = stream(StockItem, StockItemAdded, StockItemChanged, StockItemCosted).fold({
  StockItemAdded: (_, item) => ({ ...item, unitCost: null, costAccount: null }),
  StockItemChanged: (before, item) => ({ ...before, ...item }),
  StockItemCosted: (item, costing) => ({ ...item, ...costing }),
})

/** The account to which consumption of an item is posted. */
export const costAccountOf = ({ category, costAccount }: Row<typeof StockItem>): string => costAccount ?? (category === "cleaning_supplies" ? "5200" : "5100")

/** Whether a person manages stock; the system may. */
export const keepsStock = (by: By) => by.person === null || holdsAny(by, ["inventory.manage", "department.manage"])

/** Rejects an account that is not for the consumption of goods. */
function* checkedCosting({ unitCost, costAccount }: { readonly unitCost: number | null; readonly costAccount: string | null }) {
  if (unitCost !== null && unitCost < 0) throw invalid("Unit cost must not be negative")
  if (costAccount === null) return { unitCost, costAccount }
  const account = yield* find(accounts, { accountNumber: costAccount })
  if (!account?.isActive) throw invalid(`There is no account ${costAccount}`)
  if (account.accountType !== "expense") throw invalid(`${costAccount} ${account.accountName} is not a cost account. Choose one such as 5100 Food cost`)
  return { unitCost, costAccount }
}

const newItem = { ...facts, unitCost: withDefault(null, costing.unitCost), costAccount: withDefault(null, costing.costAccount) }
const { preferredVendorId: _, ...typedItem } = newItem

export const addStockItem = command("stock_item.add", "Add a stock item", newItem, function* ({ unitCost, costAccount, ...item }, by) {
  if (!keepsStock(by)) throw forbidden("Only stock managers can add items")
  if (yield* find(stockItems, { name: item.name })) throw invalid("A stock item with this name already exists")
  const costing = yield* checkedCosting({ unitCost, costAccount })
  const id = yield* newId(stockItems)
  const isCosted = costing.unitCost !== null || costing.costAccount !== null
  return [stockItems.at(id, StockItemAdded(item)), ...(isCosted ? [stockItems.at(id, StockItemCosted(costing))] : [])]
})
/** The same as people add it: without a preferred vendor, whose records stock cannot read. */
export const addTypedItem = command("stock_item.add", "Add a stock item", typedItem, function* (item, by) {
  return yield* addStockItem.decide({ ...item, preferredVendorId: null }, by)
})

/** Sets the usual cost of an item, and the account for its consumption; omitted fields stay. */
export const costStockItem = command(
  "stock_item.cost",
  "Set the standard cost of a stock item",
  { id: Ref("stock_item"), ...partly(costing) },
  function* ({ id, ...given }, by) {
    if (!keepsStock(by)) throw forbidden("Only stock managers can change items")
    const { unitCost, costAccount } = yield* get(stockItems, id)
    yield* permitted()
    return [stockItems.at(id, StockItemCosted(yield* checkedCosting({ unitCost, costAccount, ...given })))]
  },
)
