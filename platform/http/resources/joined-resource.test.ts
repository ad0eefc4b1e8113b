/** A resource whose list contains more than its fields: lines, conditions, joined fields with restricted readers, calls at other paths. */
import { Schema } from "effect"
import { type HttpApiEndpoint, HttpApiEndpoint as Endpoint } from "effect/http-api"
import { describe, expect, test } from "vitest"
import type { Permission } from "../../access/levels.ts"
import { Rule } from "../../access/rule.ts"
import type { SignedIn } from "../../access/who.ts"
import { acting, command, system } from "../../records/command.ts"
import { label, Line, Lines, Literals, Money, Optional, Percent, positive, Ref, Text, Whole, withDefault } from "../../records/field.ts"
import { blank, record } from "../../records/record.ts"
import { event, stream } from "../../records/stream.ts"
import { everyRow } from "../../records/visibility.ts"
import { inboxOf } from "./inbox.ts"
import { computed, creates, type Join, resource, updates } from "./resource.ts"
import { screenOf } from "./screen.ts"
import { searchOf } from "./search.ts"
import { inputOf, payloadOf } from "./wire.ts"

const facts = { orderNumber: Line(20), siteId: Ref("site"), note: Optional(Text()), total: Money, askedBy: Optional(Ref("person")) }
const Order = record("order", { ...facts, status: Literals("pending", "done") }, { label: "Order", title: "order_number" })
const OrderMade = event("OrderMade", 1, facts, () => "Made")
const orders = stream(Order, OrderMade).fold({ OrderMade: (_, order) => ({ ...blank(Order), ...order, status: "pending" as const }) })

const line = { item: Line(20), quantity: positive(Whole), price: label("Cost", Optional(Money)), remark: withDefault("none", Text(10)) }
const makeOrder = command(
  "order.make",
  "Make an order",
  { lines: Lines(line, 2, "An order has two lines at most"), discount: Optional(Percent) },
  function* ({ lines }) {
    throw new Error(JSON.stringify(lines))
  },
)
const onOrder = (name: string) =>
  command(`order.${name}`, `${name} an order`, { id: Ref("order"), reason: Optional(Text(100)) }, function* () {
    return []
  })
const finance: ReadonlyArray<Permission> = ["finance.full"]
const ofReader = {
  fields: { total: computed(Schema.NullOr(Schema.String), "es.money(r.total)", { kind: "money" }) },
  sorts: { total: ({ level }: SignedIn) => `r.total * ${level}` },
  search: [({ level }: SignedIn) => `'level ${level}'`],
  filters: { mine: { sql: ({ person }: SignedIn) => `r.asked_by = ${person}` } },
} as const satisfies Join
const resourceOfOrders = resource("orders", orders, {
  path: "/api/orders",
  noun: ["order", "orders"],
  answer: "Order",
  number: "orderNumber",
  read: { may: ["operations.basic"], rows: everyRow(), fields: { total: finance }, history: finance },
  hidden: ["total"],
  joins: [ofReader],
  list: {
    columns: ["orderNumber", "total"],
    filters: ["mine"],
    sorts: ["orderNumber", "total"],
    order: "orderNumber",
    search: ["orderNumber"],
    file: "Orders",
  },
  commands: {
    make: creates(makeOrder, { may: ["operations.basic"] }),
    addLine: updates(onOrder("line"), { path: "lines", idIn: "orderId", status: 201, may: ["operations.basic"] }),
    approve: updates(onOrder("approve"), { may: finance, versioned: true, hint: () => "r.status = 'pending'", onHint: true }),
    refuse: updates(onOrder("refuse"), { method: "PATCH", may: ["team.manage"] }),
  },
  more: (answer) => [Endpoint.get("latest", "/api/orders/latest", { success: answer }).annotate(Rule, { may: ["operations.basic"], scope: "all" })],
})
const calls = resourceOfOrders.group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>
const who = (permission: Permission) => ({ ...({} as SignedIn), level: 3, person: 7, permissions: [permission] })

