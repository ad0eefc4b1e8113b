/** CAMT.053, the account statement of ISO 20022, in every version that banks send. */
import { Parser } from "saxen"
import { type BankFile, centsOf, dayOfDigits, fault, type FileLine, joined, oneLine, whole } from "./bank-file.ts"

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<Element>
  text: string
}

/** The elements of an XML text, without namespace prefixes. */
const treeOf = (xml: string): Element => {
  const root: Element = { name: "", attributes: {}, children: [], text: "" }
  const open = [root]
  const parser = new Parser()
  parser.on("openTag", (name, attributes) => {
    const element = { name: name.replace(/^.*:/, ""), attributes: { ...attributes() }, children: [], text: "" }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on("closeTag", () => void open.pop())
  parser.on("text", (text, decode) => void (open.at(-1)!.text += decode(text)))
  parser.on("cdata", (text) => void (open.at(-1)!.text += text))
  parser.on("error", ({ message }) => fault(`The file is damaged: ${message.replace(/\.$/, "")}. Export it from the bank again`))
  parser.parse(xml)
  if (open.length > 1) fault("The file is damaged: it ends too early. Export it from the bank again")
  return root
}

const all = (element: Element | undefined, path: string): ReadonlyArray<Element> =>
  path
    .split("/")
    .reduce<ReadonlyArray<Element>>((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), element ? [element] : [])
const text = (element: Element | undefined, ...paths: ReadonlyArray<string>): string => {
  for (const path of paths) {
    const said = all(element, path)
      .map(({ text }) => oneLine(text))
      .filter(Boolean)
    if (said.length > 0) return said.join(" ")
  }
  return ""
}
/** An amount, above 0 if it is a credit. */
const signed = (element: Element, where: string) => {
  const cents = centsOf(text(element, "Amt"), ".", where)
  return text(element, "CdtDbtInd") === "DBIT" ? -cents : cents
}
const dayIn = (element: Element | undefined, where: string, ...paths: ReadonlyArray<string>): string =>
  dayOfDigits(text(element, ...paths.flatMap((path) => [`${path}/Dt`, `${path}/DtTm`])).replaceAll("-", ""), where)

const lineOf = (entry: Element, n: number): FileLine => {
  const where = `Transaction ${n + 1}`
  const amount = signed(entry, where)
  const parts = all(entry, "NtryDtls/TxDtls")
  const other = amount < 0 ? "Cdtr" : "Dbtr"
  const said = (...paths: ReadonlyArray<string>) => oneLine([...new Set(parts.map((part) => text(part, ...paths)))].filter(Boolean).join(", "))
  const endToEnd = said("Refs/EndToEndId")
  return {
    date: dayIn(entry, where, "BookgDt", "ValDt"),
    amount,
    text: [said("RmtInf/Ustrd", "AddtlTxInf") || text(entry, "AddtlNtryInf"), said("RmtInf/Strd/CdtrRefInf/Ref")].filter(Boolean).join(", "),
    counterparty: said(`RltdPties/${other}/Nm`, `RltdPties/${other}/Pty/Nm`),
    reference: (endToEnd === "NOTPROVIDED" ? "" : endToEnd) || text(entry, "AcctSvcrRef", "NtryRef"),
  }
}

export const readCamt = (xml: string): BankFile => {
  const statements = all(treeOf(xml), "Document/BkToCstmrStmt/Stmt")
  if (statements.length === 0) return fault("The file has no statement of an account (camt.053)")
  return joined(
    statements.map((statement) => {
      const balance = (...codes: ReadonlyArray<string>) => all(statement, "Bal").find((bal) => codes.includes(text(bal, "Tp/CdOrPrtry/Cd")))
      const [opening, closing] = [balance("OPBD", "PRCD"), balance("CLBD")]
      const booked = all(statement, "Ntry").filter((entry) => ["BOOK", ""].includes(text(entry, "Sts/Cd", "Sts")))
      const amount = all(statement, "Ntry/Amt")[0] ?? all(closing, "Amt")[0]
      const span = (end: "Fr" | "To") => text(statement, `FrToDt/${end}Dt`, `FrToDt/${end}DtTm`).slice(0, 10)
      const lines = booked.map(lineOf)
      return whole({
        format: "camt053",
        account: text(statement, "Acct/Id/IBAN", "Acct/Id/Othr/Id") || null,
        currency: text(statement, "Acct/Ccy") || (amount?.attributes["Ccy"] ?? null),
        from: span("Fr") || null,
        to: span("To") || (closing ? dayIn(closing, "Closing balance", "Dt") : null),
        opening: opening ? signed(opening, "Opening balance") : null,
        closing: closing ? signed(closing, "Closing balance") : null,
        lines,
      })
    }),
  )
}
