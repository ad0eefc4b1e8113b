import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { chance } from "@ops/platform/demo/scenario.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { type Candidates, onlySum, type OpenBill, type OpenEntry, type OpenInvoice, type OpenLine, proposalsFor } from "./proposals.ts"

const line = (more: Partial<OpenLine> = {}): OpenLine => ({
  id: 1,
  date: "2026-10-12",
  amount: 250_000,
  text: "",
  counterparty: "",
  reference: "",
  made: [],
  ...more,
})
const entry = (more: Partial<OpenEntry> = {}): OpenEntry => ({
  entryId: 11,
  entryNumber: "JE-2026-00011",
  date: "2026-10-11",
  amount: 250_000,
  description: "RCT-2026-0004 received",
  reference: "RCT-2026-0004",
  sourceKind: "payment",
  sourceId: 4,
  parties: [{ name: "Nile Petroleum Ltd", amount: null }],
  ...more,
})
const document = {
  id: 3,
  number: "INV-2026-00003",
  theirNumber: null,
  party: "Nile Petroleum Ltd",
  partyId: 1,
  date: "2026-10-01",
  balance: 250_000,
  currency: "USD" as const,
}
const none: Candidates = { currency: "USD", entries: [], invoices: [], bills: [], rules: [], rateOn: () => 142_500 }
const of = (lines: OpenLine | ReadonlyArray<OpenLine>, candidates: Partial<Candidates>) => {
  const all = Array.isArray(lines) ? (lines as ReadonlyArray<OpenLine>) : [lines as OpenLine]
  return proposalsFor(all, { ...none, ...candidates }).get(all[0]!.id)!
}

describe("an entry of the books", () => {
  test("of the same amount within three days is the only answer, and says why", () => {
    expect(of(line({ counterparty: "NILE PETROLEUM" }), { entries: [entry()] })).toMatchObject([
      {
        kind: "entries",
        certain: true,
        entries: [{ id: 11, number: "JE-2026-00011", amount: 250_000 }],
        reasons: ["Same amount", "The line names Nile Petroleum Ltd", "A day apart"],
      },
    ])
    expect(of(line(), { entries: [entry()] })[0]!.certain).toBe(true)
    expect(of(line({ date: "2026-10-19" }), { entries: [entry()] })[0]!.certain).toBe(false)
  })

  test("is not proposed with the other sign, and not months apart", () => {
    expect(of(line(), { entries: [entry({ amount: -250_000 }), entry({ date: "2026-08-01" }), entry({ date: "2026-10-25" })] })).toEqual([])
  })

  test("two alike are both proposed and neither is certain, until the line names one", () => {
    const two = [entry(), entry({ entryId: 12, entryNumber: "JE-2026-00012", reference: "RCT-2026-0005", description: "RCT-2026-0005 received", sourceId: 5 })]
    expect(of(line(), { entries: two }).map(({ certain }) => certain)).toEqual([false, false])
    const [best] = of(line({ text: "PAYMENT RCT 2026 0005" }), { entries: two })
    expect(best).toMatchObject({ certain: true, entries: [{ id: 12 }] })
  })

  test("that two lines ask for alike is certain for neither", () => {
    const lines = [line(), line({ id: 2, date: "2026-10-11" })]
    expect(of(lines, { entries: [entry()] })[0]!.certain).toBe(false)
  })

  test("several make one line, and one makes several lines", () => {
    const three = [100_000, 90_000, 60_000].map((amount, n) => entry({ entryId: 20 + n, entryNumber: `JE-2026-0002${n}`, amount, sourceId: n }))
    expect(of(line({ text: "Nile Petroleum" }), { entries: three })[0]).toMatchObject({
      entries: [
        { id: 20, amount: 100_000 },
        { id: 21, amount: 90_000 },
        { id: 22, amount: 60_000 },
      ],
      reasons: ["Together they make 2500.00", "The line names Nile Petroleum Ltd", "A day apart"],
    })
    const run = entry({
      amount: -30_000,
      sourceKind: "payment_run",
      reference: "PAY-2026-0001",
      description: "Payment run PAY-2026-0001",
      parties: [
        { name: "Bor Traders", amount: -10_000 },
        { name: "Wau Motors", amount: -20_000 },
      ],
    })
    const lines = [line({ amount: -20_000, text: "WAU MOTORS" }), line({ id: 2, amount: -10_000, text: "BOR TRADERS" })]
    expect(of(lines, { entries: [run] })[0]).toMatchObject({
      certain: true,
      entries: [{ id: 11, amount: -20_000 }],
      reasons: ["The payment to Wau Motors of JE-2026-00011", "The line names Wau Motors", "A day apart"],
    })
  })

  test("that was recorded from the line comes first", () => {
    const all = [
      entry(),
      entry({ entryId: 12, entryNumber: "JE-2026-00012", sourceKind: "money_transaction", sourceId: 9, parties: [], description: "Interest" }),
    ]
    expect(of(line({ made: [{ kind: "money_transaction", id: 9 }] }), { entries: all })[0]).toMatchObject({
      certain: true,
      entries: [{ id: 12 }],
      reasons: ["Same amount", "Recorded from this line", "A day apart"],
    })
  })
})

