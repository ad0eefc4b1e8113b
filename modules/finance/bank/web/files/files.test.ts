import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatMoney, parseMoney } from "@ops/platform/money.ts"
import { decimalOf, parseCents } from "./cents.ts"
import type { BankFile, Layout } from "./bank-file.ts"
import { readBankFile } from "./read-bank-file.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const layout: Layout = {
  date: "Date",
  amount: null,
  credit: "Credit",
  debit: "Debit",
  text: "Narration",
  counterparty: null,
  reference: "Ref",
  balance: "Balance",
  days: "dmy",
  decimal: ".",
}
const table = `Equity Bank South Sudan,,,,,
Statement of 01/10/2026,,,,,
Date,Ref,Narration,Debit,Credit,Balance
02/10/2026,FT1,"NILE PETROLEUM, INV-2026-00003",,"12,500.00","13,500.00"
03/10/2026,FT2,LEDGER FEE,35.00,,"13,465.00"
,,Closing balance,,,"13,465.00"
`
const ofx = `OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>0012-345<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261001<DTEND>20261031
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261002120000[3:EAT]<TRNAMT>12500.00<FITID>FT1<NAME>Nile &amp; Sons<MEMO>INV-2026-00003</STMTTRN>
<STMTTRN><TRNTYPE>FEE<DTPOSTED>20261003<TRNAMT>-35.00<FITID>FT2<NAME>LEDGER FEE</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>13465.00<DTASOF>20261031</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const mt940 = `{1:F01EQBLSSJ0}{4:
:20:STARTUMSE
:25:EQBLSSJB/0012345
:28C:10/1
:60F:C260930USD1000,00
:61:2610021002C12500,00NTRFINV-2026-00003//FT1
:86:166?00CREDIT?20INV-2026-00003?21 OCTOBER?32NILE PETRO?33LEUM
:61:2610031003D35,NCHGNONREF//FT2
:86:LEDGER FEE
:62F:C261031USD13465,00
-}`
const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<FrToDt><FrDtTm>2026-10-01T00:00:00</FrDtTm><ToDtTm>2026-10-31T23:59:59</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>0012345</Id></Othr></Id><Ccy>USD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">13465.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="USD">12500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-02</Dt></BookgDt><AcctSvcrRef>FT1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Nile &amp; Sons</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>INV-2026-00003</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">35.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-10-03T10:00:00</DtTm></BookgDt><AcctSvcrRef>FT2</AcctSvcrRef><AddtlNtryInf>LEDGER FEE</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="USD">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-10-31</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`

const span = { currency: "USD", from: "2026-10-01", to: "2026-10-31", opening: 100_000, closing: 1_346_500 }
const fee = { date: "2026-10-03", amount: -3500, text: "LEDGER FEE", counterparty: "" }
const expected: ReadonlyArray<readonly [string, string, Partial<BankFile>]> = [
  [
    "CSV of the bank's own layout",
    table,
    {
      format: "csv",
      account: null,
      currency: null,
      from: "2026-10-02",
      to: "2026-10-03",
      opening: 100_000,
      closing: 1_346_500,
      lines: [
        { date: "2026-10-02", amount: 1_250_000, text: "NILE PETROLEUM, INV-2026-00003", counterparty: "", reference: "FT1" },
        { ...fee, reference: "FT2" },
      ],
    },
  ],
  [
    "OFX",
    ofx,
    {
      ...span,
      format: "ofx",
      account: "0012-345",
      lines: [
        { date: "2026-10-02", amount: 1_250_000, text: "INV-2026-00003", counterparty: "Nile & Sons", reference: "FT1" },
        { ...fee, reference: "FT2" },
      ],
    },
  ],
  [
    "MT940",
    mt940,
    {
      ...span,
      from: "2026-10-02",
      format: "mt940",
      account: "EQBLSSJB/0012345",
      lines: [
        { date: "2026-10-02", amount: 1_250_000, text: "INV-2026-00003 OCTOBER", counterparty: "NILE PETROLEUM", reference: "INV-2026-00003" },
        { ...fee, reference: "FT2" },
      ],
    },
  ],
  [
    "CAMT.053, without what is only announced",
    camt,
    {
      ...span,
      format: "camt053",
      account: "0012345",
      lines: [
        { date: "2026-10-02", amount: 1_250_000, text: "INV-2026-00003", counterparty: "Nile & Sons", reference: "FT1" },
        { ...fee, reference: "FT2" },
      ],
    },
  ],
]

