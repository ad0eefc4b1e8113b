/** One purchase request: its lines, progress and history, and what this person may do. */
import { href } from "@ops/platform/ui/data/api.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay, When } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Money } from "@ops/platform/ui/money.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { SiteName } from "@ops/platform/ui/site-code.tsx"
import { reversalFacts } from "@ops/ledger/reversals/web/reversal-facts.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import type { ReactNode } from "react"
import { pathOf, pathsOf, useCommand } from "../../web/client.ts"
import type { purchaseRequests } from "../resource.ts"
import { screen } from "../screen.ts"
import { acknowledged, mailWord, toldWord } from "./labels.ts"

type Request = (typeof purchaseRequests)["Row"]
type Receipt = NonNullable<Request["receipts"]>[number]

export const forms = {
  addItem: lazyWithRetry(() => import("./add-item-dialog.tsx")),
  approve: lazyWithRetry(() => import("./approve-dialog.tsx")),
  receive: lazyWithRetry(() => import("./receive-dialog.tsx")),
}
const lists = pathsOf("GET /api/purchase-requests")

/** "40 kg Rice, lot B-114, 1 damaged" */
const lineText = ({ item, unit, received, damaged, lotNumber, expiryDate }: Receipt["lines"][number]) =>
  [
    `${received} ${unit} ${item}`,
    ...(lotNumber === null ? [] : [`lot ${lotNumber}`]),
    ...(expiryDate === null ? [] : [`use until ${formatDay(expiryDate)}`]),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
  ].join(", ")

/** The receipts by delivery, with their reversals. */
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
        {reversal && <KeyValues of={reversalFacts(reversal)} />}
      </div>
    ))}
  </section>
)

const figure = (of: Request, name: string, label: string, value: ReactNode) => (
  <Figure value={value} of={{ name: `purchaseRequest.${name}`, parameters: { id: of.id } }} label={label} />
)

const Items = ({ of }: { readonly of: Request }) => (
  <section className="part">
    <h3>Items</h3>
    {of.items?.length === 0 ? (
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
          {of.items?.map((item) => (
            <tr key={item.id}>
              <td>
                {item.stockItem.name}, {item.stockItem.unit}
                {item.stockItemId === null && <div className="muted">Not a stock item</div>}
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
            <td className="num">{figure(of, "total", "Total", <Money amount={of.estimatedTotal} currency="USD" plain />)}</td>
          </tr>
        </tfoot>
      </table>
    )}
  </section>
)

/** Sends the order, or its cancellation, to the supplier again. */
const Resend = ({ id }: { readonly id: number }) => {
  const resend = useCommand("POST /api/mails/:id/resend", { id, lists, done: "E-mail queued again", failed: "Failed to send the e-mail" })
  return (
    <Button disabled={resend.pending} onClick={() => resend.run(undefined)}>
      Resend
    </Button>
  )
}

export const RequestDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { can, sees } = useSession()
  const path = pathOf("GET /api/purchase-requests/:id", { id })
  const mayDecide = can("approval.team", "approval.departmental", "approval.override")
  const seesCosts = sees(...screen.mayReadHistory)
  return (
    <ResourceDrawer
      screen={screen}
      id={id}
      decisions={["reject", "cancel", "reopen", "addItem", "receive", "approve"]}
      parts={(of) => ({
        subject: of.justification || "Various items",
        forms,
        facts: {
          siteName: <SiteName key="site" id={of.siteId} />,
          requestedByUser: of.requestedByUser ? undefined : "Field Office",
          mailStatus: of.mailStatus && mailWord(of.mailStatus),
          supplierTold: of.supplierTold && toldWord(of.supplierTold),
          expectedDate: of.expectedDate && acknowledged(of.expectedDate),
          receivedPercent:
            (of.status === "approved" || of.status === "completed") &&
            (seesCosts ? figure(of, "receivedPercent", "Arrived", `${of.receivedPercent}%`) : `${of.receivedPercent}%`),
        },
        actions: (of.mailStatus ?? of.supplierTold) === "failed" && of.mailId !== null && mayDecide && <Resend id={of.mailId} />,
        below: (
          <>
            {of.items !== null && <Items of={of} />}
            {of.receipts !== null && of.receipts.length > 0 && <Receipts of={of} receipts={of.receipts} path={path} />}
          </>
        ),
        end: seesCosts && (mayDecide || can("finance.full", "finance.departmental")) && (
          <section className="part">
            <Button asChild>
              <a href={href(`/api/audit/evidence/purchase_request/${of.id}`)} download>
                Evidence
              </a>
            </Button>
          </section>
        ),
      })}
      onClose={onClose}
    />
  )
}