test("a payment and the fee that the banks kept of it are matched together, once both are posted", () => {
  const made = [
    { kind: "payment", id: 4 },
    { kind: "money_transaction", id: 9 },
  ]
  const fee = entry({ entryId: 12, entryNumber: "JE-2026-00012", amount: -2_500, sourceKind: "money_transaction", sourceId: 9, parties: [] })
  const short = line({ amount: 247_500, made })
  expect(of(short, { entries: [entry(), fee] })[0]).toMatchObject({
    certain: true,
    entries: [
      { id: 11, amount: 250_000 },
      { id: 12, amount: -2_500 },
    ],
  })
  expect(of(short, { entries: [entry()] })).toEqual([])
})

describe("an open invoice", () => {
  const invoice = (more: Partial<OpenInvoice> = {}): OpenInvoice => ({ ...document, ...more })
  test("of the amount is proposed, and never certain, since it posts", () => {
    expect(of(line({ text: "INV-2026-00003" }), { invoices: [invoice()] })).toMatchObject([
      {
        kind: "invoices",
        certain: false,
        fee: null,
        invoices: [{ id: 3, amount: 250_000 }],
        reasons: ["Same amount as the open balance", "The line names INV-2026-00003"],
      },
    ])
  })
  test("of which the banks kept a fee, only where the line says whose it is", () => {
    const short = { amount: 247_500 }
    expect(of(line(short), { invoices: [invoice()] })).toEqual([])
    expect(of(line({ ...short, counterparty: "Nile Petroleum" }), { invoices: [invoice()] })).toMatchObject([
      { fee: 2_500, invoices: [{ amount: 250_000 }], reasons: ["The banks kept 25.00 of 2500.00", "The line names Nile Petroleum Ltd"] },
    ])
  })
  test("in another currency, at the rate of the day", () => {
    const pounds = { currency: "SSP" as const, invoices: [invoice({ balance: 10_000 })] }
    expect(of(line({ amount: 14_250_000, text: "INV-2026-00003" }), pounds)).toMatchObject([
      { invoices: [{ amount: 10_000 }], reasons: ["USD 100.00 at 1425.00, the rate of the day, is SSP 142500.00", "The line names INV-2026-00003"] },
    ])
    expect(of(line({ amount: 15_000_000, text: "INV-2026-00003" }), pounds)).toEqual([])
  })
  test("several of one client, and part of one that is named", () => {
    const two = [invoice({ balance: 100_000 }), invoice({ id: 4, number: "INV-2026-00004", balance: 150_000 })]
    expect(of(line({ counterparty: "Nile Petroleum" }), { invoices: two })[0]).toMatchObject({
      title: "2 invoices of Nile Petroleum Ltd",
      invoices: [{ id: 3 }, { id: 4 }],
    })
    expect(of(line({ amount: 50_000, text: "INV-2026-00003" }), { invoices: [invoice()] })).toMatchObject([
      { invoices: [{ id: 3, amount: 50_000 }], reasons: ["A part of 2500.00", "The line names INV-2026-00003"] },
    ])
  })
})

test("an open bill is proposed by what its vendor gets, under the vendor's own number", () => {
  const bill: OpenBill = { ...document, number: "AP-2026-00009", theirNumber: "UNF-1190", net: 245_000 }
  expect(of(line({ amount: -245_000, text: "TRF UNF1190" }), { bills: [bill] })).toMatchObject([
    { kind: "bills", bills: [{ amount: 250_000 }], reasons: ["Same amount as the open balance", "The line names UNF-1190"] },
  ])
})

test("a rule holds from its day until its end, for its side alone; the longest words win", () => {
  const rule = { rule: 1, contains: "ledger fee", side: "out" as const, category: "Bank charges", siteId: 3, from: "2026-10-01", until: "2026-10-31" }
  const rules = [rule, { ...rule, rule: 2, contains: "fee", category: "Other" }]
  const charged = (more: Partial<OpenLine>) => of(line({ amount: -3_500, text: "Ledger fee October", ...more }), { rules })
  expect(charged({})).toMatchObject([
    { kind: "draft", category: "Bank charges", siteId: 3, reasons: ['Lines with "ledger fee" are Bank charges since 2026-10-01'] },
  ])
  const categories = [{ date: "2026-09-30" }, { date: "2026-11-01" }, { amount: 3_500 }].map((more) => charged(more).map((proposal) => proposal.reasons[0]))
  expect(categories).toEqual([["Looks like a bank charge"], ["Looks like a bank charge"], []])
  expect(of(line({ amount: -1_850, text: "SWIFT charges" }), {})).toMatchObject([
    { kind: "draft", category: "Bank charges", siteId: null, reasons: ["Looks like a bank charge"] },
  ])
})

test("a line that the bank reversed is proposed with its reversal", () => {
  const lines = [line({ text: "REVERSAL OF FT19", reference: "FT19" }), line({ id: 2, amount: -250_000, text: "TRF", reference: "FT19", date: "2026-10-10" })]
  expect(of(lines, {})).toMatchObject([{ kind: "offset", lineId: 2 }])
})

