/** The bills that could be paid now, by vendor: chosen bills, in full or in part, become a payment run that another person checks. */
import { addDays } from "@ops/platform/calendar.ts"
import { count } from "@ops/platform/text.ts"
import { amountInput } from "@ops/platform/ui/forms/amount-input.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { PostingDayOf } from "@ops/ledger/periods/web/posting-day.tsx"
import { Fragment, useState } from "react"
import { useApi, useCommand } from "../../web/client.ts"
import { payableLists } from "../../payables/web/labels.tsx"
import type { RunProposal } from "./labels.tsx"
import { currencyOptions, moneyOptions } from "../../shared/web/labels.ts"

const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)

interface Props {
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

export const PaymentProposal = ({ onClose, onMade }: Props) => {
  const [currency, setCurrency] = useState<"USD" | "SSP">("USD")
  const [dueBy, setDueBy] = useState(addDays(today(), 7))
  const proposal = useApi("GET /api/payment-runs/proposal", { query: { currency, dueBy: dueBy || today() } })
  return (
    <Panel
      title="New payment run"
      padded
      actions={
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack">
        <div className="finance-asked">
          <label className="field">
            Currency
            <span className="select">
              <select className="input" value={currency} onChange={(event) => setCurrency(event.target.value as "USD" | "SSP")}>
                {currencyOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </span>
          </label>
          <label className="field" htmlFor="due-by">
            Due by
            <DateInput id="due-by" value={dueBy} onChange={setDueBy} />
          </label>
        </div>
        {proposal.isError ? (
          <ErrorPanel error={proposal.error} retry={() => void proposal.refetch()} />
        ) : proposal.data === undefined ? (
          <Loading rows={4} label="Loading bills..." />
        ) : proposal.data.bills === 0 ? (
          <EmptyState title={`No bills in ${currency} are due by then`} text="Bills that are disputed, not approved, or on another run are left out." small />
        ) : (
          <Choice key={`${currency} ${dueBy}`} of={proposal.data} onMade={onMade} />
        )}
      </div>
    </Panel>
  )
}

const Choice = ({ of, onMade }: { readonly of: RunProposal; readonly onMade: (id: number) => void }) => {
  const { currency, vendors } = of
  const bills = vendors.flatMap(({ items }) => items)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [account, setAccount] = useState(of.account)
  const [date, setDate] = useState(today())
  const amountOf = ({ payableId, amount }: (typeof bills)[number]) => (typed[payableId] ?? amount).replaceAll(",", "").trim()
  const chosen = bills.filter(({ payableId }) => !left.has(payableId))
  const faulty = chosen.filter((bill) => !isAmount(amountOf(bill)) || Number(amountOf(bill)) <= 0)
  const total = (some: typeof bills) => sumMoney(some.filter((bill) => !left.has(bill.payableId) && isAmount(amountOf(bill))).map(amountOf))
  const make = useCommand("POST /api/payment-runs", {
    body: () => ({
      currency,
      account,
      paymentDate: date,
      items: chosen.map((bill) => ({ payableId: bill.payableId, amount: amountOf(bill) })),
    }),
    lists: payableLists,
    done: ({ runNumber }) => `Payment run ${runNumber} created`,
    failed: "Failed to create the payment run",
    onDone: ({ id }) => onMade(id),
  })
  const leave = (ids: readonly number[], out: boolean) =>
    setLeft((before) => new Set(out ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  return (
    <>
      <div className="table-frame" tabIndex={0} role="region" aria-label="Bills to pay">
        <table className="table">
          <thead>
            <tr>
              <th className="tick">
                <span className="sr">Pay</span>
              </th>
              <th>Bill</th>
              <th className="wide">Invoice #</th>
              <th className="wide">Due</th>
              <th className="num wide">Open ({currency})</th>
              <th className="num wide">Withheld</th>
              <th className="num">Settle ({currency})</th>
            </tr>
          </thead>
          <tbody>
            {vendors.map(({ vendorId, vendorName, items }) => {
              const ids = items.map(({ payableId }) => payableId)
              const some = ids.filter((id) => !left.has(id)).length
              return (
                <Fragment key={vendorId}>
                  <tr className="finance-group">
                    <td className="tick">
                      <input
                        type="checkbox"
                        aria-label={`All bills of ${vendorName}`}
                        checked={some === ids.length}
                        ref={(box) => {
                          if (box) box.indeterminate = some > 0 && some < ids.length
                        }}
                        onChange={() => leave(ids, some === ids.length)}
                      />
                    </td>
                    <td>
                      <b>{vendorName}</b>
                    </td>
                    <td className="wide" colSpan={4} />
                    <td className="num">
                      <b>{formatMoney(total([...items]), currency)}</b>
                    </td>
                  </tr>
                  {items.map((item) => {
                    const { payableId, billNumber, invoiceNumber, dueDate, overdue, amount, withholding } = item
                    const isOut = left.has(payableId)
                    return (
                      <tr key={payableId} {...(overdue && { "data-priority": "high" })}>
                        <td className="tick">
                          <input type="checkbox" aria-label={`Pay ${billNumber}`} checked={!isOut} onChange={() => leave([payableId], !isOut)} />
                        </td>
                        <td>{billNumber}</td>
                        <td className="wide">{invoiceNumber}</td>
                        <td className="wide">
                          <Day date={dueDate} />
                        </td>
                        <td className="num wide">{formatMoney(amount, currency)}</td>
                        <td className="num wide">{Number(withholding) === 0 ? "–" : formatMoney(withholding, currency)}</td>
                        <td className="num">
                          <input
                            className="input num finance-amount"
                            {...amountInput}
                            aria-label={`How much of ${billNumber}`}
                            aria-invalid={faulty.includes(item) || undefined}
                            disabled={isOut}
                            value={typed[payableId] ?? amount}
                            onChange={(event) => setTyped({ ...typed, [payableId]: event.target.value })}
                          />
                        </td>
                      </tr>
                    )
                  })}
                </Fragment>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <td>{count(chosen.length, "bill")}</td>
              <td className="wide" colSpan={4} />
              <td className="num">{formatMoney(total(bills), currency)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <div className="finance-asked">
        <label className="field">
          Pay from
          <span className="select">
            <select className="input" value={account} onChange={(event) => setAccount(event.target.value as RunProposal["account"])}>
              {moneyOptions
                .filter(({ value }) => value === "1000" || value === of.account)
                .map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
            </select>
          </span>
        </label>
        <label className="field" htmlFor="payment-date">
          Payment date
          <DateInput id="payment-date" value={date} onChange={setDate} />
        </label>
        <PostingDayOf date={date} />
        <span className="spread" />
        {!inThePast && (
          <Button kind="primary" disabled={make.pending || chosen.length === 0 || faulty.length > 0 || date === ""} onClick={() => make.run()}>
            {make.pending ? "Making..." : `Create payment run for ${count(chosen.length, "bill")}`}
          </Button>
        )}
      </div>
    </>
  )
}
