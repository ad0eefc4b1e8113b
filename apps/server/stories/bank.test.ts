/** The bank in the demo data: last month is reconciled, this month is partly matched; a file is imported, twice, and matched. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { type Caller, demoApp } from "../demo/demo-app.ts"

interface Line {
  readonly id: number
  readonly status: string
  readonly amount: string
  readonly made: ReadonlyArray<{ readonly kind: string; readonly id: number; readonly status: string }>
}
interface Proposal {
  readonly kind: string
  readonly certain: boolean
  readonly fee?: string | null
  readonly entries?: ReadonlyArray<{ readonly id: number; readonly amount: string }>
  readonly invoices?: ReadonlyArray<{ readonly id: number; readonly amount: string }>
}

let app: Awaited<ReturnType<typeof demoApp>>
let finance: Caller
let chief: Caller
let today: string
beforeAll(async () => {
  app = await demoApp()
  today = (await app.owner("select to_char(es.today(), 'YYYY-MM-DD') as day"))[0]!.day as string
  ;[finance, chief] = await Promise.all([app.signedIn("FO-FIN-001"), app.signedIn("FO-CEO-001")])
}, 300_000)
afterAll(() => app.dispose())

const ask = async <A>(call: Caller, method: string, path: string, body?: unknown): Promise<A> => {
  const { status, text } = await call(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text) as A
}
const lastDay = () => addDays(`${today.slice(0, 7)}-01`, -1)
const account = () => ask<{ importedTo: string; bankBalance: string; reconciledTo: string; openLines: number }>(finance, "GET", "/api/bank-accounts/1")
const proposalsOf = async (id: number) =>
  (await ask<ReadonlyArray<{ lineId: number; proposals: ReadonlyArray<Proposal> }>>(finance, "GET", "/api/bank-accounts/1/proposals")).find(
    ({ lineId }) => lineId === id,
  )!.proposals

// proves API-129
test("last month is reconciled, and no line of the checklist waits for the bank", async () => {
  const last = lastDay()
  expect(await account()).toMatchObject({ reconciledTo: last })
  expect(await ask(finance, "GET", `/api/bank-accounts/1/standing?date=${last}`)).toMatchObject({ reconciled: true, openLines: 0 })
  const checks = await ask<ReadonlyArray<{ key: string; ok: boolean }>>(finance, "GET", `/api/periods/${last.slice(0, 7)}/checklist`)
  expect(checks.find(({ key }) => key === "bank-reconciled")).toMatchObject({ ok: true })
  const stated = await ask<ReadonlyArray<{ title: string; ok: boolean }>>(finance, "GET", `/api/ledger/checks?asAt=${today}`)
  expect(stated.find(({ title }) => title.includes("Bank statement of Equity Bank USD"))).toMatchObject({ ok: true })
})

// proves U-18-2
test("an account of the books that no one has set up to be reconciled is a line of the checklist until it is, from the month of the first account on", async () => {
  const last = lastDay()
  const missing = async (period: string) => {
    const checks = await ask<ReadonlyArray<{ key: string; examples: ReadonlyArray<{ text: string }> }>>(finance, "GET", `/api/periods/${period}/checklist`)
    return checks.find(({ key }) => key === "bank-accounts")!.examples.map(({ text }) => text)
  }
  const ssp = "1020 Bank SSP in SSP is not set up to be reconciled"
  expect(await missing(last.slice(0, 7))).toContain(ssp)
  expect(await missing(addDays(`${last.slice(0, 7)}-01`, -1).slice(0, 7))).toEqual([])
  const facts = { name: "Equity Bank SSP", accountNumber: "1020", currency: "SSP", bankNumber: "", from: last, opening: "0.00" }
  await ask(finance, "POST", "/api/bank-accounts", facts)
  expect(await missing(last.slice(0, 7))).not.toContain(ssp)
})

// proves API-129, U-18
test("a later fact of a reconciled month breaks the balance, and the checks and the checklist say so", async () => {
  const last = lastDay()
  const lines = [
    { account: "6900", debitAmount: "12.00" },
    { account: "1010", creditAmount: "12.00" },
  ]
  const draft = await ask<{ id: number }>(finance, "POST", "/api/journal-drafts", {
    entryDate: last,
    description: "A charge that came late",
    currency: "USD",
    lines,
  })
  await ask(chief, "POST", `/api/journal-drafts/${draft.id}/post`)
  const checks = await ask<ReadonlyArray<{ title: string; ok: boolean; difference: string }>>(finance, "GET", `/api/ledger/checks?asAt=${today}`)
  expect(checks.find(({ title }) => title.includes("Bank statement of Equity Bank USD"))).toMatchObject({ ok: false, difference: "-12.00" })
})

// proves API-130
test("a file is tried, imported once, and brings nothing when it comes again; a wrong one is refused whole", async () => {
  const { importedTo, bankBalance } = await account()
  const day = addDays(importedTo, 1)
  const opening = parseMoney(bankBalance)!
  const file = {
    accountId: 1,
    format: "mt940",
    fileName: "statement.sta",
    account: "0250101448713",
    currency: "USD",
    from: day,
    to: day,
    opening: bankBalance,
    closing: formatMoney(opening - 4_200),
    lines: [{ date: day, amount: "-42.00", text: "SWIFT CHARGES", reference: "NEW1" }],
  }
  expect(await ask(finance, "POST", "/api/bank-statements/check", file)).toMatchObject({ added: 1, repeated: 0, statementId: null })
  expect((await account()).importedTo).toBe(importedTo)
  const wrong = await finance("POST", "/api/bank-statements", { ...file, closing: "1.00" })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("The file does not add up")])
  const first = await finance("POST", "/api/bank-statements", file)
  expect([first.status, JSON.parse(first.text)]).toMatchObject([201, { added: 1, repeated: 0, closing: file.closing }])
  expect(await ask(finance, "POST", "/api/bank-statements", file)).toMatchObject({ added: 0, repeated: 1, statementId: null })
  expect(await account()).toMatchObject({ importedTo: day, bankBalance: file.closing })
})

// proves API-131
test("what is certain is matched; a payment less the banks' fee settles its invoice; a draft is posted by another and then certain", async () => {
  const open = await ask<ReadonlyArray<Line>>(finance, "GET", "/api/bank-lines?accountId=1&status=open&limit=1000")
  let matched = 0
  for (const line of open) {
    const [best] = await proposalsOf(line.id)
    if (!best?.certain) continue
    const entries = best.entries!.map(({ id, amount }) => ({ entryId: id, amount }))
    const call = await finance("POST", `/api/bank-lines/${line.id}/match`, { entries })
    // entries that finance posted manually must be matched by someone else
    if (call.status === 403) await ask(chief, "POST", `/api/bank-lines/${line.id}/match`, { entries })
    matched++
  }
  expect(matched).toBeGreaterThan(0)

  const proposals = await ask<ReadonlyArray<{ lineId: number; proposals: ReadonlyArray<Proposal> }>>(finance, "GET", "/api/bank-accounts/1/proposals")
  const short = proposals.flatMap(({ lineId, proposals }) => proposals.flatMap((proposal) => (proposal.fee ? [[lineId, proposal] as const] : [])))[0]
  if (short) {
    const [id, proposal] = short
    const invoices = proposal.invoices!.map(({ id, amount }) => ({ invoiceId: id, amount }))
    const settled = await ask<Line>(finance, "POST", `/api/bank-lines/${id}/settle`, { invoices, fee: proposal.fee })
    expect(settled).toMatchObject({
      status: "open",
      made: [
        { kind: "payment", status: "received" },
        { kind: "money_transaction", status: "pending" },
      ],
    })
    expect((await finance("POST", `/api/transactions/${settled.made[1]!.id}/post`, {})).status).toBe(403)
    await ask(chief, "POST", `/api/transactions/${settled.made[1]!.id}/post`, {})
    const [both] = await proposalsOf(id)
    expect(both).toMatchObject({ kind: "entries", certain: true })
    const entries = both!.entries!.map(({ id, amount }) => ({ entryId: id, amount }))
    expect(await ask(finance, "POST", `/api/bank-lines/${id}/match`, { entries })).toMatchObject({ status: "matched" })
  }

  const fee = open.find(({ amount }) => amount === "-35.00")!
  const drafted = await ask<Line>(finance, "POST", `/api/bank-lines/${fee.id}/draft`, { category: "Bank charges", siteId: 3 })
  await ask(chief, "POST", `/api/transactions/${drafted.made[0]!.id}/post`, {})
  const [best] = await proposalsOf(fee.id)
  expect(best).toMatchObject({ kind: "entries", certain: true })
  const done = await ask<Line>(finance, "POST", `/api/bank-lines/${fee.id}/match`, { entries: best!.entries!.map(({ id }) => ({ entryId: id })) })
  expect(done.status).toBe("matched")
  expect((await ask<Line>(finance, "POST", `/api/bank-lines/${fee.id}/undo`, { reason: "Another one" })).status).toBe("open")
})
