import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { acting, type By, titleOf } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { mailFailed, MailQueued, mails, mailSent, requeueMail } from "@ops/platform/mail/mail.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { StockLevelOpened, stockLevels, StockMoved } from "@ops/stock/levels/stock-level.ts"
import { procurementConsequences } from "./consequences.ts"
import { ApprovalLimitSet, approvalPolicies, limitOf, procurementBudgets, setProcurementBudget } from "../policy.ts"
import {
  acknowledge,
  addItem,
  approve,
  cancel,
  PurchaseOrderAcknowledged,
  purchaseRequests,
  raise,
  receive,
  reject,
  reopen,
  reverseReceipt,
} from "./purchase-request.ts"
import { supplier } from "../acknowledgements/supplier-link.ts"
import { VendorAdded, vendors } from "../vendors/vendor.ts"

const person = (id: number, level: number, more: Partial<By> = {}): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  ...more,
})
const cook = person(1, 3, { confinedTo: 1 })
const supervisor = person(2, 6, { confinedTo: 1 })
const manager = person(3, 8)
const finance = person(4, 7)
const ceo = person(5, 10)

const site = (id: number, slug: string) => sites.at(id, SiteOpened({ code: "US", slug, name: slug, label: slug, client: null, location: null }))
const vendor = (id: number, email: string | null, createdBy: number | null = null) =>
  vendors.at(
    id,
    VendorAdded({
      vendorNumber: `VEN-${id}`,
      name: `Vendor ${id}`,
      contactPerson: null,
      email,
      phone: null,
      address: null,
      taxId: null,
      paymentTerms: "net_30",
      currency: "USD",
      notes: null,
      createdBy,
    }),
  )
const item = (id: number, preferredVendorId: number | null) =>
  stockItems.at(id, StockItemAdded({ name: `Item ${id}`, category: "other", unit: "kg", description: null, preferredVendorId }))
const limit = (level: number, upTo: number | null) => approvalPolicies.at(1, ApprovalLimitSet({ from: "2026-01-01", level, upTo }))

const company = given(
  site(1, "unity-state"),
  site(2, "paloj-adar"),
  vendor(1, "orders@vendor.example"),
  vendor(2, null),
  item(1, 1),
  item(2, null),
  limit(6, 100_000),
  limit(8, 1_000_000),
  limit(10, null),
).with(...procurementConsequences)
const asked = { siteId: 1, priority: "medium", justification: "Weekly order" } as const
const raised = company.when(raise, asked, cook)
const line = { id: 1, stockItemId: 1, quantity: 10, estimatedCost: 5_000, notes: "" }
const withItem = raised.when(addItem, line, cook)
const decision = { id: 1, vendorId: null, overrideReason: null }

describe("raising a request", () => {
  test("assigns a number and the requester", () => {
    raised.gives(["purchase_request/1", "PurchaseRequestRaised"]).holds(purchaseRequests, 1, {
      requestNumber: "PR-2026-0001",
      requestedBy: 1,
      status: "pending",
      siteId: 1,
      justification: "Weekly order",
      requestDate: "2026-11-21",
    })
  })
  test("keeps by when the goods are needed, which is today at the earliest", () => {
    const events = [
      ["purchase_request/1", "PurchaseRequestRaised"],
      ["purchase_request/1", "PurchaseNeededBy"],
    ] as const
    company
      .when(raise, { ...asked, neededBy: "2026-11-26" }, cook)
      .gives(...events)
      .holds(purchaseRequests, 1, { neededBy: "2026-11-26" })
    company.when(raise, { ...asked, neededBy: "2026-11-20" }, cook).refuses("Needed by must be today or later")
  })

  test("accepts a site by its slug, and refuses an unknown site or another person's", () => {
    company.when(raise, { ...asked, siteId: "paloj-adar" }, manager).holds(purchaseRequests, 1, { siteId: 2 })
    company.when(raise, { ...asked, siteId: 0 }, manager).refuses("Site is required", 400)
    company.when(raise, { ...asked, siteId: "atlantis" }, manager).refuses("Site is required", 400)
    company.when(raise, { ...asked, siteId: 2 }, cook).refuses(/another site/, 403)
  })
})