test.each(expected)("%s is read: account, span, balances and lines", async (_, text, file) => {
  expect(await readBankFile(bytes(text), layout)).toEqual(file)
})

test("a table whose newest line is first is read from the oldest", async () => {
  const [title = "", printed = "", header = "", first = "", second = ""] = table.split("\n")
  const turned = [title, printed, header, second, first].join("\n")
  expect(await readBankFile(bytes(turned), layout)).toEqual(expected[0]![2])
})

test("decimal commas, months in words and one signed column are read by their layout", async () => {
  const own = "Buchung;Betrag;Text\n2 Oct 2026;-1.234,50;Fuel\n31 Oct 2026;2.000;Deposit\n"
  const { lines, opening } = await readBankFile(bytes(own), {
    ...layout,
    date: "Buchung",
    amount: "Betrag",
    credit: null,
    debit: null,
    text: "Text",
    reference: null,
    balance: null,
    decimal: ",",
  })
  expect(lines.map(({ date, amount }) => [date, amount])).toEqual([
    ["2026-10-02", -123_450],
    ["2026-10-31", 200_000],
  ])
  expect(opening).toBeNull()
})

describe("a file that cannot be right is refused with what to do", () => {
  test.each([
    ["an empty file", "", "The file is empty"],
    [
      "another layout",
      "Day,Amount\n1,2\n",
      'The file has no column "Date", "Credit", "Debit", "Narration", "Ref", "Balance". Choose the layout of this bank, or correct it',
    ],
    [
      "balances that break",
      table.replace('"13,465.00"\n,,', '"13,466.00"\n,,'),
      "Line 5 does not follow from the previous one: 13500.00 and -35.00 are not 13466.00. A line is missing, or the columns do not match",
    ],
    [
      "a closing balance that is none",
      mt940.replace("13465", "13565"),
      "The file does not add up: opening balance 1000.00, 2 lines of 12465.00 make that 13465.00, closing balance 13565.00",
    ],
    ["an amount that is none", camt.replace("35.00", "thirty"), 'Transaction 2: "thirty" is not an amount'],
    ["damaged XML", camt.slice(0, 600), "The file is damaged"],
    ["a day that is none", ofx.replace("20261003", "20261399"), 'Transaction 2: "20261399" is not a date'],
    ["no statement", "<OFX></OFX>", "The OFX file has no statement of an account"],
    [
      "two accounts",
      `${mt940}\n${mt940.replace("0012345", "9")}`,
      "The file has statements of several accounts: EQBLSSJB/0012345 and EQBLSSJB/9. Import one account at a time",
    ],
  ])("%s", async (_, text, sentence) => {
    await expect(readBankFile(bytes(text), layout)).rejects.toThrow(sentence)
  })

  test("an encoding that spoils names", async () => {
    const spoilt = new Uint8Array([...bytes(":20:A\n:86:Jos"), 0xe9])
    await expect(readBankFile(spoilt)).rejects.toThrow("The file is not in UTF-8")
  })

  test("a table without a layout", async () => {
    await expect(readBankFile(bytes(table))).rejects.toThrow("This file is a table. Choose the layout of the bank")
  })
})

test("whatever the lines, a table with balances gives them all, and what it opens and closes with", () => {
  const line = fc.record({ day: fc.integer({ min: 1, max: 28 }), amount: fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((amount) => amount !== 0) })
  return fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), fc.integer({ min: -1e8, max: 1e8 }), async (drawn, opening) => {
      const lines = drawn.toSorted((one, other) => one.day - other.day)
      let balance = opening
      const rows = lines.map(({ day, amount }, n) => {
        balance += amount
        const money = formatMoney(Math.abs(amount))
        return `${day}/10/2026,R${n},Line ${n},${amount < 0 ? money : ""},${amount > 0 ? money : ""},${formatMoney(balance)}`
      })
      const file = await readBankFile(bytes(["Date,Ref,Narration,Debit,Credit,Balance", ...rows].join("\n")), layout)
      expect(file.lines.map(({ amount }) => amount)).toEqual(lines.map(({ amount }) => amount))
      expect([file.opening, file.closing]).toEqual([opening, balance])
    }),
    { numRuns: 40 },
  )
})

test("cents are read and written here as the server does", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }), (cents) => {
      expect([decimalOf(cents), parseCents(decimalOf(cents))]).toEqual([formatMoney(cents), cents])
    }),
  )
  for (const text of ["1", "1.5", "-0", "1.005", "1e5", "", "12345678901234", "-0.01"]) expect(parseCents(text)).toBe(parseMoney(text))
})
