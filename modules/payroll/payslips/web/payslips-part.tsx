/** The payslips of a payroll: each expands to the derivation of its figures. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Fragment, useDeferredValue, useState } from "react"
import { pathOf, useApi } from "../../web/client.ts"
import { PayslipLines } from "./payslip-lines.tsx"
import type { Period } from "../../web/labels.ts"

const step = 50

export const PayslipsPart = ({ period }: { readonly period: Period }) => {
  const [said, setSaid] = useState("")
  const q = useDeferredValue(said.trim())
  const [limit, setLimit] = useState(step)
  const [open, setOpen] = useState<number>()
  const path = pathOf("GET /api/hr/payroll-periods/:id/items", { id: period.id })
  const slips = useApi("GET /api/hr/payroll-periods/:id/items", { id: period.id, query: { limit, sort: "staffNumber", ...(q !== "" && { q }) } })
  return (
    <section className="part">
      <h3>Payslips</h3>
      <div className="payroll-filter">
        <input
          type="search"
          className="input"
          aria-label="Search payslips"
          placeholder="Name, number or position"
          value={said}
          onChange={({ target }) => setSaid(target.value)}
        />
        <a className="link" href={href(path, { format: "xlsx" })} download>
          Excel
        </a>
        <a className="link" href={href(path, { format: "csv" })} download>
          CSV
        </a>
      </div>
      <Answer of={slips} rows={4} empty={{ title: q === "" ? "No payslips yet" : "No matches" }}>
        {(rows) => (
          <>
            <table className="table payroll-slips" aria-label="Payslips">
              <thead>
                <tr>
                  <th scope="col">Staff</th>
                  <th scope="col" className="num">
                    Net pay
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((slip) => (
                  <Fragment key={slip.id}>
                    <tr>
                      <td>
                        <button type="button" className="link" aria-expanded={open === slip.id} onClick={() => setOpen(open === slip.id ? undefined : slip.id)}>
                          {slip.firstName ?? "Erased"} {slip.lastName}
                        </button>
                        <small className="muted">{slip.staffNumber}</small>
                      </td>
                      <td className="num">{formatMoney(slip.netPay, slip.currency)}</td>
                    </tr>
                    {open === slip.id && (
                      <tr className="payroll-open">
                        <td colSpan={2}>
                          <PayslipLines id={slip.id} />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
              </tbody>
            </table>
            {rows.length >= limit && limit < 1000 && (
              <p>
                <Button onClick={() => setLimit(Math.min(1000, limit * 4))}>Show more</Button>
              </p>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}
