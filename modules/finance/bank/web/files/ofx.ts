/** OFX, as banks offer it for accounting software: version 1, whose tags need not be closed, and version 2, which is XML. */
import { type BankFile, centsOf, dayOfDigits, fault, type FileLine, joined, oneLine, whole } from "./bank-file.ts"

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }
const plain = (text: string) => oneLine(text.replace(/&(\w+);/g, (entity, name: string) => entities[name.toLowerCase()] ?? entity))
const field = (block: string, tag: string): string | undefined => {
  const text = new RegExp(`<${tag}>([^<\\r\\n]*)`, "i").exec(block)?.[1]
  return text === undefined || text.trim() === "" ? undefined : plain(text)
}
const amountOf = (text: string, where: string) => centsOf(text, text.includes(",") && !text.includes(".") ? "," : ".", where)

const lineOf = (block: string, n: number): FileLine => {
  const where = `Transaction ${n + 1}`
  const [posted, amount] = [field(block, "DTPOSTED"), field(block, "TRNAMT")]
  if (posted === undefined || amount === undefined) return fault(`${where} has no date or no amount`)
  const [name, memo, check] = [field(block, "NAME") ?? "", field(block, "MEMO") ?? "", field(block, "CHECKNUM")]
  return {
    date: dayOfDigits(posted, where),
    amount: amountOf(amount, where),
    text: oneLine([memo || name, check && `Cheque ${check}`].filter(Boolean).join(", ")),
    counterparty: memo ? name : "",
    reference: field(block, "FITID") ?? field(block, "REFNUM") ?? "",
  }
}

export const readOfx = (text: string): BankFile => {
  const statements = text.split(/<STMTRS>|<CCSTMTRS>/i).slice(1)
  if (statements.length === 0) return fault("The OFX file has no statement of an account")
  return joined(
    statements.map((statement) => {
      const lines = statement
        .split(/<STMTTRN>/i)
        .slice(1)
        .map((block) => block.split(/<\/STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>/i)[0]!)
      const [start, end] = [field(statement, "DTSTART"), field(statement, "DTEND")]
      const ledger = /<LEDGERBAL>([\s\S]*)/i.exec(statement)?.[1] ?? ""
      const [balance, asOf] = [field(ledger, "BALAMT"), field(ledger, "DTASOF")]
      // a balance of a later day, as of the download, is not that of the last line
      const isOfEnd = asOf !== undefined && end !== undefined && asOf.slice(0, 8) <= end.slice(0, 8)
      return whole({
        format: "ofx",
        account: field(statement, "ACCTID") ?? null,
        currency: field(statement, "CURDEF") ?? null,
        from: start === undefined ? null : dayOfDigits(start, "Start"),
        to: end === undefined ? null : dayOfDigits(end, "End"),
        opening: null,
        closing: balance !== undefined && isOfEnd ? amountOf(balance, "Ledger balance") : null,
        lines: lines.map(lineOf),
      })
    }),
  )
}
