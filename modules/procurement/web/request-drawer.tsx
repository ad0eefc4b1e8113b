/** One purchase request: what is asked, how far it is, what happened, and what this person may do. */
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, formatDay, When } from "@ops/platform/ui/date.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatFigure, Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Timeline } from "@ops/platform/ui/record/timeline.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { type ReactNode, useState } from "react"
import type { PurchaseRequestAnswer } from "../contract.ts"
import { pathOf, pathsOf, useApi, useCommand } from "./client.ts"
import { type Asked, needsOverride, RequestDialogs } from "./request-dialogs.tsx"
import { acknowledged, mailWord, priorityName, toldWord } from "./labels.ts"

type Request = typeof PurchaseRequestAnswer.Type
type Receipt = NonNullable<Request["receipts"]>[number]

const lists = pathsOf("GET /api/purchase-requests")
/** Leaves out what there is nothing to say about. */
const known = (rows: ReadonlyArray<readonly [string, ReactNode]>) => rows.filter(([, value]) => value !== null && value !== undefined)

const name = (person: { readonly firstName: string; readonly lastName: string } | null) => person && `${person.firstName} ${person.lastName}`

/** "40 kg Rice, lot B-114, 1 damaged" */
const lineText = ({ item, unit, received, damaged, lotNumber, expiryDate }: Receipt["lines"][number]) =>
  [
    `${received} ${unit} ${item}`,
    ...(lotNumber === null ? [] : [`lot ${lotNumber}`]),
    ...(expiryDate === null ? [] : [`use until ${formatDay(expiryDate)}`]),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
  ].join(", ")

/** What arrived, delivery by delivery, and what was reversed of it. */
const Receipts = ({ of, receipts, path }: { readonly of: Request; readonly receipts: ReadonlyArray<Receipt>; readonly path: string }) => (
  <section className="part">
    <h3>Receipts</h3>
    {receipts.map(({ number, receivedAt, receivedBy, note, lines, reversal, canReverse }) => (
      <div className="part" key={number}>
        <div className="line-tight">
          <b>Receipt {number}</b>
          <span className="muted">
            <When at={receivedAt} exact />
            {receivedBy && ` by ${receivedBy}`}
          </span>
          <ReverseButton
            can={canReverse}
            what={`receipt ${number} of ${of.requestNumber}`}
            path={`${path}/receipts/${number}`}
            version={of.version}
            lists={[...lists, ...pathsOf("GET /api/stock/levels", "GET /api/stock/movements"), "/api/accounts-payable"]}
            asLink
          />
        </div>
        {lines.map((line) => (
          <div key={line.itemId}>{lineText(line)}</div>
        ))}
        {note && <div className="muted">{note}</div>}
        {reversal && <KeyValues of={known(reversalFacts(reversal))} />}
      </div>
    ))}
  </section>
)

export const RequestDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can, sees, user } = useSession()
  const path = pathOf("GET /api/purchase-requests/:id", { id })
  const request = useApi("GET /api/purchase-requests/:id", { id })
  const mayRead = sees("operations.basic", "operations.supervise", "department.manage", "finance.departmental", "finance.full", "inventory.manage")
  const history = useApi("GET /api/purchase-requests/:id/history", mayRead ? { id } : null)
  const [asked, ask] = useState<Asked>()
  const done = () => ask(undefined)
  const reopen = useCommand("POST /api/purchase-requests/:id/reopen", {
    id,
    lists,
    done: "Purchase request created successfully",
    failed: "Failed to create purchase request",
  })
  const resend = useCommand("POST /api/mails/:id/resend", {
    params: (mail: number) => ({ id: mail }),
    lists,
    done: "E-mail queued again",
    failed: "Failed to send the e-mail",
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
          {(of.mailStatus ?? of.supplierTold) === "failed" && of.mailId !== null && mayDecide && (
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
            ["Supplier told", of.supplierTold && toldWord(of.supplierTold)],
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
      {of.receipts !== null && of.receipts.length > 0 && <Receipts of={of} receipts={of.receipts} path={path} />}
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
