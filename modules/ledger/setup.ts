/** The initial setup of the books: the chart of accounts, the sales tax, and an official exchange rate. */
import { Effect } from "effect"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { type accountTypes, controlAccount, openAccount } from "./accounts/account.ts"
import { enterRate } from "./exchange-rates/exchange-rate.ts"
import { setJournalLimit } from "./journal-drafts/journal-policy.ts"
import { addTaxCode, setTaxRate } from "./taxes/tax-code.ts"

const chart: Record<(typeof accountTypes)[number], Record<string, string>> = {
  asset: {
    1000: "Cash",
    1010: "Bank USD",
    1020: "Bank SSP",
    1050: "Petty cash",
    1100: "Accounts receivable",
    1150: "Accrued income",
    1200: "Stock",
    1210: "Contract work in progress",
    1220: "Retention receivable",
    1300: "Advances",
    1310: "Petty cash advances",
    1910: "Currency conversion",
    1990: "Unmapped",
  },
  liability: {
    2000: "Accounts payable",
    2050: "Goods received, not billed",
    2100: "Accrued payroll",
    2110: "Income tax payable (PIT)",
    2120: "Social insurance payable (NSIF)",
    2130: "Payroll deductions held",
    2200: "Sales tax payable",
    2210: "Withholding tax payable",
    2300: "Client credits",
    2310: "Billings in advance of work",
    2320: "Client advances",
  },
  equity: { 3000: "Equity", 3900: "Retained earnings" },
  income: {
    4100: "Catering revenue",
    4200: "Facilities revenue",
    4300: "Construction revenue",
    4900: "Other income",
  },
  expense: {
    5100: "Food cost",
    5110: "Stock losses",
    5120: "Purchase price differences",
    5200: "Kitchen supplies",
    5300: "Facilities services cost",
    5400: "Construction cost",
    6100: "Salaries and wages",
    6110: "Social insurance of the employer",
    6120: "Payroll surtax of the employer",
    6130: "Contractors",
    6190: "Labour charged to jobs",
    6200: "Transport and fuel",
    6300: "Maintenance",
    6400: "Utilities",
    6500: "Office",
    6600: "Marketing",
    6900: "Other expenses",
    6910: "Cash over and short",
    7900: "Exchange gains and losses",
  },
}

const accounts = Object.entries(chart).flatMap(([type, names]) =>
  Object.entries(names).map(([accountNumber, accountName]) => ({ accountNumber, accountName, accountType: type as keyof typeof chart })),
)

/** Control accounts, and the documents that post to them. */
export const controls: Readonly<Record<string, string>> = {
  1050: "petty cash: a top-up, a payout, a retirement or a count",
  1100: "an invoice, a credit note or a payment",
  1150: "an invoice",
  1200: "a stock receipt, issue or count",
  1210: "a progress certificate",
  1220: "a progress certificate",
  1310: "petty cash: a payout or a retirement",
  1910: "a conversion of client credit",
  2000: "a supplier's bill or a payment run",
  2050: "a goods receipt or a supplier's bill",
  2100: "a payroll",
  2300: "a payment or a credit note",
  2310: "a progress certificate",
  2320: "a progress certificate",
  5400: "a cost, a bill or labour of a construction project",
  6190: "the labour that work orders and projects are charged",
}

/** The highest journal entry that finance may post for another person, in cents of USD. Above it takes level 10. */
const alone = 500_000

const start = "2020-01-01"

export const setupLedger = Effect.gen(function* () {
  const by = system("setup", "2026-01-01T06:00:00.000Z")
  for (const account of accounts) {
    const key = `setup-account-${account.accountNumber}`
    yield* execute(openAccount, { ...account, subType: null, parentAccountId: null, description: "" }, by, { key })
  }
  for (const [accountNumber, controlledBy] of Object.entries(controls)) {
    yield* execute(controlAccount, { accountNumber, controlledBy }, by, { key: `setup-control-${accountNumber}` })
  }
  yield* execute(setJournalLimit, { from: "2026-01-01", level: 7, upTo: alone }, by, { key: "setup-journal-limit-7" })
  yield* execute(addTaxCode, { code: "SALES", name: "Sales tax" }, by, { key: "setup-tax" })
  yield* execute(setTaxRate, { code: "SALES", from: start, rate: 1800, source: "Sales tax in force on this date" }, by, { key: "setup-tax-rate" })
  yield* execute(enterRate, { type: "official", from: start, rate: 130_000, source: "Rate the books start with" }, by, { key: "setup-exchange-rate" })
})
