/** A payslip as a PDF of A4. The same payslip gives the same bytes. */
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { pdf } from "@ops/platform/documents/pdf.ts"
import { formatDay, formatDaysIn } from "@ops/platform/dates/sentence.ts"
import type { PayslipDetail } from "../contract.ts"

type Slip = typeof PayslipDetail.Type

const ink = "#1c1d1f"
const quiet = "#60646c"
const rule = "#dcdde0"

const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d)(?=.*\.))/g, ",")
const plain = (text: string) => text.replace(/\.?0+$/, "")

const pairs = (of: ReadonlyArray<readonly [string, string]>): Content => ({
  table: {
    widths: ["auto", "*"],
    body: of.map(([label, value]): Array<TableCell> => [{ text: label, color: quiet }, { text: value }]),
  },
  layout: { defaultBorder: false, paddingTop: () => 1, paddingBottom: () => 1, paddingLeft: () => 0 },
})

const definition = (slip: Slip, company: string): TDocumentDefinitions => {
  const { currency, firstName, lastName, staffNumber, periodName } = slip
  const title = `Payslip ${periodName}`
  const isSum = (line: string) => line === "Gross pay" || line === "Net pay"
  const body: Array<Array<TableCell>> = [
    ["", "How it was calculated", `Amount (${currency})`].map((text, n) => ({ text, bold: true, alignment: n === 2 ? "right" : "left" })),
    ...slip.how.map(({ line, formula, amount }): Array<TableCell> => {
      const bold = isSum(line)
      return [
        { text: line, bold },
        { text: formatDaysIn(formula), color: quiet, fontSize: 8.5 },
        { text: grouped(amount), bold, alignment: "right" },
      ]
    }),
  ]
  const employer = [
    ...(slip.employerSocialSecurity === "0.00"
      ? []
      : [`Social insurance (NSIF) paid by the employer on top: ${currency} ${grouped(slip.employerSocialSecurity)}`]),
    ...(slip.employerSurtax === "0.00" ? [] : [`Surtax paid by the employer: ${currency} ${grouped(slip.employerSurtax)}`]),
    ...(slip.carriedForward === "0.00" ? [] : [`Deductions carried to the next month: ${currency} ${grouped(slip.carriedForward)}`]),
    ...slip.remarks,
    `Official exchange rate used: SSP ${slip.rate} for one dollar, of ${formatDay(slip.payDate)}. Income tax is calculated in whole SSP.`,
  ]
  return {
    info: { title: `${title}, ${staffNumber}` },
    pageMargins: [56, 48, 48, 56],
    defaultStyle: { font: "Roboto", fontSize: 10, color: ink, lineHeight: 1.2 },
    footer: (page, pages) => ({
      text: `${title}, ${staffNumber}, page ${page} of ${pages}`,
      color: quiet,
      fontSize: 8,
      alignment: "right",
      margin: [56, 16, 48, 0],
    }),
    content: [
      {
        columns: [
          [
            { text: "Payslip", fontSize: 22, bold: true },
            { text: periodName, fontSize: 13 },
          ],
          { text: company, alignment: "right", bold: true },
        ],
      },
      {
        margin: [0, 20, 0, 20],
        columns: [
          pairs([
            ["Name", `${firstName ?? "erased"} ${lastName ?? ""}`.trim()],
            ["Staff #", staffNumber],
            ["Position", slip.position],
            ["Department", slip.department],
          ]),
          pairs([
            ["Period", `${formatDay(slip.startDate)} to ${formatDay(slip.endDate)}`],
            ["Pay date", formatDay(slip.payDate)],
            [
              "Days",
              `${plain(slip.actualDaysWorked)} worked, ${plain(slip.paidLeaveDays)} paid leave, ${plain(slip.unpaidLeaveDays)} unpaid leave, ${plain(slip.absentDays)} absent, of ${plain(slip.workingDays)}`,
            ],
            ["Overtime", `${plain(slip.overtimeHours)} hours`],
            [
              "Status",
              slip.paymentStatus === "paid"
                ? `Paid on ${formatDay(slip.paymentDate!)}${slip.paymentReference ? `, ${slip.paymentReference}` : ""}`
                : "Not yet paid",
            ],
          ]),
        ],
      },
      {
        table: { headerRows: 1, dontBreakRows: true, widths: ["auto", "*", "auto"], body },
        layout: {
          vLineWidth: () => 0,
          // a rule above a sum, a double one below the last
          hLineWidth: (line) => (line === 0 ? 0 : line === 1 ? 1 : line === body.length ? 2 : isSum(slip.how[line - 1]?.line ?? "") ? 0.75 : 0.5),
          hLineColor: (line) => (line === 1 || line === body.length || isSum(slip.how[line - 1]?.line ?? "") ? ink : rule),
          paddingTop: () => 5,
          paddingBottom: () => 5,
          paddingLeft: () => 0,
          paddingRight: (column) => (column === 2 ? 0 : 12),
        },
      },
      { stack: employer.map((text) => ({ text: formatDaysIn(text), margin: [0, 0, 0, 4] })), margin: [0, 20, 0, 0], color: quiet, fontSize: 9 },
    ],
  }
}

/** The bytes. `createdAt` is stored in the file: the time of the calculation. */
export const payslipPdf = (slip: Slip, company: string) => pdf(definition(slip, company), { createdAt: slip.updatedAt })
