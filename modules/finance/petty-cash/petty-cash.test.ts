import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Command } from "@ops/platform/records/command.ts"
import { given, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { people, PersonAdded } from "@ops/identity/person.ts"
import { openings } from "@ops/ledger/openings/opening.ts"
import { AccountOpened, accounts } from "@ops/ledger/accounts/account.ts"
import { CategoryMapped, expenseCategories as categories } from "../expense-categories/category.ts"
import { countFloat, openFloat, pettyCashFloats, PettyCashFloatOpened, pettyCashMovements, topUpFloat } from "../petty-cash-floats/float.ts"
import { pettyCashAdvances } from "./import.ts"
import { PettyCashLimitSet, pettyCashPolicies, setPettyCashLimit } from "./policy.ts"
import {
  approvePettyCash,
  disbursePettyCash,
  type NewPettyCash,
  pettyCashRequests,
  rejectPettyCash,
  requestPettyCash,
  retirePettyCash,
  reversePettyCash,
} from "./request.ts"
import { accountNumbers as companyNumbers, company, person, today } from "../testing.ts"

const own = {
  1050: ["Petty cash", "asset"],
  1310: ["Petty cash advances", "asset"],
  3000: ["Equity", "equity"],
  6910: ["Cash over and short", "expense"],
} as const
const numbers = new Map([...companyNumbers, ...Object.keys(own).map((number, n) => [50 + n, number] as const)])
const worker = (id: number) => {
  const name = { employeeId: `FO-${id}`, firstName: `Person${id}`, lastName: "Deng", email: null, phoneNumber: null, demo: false, accessLevel: 3 }
  const job = { role: "field_operative", department: null, position: null, siteId: null, supervisor: null, hireDate: null, biometricEnabled: false } as const
  return people.at(id, PersonAdded({ ...name, ...job }))
}
const world = given(
  ...company,
  ...Object.entries(own).map(([accountNumber, [accountName, accountType]], n) =>
    accounts.at(50 + n, AccountOpened({ accountNumber, accountName, accountType, subType: null, parentAccountId: null, description: "" })),
  ),
  categories.at(60, CategoryMapped({ name: "meals", accountNumber: "5100" })),
  ...(
    [
      [6, 10_000],
      [7, 100_000],
      [8, 100_000],
      [10, 100_000],
    ] as const
  ).map(([level, upTo]) => pettyCashPolicies.at(1, PettyCashLimitSet({ from: "2026-01-01", level, upTo }))),
  worker(5),
  worker(6),
  pettyCashFloats.at(1, PettyCashFloatOpened({ name: "Site 1 cash", siteId: 1, currency: "USD", custodianId: 5, limit: 50_000 })),
  pettyCashFloats.at(2, PettyCashFloatOpened({ name: "Site 1 pounds", siteId: 1, currency: "SSP", custodianId: 5, limit: 100_000_000 })),
)
const custodian = person(5)
const asked: NewPettyCash = { amount: 8_000, currency: "USD", category: "transport", purpose: "Taxi to the airstrip", notes: "", siteId: 1 }
const topUp = { id: 1, amount: null, account: null, date: null, reference: "CHQ-7" }
const file = { id: 9, name: "slip.jpg", type: "image/jpeg", size: 1000, sha256: "0".repeat(64) }

const filled = world.when(topUpFloat, topUp, person(7))
const requested = (more: Partial<NewPettyCash> = {}, by = person(3), on: Pick<Then, "when"> = filled) => on.when(requestPettyCash, { ...asked, ...more }, by)
const approve = (then: Then, by = person(6), overrideReason: string | null = null) => then.when(approvePettyCash, { id: 1, overrideReason }, by)
const disbursed = (more: Partial<NewPettyCash> = {}) => approve(requested(more)).when(disbursePettyCash, { id: 1, floatId: 1, date: null }, custodian)
const retirement = { id: 1, spent: 6_550, receipts: [file], date: null }
/** Account, debit and credit of the posted entry. */
const entry = ({ events }: Then) =>
  events
    .find(([, type]) => type === "JournalPosted")?.[2]
    .lines.map(({ accountId, debit, credit }: Record<string, number>) => [numbers.get(accountId!), debit, credit])

describe("reversing", () => {
  const error = { id: 1, kind: "error", reason: "Wrong receipts" } as const
  const retired = disbursed().when(retirePettyCash, retirement, custodian)
  test("reversing a retirement turns the cash back into an advance, which can be retired again", () => {
    const out = retired.when(reversePettyCash, error, person(7))
    out
      .holds(pettyCashRequests, 1, {
        status: "disbursed",
        spent: null,
        returned: null,
        retiredDate: null,
        retirementEntryId: null,
        reversalReason: "Wrong receipts",
      })
      .holds(pettyCashFloats, 1, { balance: 42_000 })
    expect(entry(out)).toEqual([
      ["6200", 0, 6_550],
      ["1050", 0, 1_450],
      ["1310", 8_000, 0],
    ])
    expect(out.row(pettyCashMovements, 4)).toMatchObject({ amount: -1_450, reason: "Reversal: Wrong receipts", requestId: 1 })
    out.when(retirePettyCash, { ...retirement, spent: 8_000 }, custodian).holds(pettyCashRequests, 1, { status: "retired", spent: 8_000 })
  })
  test("reversing a payout returns the cash to the float, and it can be paid out again", () => {
    const back = disbursed().when(reversePettyCash, error, person(7))
    back.holds(pettyCashRequests, 1, { status: "approved", floatId: null, disbursedDate: null }).holds(pettyCashFloats, 1, { balance: 50_000 })
    expect(back.row(pettyCashRequests, 1)!.out).toEqual([{ from: today, to: today }])
    back.when(disbursePettyCash, { id: 1, floatId: 1, date: null }, custodian).holds(pettyCashRequests, 1, { status: "disbursed" })
    back.when(reversePettyCash, error, person(7)).refuses("Only paid-out or retired requests can be reversed", 409)
  })
  test("is refused outside finance, for the person who did the step, for the beneficiary, and where the float is short", () => {
    retired.when(reversePettyCash, error, person(6)).refuses("Only finance can reverse posted entries", 403)
    const byFinance = disbursed().when(retirePettyCash, retirement, person(7))
    byFinance.when(reversePettyCash, error, person(7)).refuses("You retired this request, so another person in finance must reverse it", 403)
    const spentElsewhere = retired.when(countFloat, { id: 1, counted: 1_000, reason: "Stolen", date: null }, person(10))
    spentElsewhere.when(reversePettyCash, error, person(7)).refuses(/has USD 10.00 left/, 409)
  })
})

describe("an advance of the earlier books", () => {
  const advance = { requestedBy: 6, floatId: 1, amount: 8_000, date: "2026-10-28", category: "transport", purpose: "Fuel", siteId: null, notes: "" }
  const take = pettyCashAdvances.exposed.command as Command<typeof advance>
  const taken = filled.when(take, advance, person(7))
  test("is posted against equity without a movement of its float, waits for another person, and is retired like others", () => {
    taken
      .holds(pettyCashRequests, 1, { status: "disbursed", siteId: 1, amountUsd: 8_000, out: [{ from: "2026-10-28", to: null }] })
      .holds(pettyCashFloats, 1, { balance: 50_000 })
      .holds(openings, 1, { waiting: [7] })
    expect(entry(taken)).toEqual([
      ["1310", 8_000, 0],
      ["3000", 0, 8_000],
    ])
    const back = taken.when(retirePettyCash, retirement, custodian)
    back.holds(pettyCashRequests, 1, { status: "retired" }).holds(pettyCashFloats, 1, { balance: 51_450 })
    expect(entry(back)).toEqual([
      ["6200", 6_550, 0],
      ["1050", 1_450, 0],
      ["1310", 0, 8_000],
    ])
    const reopened = back.when(reversePettyCash, { id: 1, kind: "error", reason: "Wrong receipts" }, person(7))
    reopened.holds(pettyCashRequests, 1, { status: "disbursed" })
  })
  test("is not paid back into the float by a reversal, nor taken over by others than finance, for people who left, or from the future", () => {
    taken
      .when(reversePettyCash, { id: 1, kind: "error", reason: "Wrong" }, person(10))
      .refuses("This advance was paid out in the earlier books. Retire it instead", 409)
    filled.when(take, advance, person(6)).refuses("Only finance can take over advances of petty cash", 403)
    filled.when(take, { ...advance, requestedBy: 99 }, person(7)).refuses("Person must work here")
    filled.when(take, { ...advance, floatId: 9 }, person(7)).refuses("Float must be one of the petty cash floats")
    filled.when(take, { ...advance, date: "2027-01-01" }, person(7)).refuses("Date cannot be in the future")
  })
})

describe("a request", () => {
  test("goes from pending to retired through four people, and the books follow", () => {
    const pending = requested().holds(pettyCashRequests, 1, {
      requestNumber: "PC-2026-0001",
      status: "pending",
      requestedBy: 3,
      amountUsd: 8_000,
      requestDate: today,
    })
    const approved = approve(pending).holds(pettyCashRequests, 1, { status: "approved", approvedBy: 6, overrideReason: null })
    const paid = approved.when(disbursePettyCash, { id: 1, floatId: 1, date: null }, custodian)
    paid.holds(pettyCashRequests, 1, { status: "disbursed", floatId: 1, disbursedBy: 5, disbursedDate: today }).holds(pettyCashFloats, 1, { balance: 42_000 })
    expect(entry(paid)).toEqual([
      ["1310", 8_000, 0],
      ["1050", 0, 8_000],
    ])
    const retired = paid.when(retirePettyCash, retirement, custodian)
    retired
      .holds(pettyCashRequests, 1, { status: "retired", spent: 6_550, returned: 1_450, receipts: [file], retiredBy: 5 })
      .holds(pettyCashFloats, 1, { balance: 43_450 })
    expect(entry(retired)).toEqual([
      ["6200", 6_550, 0],
      ["1050", 1_450, 0],
      ["1310", 0, 8_000],
    ])
    expect([1, 2, 3].map((id) => retired.row(pettyCashMovements, id)!.amount)).toEqual([50_000, -8_000, 1_450])
  })
  test.each([
    [{ amount: 0 }, "Amount must be greater than 0"],
    [{ siteId: 2 }, "You work at another site than Site 2"],
  ] as const)("%o is refused", (more, sentence) => {
    requested(more).refuses(sentence)
  })
  test("without a named site, people confined to one site request for that site, others for none", () => {
    requested({ siteId: null }).holds(pettyCashRequests, 1, { siteId: 1 })
    requested({ siteId: null }, person(8)).holds(pettyCashRequests, 1, { siteId: null })
  })
  test("spending all of it, or none of it, posts the right entries", () => {
    expect(entry(disbursed().when(retirePettyCash, { ...retirement, spent: 8_000 }, custodian))).toEqual([
      ["6200", 8_000, 0],
      ["1310", 0, 8_000],
    ])
    const back = disbursed().when(retirePettyCash, { ...retirement, spent: 0, receipts: [] }, custodian)
    expect(entry(back)).toEqual([
      ["1050", 8_000, 0],
      ["1310", 0, 8_000],
    ])
    back.holds(pettyCashFloats, 1, { balance: 50_000 })
  })
  test("spending in SSP is valued at the rate of the payout", () => {
    const pounds = requested({ currency: "SSP", amount: 6_500_000, category: "meals" }, person(3), world.when(topUpFloat, { ...topUp, id: 2 }, person(7)))
    const paid = approve(pounds.holds(pettyCashRequests, 1, { amountUsd: 5_000 })).when(disbursePettyCash, { id: 1, floatId: 2, date: null }, custodian)
    const retired = paid.when(retirePettyCash, { ...retirement, spent: 2_600_000 }, custodian)
    const usd = retired.events
      .find(([, type]) => type === "JournalPosted")![2]
      .lines.map(({ debitUsd, creditUsd }: Record<string, number>) => [debitUsd, creditUsd])
    expect(usd).toEqual([
      [2_000, 0],
      [3_000, 0],
      [0, 5_000],
    ])
  })
})

describe("deciding", () => {
  test("each level approves up to its limit, which has an effective date", () => {
    const large = requested({ amount: 10_001 })
    approve(large).refuses("Level 6 approves petty cash up to USD 100.00. Someone at a higher level must approve it", 403)
    approve(large, person(8)).holds(pettyCashRequests, 1, { status: "approved", approvedBy: 8 })
    approve(requested({ amount: 100_001 }), person(7)).refuses(/Level 7 approves petty cash up to USD 1000.00/, 403)
    approve(requested({ amount: 100_001 }), person(10)).refuses(/^This is above the limit of USD 1000.00. Give a reason/, 403)
    approve(requested({ amount: 100_001 }), person(10), "The bank is shut").holds(pettyCashRequests, 1, {
      status: "approved",
      overrideReason: "The bank is shut",
    })
    const raised = world.when(setPettyCashLimit, { from: today, level: 6, upTo: 20_000 }, person(10))
    approve(requested({ amount: 10_001 }, person(3), raised)).holds(pettyCashRequests, 1, { status: "approved" })
    const later = world.when(setPettyCashLimit, { from: "2026-11-22", level: 6, upTo: 20_000 }, person(10))
    approve(requested({ amount: 10_001 }, person(3), later)).refuses(/Level 6/)
  })
  test("requesters cannot decide on their own request, except level 10 with a reason", () => {
    approve(requested({}, person(7)), person(7)).refuses("You cannot approve your own request", 403)
    requested({}, person(7)).when(rejectPettyCash, { id: 1, reason: "No" }, person(7)).refuses("You cannot reject your own request", 403)
    approve(requested({}, person(10)), person(10)).refuses("You cannot approve your own request", 403)
    approve(requested({}, person(10)), person(10), "Alone here").holds(pettyCashRequests, 1, { overrideReason: "Alone here" })
  })
  test("each level sees the requests within its rights and decides only on those it is allowed to", () => {
    approve(requested(), person(3, { person: 4 })).refuses("Petty cash request 1 does not exist", 404)
    approve(requested(), person(6, { confinedTo: 2 })).refuses("Petty cash request 1 does not exist", 404)
    approve(requested(), person(8, { department: "catering" })).refuses("Petty cash request 1 does not exist", 404)
    approve(requested({}, person(5)), person(5)).refuses("Your level cannot decide on petty cash", 403)
    approve(requested(), person(10, { simulated: true })).refuses(/simulated sign-in/, 403)
  })
  test("a rejection requires a reason and is final", () => {
    requested().when(rejectPettyCash, { id: 1, reason: "" }, person(6)).refuses("Reason is required", 422)
    const rejected = requested().when(rejectPettyCash, { id: 1, reason: "Take the bus" }, person(6)).holds(pettyCashRequests, 1, {
      status: "rejected",
      rejectionReason: "Take the bus",
    })
    approve(rejected, person(8)).refuses("Only a pending request can be approved", 409)
    rejected.when(disbursePettyCash, { id: 1, floatId: 1, date: null }, person(7)).refuses("Only an approved request can be paid out", 409)
    approve(approve(requested()), person(8)).refuses("This request is already approved", 409)
    expect(approve(approve(requested())).events).toEqual([])
  })
})

describe("paying out", () => {
  const approved = approve(requested())
  const pay = (then: Then, by = custodian, more: object = {}) => then.when(disbursePettyCash, { id: 1, floatId: 1, date: null, ...more }, by)
  test("is for the custodian and finance, neither of whom requested or approved", () => {
    pay(approved, person(7)).holds(pettyCashRequests, 1, { disbursedBy: 7 })
    pay(approved, person(6)).refuses("Only the custodian of the float and finance can pay out petty cash", 403)
    pay(approve(requested({}, person(5))), custodian).refuses("You cannot pay out your own request", 403)
    pay(approve(requested(), person(7)), person(7)).refuses("You approved this request, so another person must pay it out", 403)
    pay(approved, person(5, { person: 55 })).refuses("Petty cash request 1 does not exist", 404)
    pay(pay(approved)).refuses("This request is already paid out", 409)
    pay(requested(), person(7)).refuses("Only an approved request can be paid out", 409)
  })
  test("never takes a float below zero, into another currency or back in time", () => {
    pay(approve(requested({ amount: 50_001 }), person(8))).refuses("Site 1 cash has USD 500.00 left. Top it up first, or choose another float", 409)
    pay(approved, person(7), { floatId: 2 }).refuses("Site 1 pounds is in SSP, the request in USD. Choose another float", 422)
    pay(approved, custodian, { floatId: 7 }).refuses("Petty cash request 1 does not exist", 404)
    pay(approved, person(7), { floatId: 7 }).refuses("Float must be one of the petty cash floats", 422)
    pay(approved, custodian, { date: "2026-11-22" }).refuses("Date cannot be in the future", 422)
    pay(approved, custodian, { date: "2026-11-20" }).refuses(/has a line of 2026-11-21 already/, 422)
  })
})

describe("retiring", () => {
  const retire = (more: object, by = custodian, then = disbursed()) => then.when(retirePettyCash, { ...retirement, ...more }, by)
  test.each([
    ["more than was paid out", { spent: 8_001 }, 5, "USD 80.00 was paid out, so you cannot record more. Request the rest separately"],
    ["a negative amount", { spent: -1 }, 5, "Spent must not be negative"],
    ["retiring without receipts", { receipts: [] }, 5, "Add the receipts of the expenses"],
    ["a future date", { date: "2026-11-22" }, 5, "Date cannot be in the future"],
    ["a date before the payment", { date: "2026-11-20", spent: 8_000 }, 5, "Date must be on or after the day of the payment"],
    ["the person who spent it", {}, 3, "Only the custodian of the float and finance can retire petty cash"],
    ["another person of the site", {}, 6, "Only the custodian of the float and finance can retire petty cash"],
  ] as const)("%s is refused", (_, more, level, sentence) => {
    retire(more, person(level)).refuses(sentence)
  })
  test("people in finance cannot retire their own request", () => {
    const paid = approve(requested({}, person(7)), person(8)).when(disbursePettyCash, { id: 1, floatId: 1, date: null }, custodian)
    retire({}, person(7), paid).refuses(/You cannot retire your own request/, 403)
  })
  test("is possible once, and only for what was paid out", () => {
    retire({}, custodian, retire({})).refuses("This request is already retired", 409)
    retire({}, person(7), approve(requested())).refuses("Only paid-out requests can be retired", 409)
  })
})

describe("a float", () => {
  test("is opened empty by finance, with an active employee as custodian", () => {
    const float = { name: "Juba", siteId: 3, currency: "USD", custodianId: 6, limit: 20_000 } as const
    world.when(openFloat, float, person(7)).holds(pettyCashFloats, 3, { name: "Juba", balance: 0 })
    world.when(openFloat, float, person(8)).refuses("Only finance can open petty cash floats", 403)
    world.when(openFloat, { ...float, custodianId: 99 }, person(7)).refuses("Custodian must be a person who works here", 422)
    world.when(openFloat, { ...float, limit: 0 }, person(7)).refuses("Limit must be greater than 0", 422)
  })
  test("is topped up to its limit by finance, from cash or the bank account of its currency", () => {
    expect(entry(filled)).toEqual([
      ["1050", 50_000, 0],
      ["1010", 0, 50_000],
    ])
    filled.when(topUpFloat, topUp, person(7)).refuses("Site 1 cash is full: USD 500.00", 409)
    world.when(topUpFloat, { ...topUp, amount: 50_001 }, person(7)).refuses("Site 1 cash may hold USD 500.00. At most 500.00 can be added now", 422)
    world.when(topUpFloat, { ...topUp, account: "1020" }, person(7)).refuses("Account 1020 holds SSP, the float is in USD", 422)
    world.when(topUpFloat, { ...topUp, account: "6200" }, person(7)).refuses(/^A float is filled from/, 422)
    world.when(topUpFloat, topUp, person(8)).refuses("Only finance can top up petty cash floats", 403)
    world.when(topUpFloat, topUp, person(7, { person: 5 })).refuses(/The custodian of a float cannot top it up/, 403)
    expect(entry(world.when(topUpFloat, { ...topUp, id: 2, account: "1000" }, person(10)))![1]).toEqual(["1000", 0, 100_000_000])
  })
  test("is counted by a person other than its custodian; a difference is posted with a reason", () => {
    const count = (counted: number, by = person(6), reason: string | null = null) => filled.when(countFloat, { id: 1, counted, reason, date: null }, by)
    const right = count(50_000).holds(pettyCashFloats, 1, { balance: 50_000, lastCountedOn: today })
    expect(entry(right)).toBeUndefined()
    count(49_400).refuses("The book has USD 500.00, so 6.00 is missing. Say why", 422)
    const short = count(49_400, person(6), "A note was torn").holds(pettyCashFloats, 1, { balance: 49_400 })
    expect(entry(short)).toEqual([
      ["6910", 600, 0],
      ["1050", 0, 600],
    ])
    expect(entry(count(50_100, person(6), "Change not asked for"))).toEqual([
      ["1050", 100, 0],
      ["6910", 0, 100],
    ])
    count(39_999, person(6), "Stolen").refuses("A difference above USD 100.00 must be counted by someone at a higher level", 403)
    count(39_999, person(7), "Stolen").holds(pettyCashFloats, 1, { balance: 39_999 })
    count(50_000, person(6, { person: 5 })).refuses(/The custodian of a float cannot count it/, 403)
    count(50_000, person(5, { person: 55 })).refuses("Petty cash float 1 does not exist", 404)
    count(-1).refuses("Counted must not be negative", 422)
  })
})

test("any sequence of commands by any users keeps floats at or above zero, and the books balanced and in agreement", {
  timeout: 60_000,
}, () => {
  const who = fc.constantFrom(person(3), custodian, custodian, person(6), person(7), person(7, { person: 70, actor: "person:70" }), person(8), person(10))
  const step = fc.record({
    who,
    what: fc.constantFrom(
      "request",
      "request",
      "approve",
      "approve",
      "override",
      "reject",
      "disburse",
      "disburse",
      "disburse",
      "retire",
      "retire",
      "reverse",
      "topUp",
      "count",
    ),
    request: fc.nat({ max: 30 }),
    float: fc.constantFrom(1, 2),
    cents: fc.oneof(fc.nat({ max: 9_000 }), fc.nat({ max: 12_000 }), fc.nat({ max: 60_000 })),
    day: fc.constantFrom(null, null, null, today, "2026-11-20"),
  })
  const runs = times(40, 150)
  let paidOut = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (random) => {
      // the floats are full, one has a payout and more requests, so that errors can show
      const first = { request: 0, cents: 0, day: null, who: person(7) }
      const begun = [1, 2].flatMap((float) => [
        { ...first, what: "topUp", float },
        { ...first, what: "request", float, cents: 5_000, who: person(3) },
        { ...first, what: "request", float, cents: 30_000, who: person(6) },
      ])
      const paid = [
        { ...first, what: "approve", float: 1, who: person(8) },
        { ...first, what: "disburse", float: 1, who: custodian },
      ]
      const steps = [...begun, ...paid, ...random]
      let now: Then = world.when(setPettyCashLimit, { from: today, level: 6, upTo: 10_000 }, person(10))
      /** the balance of each account and currency, cents */
      const books = new Map<string, number>()
      const requests: Array<number> = []
      for (const { who: by, what, request, float: floatId, cents, day } of steps) {
        const id = requests[request % Math.max(1, requests.length)] ?? 1
        const currency = floatId === 1 ? ("USD" as const) : ("SSP" as const)
        const amount = currency === "USD" ? cents : cents * 1_700
        const receipts = [file]
        if (what === "request") now = now.when(requestPettyCash, { ...asked, amount, currency }, by)
        if (what === "approve") now = now.when(approvePettyCash, { id, overrideReason: null }, by)
        if (what === "override") now = now.when(approvePettyCash, { id, overrideReason: "Urgent" }, by)
        if (what === "reject") now = now.when(rejectPettyCash, { id, reason: "No" }, by)
        if (what === "disburse") now = now.when(disbursePettyCash, { id, floatId, date: day }, by)
        if (what === "retire") now = now.when(retirePettyCash, { id, spent: amount, receipts, date: day }, by)
        if (what === "reverse") now = now.when(reversePettyCash, { id, kind: "error", reason: "Wrong" }, by)
        if (what === "topUp") now = now.when(topUpFloat, { ...topUp, id: floatId, amount: amount || null, date: day }, by)
        if (what === "count") now = now.when(countFloat, { id: floatId, counted: amount, reason: "Counted", date: day }, by)
        if (what === "request" && now.id !== undefined) requests.push(now.id)
        for (const [, type, data] of now.events) {
          if (type === "PettyCashDisbursed") paidOut++
          if (type !== "JournalPosted") continue
          const sum = (side: string) => data.lines.reduce((total: number, line: Record<string, number>) => total + line[side]!, 0)
          expect([sum("debit"), sum("debitUsd")]).toEqual([sum("credit"), sum("creditUsd")])
          for (const line of data.lines) {
            const key = `${numbers.get(line.accountId)} ${data.currency}`
            books.set(key, (books.get(key) ?? 0) + line.debit - line.credit)
          }
        }
        const out = { USD: 0, SSP: 0 }
        for (const one of requests) {
          const row = now.row(pettyCashRequests, one)!
          if (row.status === "disbursed") out[row.currency] += row.amount
          if (row.status !== "pending" && row.status !== "rejected" && row.overrideReason === null) expect(row.approvedBy).not.toBe(row.requestedBy)
          if (row.disbursedBy !== null) expect([row.requestedBy, row.approvedBy]).not.toContain(row.disbursedBy)
          if (row.status === "retired") expect(row.spent! + row.returned!).toBe(row.amount)
        }
        for (const float of [1, 2].map((id) => now.row(pettyCashFloats, id)!)) {
          expect(float.balance).toBeGreaterThanOrEqual(0)
          expect(books.get(`1050 ${float.currency}`) ?? 0).toBe(float.balance)
          expect(books.get(`1310 ${float.currency}`) ?? 0).toBe(out[float.currency])
        }
      }
    }),
    { numRuns: runs },
  )
  expect(paidOut).toBeGreaterThanOrEqual(runs / 2)
})
