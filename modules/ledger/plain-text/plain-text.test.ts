/** The exported books are read back by a small parser, which sums them as Beancount and hledger do. */
import { expect, test } from "vitest"
import { parseMoney } from "@ops/platform/money.ts"
import { type Books, plainText, type PlainTextFormat, plainTextFormats } from "./plain-text.ts"

const line = (accountNumber: string, amount: string, usd = amount) => {
  const isDebit = !`${amount}${usd}`.includes("-")
  const [side, worth] = [amount.replace("-", ""), usd.replace("-", "")]
  return {
    accountNumber,
    debitAmount: isDebit ? side : "0.00",
    creditAmount: isDebit ? "0.00" : side,
    debitUsd: isDebit ? worth : "0.00",
    creditUsd: isDebit ? "0.00" : worth,
  }
}
const entry = (n: number, currency: string, lines: Books["entries"][number]["lines"], description = "Any") => ({
  entryNumber: `JE-2026-0000${n}`,
  entryDate: `2026-10-0${n}`,
  description,
  reference: n === 1 ? 'INV "7"; late' : null,
  currency,
  lines,
})
const books: Books = {
  company: "Nile Camps",
  asAt: "2026-10-31",
  accounts: [
    { accountNumber: "1000", accountName: "Cash: on hand", accountType: "asset" },
    { accountNumber: "2000", accountName: "Payables & accruals", accountType: "liability" },
    { accountNumber: "4100", accountName: "Catering revenue", accountType: "income" },
  ],
  entries: [
    entry(1, "USD", [line("1000", "100.00"), line("4100", "-100.00")], 'Meals "October"; all\nsites'),
    entry(2, "SSP", [line("1000", "135050.00", "100.01"), line("4100", "-135000.00", "-99.97"), line("2000", "-50.00", "-0.04")]),
    entry(3, "USD", [line("1000", "-30.00"), line("4100", "30.00"), line("2000", "0.00")]),
    // the SSP rate fell between a bill and its payment: the gain has a USD amount and no SSP amount
    entry(4, "SSP", [line("2000", "50.00", "0.04"), line("1000", "-50.00", "-0.03"), line("4100", "0.00", "-0.01")]),
  ],
  balances: [
    { accountNumber: "1000", currency: "USD", closing: "70.00" },
    { accountNumber: "4100", currency: "USD", closing: "70.00" },
    { accountNumber: "1000", currency: "SSP", closing: "135000.00" },
    { accountNumber: "2000", currency: "SSP", closing: "0.00" },
  ],
}

/** The errors in such a text: unopened accounts, unbalanced entries, wrong balance assertions. */
const faultsIn = (format: PlainTextFormat, text: string) => {
  const faults: Array<string> = []
  const opened = new Set([...text.matchAll(format === "beancount" ? /^\S+ open (\S+)$/gm : /^account (.+)$/gm)].map(([, name]) => name!))
  const sums = new Map<string, number>()
  const stated = format === "beancount" ? /^\S+ balance (\S+) {2}(-?[\d.]+) ([A-Z]{3})$/gm : /^ {4}(.+?) {2}0\.00 [A-Z]{3} = (-?[\d.]+) ([A-Z]{3})$/gm
  for (const block of text.split("\n\n").filter((part) => /^\d{4}-\d\d-\d\d \* /.test(part) && !part.includes(" = "))) {
    let weight = 0
    for (const [, name, amount, currency, worth] of block.matchAll(/^ {4}(.+?) {2}(-?[\d.]+) ([A-Z]{3})(?: @@ ([\d.]+) USD)?$/gm)) {
      if (!opened.has(name!)) faults.push(`${name} is not open`)
      const cents = parseMoney(amount!)!
      weight += worth === undefined ? cents : Math.sign(cents) * parseMoney(worth)!
      sums.set(`${name} ${currency}`, (sums.get(`${name} ${currency}`) ?? 0) + cents)
    }
    if (weight !== 0) faults.push(`${block.split("\n", 1)[0]} is out by ${weight}`)
  }
  for (const [, name, amount, currency] of text.matchAll(stated)) {
    if ((sums.get(`${name} ${currency}`) ?? 0) !== parseMoney(amount!)) faults.push(`${name} has ${sums.get(`${name} ${currency}`)} ${currency}, not ${amount}`)
  }
  return faults
}

test.each(plainTextFormats)("%s: every entry adds up in USD, and the balances are those of the general ledger", (format) => {
  const text = plainText(format, books)
  expect(faultsIn(format, text)).toEqual([])
  expect(text).toContain(" 135050.00 SSP @@ 100.01 USD")
  expect(text).toMatch(/Income:4100.Catering.revenue {2}-0\.01 USD\n/)
  expect([...text.matchAll(/balance |= /g)]).toHaveLength(4)
})

test.each(plainTextFormats)("%s: an entry, an account and a balance that are wrong are found", (format) => {
  const [first, ...rest] = books.entries
  const changed = { ...first!, lines: [line("1000", "101.00"), ...first!.lines.slice(1)] }
  expect(faultsIn(format, plainText(format, { ...books, entries: [changed, ...rest] }))).toHaveLength(2)
  expect(faultsIn(format, plainText(format, { ...books, accounts: books.accounts.slice(1) }))).not.toEqual([])
})

test("names and words keep to what each format allows", () => {
  const beancount = plainText("beancount", books)
  expect(beancount).toContain("2026-10-01 open Assets:1000-Cash-on-hand")
  expect(beancount).toContain(`2026-10-01 * "Meals 'October'; all sites" ^JE-2026-00001\n  reference: "INV '7'; late"`)
  expect(beancount).toContain("2026-11-01 balance Income:4100-Catering-revenue  -70.01 USD")
  const hledger = plainText("hledger", books)
  expect(hledger).toContain("account Assets:1000 Cash- on hand\n")
  expect(hledger).toContain(`2026-10-01 * (JE-2026-00001) Meals "October", all sites (INV "7", late)`)
})