describe("adding items", () => {
  test("adds the line with its cost", () => {
    withItem.holds(purchaseRequests, 1, { estimatedTotal: 5_000 })
    expect(withItem.row(purchaseRequests, 1)!.items).toMatchObject([{ id: 1, stockItemId: 1, quantity: 10, estimatedCost: 5_000, addedBy: 1, received: 0 }])
  })
  test("is limited to permitted people, pending requests and existing items", () => {
    raised.when(addItem, line, person(9, 3, { confinedTo: 1 })).refuses(/Only the person who raised/, 403)
    raised.when(addItem, line, person(9, 3, { confinedTo: 2 })).refuses("Purchase request 1 does not exist", 404)
    raised.when(addItem, { ...line, stockItemId: 77 }, cook).refuses("Stock item 77 does not exist", 404)
    withItem.when(approve, decision, supervisor).when(addItem, line, cook).refuses("Items can be added only while the request is pending", 409)
  })
})

describe("approving", () => {
  test("selects the preferred supplier and queues the mail in the same commit", () => {
    const approved = withItem.when(approve, decision, supervisor)
    approved
      .gives(
        ["purchase_request/1", "PurchaseRequestApproved", { approvedBy: 2, vendorId: 1, overrideReason: null }],
        ["purchase_request/1", "PurchaseOrderMailed", { mailId: 1, to: "orders@vendor.example" }],
        ["mail/1", "MailQueued"],
      )
      .holds(purchaseRequests, 1, { status: "approved", vendorId: 1, approvedBy: 2, approvedDate: givenAt })
    expect(approved.row(mails, 1)).toMatchObject({ to: "orders@vendor.example", aboutKind: "purchase_request", aboutId: 1 })
    expect(approved.row(mails, 1)!.text).toContain("Item 1: 10 kg")
    // sixty days after the approval
    expect(approved.row(mails, 1)!.link).toEqual({
      page: "acknowledge",
      about: [1, 1],
      until: "2027-01-20T08:00:00.000Z",
      says: "Please tell us the date of delivery here, until 20 January 2027:",
    })
    expect(MailQueued.type).toBe("MailQueued")
  })
  test("succeeds without a mail if there is no supplier, or the supplier has no address", () => {
    withItem.when(approve, { ...decision, vendorId: 2 }, supervisor).gives(["purchase_request/1", "PurchaseRequestApproved"])
    raised
      .when(addItem, { ...line, stockItemId: 2 }, cook)
      .when(approve, decision, supervisor)
      .holds(purchaseRequests, 1, { vendorId: null, status: "approved" })
  })
  test("is refused without items, for your own request, above or without a limit, and by a simulated sign-in", () => {
    raised.when(approve, decision, supervisor).refuses("Add at least one item before approving", 422)
    withItem.when(approve, decision, person(1, 8)).refuses("You cannot approve your own request", 403)
    const helped = raised.when(addItem, line, manager)
    helped.when(approve, decision, manager).refuses("You cannot approve your own request", 403)
    const large = raised.when(addItem, { ...line, estimatedCost: 100_001 }, cook)
    large.when(approve, decision, supervisor).refuses("This is above your limit of USD 1000.00", 403)
    large
      .when(approve, decision, manager)
      .gives(["purchase_request/1", "PurchaseRequestApproved"], ["purchase_request/1", "PurchaseOrderMailed"], ["mail/1", "MailQueued"])
    withItem.when(approve, decision, finance).refuses("Your level cannot approve purchases", 403)
    withItem.when(approve, decision, { ...supervisor, simulated: true }).refuses(/simulated sign-in/, 403)
    withItem.when(approve, decision, { ...supervisor, confinedTo: 2 }).refuses("Purchase request 1 does not exist", 404)
  })
  test("your own request is possible for level 10 with a reason, which is kept", () => {
    const own = company.when(raise, asked, ceo).when(addItem, line, ceo)
    own.when(approve, decision, ceo).refuses("You cannot approve your own request", 403)
    own.when(approve, { ...decision, overrideReason: "No one else on site" }, ceo).holds(purchaseRequests, 1, { overrideReason: "No one else on site" })
    withItem.when(approve, { ...decision, overrideReason: "not needed" }, ceo).holds(purchaseRequests, 1, { overrideReason: null })
  })
  test("repeated by the same person changes nothing; by another person it is a conflict", () => {
    const approved = withItem.when(approve, decision, supervisor)
    approved.when(approve, decision, supervisor).gives()
    approved.when(approve, decision, manager).refuses("This request is already approved", 409)
    withItem.when(reject, { id: 1, reason: null }, manager).when(approve, decision, supervisor).refuses("Only a pending request can be approved", 409)
  })
  test("is refused for the first purchase from a vendor added by the approver", () => {
    const fresh = given(site(1, "unity-state"), vendor(3, null, 3), item(1, 3), limit(8, null))
      .when(raise, asked, cook)
      .when(addItem, line, cook)
    fresh.when(approve, decision, manager).refuses(/another person must approve the first purchase/, 403)
    const said = { ...decision, overrideReason: "The only one in Bentiu" }
    given(site(1, "unity-state"), vendor(3, null, 5), item(1, 3), limit(10, null))
      .when(raise, asked, cook)
      .when(addItem, line, cook)
      .when(approve, said, ceo)
      .holds(purchaseRequests, 1, { overrideReason: "The only one in Bentiu" })
  })
})

