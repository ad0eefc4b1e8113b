/**
 * The first month of the quarter: what people record of it, and what its bank writes. The bank's file is written by hand, in the bank's words and columns;
 * nothing of it is taken from the books.
 */

type Words = ReadonlyArray<string>
export interface Terminal {
  readonly done: (who: "finance" | "chief", ...words: Words) => Promise<unknown>
  readonly read: <A>(who: "finance" | "chief", ...words: Words) => Promise<A>
}

const client = "Equatoria Relief Logistics"

/** Meals and their bill, two suppliers paid in one run, two receipts in advance, rent received, and costs of a day. */
export const recordMonth = async (month: string, { done, read }: Terminal) => {
  const day = (n: string) => `${month}-${n}`
  for (const [date, meal, heads] of [
    ["04", "lunch", "41"],
    ["04", "dinner", "38"],
    ["18", "lunch", "43"],
  ] as const) {
    const counted = ["--site", "JU", "--meal", meal, "--heads", heads, "--day", day(date), "--reason", "From the sheets of the canteen"]
    await done("chief", "meals", "count", ...counted, "--yes")
  }
  await done("finance", "billing", "post", "--month", month, "--confirm", month)

  const bills: Array<string> = []
  for (const [vendor, invoice, amount] of [
    ["CleanCo Juba", "CC-0826", "1300000"],
    ["Equatoria General Traders", "EGT/881", "975000"],
  ] as const) {
    const facts = ["--vendor", vendor, "--invoice", invoice, "--date", day("10"), "--amount", amount, "--currency", "SSP", "--category", "supplies"]
    const { billNumber } = await read<{ readonly billNumber: string }>("finance", "bills", "enter", ...facts, "--site", "JU", "--yes")
    await done("chief", "bills", "approve", billNumber, "--yes")
    bills.push(billNumber)
  }
  const run = await read<{ readonly runNumber: string }>("finance", "payments", "draft", "--currency", "SSP", "--bill", ...bills, "--date", day("20"), "--yes")
  await done("chief", "payments", "approve", run.runNumber, "--yes")
  await done("finance", "payments", "execute", run.runNumber, "--yes")

  for (const [date, amount, reference] of [
    ["24", "2000000", "ERL/08/1"],
    ["25", "1773640", "ERL/08/2"],
  ] as const) {
    const facts = ["--client", client, "--currency", "SSP", "--amount", amount, "--date", day(date), "--reference", reference]
    await done("finance", "payments", "record", ...facts, "--yes")
  }

  const rent = ["--amount", "650000", "--currency", "SSP", "--type", "income", "--category", "other_income", "--method", "bank_transfer"]
  const about = ["--site", "JU", "--date", day("06"), "--description", "Rent of a container", "--reference", "CR-8", "--yes"]
  const { transactionNumber } = await read<{ readonly transactionNumber: string }>("finance", "transactions", "record", ...rent, ...about)
  await done("chief", "transactions", "post", transactionNumber, "--yes")
  await done("finance", "daily-expenses", "record", "--site", "JU", "--date", day("11"), "--other", "85", "--yes")
  return `${bills.join(" and ")} by ${run.runNumber}, ${transactionNumber}`
}

/** The columns of this bank's files. */
export const columns = {
  "--date-column": "Value Dt",
  "--text-column": "Particulars",
  "--column-of-money-in": "Deposits",
  "--column-of-money-out": "Withdrawals",
  "--reference-column": "Chq/Ref",
}

/**
 * Each line of the bank, and what its proposal must begin with; null where nothing may be proposed. The bank debits a stranger by mistake on the 13th, by the very
 * amount of a supplier's payment: that payment is not to be proposed for it.
 */
const lines: ReadonlyArray<readonly [day: string, particulars: string, out: string, in_: string, reference: string, truth: RegExp | null]> = [
  ["06", "CASH/CHQ DEP 00412 CONTAINER CR-8 TEMP RCPT", "", "650,000.00", "S1150", /^JE-\d+-\d+, .*Rent of a container/],
  ["13", "OUTW TRF UPPER NILE FUELS", "975,000.00", "", "FT9001", /^The bank's line of /],
  ["14", "RVSL ERR OUTW TRF UPPER NILE FUELS", "", "975,000.00", "FT9001", /^The bank's line of /],
  ["21", "OUTW TRF/CLEANCO JUBA/CC0826/BATCH 7", "1,300,000.00", "", "FT9113", /^JE-\d+-\d+, PAY-/],
  ["22", "OUTW TRF/EQUATORIA GEN TRDRS/INV EGT 881", "975,000.00", "", "FT9120", /^JE-\d+-\d+, PAY-/],
  ["26", "BULK CR 2 ITEMS EQ RELIEF", "", "3,773,640.00", "B0027", /^2 entries, /],
  ["27", "CASH DEP BY K LOKUDU NO ADVICE", "", "480,000.00", "S1191", null],
  ["28", "A/C MAINT FEE 08", "25,000.00", "", "", /^Draft a transaction: Bank charges/],
]

export const bankFile = (month: string) => {
  const [year, of] = month.split("-") as [string, string]
  const rows = lines.map(([day, particulars, out, money, reference]) => `${day}/${of}/${year},${particulars},"${out}","${money}",${reference}`)
  return ["Value Dt,Particulars,Withdrawals,Deposits,Chq/Ref", ...rows, ""].join("\n")
}
/** The balance after the file's last line, where the account was empty before. */
export const closing = "2603640.00"

/** What the proposal of one of these lines must begin with; undefined for other lines. */
export const truthOfFile = (text: string): RegExp | null | undefined => lines.find(([, particulars]) => particulars === text)?.[5]
