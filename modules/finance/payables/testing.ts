/** The fixtures of bill tests besides the company: control accounts, two vendors, and a partly received order. */
import type { By } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { AccountOpened, accounts, type accountTypes } from "@ops/ledger/accounts/account.ts"
import {
  GoodsReceived,
  PurchaseItemAdded,
  PurchaseRequestApproved,
  PurchaseRequestRaised,
  purchaseRequests,
} from "@ops/procurement/purchase-requests/purchase-request.ts"
import { VendorAdded, vendors } from "@ops/procurement/vendors/vendor.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import type { NewPayable, NewPayableLine } from "./commands.ts"
import { accountNumbers, company, person } from "../testing.ts"

const chart: ReadonlyArray<readonly [string, string, (typeof accountTypes)[number]]> = [
  ["2000", "Accounts payable", "liability"],
  ["2210", "Withholding tax payable", "liability"],
  ["7900", "Exchange gains and losses", "expense"],
  ["1200", "Stock", "asset"],
  ["2050", "Goods received, not billed", "liability"],
  ["5120", "Purchase price differences", "expense"],
]
const first = Math.max(...accountNumbers.keys()) + 1
for (const [n, [number]] of chart.entries()) accountNumbers.set(first + n, number)

const vendor = (id: number, more: Partial<Parameters<typeof VendorAdded>[0]> = {}) =>
  vendors.at(
    id,
    VendorAdded({
      vendorNumber: `VEN-2026-000${id}`,
      name: `Vendor ${id}`,
      contactPerson: null,
      email: null,
      phone: null,
      address: "Juba",
      taxId: `T-${id}`,
      paymentTerms: "net_30",
      currency: "USD",
      notes: null,
      createdBy: 7,
      ...more,
    }),
  )

/** The order PR-2026-0001 from vendor 1 for site 2: 100 kg of tomatoes for USD 350.00, 40 kg of onions for USD 88.00. */
const order: ReadonlyArray<Change> = [
  stockItems.at(1, StockItemAdded({ name: "Tomatoes", category: "fresh_vegetables", unit: "kg", description: null, preferredVendorId: 1 })),
  stockItems.at(2, StockItemAdded({ name: "Onions", category: "fresh_vegetables", unit: "kg", description: null, preferredVendorId: 1 })),
  purchaseRequests.at(
    1,
    PurchaseRequestRaised({
      requestNumber: "PR-2026-0001",
      siteId: 2,
      requestedBy: 3,
      priority: "medium",
      justification: "Weekly order",
      requestDate: "2026-11-01",
      copiedFrom: null,
    }),
  ),
  purchaseRequests.at(1, PurchaseItemAdded({ stockItemId: 1, quantity: 100, estimatedCost: 35_000, notes: "", addedBy: 3 })),
  purchaseRequests.at(1, PurchaseItemAdded({ stockItemId: 2, quantity: 40, estimatedCost: 8_800, notes: "", addedBy: 3 })),
  purchaseRequests.at(1, PurchaseRequestApproved({ approvedBy: 8, vendorId: 1, overrideReason: null })),
]
/** Goods of the order arrive. */
export const arrived = (tomatoes: number, onions: number) =>
  purchaseRequests.at(
    1,
    GoodsReceived({
      receivedBy: 3,
      note: "",
      lines: [
        { itemId: 1, stockItemId: 1, received: tomatoes, damaged: 0 },
        { itemId: 2, stockItemId: 2, received: onions, damaged: 0 },
      ],
    }),
  )

export const buyers: ReadonlyArray<Change> = [
  ...company,
  ...chart.map(([accountNumber, accountName, accountType], n) =>
    accounts.at(first + n, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  vendor(1),
  vendor(2, { paymentTerms: "due_on_receipt", currency: "SSP", createdBy: 10 }),
  ...order,
]

/** Two people of finance, and those above them. */
export const clerk: By = person(7, { person: 71 })
export const checker: By = person(7, { person: 72 })
export const chief: By = person(10)

export const bill: NewPayable = {
  vendorId: 1,
  invoiceNumber: "INV 1",
  currency: null,
  invoiceDate: "2026-11-10",
  dueDate: null,
  description: null,
  category: "supplies",
  siteId: 1,
  purchaseRequestId: null,
  amount: 100_00,
  taxAmount: 0,
  withholdingRate: null,
  lines: [],
  attachments: [],
  notes: "",
}
export const line = (more: Partial<NewPayableLine>): NewPayableLine => ({
  description: null,
  purchaseItemId: null,
  quantity: null,
  unitPrice: null,
  amount: null,
  accountNumber: null,
  ...more,
})