describe("rejecting, cancelling, reopening", () => {
  test("a rejection keeps its reason; a rejected request is reopened as a new one with its lines", () => {
    const rejected = withItem.when(reject, { id: 1, reason: "Too much" }, supervisor)
    rejected.holds(purchaseRequests, 1, { status: "rejected", rejectionReason: "Too much", rejectedBy: 2 })
    const reopened = rejected.when(reopen, { id: 1 }, cook)
    reopened
      .gives(
        ["purchase_request/2", "PurchaseRequestRaised"],
        ["purchase_request/2", "PurchaseItemAdded"],
        ["purchase_request/1", "PurchaseRequestReopened", { copy: 2, requestNumber: "PR-2026-0002" }],
      )
      .holds(purchaseRequests, 2, { status: "pending", copiedFrom: 1, estimatedTotal: 5_000, requestNumber: "PR-2026-0002" })
      .holds(purchaseRequests, 1, { status: "rejected" })
    reopened.when(reopen, { id: 1 }, cook).refuses("PR-2026-0001 is already reopened as PR-2026-0002", 409)
    withItem.when(reopen, { id: 1 }, cook).refuses(/Only a rejected request/, 409)
    withItem.when(reject, { id: 1, reason: null }, person(1, 8)).refuses("You cannot reject your own request", 403)
  })
  test("an approved request can be cancelled with a reason before anything arrives", () => {
    const approved = withItem.when(approve, decision, supervisor)
    approved.when(cancel, { id: 1, reason: "" }, supervisor).refuses("Reason is required", 422)
    approved.when(cancel, { id: 1, reason: "Site closed" }, supervisor).holds(purchaseRequests, 1, { status: "rejected", rejectionReason: "Site closed" })
    approved
      .when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 1, damaged: 0 }] }, cook)
      .when(cancel, { id: 1, reason: "x" }, supervisor)
      .refuses(/have been received/, 409)
  })
})

describe("the supplier of a cancelled order", () => {
  const approved = withItem.when(approve, decision, supervisor)
  const cancelled = { id: 1, reason: "Site closed" }
  const accepted = { id: 1, messageId: "<mail-1@ops.example>", attempts: 1, refused: null }

  test("an order mail that is still queued is withdrawn in the same commit and cannot be sent again", () => {
    const withdrawn = approved.when(cancel, cancelled, supervisor)
    withdrawn
      .gives(
        ["purchase_request/1", "PurchaseRequestCancelled"],
        ["purchase_request/1", "PurchaseOrderWithdrawn", { mailId: 1 }],
        ["mail/1", "MailWithdrawn", { reason: "PR-2026-0001 was cancelled: Site closed" }],
      )
      .holds(mails, 1, { status: "withdrawn" })
    withdrawn.when(requeueMail, { id: 1 }, finance).refuses(/withdrawn and cannot be sent again: PR-2026-0001 was cancelled/, 409)
    const failed = approved.when(mailFailed, { id: 1, error: "554 no such mailbox", attempts: 1 })
    failed.when(cancel, cancelled, supervisor).holds(mails, 1, { status: "withdrawn" })
  })
  test("an order mail that was sent is followed by a cancellation mail to the same supplier", () => {
    const told = approved.when(mailSent, accepted).when(cancel, cancelled, supervisor)
    told
      .gives(
        ["purchase_request/1", "PurchaseRequestCancelled"],
        ["purchase_request/1", "PurchaseCancellationMailed", { mailId: 2, to: "orders@vendor.example" }],
        ["mail/2", "MailQueued"],
      )
      .holds(mails, 1, { status: "sent" })
    expect(told.row(mails, 2)).toMatchObject({
      to: "orders@vendor.example",
      subject: "Cancelled: purchase order PR-2026-0001 for unity-state",
      aboutKind: "purchase_request",
      aboutId: 1,
    })
    expect(told.row(mails, 2)!.text).toContain("Reason: Site closed")
  })
  test("an order that the mail server took while it was being withdrawn is followed by one cancellation mail", () => {
    const late = approved.when(cancel, cancelled, supervisor).when(mailSent, accepted)
    late.gives(["mail/1", "MailSent"], ["purchase_request/1", "PurchaseCancellationMailed"], ["mail/2", "MailQueued"]).holds(mails, 1, { status: "sent" })
    late.when(mailSent, { ...accepted, id: 2, messageId: "<mail-2@ops.example>" }).gives(["mail/2", "MailSent"])
  })
})

