/** The budget and costs of a project: the report by cost code, changes, orders, and the costs themselves. */
import { capitalised } from "@ops/platform/text.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { ReverseButton } from "@ops/ledger/reversals/web/reverse-button.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { BudgetChanges } from "./budget-changes.tsx"
import { type Budget as Report, codeName, type Commitment, moneyLists, costKindNames } from "./budget-labels.ts"
import "../../billing/web/billing.css"

const LinesDialog = lazyPart(() => import("./budget-lines-dialog.tsx"))
const ChangeDialog = lazyPart(() => import("./budget-change-dialog.tsx"))
const EstimateDialog = lazyPart(() => import("./budget-estimate-dialog.tsx"))
const CostDialog = lazyPart(() => import("./budget-cost-dialog.tsx"))
const OrderDialog = lazyPart(() => import("./budget-order-dialog.tsx"))

export const Budget = ({ project }: { readonly project: { readonly id: number } }) => {
  const budget = useApi("GET /api/construction-projects/:id/budget", { id: project.id })
  return <Answer of={budget}>{(report) => <Shown report={report} />}</Answer>
}

const Shown = ({ report }: { readonly report: Report }) => {
  const dialog = useDialog()
  const { id, total, canSet, canChange, canCharge } = report
  const over = total.variance.startsWith("-")
  const figure = (name: string) => ({ name: `constructionProject.${name}`, parameters: { id } })
  return (
    <div className="stack">
      <MetricStrip
        label="Budget of the project"
        cells={[
          {
            label: "Budget",
            value: report.budget === null ? "N/A" : formatMoney(report.budget, "USD"),
            figure: report.budget === null ? undefined : figure("budget"),
            ...(report.unassigned !== "0.00" && { note: { tone: "neutral" as const, text: `${formatMoney(report.unassigned, "USD")} on no cost code` } }),
          },
          { label: "Spent", value: formatMoney(total.actual, "USD"), figure: figure("spent") },
          { label: "Committed", value: formatMoney(total.committed, "USD"), figure: figure("committed") },
          {
            label: "Forecast",
            value: formatMoney(total.forecast, "USD"),
            figure: figure("forecast"),
            note: {
              tone: over ? "negative" : "neutral",
              text:
                total.variance === "0.00" ? "By cost code" : `${formatMoney(total.variance.replace("-", ""), "USD")} ${over ? "over" : "under"} the cost codes`,
            },
          },
        ]}
      />
      <Panel
        title="By cost code"
        actions={
          <>
            {canSet && <Button onClick={() => dialog.open("budget-lines")}>{report.lines.length === 0 ? "Set budget" : "Change lines"}</Button>}
            {canCharge && (
              <Button kind="primary" onClick={() => dialog.open("budget-cost")}>
                Charge Cost
              </Button>
            )}
          </>
        }
      >
        {report.lines.length === 0 ? <EmptyState title="No cost code has a budget, a cost or an order yet" small /> : <CodeTable report={report} />}
      </Panel>
      <BudgetChanges projectId={id} canChange={canChange} ask={() => dialog.open("budget-change")} />
      <Orders projectId={id} add={canCharge ? () => dialog.open("budget-order") : undefined} />
      <Costs projectId={id} />
      {dialog.name === "budget-lines" && canSet && <LinesDialog report={report} onClose={dialog.close} />}
      {dialog.name === "budget-change" && canChange && <ChangeDialog projectId={id} onClose={dialog.close} />}
      {dialog.name === "budget-cost" && canCharge && <CostDialog report={report} onClose={dialog.close} />}
      {dialog.name === "budget-order" && canCharge && <OrderDialog projectId={id} onClose={dialog.close} />}
      {dialog.name === "budget-estimate" && canCharge && dialog.value && (
        <EstimateDialog report={report} codeId={Number(dialog.value)} onClose={dialog.close} />
      )}
    </div>
  )
}

/** The columns of the report with their titles and figures. */
const columns = [
  ["original", "Budget"],
  ["changes", "Changes"],
  ["committed", "Committed"],
  ["actual", "Actual"],
  ["toComplete", "To complete"],
  ["forecast", "Forecast"],
  ["variance", "Variance"],
] as const

const CodeTable = ({ report }: { readonly report: Report }) => {
  const dialog = useDialog()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label="Budget by cost code">
      <SmallTable
        rows={report.lines}
        rowKey={({ costCode }) => costCode.id}
        columns={[
          { header: "Cost code", cell: ({ costCode }) => codeName(costCode) },
          ...columns.map(([name, header]) => ({
            header,
            className: "num" as const,
            cell: (line: Report["lines"][number]) =>
              name === "original" || name === "changes" ? (
                formatFigure(line[name])
              ) : (
                <span className={name === "variance" && line[name].startsWith("-") ? "negative" : undefined}>
                  <Figure
                    value={formatFigure(line[name])}
                    of={{ name: `constructionCode.${name}`, parameters: { projectId: report.id, id: line.costCode.id } }}
                    label={header}
                  />
                </span>
              ),
          })),
        ]}
        act={
          report.canCharge &&
          (({ costCode }) => (
            <button type="button" className="act" aria-label={`Estimate ${codeName(costCode)}`} onClick={() => dialog.open("budget-estimate", costCode.id)}>
              Estimate
            </button>
          ))
        }
        foot={
          <tr>
            <td>Total, USD</td>
            {columns.map(([name]) => (
              <td key={name} className="num">
                {formatFigure(report.total[name])}
              </td>
            ))}
            {report.canCharge && <td />}
          </tr>
        }
      />
    </section>
  )
}

