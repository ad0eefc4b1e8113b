/** One purchase request: what is asked, how far it is, what happened, and what this person may do. */
import { href } from "@ops/platform/ui/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useRead, useWrite } from "@ops/platform/ui/data.ts"
import { Day } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/session.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/timeline.tsx"
import { type ReactNode, useState } from "react"
import type { HistoryAnswer, PurchaseRequestAnswer } from "../contract.ts"
import { type Asked, needsOverride, RequestDialogs } from "./request-dialogs.tsx"
import { acknowledged, mailWord, priorityName } from "./words.ts"

type Request = typeof PurchaseRequestAnswer.Type

const lists = ["/api/purchase-requests"]
/** Leaves out what there is nothing to say about. */
const known = (rows: ReadonlyArray<readonly [string, ReactNode]>) => rows.filter(([, value]) => value !== null && value !== undefined)

const name = (person: { readonly firstName: string; readonly lastName: string } | null) => person && `${person.firstName} ${person.lastName}`

export const RequestDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can, sees, user } = useSession()
  const path = `/api/purchase-requests/${id}`
  const request = useRead<Request>(path)
  const mayRead = sees("operations.basic", "operations.supervise", "department.manage", "finance.departmental", "finance.full", "inventory.manage")
  const history = useRead<(typeof HistoryAnswer.Type)[]>(mayRead ? `${path}/history` : null)
  const [asked, ask] = useState<Asked>()
  const done = () => ask(undefined)
  const reopen = useWrite<undefined, Request>({
    method: "POST",
    path: () => `${path}/reopen`,
    lists,
    done: "Purchase request created successfully",
    failed: "Failed to create purchase request",
  })
  const resend = useWrite<number, unknown>({
    method: "POST",
    path: (mail) => `/api/mails/${mail}/resend`,
    lists,
    done: "Order queued again",
    failed: "Failed to send order",
  })

  const of = request.data
  if (!of) {
    return (
      <Drawer title="Purchase request" onClose={onClose}>
        {request.isError ? <ErrorPanel error={request.error} retry={() => void request.refetch()} /> : <Loading rows={6} label="Loading requests..." />}
      </Drawer>
    )
  }
  const mayDecide = can("approval.team", "approval.departmental", "approval.override")
  const mine = user !== null && user !== undefined && of.requestedBy === Number(user.id)
  const figure = (name: string, label: string, value: ReactNode) => (
    <Figure key={name} value={value} of={{ name: `purchaseRequest.${name}`, parameters: { id: of.id } }} label={label} />
  )
  const arrived = mayRead ? figure("receivedPercent", "Arrived", `${of.receivedPercent}%`) : `${of.receivedPercent}%`
  const override = needsOverride(of, can("approval.override"))
  return (
    <Drawer
      title={of.requestNumber}
      subject={of.justification || "Various items"}
      status={<StatusMark status={of.status} />}
      onClose={onClose}
      actions={
        <>
          {of.status === "pending" && mayDecide && (!mine || can("approval.override")) && (
            <Button kind="danger" onClick={() => ask("reject")}>
              Reject
            </Button>
          )}
          {of.status === "approved" && mayDecide && of.receivedPercent === 0 && (
            <Button kind="danger" onClick={() => ask("cancel")}>
              Cancel request
            </Button>
          )}
          {of.status === "rejected" && can("operations.basic", "operations.supervise", "department.manage") && (
            <Button disabled={reopen.pending} onClick={() => reopen.run(undefined)}>
              Reopen as new
            </Button>
          )}
          {of.mailStatus === "failed" && of.mailId !== null && mayDecide && (
            <Button disabled={resend.pending} onClick={() => resend.run(of.mailId!)}>
              Resend
            </Button>
          )}
          {of.canAddItem && <Button onClick={() => ask("item")}>Add Item</Button>}
          {of.canReceive && (
            <Button kind="primary" onClick={() => ask("receive")}>
              Receive
            </Button>
          )}
          {(of.canApprove || override) && (
            <Button kind="primary" onClick={() => ask("approve")}>
              Approve
            </Button>
          )}
        </>
      }
    >
      <section className="part">
        <KeyValues
          of={known([
            ["Site", <SiteName key="site" id={of.siteId} />],
            ["Priority", priorityName(of.priority)],
            ["Requested by", name(of.requestedByUser) ?? "Field Office"],
            ["Date", <Day key="date" date={of.requestDate} />],
            ["Estimated cost", of.estimatedTotal && figure("total", "Estimated cost", `USD ${formatFigure(of.estimatedTotal)}`)],
            ["Approved by", name(of.approvedByUser)],
            ["Supplier", of.vendorName],
            ["Order", of.mailStatus && mailWord(of.mailStatus)],
            ["Delivery", of.expectedDate && acknowledged(of.expectedDate)],
            ["Supplier's note", of.supplierNote || null],
            ["Arrived", of.status === "approved" || of.status === "completed" ? arrived : null],
            ["Reason", of.rejectionReason],
            ["Override", of.overrideReason],
          ])}
        />
      </section>
      {of.items !== null && (
        <section className="part">
          <h3>Items</h3>
          {of.items.length === 0 ? (
            <p className="muted">Nothing yet. Add at least one item before it can be approved.</p>
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th>Item</th>
                  <th className="num">Qty</th>
                  {of.status !== "pending" && <th className="num">Arrived</th>}
                  <th className="num">USD</th>
                </tr>
              </thead>
              <tbody>
                {of.items.map((item) => (
                  <tr key={item.id}>
                    <td>
                      {item.stockItem.name}, {item.stockItem.unit}
                      {item.notes && <div className="muted">{item.notes}</div>}
                    </td>
                    <td className="num">{item.quantity}</td>
                    {of.status !== "pending" && <td className="num">{item.received}</td>}
                    <td className="num">
                      <Money amount={item.estimatedCost ?? null} currency="USD" plain />
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <td colSpan={of.status === "pending" ? 2 : 3}>Total</td>
                  <td className="num">{figure("total", "Total", <Money amount={of.estimatedTotal} currency="USD" plain />)}</td>
                </tr>
              </tfoot>
            </table>
          )}
        </section>
      )}
      {history.data && (
        <section className="part">
          <h3>Activity</h3>
          <Timeline events={[...history.data].reverse().map((event) => ({ ...event, changes: event.changes.filter(({ field }) => field === "status") }))} />
          {(mayDecide || can("finance.full", "finance.departmental")) && (
            <Button asChild>
              <a href={href(`/api/audit/evidence/purchase_request/${of.id}`)} download>
                Evidence
              </a>
            </Button>
          )}
        </section>
      )}
      {asked && <RequestDialogs request={of} asked={asked} onClose={done} />}
    </Drawer>
  )
}