describe("acknowledging an order", () => {
  const approved = withItem.when(approve, decision, supervisor)
  const vendor = acting({ ...supplier(1), at: givenAt })
  const answer = { id: 1, vendorId: 1, expectedDate: "2026-11-28", note: "" }

  test("the supplier gives a delivery date, and again when it changes", () => {
    const once = approved.when(acknowledge, { ...answer, note: "By truck" }, vendor)
    once
      .gives(["purchase_request/1", "PurchaseOrderAcknowledged", { expectedDate: "2026-11-28", note: "By truck" }])
      .holds(purchaseRequests, 1, { status: "approved", expectedDate: "2026-11-28", supplierNote: "By truck", acknowledgedAt: givenAt })
    once.when(acknowledge, { ...answer, note: "By truck" }, vendor).gives()
    once.when(acknowledge, { ...answer, expectedDate: "2026-12-02" }, vendor).holds(purchaseRequests, 1, { expectedDate: "2026-12-02", supplierNote: "" })
    const says = (note: string) => PurchaseOrderAcknowledged.describe({ expectedDate: "2026-11-28", note }, () => "")
    expect([says(""), says("By truck")]).toEqual(["Acknowledged, expected 28 November 2026", "Acknowledged, expected 28 November 2026. By truck"])
  })
  test("an order with a hundred events accepts no further answer, and asks the supplier to call instead", () => {
    let answered = approved
    const day = (n: number) => `2026-12-${String(1 + (n % 28)).padStart(2, "0")}`
    for (let n = approved.row(purchaseRequests, 1)!.version; n < 100; n++) answered = answered.when(acknowledge, { ...answer, expectedDate: day(n) }, vendor)
    answered.holds(purchaseRequests, 1, { version: 100, expectedDate: day(99) })
    answered.when(acknowledge, { ...answer, expectedDate: day(100) }, vendor).refuses("Too many responses to this order. Please call us instead", 409)
  })
  test("the date is today at the earliest, only for the supplier's own order, and only while the order is open", () => {
    approved.when(acknowledge, { ...answer, expectedDate: "2026-11-21" }, vendor).holds(purchaseRequests, 1, { expectedDate: "2026-11-21" })
    approved.when(acknowledge, { ...answer, expectedDate: "2026-11-20" }, vendor).refuses("The delivery date cannot be in the past", 422)
    const ended = "This link is no longer valid. Please write to the buyer."
    approved.when(acknowledge, { ...answer, vendorId: 2 }, vendor).refuses(ended, 404)
    approved.when(acknowledge, { ...answer, id: 9 }, vendor).refuses(ended, 404)
    withItem.when(acknowledge, answer, vendor).refuses(ended, 404)
    approved
      .when(cancel, { id: 1, reason: "Site closed" }, supervisor)
      .when(acknowledge, answer, vendor)
      .refuses(/was cancelled/, 409)
    const some = approved.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 4, damaged: 0 }] }, cook)
    some.when(acknowledge, answer, vendor).holds(purchaseRequests, 1, { expectedDate: "2026-11-28" })
    some
      .when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 6, damaged: 0 }] }, cook)
      .when(acknowledge, answer, vendor)
      .refuses(/All goods of this order have been received/, 409)
  })
})

