/** A contractor's work: assignments, the hours of each day with their approval, and the monthly bills. */
import { wordOf } from "@ops/platform/text.ts"
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useState } from "react"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { AssignmentActs } from "./assignment-commands.tsx"
import { type Contractor, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { screen as hoursScreen } from "../hours/screen.ts"
import { contractorLists, rateText } from "../../web/labels.ts"

export const AssignmentsPart = ({ of }: { readonly of: Contractor }) => {
  const rows = useApi("GET /api/contractor-assignments", { query: { contractorId: of.id, limit: 100 } })
  return (
    <Answer of={rows} rows={3} empty={{ title: "No assignments yet" }}>
      {(assignments) => (
        <>
          {assignments.map((assignment) => (
            <section key={assignment.id} className="part">
              <h3>{assignment.task}</h3>
              <div>
                <span className="line-tight">
                  <StatusMark status={assignment.status === "started" ? "in_progress" : assignment.status} label={statusWord(assignment.status)} />
                  <span className="muted">
                    {assignment.site.name}
                    {` · ${assignment.projectName ?? wordOf(assignment.assignmentType)}`}
                  </span>
                </span>
              </div>
              <div>
                <span className="line-tight">
                  <Day date={assignment.startedOn ?? assignment.startDate} />
                  <span className="muted">to</span>
                  {(assignment.completedOn ?? assignment.endDate) === null ? (
                    <span className="muted">no end</span>
                  ) : (
                    <Day date={assignment.completedOn ?? assignment.endDate!} />
                  )}
                  <span className="num">
                    {assignment.actualHours}
                    {assignment.estimatedHours !== null && ` of ${assignment.estimatedHours}`} hours
                  </span>
                  {assignment.rating !== null && <span className="num">{assignment.rating} of 5</span>}
                </span>
              </div>
              {(assignment.ratingNote || assignment.cancelReason) && <p className="muted">{assignment.ratingNote || assignment.cancelReason}</p>}
              <AssignmentActs of={assignment} />
            </section>
          ))}
        </>
      )}
    </Answer>
  )
}

export const HoursPart = ({ of }: { readonly of: Contractor }) => {
  const rows = useApi("GET /api/contractor-hours", { query: { contractorId: of.id, limit: 200 } })
  const approve = useCommand("POST /api/contractor-hours/approve", {
    body: (ids: readonly number[]) => ({ ids }),
    lists: contractorLists,
    done: "Hours approved",
    failed: "Failed to approve the hours",
  })
  const waiting = (rows.data ?? []).filter(({ canDecide }) => canDecide).map(({ id }) => id)
  return (
    <>
      {waiting.length > 1 && (
        <div>
          <Button onClick={() => void approve.send(waiting)}>{`Approve ${waiting.length} days`}</Button>
        </div>
      )}
      <Answer of={rows} rows={4} empty={{ title: "No hours yet", text: "They are recorded on an assignment that has started." }}>
        {(days) => (
          <table className="table" aria-label="Hours">
            <thead>
              <tr>
                <th>Day</th>
                <th className="num">Hours</th>
                <th>Status</th>
              </tr>
            </thead>
            <tbody>
              {days.map((hours) => (
                <tr key={hours.id}>
                  <td>
                    <Day date={hours.date} />
                    {hours.note !== "" && <div className="muted">{hours.note}</div>}
                  </td>
                  <td className="num">{hours.hours}</td>
                  <td>
                    <StatusMark
                      status={hours.status === "recorded" ? "pending" : hours.status === "billed" ? "posted" : hours.status}
                      label={hours.status === "recorded" ? "To approve" : statusWord(hours.status)}
                    />
                    {(hours.bill ?? hours.rejectionReason) !== null && <div className="muted">{hours.bill ?? hours.rejectionReason}</div>}
                    {hours.canDecide && (
                      <div className="contractor-acts">
                        <button type="button" className="act" aria-label={`Approve the hours of ${hours.date}`} onClick={() => void approve.send([hours.id])}>
                          Approve
                        </button>
                        <Decisions
                          screen={hoursScreen}
                          row={hours}
                          of={["reject"]}
                          asks={{ reject: `${hours.hours} hours of ${hours.date}, ${hours.task}.` }}
                          small={{ about: `the hours of ${hours.date}` }}
                          lists={contractorLists}
                        />
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answer>
    </>
  )
}

export const BillsPart = ({ of, onVendor }: { readonly of: Contractor; readonly onVendor: () => void }) => {
  const rows = useApi("GET /api/contractor-bills", { query: { contractorId: of.id, limit: 100 } })
  const [asked, ask] = useState(false)
  const bill = useCommand("POST /api/contractors/:id/bills", {
    id: of.id,
    body: (month: string) => ({ month }),
    lists: [...contractorLists, ...pathsOf("GET /api/accounts-payable"), inboxPath],
    done: "Bill entered",
    failed: "Failed to enter the bill",
  })
  const month = of.billableMonth
  return (
    <>
      {month !== null && (
        <div className="line-tight">
          {of.vendorId === null && of.canNameVendor && <Button onClick={onVendor}>Choose vendor</Button>}
          {of.canBill && <Button kind="primary" onClick={() => ask(true)}>{`Bill ${formatMonth(month)}`}</Button>}
        </div>
      )}
      <Answer of={rows} rows={2} empty={{ title: "No bills yet", text: "The approved hours of a month are billed when it is over." }}>
        {(bills) => (
          <>
            {bills.map(
              ({ id, number, status, lines, currency, amount, dueDate, payableId, billNumber, payableStatus, payableApproved, site, withdrawnReason }) => (
                <section key={id} className="part">
                  <h3>{number}</h3>
                  <div>
                    <span className="line-tight">
                      <StatusMark
                        status={status === "withdrawn" ? "cancelled" : payableStatus === "paid" ? "paid" : payableApproved ? "approved" : "pending"}
                        label={
                          status === "withdrawn"
                            ? "Withdrawn"
                            : !payableApproved
                              ? "To approve"
                              : statusWord(payableStatus === "open" ? "approved" : payableStatus)
                        }
                      />
                      <Link className="link" to={`/financial?tab=vendors&view=bills&open=${payableId}`}>
                        {billNumber}
                      </Link>
                      <span className="muted">{site.name}, due</span>
                      <Day date={dueDate} />
                    </span>
                  </div>
                  {withdrawnReason && <p className="muted">{withdrawnReason}</p>}
                  <table className="table" aria-label={`Lines of ${number}`}>
                    <tbody>
                      {lines.map((line) => (
                        <tr key={line.description}>
                          <td>
                            {line.description}
                            <div className="muted">{rateText(line.rate, currency, line.unit)}</div>
                          </td>
                          <td className="num">{formatMoney(line.amount, currency)}</td>
                        </tr>
                      ))}
                      <tr>
                        <td>Total</td>
                        <td className="num">{formatMoney(amount, currency)}</td>
                      </tr>
                    </tbody>
                  </table>
                </section>
              ),
            )}
          </>
        )}
      </Answer>
      {asked && month !== null && (
        <ConfirmDialog
          title={`Bill ${formatMonth(month)}`}
          text={`The approved hours of ${of.name} become a bill of ${of.vendorName}. Another person in finance approves it.`}
          confirm="Enter bill"
          pending="Entering..."
          onConfirm={() => bill.send(month)}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
