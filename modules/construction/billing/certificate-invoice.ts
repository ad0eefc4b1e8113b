/** The lines of a certificate's invoice. */
import { formatQuantity } from "@ops/platform/quantity.ts"
import type { Amounts } from "./certificate-amounts.ts"
import type { ContractRow } from "./contract-terms.ts"
import type { CertificateKind } from "../money/labels.ts"

/** A line of a certificate; quantities in thousandths. */
interface Done {
  readonly item: string
  readonly description: string
  readonly unit: string
  readonly previous: number
  readonly toDate: number
  readonly amount: number
}

/** 1st, 2nd, 3rd. */
export const ordinal = (n: number) => `${n}${n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`
const percent = (rate: number) => `${rate / 100}%`

/** The lines of the invoice of a certificate; their sum is the billed amount. */
export const invoiceLines = (
  contract: Pick<ContractRow, "reference" | "retentionRate">,
  kind: CertificateKind,
  lines: ReadonlyArray<Done>,
  { retention, recovered, billed }: Amounts,
  taxRate: number,
) => {
  const line = (description: string, amount: number) => ({ description, quantity: 1, unitPrice: amount, amount, taxRate })
  if (kind === "advance") return [line(`Advance on contract ${contract.reference}`, billed)]
  if (kind === "release") return [line(`Retention of contract ${contract.reference}, released`, billed)]
  return [
    ...lines
      .filter(({ amount }) => amount !== 0)
      .map(({ item, description, toDate, previous, unit, amount }) => line(`${item} ${description}: ${formatQuantity(toDate - previous)} ${unit}`, amount)),
    ...(retention === 0 ? [] : [line(`Retention of ${percent(contract.retentionRate)}`, retention)]),
    ...(recovered === 0 ? [] : [line("Advance recovered", -recovered)]),
  ]
}
