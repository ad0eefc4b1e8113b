/** The derivation of each figure of a payslip. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { pathOf, useApi } from "../../web/client.ts"
import { plain } from "../../web/labels.ts"
import "../../web/payroll.css"

interface Line {
  readonly line: string
  readonly formula: string
  readonly amount: string
}

export const Lines = ({ lines, currency, label }: { readonly lines: readonly Line[]; readonly currency: string; readonly label: string }) => (
  <table className="table payroll-lines" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">Line</th>
        <th scope="col" className="num">
          {currency}
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ line, formula, amount }, n) => (
        // line names may repeat; their order is fixed
        <tr key={`${n} ${line}`} data-sum={["Gross pay", "Net pay", "Settlement"].includes(line) || undefined}>
          <td>
            {line}
            {formula !== "" && <small className="muted">{formula}</small>}
          </td>
          <td className="num">
            <Money amount={amount} currency={currency} plain />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const PayslipLines = ({ id }: { readonly id: number }) => {
  const slip = useApi("GET /api/payslips/:id", { id })
  return (
    <Answer of={slip} rows={4}>
      {(of) => (
        <div className="stack payroll-slip">
          <KeyValues
            of={[
              ["Position", `${of.position}, ${of.department}`],
              [
                "Days",
                `${plain(of.actualDaysWorked)} worked, ${plain(of.paidLeaveDays)} paid leave, ${plain(of.unpaidLeaveDays)} unpaid leave, ${plain(of.absentDays)} absent of ${plain(of.workingDays)}`,
              ],
              of.overtimeHours !== "0.00" && ["Overtime", `${plain(of.overtimeHours)} hours`],
              ["Exchange rate", `${formatFigure(of.rate)} SSP per USD`],
              of.employerSocialSecurity !== "0.00" && ["Employer pays NSIF", formatMoney(of.employerSocialSecurity, of.currency)],
            ]}
          />
          <Lines lines={of.how} currency={of.currency} label={`Payslip of ${of.staffNumber}`} />
          {of.remarks.map((remark) => (
            <p key={remark} className="muted">
              {remark}
            </p>
          ))}
          <p>
            <a className="link" href={href(pathOf("GET /api/payslips/:id/pdf", { id }), {})} download>
              Payslip as PDF
            </a>
          </p>
        </div>
      )}
    </Answer>
  )
}
