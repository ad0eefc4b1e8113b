/** The calls over HTTP, on a real database: a week from the menu to the purchase request and the kitchen, permissions, rejections. */
import { Effect, Layer, ManagedRuntime } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { AuthorizationLive } from "@ops/platform/http/middleware.ts"
import { recorded } from "@ops/platform/http/access-log.ts"
import { command, findById, system } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { serveApi } from "@ops/platform/testing/http.ts"
import { clientsModule } from "@ops/clients/module.ts"
import { joinStaffMember } from "@ops/clients/staff-members/staff-member.ts"
import { config } from "@ops/identity/testing.ts"
import { identityModule } from "@ops/identity/module.ts"
import { ledgerModule } from "@ops/ledger/module.ts"
import { mealsModule } from "@ops/meals/module.ts"
import { recordMeals } from "@ops/meals/head-counts/staff-feeding.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { vendors } from "@ops/procurement/vendors/vendor.ts"
import { sites } from "@ops/sites/site.ts"
import { stockModule } from "@ops/stock/module.ts"
import { RecipesApi } from "./contract.ts"
import { menus } from "./menus/resource.ts"
import { mondayOf } from "@ops/platform/dates/days.ts"
import { cateringModule } from "./module.ts"
import { CateringLive } from "./server.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { beans, fed, oil, person, rice, store } from "./testing.ts"

const modules = [identityModule, ledgerModule, clientsModule, mealsModule, stockModule, cateringModule]
const model = {
  streams: [sites, vendors, purchaseRequests, ...modules.flatMap(({ streams }) => [...streams])],
  consequences: stockModule.consequences,
  views: modules.flatMap(({ views }): ReadonlyArray<string> => views).filter((view) => !view.includes(" spender ")),
  tables: modules.flatMap(({ tables }): ReadonlyArray<string> => tables),
}
const runtime = ManagedRuntime.make(testDatabase(model))
const { today, at } = system("test", new Date().toISOString())
const monday = mondayOf(today)
const weekday = ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** Signs in with a level, limited to a site if one is given: "6@1". */
const signedIn = (token: string) => {
  const [, level, site] = /^(\d+)(?:@(\d+))?$/.exec(token)!
  const by = person(Number(level), { confinedTo: site === undefined ? null : Number(site), today, at })
  return { ...by, person: Number(level), employeeId: token, siteId: by.confinedTo, sessionId: null, proven: true }
}
const web = serveApi(
  HttpApiBuilder.layer(RecipesApi.add(menus.group)).pipe(
    Layer.provide(CateringLive),
    Layer.provide(recorded.pipe(Layer.provide(AuthorizationLive))),
    Layer.provide(config("demo")),
  ),
  runtime,
  signedIn,
)
const call = (token: string, address: string, body?: object | null, method?: string, key?: string) =>
  web.call(token, address, body, method, key === undefined ? {} : { "idempotency-key": key })
const run = <A>(effect: Effect.Effect<A, unknown, unknown>) => runtime.runPromise(effect as Effect.Effect<A, unknown, never>)
const rows = (sql: string) => run(Effect.flatMap(Database, ({ statement }) => statement(sql, [])))
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const pilau = {
  name: "Pilau",
  mealTypes: ["lunch", "dinner"],
  allergens: ["peanuts"],
  diets: ["halal"],
  ingredients: [
    { stockItemId: rice.id, quantity: "0.15" },
    { stockItemId: beans.id, quantity: 0.06 },
  ],
}
const diner = {
  staffNumber: null,
  firstName: "Deng",
  lastName: "Majok",
  email: null,
  phone: null,
  position: null,
  department: null,
  clientId: 1,
  projectId: null,
  siteId: 1,
  hireDate: null,
  mealPlan: "full" as const,
  allergies: "Groundnuts",
  dietaryRestrictions: "Halal",
  emergencyContact: null,
  emergencyPhone: null,
}

beforeAll(async () => {
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const { statement } = yield* Database
      yield* execute(told, [...store, ...fed], system("test", "2026-01-04T06:00:00.000Z"))
      // events written with fixed ids do not advance the sequences
      for (const kind of ["stock_level", "stock_item", "client", "client_contract", "account"]) yield* statement(`select es.next_value('id_${kind}', 100)`, [])
      yield* execute(joinStaffMember, diner, system("test"))
      yield* execute(joinStaffMember, { ...diner, firstName: "Mary", allergies: "Bee stings", dietaryRestrictions: null }, system("test"))
    }),
  )
}, 120_000)
afterAll(async () => {
  await web.dispose()
  await runtime.dispose()
})