test("a sum is found only where one choice makes it", () => {
  const parts = [1, 2, 4, 8].map((amount) => ({ amount }))
  expect(onlySum(parts, 7)).toEqual([{ amount: 1 }, { amount: 2 }, { amount: 4 }])
  expect(onlySum([...parts, { amount: 6 }], 6)).toEqual([{ amount: 2 }, { amount: 4 }])
  expect(onlySum([...parts, { amount: 3 }], 7)).toBeUndefined()
})

const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays("2026-10-01", n))
const amount = fc.constantFrom(-30_000, -20_000, -10_000, 10_000, 20_000, 30_000, 45_000)
const name = fc.constantFrom("Nile Petroleum", "Bor Traders", "Wau Motors", "")
const lines = fc.array(fc.record({ date: day, amount, text: name, reference: fc.constantFrom("", "RCT-2026-0001", "RCT-2026-0002") }), { maxLength: 12 })
const entries = fc.array(fc.record({ date: day, amount, party: name }), { maxLength: 12 })

test("whatever is open: proposals make the amount of the line, none takes more of an entry than there is, and certain ones never meet", () => {
  fc.assert(
    fc.property(lines, entries, (drawn, booked) => {
      const all = drawn.map((each, n) => line({ ...each, id: n + 1 }))
      const open = booked.map(({ party, ...each }, n) =>
        entry({
          ...each,
          entryId: n + 1,
          entryNumber: `JE-2026-${10_000 + n}`,
          reference: `RCT-2026-000${n}`,
          description: party,
          parties: party ? [{ name: party, amount: null }] : [],
        }),
      )
      const proposals = proposalsFor(all, { ...none, entries: open })
      const taken = new Map<number, number>()
      for (const { id, amount } of all) {
        for (const proposal of proposals.get(id)!) {
          if (proposal.kind !== "entries") continue
          expect(proposal.entries.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
          for (const share of proposal.entries) {
            const whole = open[share.id - 1]!.amount
            expect(Math.sign(share.amount)).toBe(Math.sign(whole))
            expect(Math.abs(share.amount)).toBeLessThanOrEqual(Math.abs(whole))
            if (proposal.certain) taken.set(share.id, (taken.get(share.id) ?? 0) + share.amount)
          }
        }
      }
      for (const [id, sum] of taken) expect(Math.abs(sum)).toBeLessThanOrEqual(Math.abs(open[id - 1]!.amount))
      // the proposals are the same, whatever the order of the entries
      const certain = (of: typeof proposals) =>
        [...of].flatMap(([id, [best]]) => (best?.certain ? [`${id} ${best.kind === "entries" ? best.entries.map((share) => share.id).join() : ""}`] : []))
      expect(certain(proposalsFor(all, { ...none, entries: open.toReversed() }))).toEqual(certain(proposals))
    }),
    { numRuns: times(75, 300) },
  )
})

test("of a thousand lines nine tenths have the right proposal first, and none that is certain is wrong", () => {
  const { between, pick } = chance(2026)
  const parties = [
    "Nile Petroleum Ltd",
    "Equatoria General Traders",
    "Cleanco Juba",
    "Upper Nile Fuels",
    "Konyo Konyo Fresh Produce",
    "Bentiu Hardware",
    "Wau Motors",
  ]
  const entries = Array.from({ length: 1_000 }, (_, n): OpenEntry => {
    const sign = n % 3 === 0 ? 1 : -1
    const name = pick(parties)
    // a third of the amounts are round, so that many are equal
    const amount = sign * (n % 3 === 1 ? between(1, 20) * 50_000 : between(1_000, 9_000_000))
    return entry({
      entryId: n + 1,
      entryNumber: `JE-2026-${10_000 + n}`,
      date: addDays("2026-01-01", Math.floor(n / 4)),
      amount,
      reference: `${sign > 0 ? "RCT" : "TT"}-2026-${10_000 + n}`,
      description: `Payment ${n}`,
      sourceId: n,
      parties: [{ name, amount: null }],
    })
  })
  const lines = entries.map(({ entryId, date, amount, reference, parties: [party] }) => {
    const says = between(1, 10)
    return line({
      id: entryId,
      date: addDays(date, between(0, 3)),
      amount,
      counterparty: says > 3 ? party!.name.toUpperCase() : "",
      text: says > 5 ? `TRF ${reference!.replaceAll("-", " ")}` : "TRANSFER",
    })
  })
  const proposals = proposalsFor(lines, { ...none, entries })
  const first = lines.map(({ id }) => [id, proposals.get(id)![0]] as const)
  const isRight = ([id, best]: (typeof first)[number]) => best?.kind === "entries" && best.entries.length === 1 && best.entries[0]!.id === id
  expect(first.filter(isRight).length).toBeGreaterThanOrEqual(900)
  expect(first.filter((each) => each[1]?.certain && !isRight(each))).toEqual([])
  expect(first.filter(([, best]) => best?.certain).length).toBeGreaterThan(700)
})