const Orders = ({ projectId, add }: { readonly projectId: number; readonly add: (() => void) | undefined }) => {
  const orders = useApi("GET /api/construction-projects/:id/commitments", { id: projectId, query: { limit: 200 } })
  const [closing, close] = useState<Commitment>()
  const closed = useCommand("PATCH /api/construction-commitments/:id/close", {
    params: ({ id }: { id: number; note: string }) => ({ id }),
    body: ({ note }) => ({ note }),
    lists: moneyLists,
    done: ({ requestNumber }) => `${requestNumber} is no longer committed`,
    failed: "Failed to close the commitment",
  })
  return (
    <Panel title="Ordered for the project" actions={add && <Button onClick={add}>Add Order</Button>}>
      <Answer of={orders} empty={{ title: "No purchase requests for this project", text: "Orders are committed to their cost code until they are billed." }}>
        {(rows) => (
          <DataTable
            rows={rows}
            label="Ordered for the project"
            rowId={({ id }) => String(id)}
            foot=""
            columns={[
              {
                id: "requestNumber",
                header: "Request",
                cell: ({ requestNumber, purchaseRequestId }) => (
                  <Link className="number" to={`/procurement?open=${purchaseRequestId}`}>
                    {requestNumber}
                  </Link>
                ),
              },
              { id: "costCode", header: "Cost code", cell: ({ costCode }) => codeName(costCode) },
              { id: "supplier", header: "Supplier", cell: ({ vendorName, description }) => vendorName ?? description, grows: true },
              { id: "status", header: "Status", cell: ({ status, isClosed }) => (isClosed ? "Closed" : capitalised(status)) },
              { id: "ordered", header: "Ordered", money: ({ ordered }) => ({ amount: ordered, currency: "USD" }) },
              { id: "billed", header: "Billed", money: ({ billed }) => ({ amount: billed, currency: "USD" }) },
              { id: "committed", header: "Committed", money: ({ committed }) => ({ amount: committed, currency: "USD" }) },
              {
                id: "actions",
                header: "Actions",
                cell: (row) =>
                  row.canClose && (
                    <button type="button" className="act" aria-label={`Close ${row.requestNumber}`} onClick={() => close(row)}>
                      Close
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Answer>
      {closing && (
        <ConfirmDialog
          title={`Nothing more is billed by ${closing.requestNumber}`}
          text={`${formatMoney(closing.committed, "USD")} released from commitments.`}
          reason={{ label: "Note" }}
          confirm="Close the commitment"
          onConfirm={(note) => closed.send({ id: closing.id, note })}
          onClose={() => close(undefined)}
        />
      )}
    </Panel>
  )
}

const Costs = ({ projectId }: { readonly projectId: number }) => {
  const path = pathOf("GET /api/construction-projects/:id/costs", { id: projectId })
  const costs = useApi("GET /api/construction-projects/:id/costs", { id: projectId, query: { limit: 200 } })
  return (
    <Panel
      title="Costs"
      actions={
        <a className="link" href={href(path, { format: "csv" })} download>
          Export
        </a>
      }
    >
      <Answer of={costs} empty={{ title: "No costs charged to this project yet" }}>
        {(rows) => (
          <DataTable
            rows={rows}
            label="Costs of the project"
            rowId={({ id }) => String(id)}
            foot={rows.length === 200 ? "The latest 200" : ""}
            part={rows.length === 200}
            columns={[
              { id: "date", header: "Date", cell: ({ date }) => <Day date={date} /> },
              { id: "costCode", header: "Cost code", cell: ({ costCode }) => codeName(costCode) },
              { id: "kind", header: "From", cell: ({ kind }) => costKindNames[kind] },
              {
                id: "description",
                header: "Description",
                cell: ({ description, takenBackDate, takenBackReason }) => (takenBackDate ? `${description} (reversed: ${takenBackReason})` : description),
                grows: true,
              },
              { id: "entry", header: "Entry", cell: ({ journalEntryNumber }) => journalEntryNumber },
              {
                id: "amount",
                header: "Amount",
                money: ({ amount, takenBackDate }) => ({ amount: takenBackDate ? "0.00" : amount, currency: "USD" }),
                explain: ({ id }) => ({ name: "constructionCost.amount", parameters: { id } }),
              },
              {
                id: "actions",
                header: "Actions",
                cell: (row) => (
                  <ReverseButton
                    can={row.canTakeBack}
                    what={row.description}
                    path={`/api/construction-costs/${row.id}`}
                    method="PATCH"
                    call="take-back"
                    lists={moneyLists}
                    asLink
                    ariaLabel={`Reverse ${row.description}`}
                  />
                ),
              },
            ]}
          />
        )}
      </Answer>
    </Panel>
  )
}
