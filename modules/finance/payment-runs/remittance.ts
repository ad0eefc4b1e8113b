/** The documents of a payment run for each vendor: the remittance advice and the withholding certificate. All values are text. */
import type { Letter } from "@ops/platform/documents/letter.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import type { documentKinds } from "./payment-run.ts"

export interface PaidBill {
  readonly billNumber: string
  readonly invoiceNumber: string
  readonly invoiceDate: string
  /** the amount of the bill including tax; cents */
  readonly billed: number
  /** before tax */
  readonly net: number
  /** hundredths of a percent */
  readonly withholdingRate: number | null
  readonly amount: number
  readonly withholding: number
}
export interface Remitted {
  readonly document: (typeof documentKinds)[number]
  readonly company: { readonly name: string; readonly address: string; readonly email: string | null }
  readonly vendor: { readonly name: string; readonly vendorNumber: string; readonly address: string | null; readonly taxId: string | null }
  readonly runNumber: string
  readonly reference: string
  readonly paymentDate: string
  readonly account: string
  readonly currency: string
  readonly bills: ReadonlyArray<PaidBill>
}

export type PaymentDocument = Letter

/** "12,345.00" */
const money = (cents: number) => formatMoney(cents).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",")
const lines = (...texts: ReadonlyArray<string | null>) =>
  texts.flatMap((text) => (text ?? "").split("\n").map((line) => line.trim())).filter((line) => line !== "")
const sum = (of: ReadonlyArray<number>) => of.reduce((all, one) => all + one, 0)

export const paymentDocument = (of: Remitted): PaymentDocument => {
  const { company, vendor, currency, runNumber } = of
  const isCertificate = of.document === "certificate"
  const number = `${runNumber}-${vendor.vendorNumber}`
  const withheld = sum(of.bills.map(({ withholding }) => withholding))
  const settled = sum(of.bills.map(({ amount }) => amount))
  const common = {
    number,
    sender: lines(company.name, company.address, company.email),
    receiver: lines(vendor.name, vendor.address),
    date: formatLongDay(of.paymentDate),
    facts: [
      { label: "Vendor", lines: lines(vendor.vendorNumber, vendor.taxId && `Tax id ${vendor.taxId}`) },
      { label: "Payment run", lines: lines(runNumber, of.reference) },
      ...(isCertificate ? [] : [{ label: "Paid from", lines: lines(of.account) }]),
    ],
  }
  if (isCertificate) {
    const taxed = of.bills.filter(({ withholding }) => withholding > 0)
    return {
      ...common,
      title: "Withholding tax certificate",
      receiverLabel: "Tax withheld from",
      head: ["Invoice", "Date", `Paid (${currency})`, `Amount before tax (${currency})`, "Rate", `Tax withheld (${currency})`],
      textColumns: 2,
      rows: taxed.map(({ invoiceNumber, invoiceDate, amount, billed, net, withholdingRate, withholding }) => [
        invoiceNumber,
        formatLongDay(invoiceDate),
        money(amount),
        money(Number((BigInt(amount) * BigInt(net) * 2n + BigInt(billed)) / (2n * BigInt(billed)))),
        `${((withholdingRate ?? 0) / 100).toFixed(2)}%`,
        money(withholding),
      ]),
      totals: [[`Tax withheld ${currency}`, money(withheld)]],
      notes: [
        `We certify that on ${formatLongDay(of.paymentDate)} we have withheld this tax from payments to ${vendor.name} for the tax authority.`,
        "Keep this certificate as proof of tax paid on your behalf.",
      ],
    }
  }
  return {
    ...common,
    title: "Remittance advice",
    receiverLabel: "Paid to",
    head: ["Invoice", "Our number", "Date", `Billed (${currency})`, `Settled (${currency})`, `Withheld (${currency})`, `Paid (${currency})`],
    textColumns: 3,
    rows: of.bills.map(({ invoiceNumber, billNumber, invoiceDate, billed, amount, withholding }) => [
      invoiceNumber,
      billNumber,
      formatLongDay(invoiceDate),
      money(billed),
      money(amount),
      withholding === 0 ? "–" : money(withholding),
      money(amount - withholding),
    ]),
    totals: [
      ...(withheld === 0
        ? []
        : ([
            ["Settled", money(settled)],
            ["Withholding tax", `−${money(withheld)}`],
          ] as const)),
      [`Paid ${currency}`, money(settled - withheld)],
    ],
    notes: withheld === 0 ? [] : ["A certificate of the tax withheld is enclosed with this advice."],
  }
}