describe("lots of a delivery", () => {
  const approved = withItem.when(approve, decision, supervisor)
  const line = { itemId: 1, received: 4, damaged: 0 }
  test("a line's lot and expiry date go into the store with its goods, for that delivery only", () => {
    const first = approved.when(receive, { id: 1, note: "", lines: [{ ...line, lotNumber: "B-114", expiryDate: "2026-11-29" }] }, cook)
    first
      .gives(
        ["purchase_request/1", "DeliveryLotsNoted", { lots: [{ itemId: 1, lotNumber: "B-114", expiryDate: "2026-11-29" }] }],
        ["purchase_request/1", "GoodsReceived"],
        ["stock_level/1", "StockLevelOpened"],
        ["stock_level/1", "StockMoved"],
      )
      .holds(stockLevels, 1, { lots: [{ lotNumber: "B-114", expiryDate: "2026-11-29", quantity: 4_000 }] })
    const second = first.when(receive, { id: 1, note: "", lines: [{ ...line, received: 2 }] }, cook)
    second.holds(stockLevels, 1, { currentQuantity: 6_000, lots: [{ lotNumber: "B-114", expiryDate: "2026-11-29", quantity: 4_000 }] })
    second.holds(purchaseRequests, 1, { deliveryLots: [] })
  })
  test("expired goods are refused", () => {
    approved
      .when(receive, { id: 1, note: "", lines: [{ ...line, expiryDate: "2026-11-20" }] }, cook)
      .refuses(`${titleOf("stock_item", 1)} has expired on 2026-11-20. Do not take it in`, 422)
  })
})

describe("receiving", () => {
  const approved = withItem.when(approve, decision, supervisor)
  test("puts a part delivery into the store at once; the last delivery completes the request", () => {
    const some = approved.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 4, damaged: 1 }] }, cook)
    some.gives(
      ["purchase_request/1", "GoodsReceived"],
      ["stock_level/1", "StockLevelOpened"],
      [
        "stock_level/1",
        "StockMoved",
        {
          kind: "receive",
          quantity: 4_000,
          value: 2_000,
          lots: [],
          note: "PR-2026-0001",
          account: "2050",
          otherSiteId: null,
          sourceKind: "purchase_request",
          sourceId: 1,
        },
      ],
    )
    some.holds(purchaseRequests, 1, { status: "approved" })
    const all = some.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 6, damaged: 0 }] }, cook)
    all.holds(purchaseRequests, 1, { status: "completed", completedDate: givenAt }).holds(stockLevels, 1, { currentQuantity: 10_000 })
    expect([StockLevelOpened.type, StockMoved.type]).toEqual(["StockLevelOpened", "StockMoved"])
  })
  test("never exceeds what was approved, adds an item that is not on the request, or precedes the approval", () => {
    approved
      .when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 11, damaged: 0 }] }, cook)
      .refuses(/^Only 10 of \u2068stock_item\/\d+\/[-0-9a-f]+\u2069 are outstanding$/, 422)
    approved.when(receive, { id: 1, note: "", lines: [{ itemId: 5, received: 1, damaged: 0 }] }, cook).refuses("Item 5 is not on this request", 422)
    approved.when(receive, { id: 1, note: "", lines: [] }, cook).refuses(/at least one item/, 422)
    withItem.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 1, damaged: 0 }] }, cook).refuses(/only for an approved request/, 409)
  })
  test("in any number of parts, keeps the stock equal to what was received and completes exactly at the end", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }), (parts) => {
        let story: Pick<typeof approved, "when" | "row"> = approved
        let left = 10
        for (const part of parts) {
          const next = story.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: part, damaged: 0 }] }, cook)
          if (part > left || left === 0) {
            if (next.refusal === undefined) return false
            continue
          }
          if (next.refusal !== undefined) return false
          left -= part
          story = next
        }
        const level = story.row(stockLevels, 1)
        const request = story.row(purchaseRequests, 1)!
        return (level?.currentQuantity ?? 0) === (10 - left) * 1000 && (request.status === "completed") === (left === 0)
      }),
    )
  })
})