describe("a week in a kitchen", () => {
  // proves API-242
  test("starts with recipes, which determine the cost per head", async () => {
    expect(await call("6@1", "/api/recipes", pilau)).toMatchObject({
      status: 201,
      body: {
        id: 1,
        description: "",
        costPerHead: "0.30",
        ingredients: [
          { name: "Rice", quantity: "0.15", unitCost: "1.20", cost: "0.18" },
          { name: "Beans", quantity: "0.06", unitCost: "2.00", cost: "0.12" },
        ],
      },
    })
    const fried = { ...pilau, name: "Fried beans", diets: [], allergens: [], mealTypes: ["dinner"] }
    const ingredients = [
      { stockItemId: beans.id, quantity: "0.2" },
      { stockItemId: oil.id, quantity: "0.05" },
    ]
    expect(await call("8", "/api/recipes", { ...fried, ingredients })).toMatchObject({ status: 201, body: { id: 2, costPerHead: null } })
    const names = async (query: string) => ((await call("3@1", `/api/recipes${query}`)).body as ReadonlyArray<{ name: string }>).map(({ name }) => name)
    expect(await names("")).toEqual(["Fried beans", "Pilau"])
    expect(await names("?mealType=lunch")).toEqual(["Pilau"])
    expect(await names("?mealType=breakfast")).toEqual([])
  })
  test("refuses a recipe without a quantity in one sentence, and writes nothing", async () => {
    const before = await rows("select count(*) from es.event")
    expect(await call("6@1", "/api/recipes", { ...pilau, name: "Air", ingredients: [{ stockItemId: rice.id, quantity: "" }] })).toEqual({
      status: 400,
      body: "Quantity must be a number with at most three decimals",
    })
    expect(await call("6@1", "/api/recipes", { ...pilau, name: "Air", ingredients: [{ stockItemId: rice.id, quantity: 0 }] })).toEqual({
      status: 422,
      body: "Quantity of Rice per serving must be greater than 0",
    })
    expect((await call("6@1", "/api/recipes", { ...pilau, name: "Air", mealTypes: ["brunch"] })).status).toBe(400)
    expect(await rows("select count(*) from es.event")).toEqual(before)
  })
  // proves API-242
  test("continues with a menu for the site", async () => {
    const menu = { siteId: 1, name: "Camp menu", weeks: 1, startDate: monday }
    expect(await call("6@1", "/api/menus", menu)).toMatchObject({ status: 201, body: { id: 1, isActive: true, isCurrent: true, entries: [], mealsPlanned: 0 } })
    expect(await call("6@2", "/api/menus", menu)).toEqual({ status: 403, body: "You work at another site than Site 1" })
    expect((await call("3@1", "/api/menus", { ...menu, name: "Other" })).status).toBe(403)
    const days = [1, 2, 3, 4, 5, 6, 7]
    const entries = days.flatMap((day) => [
      { week: 1, day, mealType: "lunch", dishIds: [1] },
      { week: 1, day, mealType: "dinner", dishIds: [1, 2] },
    ])
    const set = await call("6@1", "/api/menus/1/entries", { entries }, "PUT")
    expect(set).toMatchObject({ status: 200, body: { mealsPlanned: 14 } })
    const monday1 = set.body.entries.filter(({ day }: { day: number }) => day === 1)
    expect(monday1).toMatchObject([
      { mealType: "lunch", dishes: [{ id: 1, name: "Pilau" }], since: today },
      {
        mealType: "dinner",
        dishes: [
          { id: 1, name: "Pilau" },
          { id: 2, name: "Fried beans" },
        ],
      },
    ])
  })
  test("subtracts what earlier meals use from the stock on hand", async () => {
    const { status, body } = await call("3@1", `/api/menus/1/requirements?from=${today}&to=${addDays(today, 1)}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      people: { total: 2, allergens: [{ word: "peanuts", people: 1 }], diets: [{ word: "halal", people: 1 }], others: [{ text: "Bee stings", people: 1 }] },
    })
    expect(
      body.meals.map((meal: Fields & { readonly warnings: ReadonlyArray<Fields> }) => [
        meal.date,
        meal.mealType,
        meal.heads,
        meal.source,
        meal.costPerHead,
        meal.warnings.map(({ word }: Fields) => word),
      ]),
    ).toEqual([
      [today, "lunch", 40, "planned", "0.30", ["peanuts"]],
      [today, "dinner", 40, "planned", null, ["peanuts"]],
      [addDays(today, 1), "lunch", 40, "planned", "0.30", ["peanuts"]],
      [addDays(today, 1), "dinner", 40, "planned", null, ["peanuts"]],
    ])
    // one head takes 0.06 kg beans at lunch, 0.26 at dinner: 2.4 and 10.4 of the 10 on hand
    const beansOf = ({ needs }: { readonly needs: ReadonlyArray<Fields> }) => needs.find(({ name }) => name === "Beans")!
    expect(
      body.meals.map((meal: { readonly needs: ReadonlyArray<Fields> }) => [beansOf(meal).required, beansOf(meal).available, beansOf(meal).shortage]),
    ).toEqual([
      ["2.40", "10.00", "0.00"],
      ["10.40", "7.60", "2.80"],
      ["2.40", "0.00", "2.40"],
      ["10.40", "0.00", "10.40"],
    ])
    expect(body.items).toMatchObject([
      { name: "Cooking oil", required: "4.00", onHand: "0.00", shortage: "4.00", toRequest: 4, estimatedCost: null },
      { name: "Beans", required: "25.60", shortage: "15.60", toRequest: 16, estimatedCost: "32.00" },
      { name: "Rice", required: "24.00", available: "50.00", shortage: "0.00", toRequest: 0 },
    ])
    const tomorrow = await call("3@1", `/api/menus/1/requirements?from=${addDays(today, 1)}&to=${addDays(today, 1)}`)
    expect(tomorrow.body.items.find(({ name }: Fields) => name === "Rice")).toMatchObject({ earlier: "12.00", available: "38.00" })
  })
  test("requests a shortage with a single purchase request, however often it is submitted", async () => {
    const days = { from: today, to: addDays(today, 1) }
    const first = await call("3@1", "/api/menus/1/shortages", days, "POST", "once")
    expect(first).toMatchObject({ status: 201, body: { siteId: 1, itemCount: 2, estimatedTotal: "32.00" } })
    expect(await call("3@1", "/api/menus/1/shortages", days, "POST", "once")).toEqual(first)
    expect(await call("3@1", "/api/menus/1/shortages", days)).toMatchObject({ status: 422, body: expect.stringMatching(/^Nothing is missing/) })
    expect(await rows("select status, items->0->>'quantity' as oil, items->1->>'quantity' as beans, justification from purchase_request")).toEqual([
      { status: "pending", oil: "4", beans: "16", justification: `Camp menu, ${today} to ${addDays(today, 1)}` },
    ])
    const { body } = await call("3@1", `/api/menus/1/requirements?from=${today}&to=${addDays(today, 1)}`)
    expect(body.items.map(({ name, shortage, onOrder, toRequest }: Fields) => [name, shortage, onOrder, toRequest])).toEqual([
      ["Cooking oil", "4.00", "4.00", 0],
      ["Beans", "15.60", "16.00", 0],
      ["Rice", "0.00", "0.00", 0],
    ])
    expect((await call("6@1", "/api/menus/1")).body.requests).toMatchObject([{ status: "pending" }])
  })
  test("creates one purchase request from two concurrent requests for a shortage", async () => {
    const days = { from: addDays(today, 2), to: addDays(today, 3) }
    const answers = await Promise.all([1, 2, 3].map(() => call("3@1", "/api/menus/1/shortages", days)))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 409, 422]).toContain(status)
    expect((await rows("select count(*)::int as n from purchase_request"))[0]).toEqual({ n: 2 })
  })
  test("reduces the stock and posts the cost when lunch is issued to the kitchen", async () => {
    const lunch = { siteId: 1, date: today, mealType: "lunch" }
    const issued = await call("3@1", "/api/menus/issues", lunch)
    expect(issued).toMatchObject({ status: 201, body: { heads: 40, cost: "12.00", dishes: [{ name: "Pilau" }], lineCount: 2 } })
    expect(await call("3@1", "/api/menus/issues", lunch)).toEqual({ status: 409, body: `Lunch of ${today} is already issued to the kitchen` })
    expect(
      await rows(
        "select i.name, l.current_quantity::int as left from stock_level l join stock_item i on i.id = l.stock_item_id where l.site_id = 1 order by 1",
      ),
    ).toEqual([
      { name: "Beans", left: 7_600 },
      { name: "Rice", left: 44_000 },
    ])
    expect(
      await rows(
        "select a.account_number as account, sum(l.debit - l.credit)::int as balance from journal_line l join account a on a.id = l.account_id group by 1 order by 1",
      ),
    ).toEqual([
      { account: "1200", balance: 68_00 },
      { account: "3000", balance: -80_00 },
      { account: "5100", balance: 12_00 },
    ])
    const { body } = await call("3@1", `/api/menus/1/requirements?from=${today}&to=${today}`)
    expect(body.meals.map(({ mealType, issued }: Fields) => [mealType, issued])).toEqual([
      ["lunch", true],
      ["dinner", false],
    ])
    expect(await call("3@1", "/api/menus/issues", { ...lunch, mealType: "dinner" })).toMatchObject({
      status: 422,
      body: expect.stringMatching(/^There are only 7\.60 kg of Beans at Site 1/),
    })
    expect(await call("8", "/api/menus/issues", { ...lunch, siteId: 2 })).toEqual({
      status: 422,
      body: `No menu of Site 2 has lunch on ${today}. Plan it first`,
    })
    expect((await call("3@1", "/api/menus/issues")).body).toHaveLength(1)
  })
  test("shows each person only the week of their own site", async () => {
    const { body } = await call("3@1", "/api/menus/current")
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ site: { id: 1 }, menu: { name: "Camp menu" }, today })
    expect(body[0].days.map(({ date }: Fields) => date)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n)))
    expect(body[0].days[weekday - 1].meals).toMatchObject([
      { mealType: "lunch", dishes: [{ name: "Pilau", allergens: ["peanuts"], diets: ["halal"] }] },
      { mealType: "dinner", dishes: [{ name: "Pilau" }, { name: "Fried beans" }] },
    ])
    expect(
      (await call("8", "/api/menus/current")).body.map(({ site, menu }: { readonly site: Fields; readonly menu: Fields | null }) => [site.id, menu?.name]),
    ).toEqual([
      [1, "Camp menu"],
      [2, undefined],
    ])
    expect(await call("3@2", "/api/menus/current?siteId=1")).toEqual({ status: 404, body: "Site 1 does not exist" })
    expect(await call("3@2", "/api/menus/1/requirements")).toEqual({ status: 404, body: "Menu 1 does not exist" })
  })
})

describe("recommendations", () => {
  test("give their reasons: wishes, cost compared with the rate, stock and people", async () => {
    const wish = { clientId: 1, siteId: 1, dishId: 1, rating: 5 }
    expect(await call("3@1", "/api/menus/wishes", wish)).toMatchObject({
      status: 201,
      body: { companyName: "Nile Drilling", dishName: "Pilau", rating: 5, text: "" },
    })
    expect((await call("3@1", "/api/menus/wishes", { ...wish, rating: 7 })).status).toBe(422)
    expect((await call("7", "/api/menus/wishes")).body).toHaveLength(1)
    const { status, body } = await call("6@1", "/api/menus/recommendations")
    expect(status).toBe(200)
    expect(body).toMatchObject({ heads: 40, rate: { amount: "12.00", client: "Nile Drilling" } })
    const pilau = body.dishes.find(({ name }: Fields) => name === "Pilau")
    const reasons = pilau.reasons.map(({ kind, text }: Fields) => [kind, text])
    expect(reasons).toContainEqual(["rating", "Rated 5.0 of 5, 1 time"])
    expect(reasons).toContainEqual(["cost", "USD 0.30 per person, under the rate of USD 12.00 of Nile Drilling"])
    expect(reasons).toContainEqual(["stock", "Everything is on hand for 40 people"])
    expect(reasons).toContainEqual(["diet", "Suits 1 person on site who eat halal"])
    expect(reasons).toContainEqual(["allergen", "Contains peanuts: 1 person on site is allergic"])
    expect(reasons).toContainEqual(["variety", expect.stringMatching(/^On the menu on \d+ \w+ 20\d\d already$/)])
    expect((await call("6@1", "/api/menus/recommendations?mealType=lunch")).body.dishes.map(({ name }: Fields) => name)).toEqual(["Pilau"])
  })
  test("belong to a site and are hidden from levels without the permission", async () => {
    expect(await call("8", "/api/menus/recommendations")).toEqual({ status: 400, body: "Site is required" })
    expect((await call("3@1", "/api/menus/recommendations")).status).toBe(403)
    expect((await call("8", "/api/menus/recommendations?siteId=1&clientId=x")).status).toBe(400)
  })
})

test("without planned heads, the plan uses recently served heads", async () => {
  await run(
    Effect.gen(function* () {
      const { execute } = yield* Records
      const then = new Date(Date.parse(at) - 2 * 86_400_000).toISOString()
      yield* execute(recordMeals([]), { siteId: 2, mealType: "lunch", staffCount: 17, notes: "" }, system("test", then))
    }),
  )
  expect((await call("8", "/api/menus", { siteId: 2, name: "Office", weeks: 1, startDate: monday })).status).toBe(201)
  const entries = [{ week: 1, day: weekday, mealType: "lunch", dishIds: [1] }]
  const { id } = (await call("8", "/api/menus?siteId=2")).body[0]
  await call("8", `/api/menus/${id}/entries`, { entries }, "PUT")
  const { body } = await call("8", `/api/menus/${id}/requirements?from=${today}&to=${today}`)
  expect(body.meals).toMatchObject([{ heads: 17, source: "served" }])
  expect((await call("8", `/api/menus/${id}/requirements?from=${today}&to=${addDays(today, -1)}`)).body).toBe("To must be on or after from")
  expect((await call("8", `/api/menus/${id}/requirements?from=${today}&to=${addDays(today, 93)}`)).status).toBe(422)
})
