import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf, useCommand } from "../../web/client.ts"
import { PettyCashDrawer } from "./petty-cash-drawer.tsx"
import { pettyCashLists, pettyCategoryOptions, type PettyCashRequest, pettyStatusOptions } from "./labels.ts"
import { PettyCashStatus } from "./petty-cash-status.tsx"
import { currencyOptions, nameOf, wordOf } from "../../shared/web/labels.ts"

const RequestDialog = lazyWithRetry(() => import("./petty-cash-request-dialog.tsx"))
const DisburseDialog = lazyWithRetry(() => import("./petty-cash-disburse-dialog.tsx"))
const RetireDialog = lazyWithRetry(() => import("./petty-cash-retire-dialog.tsx"))

/** Every petty cash request that the person may see. */
export const PettyCashRequests = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayAsk = can("operations.basic", "security.manage", "operations.supervise", "finance.full", "department.manage")
  const ask = () => dialog.open("petty-cash-request")
  const approve = useCommand("PATCH /api/crm/petty-cash-requests/:id/approve", {
    params: ({ id }: PettyCashRequest) => ({ id }),
    body: ({ version }) => ({ version }),
    lists: pettyCashLists,
    done: "Petty cash request approved",
    failed: "Failed to approve request",
  })
  useKeys("Petty cash", mayAsk ? { n: ["New petty cash request", ask] } : {})
  const button = mayAsk && (
    <Button kind="primary" onClick={ask}>
      New Request
    </Button>
  )
  const act = (request: PettyCashRequest) => {
    const { id, requestNumber, canApprove, canDisburse, canRetire } = request
    const [word, run] = canApprove
      ? (["Approve", () => void approve.run(request)] as const)
      : canDisburse
        ? (["Pay out", () => dialog.open("disburse", id)] as const)
        : canRetire
          ? (["Retire", () => dialog.open("retire", id)] as const)
          : []
    return (
      word && (
        <button type="button" className="act" aria-label={`${word} ${requestNumber}`} disabled={approve.pending} onClick={run}>
          {word}
        </button>
      )
    )
  }
  return (
    <>
      <ListPage
        path={pathOf("GET /api/crm/petty-cash-requests")}
        noun={["petty cash request", "petty cash requests"]}
        loading="Loading petty cash requests..."
        rowId={({ id }) => String(id)}
        number={({ requestNumber }) => requestNumber}
        siteFilter
        actions={button}
        filters={[
          { field: "status", label: "Status", options: pettyStatusOptions },
          { field: "category", label: "Category", options: pettyCategoryOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          {
            id: "id",
            header: "ID",
            cell: ({ id, requestNumber }) => (
              <>
                #{id}
                <span className="sr">, {requestNumber}</span>
              </>
            ),
            sort: true,
          },
          { id: "requestNumber", header: "Request #", cell: ({ requestNumber }) => requestNumber, sort: true, hidden: true },
          { id: "requestDate", header: "Date", cell: ({ requestDate }) => <Day date={requestDate} />, sort: true, hidden: true },
          { id: "requestedBy", header: "Requested By", cell: ({ requestedByUser }) => nameOf(requestedByUser), sort: true },
          {
            id: "amount",
            header: "Amount",
            figure: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            explain: ({ id }) => ({ name: "pettyCash.amount", parameters: { id } }),
            sort: true,
          },
          { id: "category", header: "Category", cell: ({ category }) => wordOf(category), sort: true },
          { id: "purpose", header: "Purpose", cell: ({ purpose }) => purpose, sort: true, grows: true },
          {
            id: "site",
            header: "Site",
            cell: ({ siteCode, siteName }) => siteCode && siteName && <SiteCode code={siteCode} name={siteName} />,
            sort: true,
            hidden: true,
          },
          { id: "status", header: "Status", cell: PettyCashStatus, sort: true },
          { id: "actions", header: "Actions", cell: act },
        ]}
        card={(request) => ({
          title: request.requestNumber,
          mark: <PettyCashStatus status={request.status} />,
          text: `${nameOf(request.requestedByUser)} · ${request.purpose}`,
          figure: <Money amount={request.amount} currency={request.currency} />,
        })}
        empty={{ title: "No petty cash requests found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <PettyCashDrawer key={id} id={id} onClose={close} />}
      />
      <Suspense>
        {dialog.name === "petty-cash-request" && mayAsk && <RequestDialog onClose={dialog.close} />}
        {dialog.name === "disburse" && dialog.value && <DisburseDialog id={dialog.value} onClose={dialog.close} />}
        {dialog.name === "retire" && dialog.value && <RetireDialog id={dialog.value} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}
