import { Button, Badge } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useId, useRef, useState } from "react"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { SendInvoices } from "../../invoices/web/send-invoices.tsx"
import { pathOf, useCommand } from "../../web/client.ts"
import { count, invoiceLists, type Run } from "../../web/labels.ts"

/** The progress of posting a plan. An interrupted run continues where it stopped. */
export const BillingRun = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const path = pathOf("GET /api/billing/runs/:id", { id })
  const { can } = useSession()
  const [giving, give] = useState(false)
  const label = useId()
  const run = useQuery<Run>({
    queryKey: [path],
    // new bills arrive as events; the end of the server's work on the run does not
    refetchInterval: ({ state }) => (state.data?.status === "running" && !inThePast ? 2000 : false),
  })
  const resume = useCommand("POST /api/billing/runs/:id/resume", { id, lists: invoiceLists, failed: "Failed to resume the run" })
  const abandon = useCommand("POST /api/billing/runs/:id/abandon", {
    id,
    body: (reason: string) => ({ reason: reason || null }),
    lists: invoiceLists,
    done: "Run stopped",
    failed: "Failed to stop the run",
  })
  const of = run.data
  useFinished(of)
  if (!of)
    return (
      <Panel title={`Run ${id}`}>
        {run.isError ? <ErrorPanel error={run.error} retry={() => void run.refetch()} /> : <Loading rows={3} label="Loading the run..." />}
      </Panel>
    )
  const unsent = of.invoices.flatMap((invoice) =>
    invoice.status === "issued" ? [{ id: invoice.id, name: invoice.invoiceNumber ?? `Draft ${invoice.id}`, client: invoice.client }] : [],
  )
  const stopped = of.status === "running" && !of.isWorking
  const [why, ...changes] = (of.problem ?? of.reason).split("\n")
  return (
    <Panel
      title={`Posting ${formatMonth(of.month)}`}
      actions={
        <>
          {of.status === "finished" && <Badge tone="green">Finished</Badge>}
          {of.status === "abandoned" && <Badge tone="red">Stopped</Badge>}
          {stopped && !inThePast && (
            <>
              <Button onClick={() => give(true)}>Stop</Button>
              <Button kind="primary" disabled={resume.pending} onClick={() => void resume.run(undefined)}>
                {resume.pending ? "Resuming..." : "Resume"}
              </Button>
            </>
          )}
          {of.status !== "running" && <Button onClick={onClose}>Close</Button>}
          {of.status === "finished" && can("invoices.manage") && <SendInvoices of={unsent} />}
        </>
      }
    >
      <div className="bill-run">
        <p id={label} role="status">
          {of.posted} of {count(of.bills, "bill")} posted
          {stopped && ". The run was interrupted. Posted invoices are kept."}
        </p>
        <progress aria-labelledby={label} max={of.bills} value={of.posted} />
        {why && <p className={of.status === "finished" ? undefined : "negative"}>{why}</p>}
        {changes.length > 0 && (
          <ul className="bill-warnings">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </div>
      {of.invoices.length > 0 && (
        <Rows>
          {of.invoices.map((invoice) => (
            <Row key={invoice.id} act={<Money amount={invoice.totalAmount} currency={invoice.currency} />}>
              <Link className="number" to={`/invoices?view=all&open=${invoice.id}`}>
                {invoice.invoiceNumber ?? `Draft ${invoice.id}`}
              </Link>{" "}
              <SiteCode code={invoice.siteCode} name={invoice.site} /> {invoice.client}
            </Row>
          ))}
        </Rows>
      )}
      {giving && (
        <ConfirmDialog
          title={`Stop posting ${formatMonth(of.month)}`}
          text="Posted bills are kept. The meals of the others can be changed and billed again."
          confirm="Stop"
          danger
          reason={{ label: "Reason" }}
          onConfirm={abandon.send}
          onClose={() => give(false)}
        />
      )}
    </Panel>
  )
}

/** Notifies when a run that was seen running has ended successfully. */
const useFinished = (run: Run | undefined) => {
  const before = useRef<Run["status"]>(undefined)
  useEffect(() => {
    if (before.current === "running" && run?.status === "finished") notify.success(`${count(run.bills, "bill")} posted`, 3000)
    before.current = run?.status
  }, [run?.status, run?.bills])
}