describe("goods that are not kept in stock", () => {
  const filter = { name: "Generator filter", unit: "piece", quantity: 3, estimatedCost: 9_000, notes: "" }
  const both = company.when(raise, { ...asked, items: [filter, { stockItemId: 1, quantity: 10, estimatedCost: 5_000 }] }, cook)
  const approved = both.when(approve, decision, supervisor)

  test("are requested by name, unit and price beside stock items, and count towards the total", () => {
    both.gives(
      ["purchase_request/1", "PurchaseRequestRaised"],
      ["purchase_request/1", "PurchaseUnstockedItemAdded", { ...filter, addedBy: 1 }],
      ["purchase_request/1", "PurchaseItemAdded"],
    )
    both.holds(purchaseRequests, 1, { estimatedTotal: 14_000 })
    expect(both.row(purchaseRequests, 1)!.items).toMatchObject([
      { id: 1, stockItemId: null, name: "Generator filter", unit: "piece" },
      { id: 2, stockItemId: 1, name: null, unit: null },
    ])
  })
  test("need a name and a unit, and cannot be a stock item", () => {
    const items = (line: object) => company.when(raise, { ...asked, items: [{ quantity: 1, estimatedCost: 100, ...line }] }, cook)
    items({}).refuses("Stock item is required, or the name of another item")
    items({ name: "Filter" }).refuses("Unit of Filter is required, for example: piece")
    items({ name: "Item 1", unit: "kg" }).refuses("Item 1 is a stock item. Choose it from the list")
    items({ name: "Filter", unit: "piece", stockItemId: 1 }).refuses("Choose a stock item or name another item, not both")
  })
  test("are ordered by name from the supplier of the stock items", () => {
    approved.holds(purchaseRequests, 1, { vendorId: 1 })
    const mail = approved.events.find(([, type]) => type === "MailQueued")!
    expect(mail[2].text).toContain("- Generator filter: 3 piece\n- Item 1: 10 kg")
  })
  test("are counted on receipt and leave the stock unchanged; the last of them complete the request", () => {
    const first = approved.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 3 }] }, cook)
    first.gives(["purchase_request/1", "GoodsReceived", { receivedBy: 1, note: "", lines: [{ itemId: 1, stockItemId: null, received: 3, damaged: 0 }] }])
    approved.when(receive, { id: 1, note: "", lines: [{ itemId: 1, received: 4 }] }, cook).refuses("Only 3 of Generator filter are outstanding", 422)
    first.when(receive, { id: 1, note: "", lines: [{ itemId: 2, received: 10 }] }, cook).holds(purchaseRequests, 1, { status: "completed" })
    first
      .when(reverseReceipt, { id: 1, receipt: 1, movements: [], kind: "error", reason: "Wrong site" }, finance)
      .holds(purchaseRequests, 1, { status: "approved" })
      .gives(["purchase_request/1", "GoodsReceiptReversed"])
  })
  test("are on a rejected request that is reopened", () => {
    const again = both.when(reject, { id: 1, reason: "Too many" }, supervisor).when(reopen, { id: 1 }, cook)
    expect(again.row(purchaseRequests, 2)!.items).toMatchObject([{ name: "Generator filter", unit: "piece", quantity: 3 }, { stockItemId: 1 }])
  })
})

describe("policy", () => {
  test("the limit of a date is the latest in effect", () => {
    const policy = given(limit(6, 100), approvalPolicies.at(1, ApprovalLimitSet({ from: "2026-12-01", level: 6, upTo: 500 })))
      .when(raise, asked, ceo)
      .row(approvalPolicies, 1)
    expect([limitOf(policy, 6, "2026-11-30"), limitOf(policy, 6, "2026-12-01"), limitOf(policy, 7, "2026-12-01"), limitOf(policy, 6, "2025-01-01")]).toEqual([
      100,
      500,
      undefined,
      undefined,
    ])
  })
})

test("a site's budget is set by finance from the first of a month and is never negative", () => {
  const asked = { siteId: 1, from: "2026-12-01", monthly: 12_000_00 }
  company.when(setProcurementBudget, asked, manager).refuses("Only people who manage budgets can set one", 403)
  company.when(setProcurementBudget, { ...asked, from: "2026-12-02" }, finance).refuses("A budget applies from the first day of a month")
  company.when(setProcurementBudget, { ...asked, monthly: -1 }, finance).refuses("Monthly budget cannot be less than 0")
  const set = company.when(setProcurementBudget, asked, finance)
  set.when(setProcurementBudget, asked, finance).gives()
  set.holds(procurementBudgets, 1, { budgets: [{ from: "2026-12-01", monthly: 12_000_00 }] })
})