describe("lines of a document", () => {
  const decoded = (body: object) => Schema.decodeUnknownExit(payloadOf(makeOrder.fields), { errors: "all" })(body)
  const rice = { item: " Rice ", quantity: "3", price: "1.50" }

  test("are read as their fields, and what is left out of a line has its default", () => {
    const exit = decoded({ lines: [rice, { item: "Oil", quantity: 1, price: "" }], discount: "7.5" })
    expect(exit).toMatchObject({ _tag: "Success", value: { discount: 750, lines: [{ item: "Rice", quantity: 3, price: 150 }, { item: "Oil" }] } })
    if (exit._tag === "Success") {
      expect(inputOf(makeOrder.fields)(exit.value)).toMatchObject({ lines: [{ remark: "none" }, { price: null, remark: "none" }] })
    }
    const decide = makeOrder.decide({ lines: [{ item: "Oil", quantity: 1, price: null }], discount: null }, acting(system("test")))
    expect(() => decide.next()).toThrow('"remark":"none"')
  })

  test("are refused by what is wrong in one of them, and where there are too many", () => {
    const faults = String(decoded({ lines: [{ ...rice, quantity: 0, price: "much" }], discount: "101" }))
    for (const fault of ["Quantity must be a whole number greater than 0", "Cost must be a number", "Discount must be a percentage between 0 and 100"]) {
      expect(faults).toContain(fault)
    }
    expect(String(decoded({ lines: [rice, rice, rice] }))).toContain("An order has two lines at most")
  })
})

test("a joined field stands in the place of a hidden one and can be withheld; orders, words and conditions depend on who asks", () => {
  const { select, sorts, search, filters, columns } = resourceOfOrders.shape(who("finance.full"))
  expect(select).toContain('es.money(r.total) as "total"')
  expect([sorts["total"], search, filters]).toEqual(["r.total * 3", ["'level 3'", "r.order_number"], { mine: "r.asked_by = 7" }])
  expect(columns?.at(-1)).toEqual({ key: "total", title: "Total", kind: "money" })
  const less = resourceOfOrders.shape(who("operations.basic"))
  expect(less.select).toContain('null as "total"')
  expect([Object.keys(less.sorts), less.columns?.map(({ key }) => key)]).toEqual([["orderNumber"], ["orderNumber"]])
  expect(screenOf(resourceOfOrders).mayReadHistory).toEqual(finance)
})

test("a call can name its record in the payload, and more calls can answer the record", () => {
  expect(Object.values(calls).map(({ identifier, method, path }) => `${identifier} ${method} ${path}`)).toEqual([
    "list GET /api/orders",
    "one GET /api/orders/:id",
    "history GET /api/orders/:id/history",
    "make POST /api/orders",
    "addLine POST /api/orders/lines",
    "approve POST /api/orders/:id/approve",
    "refuse PATCH /api/orders/:id/refuse",
    "latest GET /api/orders/latest",
  ])
  expect(screenOf(resourceOfOrders, { noun: ["order", "things"] })).toMatchObject({
    noun: ["order", "things"],
    commands: { addLine: { path: "/api/orders/lines", idIn: "orderId" } },
  })
})

test("the inbox and the search of a resource follow from its declaration", () => {
  const source = inboxOf(resourceOfOrders, {
    by: "askedBy",
    amount: "total",
    title: "x.note",
    rule: "Not who asked",
    row: { since: "x.day" },
    screen: "/orders?open=:id",
    approve: "approve",
    reject: "refuse",
  })
  expect(source).toMatchObject({
    kind: "order",
    label: "Order",
    may: finance,
    waiting: "r.status = 'pending'",
    approve: { method: "POST", path: "/api/orders/:id/approve", versioned: true },
    reject: { method: "PATCH", path: "/api/orders/:id/refuse", reason: "optional", may: ["team.manage"] },
  })
  expect(source.row(who("finance.full"))).toMatchObject({
    number: 'x."orderNumber"',
    requestedBy: 'x."askedBy"',
    amount: 'x."total"',
    title: "x.note",
    rule: "'Not who asked'",
    since: "x.day",
  })
  const search = searchOf(resourceOfOrders, { title: "note", site: true, screen: "/orders?open=:id" })
  expect(search).toMatchObject({ label: "Order", heading: "Orders", call: "/api/orders", number: "r.order_number", title: "r.note", site: "s.code" })
  expect(search.words?.("n")).toEqual(["n.order_number"])
})

test("a new record begins with nothing in the fields that may be missing", () => {
  expect(blank(Order)).toEqual({ note: null, askedBy: null })
})
