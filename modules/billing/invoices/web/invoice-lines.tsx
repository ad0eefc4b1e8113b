/** The lines of a new invoice: typing in the last row adds a line, Enter moves to the next one. */
import { amountInput } from "@ops/platform/ui/forms/amount-input.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { formatFigure, timesMoney } from "@ops/platform/ui/money.tsx"
import { X } from "lucide-react"
import { type KeyboardEvent, useRef } from "react"
import { useFieldArray, useFormContext, useWatch } from "react-hook-form"
import { Link } from "react-router-dom"
import { isAmount } from "../../web/labels.ts"

export interface InvoiceValues {
  siteId: number | undefined
  billingPeriod: string
  periodStart: string
  periodEnd: string
  staffCount: number
  totalAmount: string
  clientName: string
  clientAddress: string
  dueDate: string
  template: string
  notes: string
  overrideReason: string
  lines: { description: string; quantity: string; unitPrice: string }[]
}

export const InvoiceLines = ({ currency }: { readonly currency: string }) => {
  const { can } = useSession()
  const { register, formState } = useFormContext<InvoiceValues>()
  const { fields, append, remove } = useFieldArray<InvoiceValues, "lines">({ name: "lines" })
  const lines = useWatch<InvoiceValues, "lines">({ name: "lines" })
  const next = useRef<HTMLInputElement>(null)
  const keys = (n: number) => (event: KeyboardEvent) => {
    if (event.key === "Backspace" && (event.ctrlKey || event.metaKey)) {
      remove(n)
      next.current?.focus()
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) next.current?.focus()
    else return
    event.preventDefault()
  }
  const cell = (n: number, name: "description" | "quantity" | "unitPrice", label: string) => ({
    "aria-label": `${label}, line ${n + 1}`,
    "aria-invalid": formState.errors.lines?.[n]?.[name] ? true : undefined,
    onKeyDown: keys(n),
    ...register(`lines.${n}.${name}`),
  })
  const faults = lines.flatMap((_, n) => {
    const { description, quantity, unitPrice } = formState.errors.lines?.[n] ?? {}
    return [description, quantity, unitPrice].flatMap((each) => each?.message ?? [])
  })
  return (
    <div className="field">
      <div className="line">
        <h2 className="invoice-heading">Lines</h2>
        <span className="spread" />
        {/* there, so that it is billed once */}
        {can("invoices.manage") && (
          <Link className="link" to="/facilities/billing">
            Bill unbilled work
          </Link>
        )}
      </div>
      <table className="line-grid">
        <thead>
          <tr>
            <th>Description</th>
            <th className="num">Quantity</th>
            <th className="num">Price, {currency}</th>
            <th className="num">Amount</th>
            <th>
              <span className="sr">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, n) => {
            const { quantity = "", unitPrice = "" } = lines[n] ?? {}
            return (
              <tr key={field.id}>
                <td className="invoice-what">
                  <input className="input" autoComplete="off" {...cell(n, "description", "Description")} />
                </td>
                <td className="num">
                  <input className="input num" inputMode="numeric" autoComplete="off" {...cell(n, "quantity", "Quantity")} />
                </td>
                <td className="num">
                  <input className="input num" {...amountInput} {...cell(n, "unitPrice", "Price")} />
                </td>
                <td className="num">{/^\d+$/.test(quantity) && isAmount(unitPrice) ? formatFigure(timesMoney(unitPrice, Number(quantity))) : "–"}</td>
                <td>
                  <button type="button" className="plain-icon" aria-label={`Remove line ${n + 1}`} onClick={() => remove(n)}>
                    <X size={16} strokeWidth={1.75} aria-hidden />
                  </button>
                </td>
              </tr>
            )
          })}
          <tr>
            <td className="invoice-what">
              <input
                ref={next}
                className="input"
                autoComplete="off"
                aria-label="Add a line"
                placeholder="Add a line"
                value=""
                onChange={({ target }) =>
                  append({ description: target.value, quantity: "1", unitPrice: "" }, { focusName: `lines.${fields.length}.description` })
                }
              />
            </td>
            <td colSpan={4} />
          </tr>
        </tbody>
      </table>
      {faults[0] && <p className="fault">{faults[0]}</p>}
    </div>
  )
}
