/** The preview of a draft, person by person, with the difference from the previous payroll; and under other rules. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { Fragment, useState } from "react"
import { useApi } from "../../web/client.ts"
import { Lines } from "../../payslips/web/payslip-lines.tsx"
import "../../web/payroll.css"
import { inCurrencies, type Period, plain, type Preview } from "../../web/labels.ts"

const suppositions = [
  { value: "", label: "Current law" },
  { value: "whole-income", label: "What if: whole income" },
  { value: "graduated", label: "What if: graduated" },
]

const Items = ({ of }: { readonly of: Preview }) => {
  const [open, setOpen] = useState<number>()
  const beside = of.whatIf === null ? "Difference" : "As it is"
  return (
    <table className="table payroll-slips" aria-label="Dry run">
      <thead>
        <tr>
          <th scope="col">Staff</th>
          <th scope="col" className="num">
            Net pay
          </th>
          <th scope="col" className="num">
            {beside}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.items.map((item) => (
          <Fragment key={item.staffId}>
            <tr>
              <td>
                <button
                  type="button"
                  className="link"
                  aria-expanded={open === item.staffId}
                  onClick={() => setOpen(open === item.staffId ? undefined : item.staffId)}
                >
                  {item.name}
                </button>
                <small className="muted">{item.staffNumber}</small>
              </td>
              <td className="num">{formatMoney(item.netPay, item.currency)}</td>
              <td className="num">
                {of.whatIf !== null ? (
                  formatFigure(item.actualNetPay ?? "0.00")
                ) : item.difference === null ? (
                  <span className="muted">new</span>
                ) : (
                  formatFigure(item.difference)
                )}
              </td>
            </tr>
            {(open === item.staffId || item.problems.length > 0) && (
              <tr className="payroll-open">
                <td colSpan={3}>
                  {item.problems.map((problem) => (
                    <p key={problem} className="negative">
                      {problem}
                    </p>
                  ))}
                  {open === item.staffId && <Lines lines={item.how} currency={item.currency} label={`Dry run of ${item.staffNumber}`} />}
                  {open === item.staffId &&
                    item.remarks.map((remark) => (
                      <p key={remark} className="muted">
                        {remark}
                      </p>
                    ))}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

export const usePreview = (period: Period | undefined, rule = "") =>
  useApi("GET /api/hr/payroll-periods/:id/preview", period?.canProcess ? { id: period.id, query: rule === "" ? {} : { rule } } : null)

export const PreviewPart = ({ period }: { readonly period: Period }) => {
  const [rule, setRule] = useState("")
  const preview = usePreview(period, rule)
  return (
    <section className="part">
      <h3>Dry run</h3>
      <div className="payroll-filter">
        <select className="input" aria-label="Rules" value={rule} onChange={({ target }) => setRule(target.value)}>
          {suppositions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Answer of={preview} rows={6}>
        {(of) => (
          <div className="stack">
            {of.obstacle !== null && <p className="payroll-obstacle">{of.obstacle}</p>}
            <p>
              Net pay {inCurrencies(of.totalsByCurrency)} at {formatFigure(of.rate)} SSP per USD
              {of.gapDays !== "0.00" && `; ${plain(of.gapDays)} days without a record count as worked here`}.
            </p>
            <Items of={of} />
            <ul className="muted">
              {of.rules.map(({ id, kind, from, source }) => (
                <li key={id}>
                  {kind.toUpperCase()} from {from}: {source}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Answer>
    </section>
  )
}
