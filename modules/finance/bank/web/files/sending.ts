/** A parsed file in the shape of the import call; amounts are cents. */
import type { BankFile } from "./bank-file.ts"

interface Into {
  readonly accountId: number
  readonly fileName: string
  readonly layout: string | null
  /** if the file has no balances: those of the paper statement */
  readonly opening?: number | undefined
  readonly closing?: number | undefined
}

export const sent = ({ format, account, currency, from, to, opening, closing, lines }: BankFile, into: Into) => ({
  accountId: into.accountId,
  format,
  layout: format === "csv" ? into.layout : null,
  fileName: into.fileName.slice(-200),
  account: account?.slice(0, 60) ?? null,
  currency: currency?.slice(0, 10) ?? null,
  from,
  to,
  opening: into.opening ?? opening,
  closing: into.closing ?? closing,
  lines: lines.map(({ date, amount, text, counterparty, reference }) => ({
    date,
    amount,
    text: text.slice(0, 500),
    counterparty: counterparty.slice(0, 200),
    reference: reference.slice(0, 100),
  })),
})
