import { newKey, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DataTable, type TableColumn } from "@ops/platform/ui/lists/data-table.tsx"
import { formatDay, When } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useMedia } from "@ops/platform/ui/media.ts"
import { formatFigure, formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useState } from "react"
import { send, useApi } from "../../web/client.ts"
import { worthText } from "./worth.ts"
import { basisName, count, isLess, type Plan, type PlannedBill, totalsOf } from "../../web/labels.ts"

interface Props {
  readonly plan: Plan
  readonly onPosted: (runId: number) => void
  /** the plan is no longer valid */
  readonly onChanged: () => void
}

/** The preview of a month's bills, and the button that posts exactly these. */
export const PlannedBills = ({ plan, onPosted, onChanged }: Props) => {
  const { bills, totals, whatIf, month, madeAt } = plan
  const [asking, ask] = useState(false)
  // a repeated request for the same posting has the same key
  const [key] = useState(newKey)
  const [refused, setRefused] = useState("")
  const basisOf = useBasis(plan)
  const worth = worthText(plan, (amount) => formatMoney(amount, "USD"), formatFigure)
  const phone = useMedia("(max-width: 700px)")
  const isFull = (bill: PlannedBill) => bill.startDate === plan.startDate && bill.endDate === plan.endDate
  const toPost = bills.filter(({ totalAmount }) => Number(totalAmount) > 0).length
  const doubts = [...plan.problems, ...bills.flatMap(({ client, site, problems }) => problems.map((problem) => `${client} at ${site}: ${problem}`))]
  const money = (id: "subtotalAmount" | "taxAmount" | "totalAmount", header: string): TableColumn<PlannedBill> => ({
    id,
    header,
    money: (bill) => ({ amount: bill[id], currency: bill.currency }),
    // a what-if is not stored on the server
    explain: ({ contractId, startDate, endDate }) =>
      whatIf === null ? { name: `plannedBill.${header.toLowerCase()}`, parameters: { id: contractId, from: startDate, to: endDate } } : undefined,
  })
  const post = async () => {
    try {
      const run = await send("POST /api/billing/plans/:id/post", { id: plan.id, key })
      onPosted(run.id)
    } catch (error) {
      setRefused(sentenceOf(error, "Failed to post the bills"))
    }
  }
  const [why, ...changes] = refused.split("\n")
  return (
    <>
      {refused && (
        <Panel title="Not posted" padded>
          <div role="alert">
            <p className="negative">{why}</p>
            <ul className="bill-warnings">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </div>
          <p className="line">
            <Button onClick={onChanged}>Leave this preview</Button>
          </p>
        </Panel>
      )}
      <Panel
        title={whatIf ? "What if" : "Preview"}
        count={bills.length}
        actions={
          <>
            <span className="muted">
              made <When at={madeAt} />
            </span>
            {month !== null && whatIf === null && toPost > 0 && !inThePast && (
              <Button kind="primary" onClick={() => ask(true)}>
                Post these bills
              </Button>
            )}
          </>
        }
      >
        {worth && <p className="bill-worth">{worth}</p>}
        {phone ? (
          <ul className="cards">
            {bills.map((bill) => (
              <li key={`${bill.contractId} ${bill.startDate}`}>
                <div className="card">
                  <span className="card-line">
                    <SiteCode code={bill.siteCode} name={bill.site} />
                    <b>{bill.client}</b>
                    <span className="spread" />
                    <Money amount={bill.totalAmount} currency={bill.currency} />
                  </span>
                  <span className="card-line">
                    <span className="card-text">
                      {bill.served} of {bill.planned} served, {bill.heads} billed · {basisOf(bill)}
                    </span>
                    {bill.difference && (
                      <>
                        <span className="spread" />
                        <Money amount={bill.difference.totalAmount} currency={bill.currency} />
                      </>
                    )}
                  </span>
                </div>
              </li>
            ))}
            <li className="cards-foot">{count(bills.length, "bill")}</li>
          </ul>
        ) : (
          <DataTable<PlannedBill>
            rows={bills}
            rowId={({ contractId, startDate }) => `${contractId} ${startDate}`}
            label="Bills of this preview"
            foot={count(bills.length, "bill")}
            columns={[
              {
                id: "client",
                header: "Client",
                cell: (bill) => (
                  <span className="line-tight">
                    <SiteCode code={bill.siteCode} name={bill.site} />
                    <span>
                      {bill.client}
                      {!isFull(bill) && (
                        <small className="muted bill-days">
                          {formatDay(bill.startDate)} to {formatDay(bill.endDate)}
                        </small>
                      )}
                    </span>
                  </span>
                ),
                grows: true,
              },
              { id: "planned", header: "Planned", figure: ({ planned }) => planned },
              { id: "served", header: "Served", figure: ({ served }) => served },
              { id: "missed", header: "Missed", figure: ({ missed }) => missed },
              { id: "heads", header: "Billed", figure: ({ heads }) => heads },
              { id: "basis", header: "Basis", cell: basisOf },
              { id: "rate", header: "Rate", figure: rateOf },
              money("subtotalAmount", "Net"),
              money("taxAmount", "Tax"),
              money("totalAmount", "Total"),
              ...(whatIf
                ? [
                    {
                      id: "difference",
                      header: "Difference",
                      money: ({ difference, currency }: PlannedBill) => ({ amount: difference?.totalAmount, currency }),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Panel>
      {doubts.length > 0 && (
        <Panel title="Look at these first" count={doubts.length} padded>
          <ul className="bill-warnings">
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Panel>
      )}
      {asking && (
        <ConfirmDialog
          title="Post these bills"
          text={
            <>
              {totalsOf(totals).map((line) => (
                <p key={line}>
                  <b>{line}</b>
                </p>
              ))}
              <p>Each invoice is numbered and posted. To correct one later, issue a credit note.</p>
            </>
          }
          confirm={`Post ${count(toPost, "bill")}`}
          pending="Posting..."
          onConfirm={post}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

/** The price per meal, or the lowest and the highest. */
const rateOf = ({ lines }: PlannedBill) => {
  const prices = [...new Set(lines.map(({ unitPrice }) => unitPrice))].sort((one, other) => (isLess(one, other) ? -1 : 1))
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return <span className="muted">–</span>
  return lowest === highest ? formatFigure(lowest) : `${formatFigure(lowest)}–${formatFigure(highest)}`
}

/** The basis of a planned bill: that of the what-if, otherwise that of its contract on its first day. */
const useBasis = ({ whatIf }: Plan) => {
  const contracts = useApi("GET /api/contracts").data ?? []
  return ({ contractId, startDate }: PlannedBill) => {
    if (whatIf?.basis) return basisName({ basis: whatIf.basis, guaranteedShare: whatIf.guaranteedShare ?? "100.00" })
    const bases = contracts.find(({ id }) => id === contractId)?.bases ?? []
    const basis = [...bases].sort((one, other) => one.from.localeCompare(other.from)).findLast(({ from }) => from <= startDate) ?? bases[0]
    return basis ? basisName(basis) : "–"
  }
}
