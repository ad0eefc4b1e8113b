/** A person's balance of each leave type, and the ledger that adds up to it. */
import { daysBetween } from "@ops/platform/calendar.ts"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day, formatDay } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { t } from "@ops/platform/ui/language/words.ts"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { Fragment, useState } from "react"
import type { LeaveBalanceAnswer } from "../contract.ts"
import { useApi } from "../../web/client.ts"
import { days } from "./labels.ts"
import "./leave.css"

type Balance = typeof LeaveBalanceAnswer.Type
type OfType = Balance["balances"][number]

/** Expiry is shown if it is less than half a year away. */
const soon = (date: string, at: string) => daysBetween(at, date) < 183
const noteOf = ({ pending, expiring }: OfType, at: string) =>
  [pending > 0 && `${days(pending)} asked for`, expiring && soon(expiring.date, at) && `${days(expiring.days)} to be used by ${formatDay(expiring.date)}`]
    .filter(Boolean)
    .join(" · ")

/** The entries of a type, newest first. */
const Ledger = ({ of }: { readonly of: OfType }) => (
  <SmallTable
    label={t(`Ledger of ${of.leaveType}`)}
    rows={of.entries.map((entry, n) => ({ ...entry, n })).toReversed()}
    rowKey={({ n }) => n}
    columns={[
      { header: "Date", cell: ({ date }) => <Day date={date} /> },
      {
        header: "Entry",
        cell: ({ kind, carried, reason }) => (
          <>
            {kind === "carry_forward" ? `${days(carried)} carried forward` : kind === "encashed" ? "Paid out" : statusWord(kind)}
            {reason && <div className="muted">{reason}</div>}
          </>
        ),
      },
      { header: "Days", className: "num", cell: ({ kind, days: count }) => (kind === "carry_forward" ? "" : count > 0 ? `+${count}` : count) },
      { header: "Balance", className: "num", cell: ({ balance }) => balance },
    ]}
  />
)

const Balances = ({ of }: { readonly of: Balance }) => {
  const [open, setOpen] = useState<number>()
  const [all, showAll] = useState(false)
  // the first two types, and those this person has used
  const usual = of.balances.filter(({ taken, pending }, n) => n < 2 || taken !== 0 || pending !== 0)
  const shown = all ? of.balances : usual
  return (
    <>
      <table className="table leave-balance" aria-label={`Leave of ${of.name}`}>
        <thead>
          <tr>
            <th>Leave</th>
            <th className="num wide">Taken this year</th>
            <th className="num">Left</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((type) => (
            <Fragment key={type.leaveTypeId}>
              <tr>
                <td>
                  <button
                    type="button"
                    className="link"
                    aria-expanded={open === type.leaveTypeId}
                    onClick={() => setOpen(open === type.leaveTypeId ? undefined : type.leaveTypeId)}
                  >
                    {type.leaveType}
                  </button>
                  <div className="muted">{noteOf(type, of.at)}</div>
                </td>
                <td className="num wide">{type.taken}</td>
                <td className="num">
                  <Figure
                    value={<strong className={type.balance < 0 ? "negative" : undefined}>{type.balance}</strong>}
                    of={{ name: "leave.balance", parameters: { id: of.staffId, line: type.leaveTypeId } }}
                    label={t(`${type.leaveType} left`)}
                  />
                </td>
              </tr>
              {open === type.leaveTypeId && (
                <tr>
                  <td colSpan={3} className="leave-ledger">
                    {type.entries.length === 0 ? <p className="muted">Nothing yet.</p> : <Ledger of={type} />}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {usual.length < of.balances.length && (
        <p className="leave-more">
          <button type="button" className="link" aria-expanded={all} onClick={() => showAll(!all)}>
            {all ? "Fewer types" : "All types"}
          </button>
        </p>
      )}
    </>
  )
}

/** The balance of a person; one's own by default. */
export const LeaveBalance = ({ staffId }: { readonly staffId?: number }) => {
  const balance = useApi(staffId === undefined ? "GET /api/hr/leave-balance" : "GET /api/hr/staff/:id/leave-balance", { id: staffId })
  return (
    <Answer of={balance} rows={4} loading="Loading leave...">
      {(of) => (of === null ? <p className="muted leave-none">You are not a staff member, so you have no leave here.</p> : <Balances of={of} />)}
    </Answer>
  )
}
