/** Vendors, budgets and two months of purchase requests in the demo scenario. */
import { Effect } from "effect"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { acting, get } from "@ops/platform/records/command.ts"
import { setProcurementBudget } from "./policy.ts"
import { acknowledge, addItem, approve, priorities, purchaseRequests, raise, receive, reject, reverseReceipt } from "./purchase-requests/purchase-request.ts"
import { receiptMovementsSql } from "./purchase-requests/queries.ts"
import { supplier } from "./acknowledgements/supplier-link.ts"
import { addVendor } from "./vendors/vendor.ts"

const suppliers = [
  ["Konyo Konyo Fresh Produce", "Mary Keji", "orders@konyo-fresh.example", "+211 920 000 101"],
  ["Nile Cold Stores", "Peter Lado", "sales@nile-cold.example", "+211 920 000 102"],
  ["Equatoria General Traders", "Grace Poni", "orders@equatoria-traders.example", "+211 920 000 103"],
  ["CleanCo Juba", "Simon Wani", "desk@cleanco.example", "+211 920 000 104"],
  ["Upper Nile Fuels", "Achol Deng", "dispatch@un-fuels.example", "+211 920 000 105"],
] as const

/** Vendors are created before the items that prefer them. */
export const vendorDemo = ({ as, execute, days }: Scenario) =>
  Effect.forEach(suppliers, ([name, contactPerson, email, phone], n) =>
    execute(
      `vendor-${n}`,
      addVendor,
      {
        vendorNumber: null,
        name,
        contactPerson,
        email,
        phone,
        address: "Juba",
        taxId: null,
        paymentTerms: "net_30" as const,
        currency: "USD" as const,
        notes: null,
      },
      as("FO-FIN-001", days[0]!, "05:10"),
    ),
  )

/** Justification; then site and lines: item, quantity, cents for the line. */
const orders: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, number, number]>]> = [
  [
    "Fresh vegetables, weekly order",
    [
      ["Fresh tomatoes", 120, 42_000],
      ["Onions", 90, 19_800],
      ["Potatoes", 150, 22_500],
    ],
  ],
  [
    "Frozen chicken and fish",
    [
      ["Frozen chicken", 200, 96_000],
      ["Frozen fish", 80, 44_000],
    ],
  ],
  [
    "Cleaning chemicals",
    [
      ["Chlorine 70%", 40, 31_000],
      ["Floor cleaner", 60, 18_600],
    ],
  ],
  ["Diesel for the generators", [["Diesel", 2000, 310_000]]],
  [
    "",
    [
      ["Rice", 300, 45_000],
      ["Maize flour", 250, 30_000],
      ["Cooking oil", 90, 24_300],
    ],
  ],
  [
    "Meat for the month",
    [
      ["Frozen beef", 150, 118_500],
      ["Goat meat", 60, 51_000],
    ],
  ],
  ["Kitchen gas cylinders", [["Kitchen gas", 12, 57_600]]],
]

/** The shelf life of delivered food in days. */
const keeps: Readonly<Record<string, number>> = {
  Rice: 360,
  "Maize flour": 240,
  "Cooking oil": 360,
  "Frozen chicken": 150,
  "Frozen fish": 150,
  "Frozen beef": 150,
}
/** The label of delivered food: its lot and expiry date. */
const labelled = (n: number, item: string, day: string) =>
  keeps[item] === undefined
    ? {}
    : { lotNumber: `${item.slice(0, 2).toUpperCase()}-${day.slice(2).replaceAll("-", "")}${n || ""}`, expiryDate: addDays(day, keeps[item]) }

export const procurementDemo = ({ as, execute, atOnce, look, until, chance, days, scale }: Scenario, items: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const month = `${monthOf(days[0]!)}-01`
    for (const [siteId, monthly] of [
      [1, 2_000_000],
      [2, 1_500_000],
      [3, 1_000_000],
    ] as const) {
      yield* execute(`budget-${siteId}`, setProcurementBudget, { siteId, from: month, monthly }, as("FO-FIN-001", days[0]!, "06:45"))
    }
    /** The n-th order, raised on a day; `waits` means not decided yet. */
    const order = (n: number, index: number, priority: (typeof priorities)[number], waits: boolean) =>
      Effect.gen(function* () {
        const day = days[index]!
        const left = days.length - 1 - index
        const [justification, lines] = orders[(n - 1) % orders.length]!
        // today's waiting requests are at the first site, where a person of each level works
        const site = waits && left === 0 ? 1 : [1, 2, 1, 3][(n - 1) % 4]!
        const name = `order-${n}`
        const raiser = site === 1 ? "FO-OPS-001" : "FO-CEO-001"
        const by = (time: string) => as(raiser, day, time)
        const id = yield* execute(name, raise, { siteId: site, priority, justification }, by("08:10"))
        for (const [line, [item, quantity, estimatedCost]] of lines.entries()) {
          const part = { id, stockItemId: items.get(item)!, quantity, estimatedCost, notes: "" }
          yield* execute(`${name}-item-${line}`, addItem, part, by(`08:1${line + 1}`))
        }
        if (waits) return
        const total = lines.reduce((sum, [, , cents]) => sum + cents, 0)
        // the person who decides was not involved before, and the total is within their limit
        const decider = raiser === "FO-CEO-001" ? "FO-MGT-001" : total <= 1_000_000 ? "FO-MGT-001" : "FO-CEO-001"
        if (n % 9 === 0) {
          yield* execute(`${name}-reject`, reject, { id, reason: "Ordered last week already" }, as(decider, day, "10:05"))
          return
        }
        yield* execute(`${name}-approve`, approve, { id, vendorId: null, overrideReason: null }, as(decider, day, "10:00"))
        const { vendorId } = yield* look(get(purchaseRequests, id))
        if (vendorId !== null && n % 3 !== 2) {
          const { at } = as(decider, day, "15:20")
          const expectedDate = addDays(day, 5)
          yield* execute(`${name}-acknowledge`, acknowledge, { id, vendorId, expectedDate, note: "" }, acting({ ...supplier(vendorId), at, via: "demo" }))
        }
        if (left < 4) return
        const arrived = lines.map(([, quantity], line) => ({
          itemId: line + 1,
          ...labelled(line === 0 ? n : 0, lines[line]![0], days[index + 2]!),
          received: n % 6 === 0 && line === 0 ? Math.floor(quantity / 2) : quantity,
          damaged: 0,
        }))
        const counted = (key: string, time: string) =>
          execute(`${name}-${key}`, receive, { id, note: "", lines: arrived }, as("FO-CEO-001", days[index + 2]!, time))
        yield* counted("receive", "14:00")
        // one receipt is recorded and then reversed: the supplier takes the drums back and brings others
        if (n !== 10) return
        const back = as("FO-FIN-001", days[index + 2]!, "14:20")
        yield* until(back.at)
        const movements = (yield* statement(receiptMovementsSql, [id, 1])).map((row) => row.id)
        const reason = "The drums leak, the supplier exchanges them"
        yield* execute(`${name}-returned`, reverseReceipt, { id, receipt: 1, movements, kind: "supplier_return", reason }, back)
        yield* counted("receive-again", "14:40")
      })

    const story: Array<ReturnType<typeof order>> = []
    for (const index of days.keys()) {
      const left = days.length - 1 - index
      if (left > 1 && chance.next() < 0.55) continue // not every day needs an order
      for (let again = 0; again < (left <= 1 ? 2 : scale); again++) {
        // on the latest days, the first order of a day waits for a decision
        story.push(order(story.length + 1, index, chance.pick(priorities), left <= 1 && again === 0))
      }
    }
    yield* atOnce(story)
  })
