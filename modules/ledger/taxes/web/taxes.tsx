/** Taxes: the rates in force, and a report of each month. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { TaxStatus } from "./tax-status.tsx"
import { TaxReportDrawer } from "./tax-report-drawer.tsx"
import { statusOptions, taxOptions, type TaxReport, taxWord } from "./tax-labels.ts"
import { currencyOptions } from "../../web/labels.ts"

const TaxReportDialog = lazyPart(() => import("./tax-report-dialog.tsx"))
const TaxRateDialog = lazyPart(() => import("./tax-rate-dialog.tsx"))

const Due = ({ of }: { readonly of: TaxReport }) => (
  <>
    <Day date={of.dueDate} /> {of.overdue && <Badge tone="red">Overdue</Badge>}
  </>
)

export const Taxes = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const draws = can("finance.full")
  const drawUp = () => dialog.open("tax-report")
  useKeys("Tax reports", draws ? { n: ["New tax report", drawUp] } : {})
  return (
    <>
      <Rates />
      <ListPage
        path={pathOf("GET /api/tax-reports")}
        noun={["report", "reports"]}
        loading="Loading tax reports..."
        rowId={({ id }) => String(id)}
        number={({ reportNumber }) => reportNumber}
        filters={[
          { field: "status", label: "Status", options: statusOptions },
          { field: "taxType", label: "Tax", options: taxOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
        ]}
        columns={[
          { id: "reportNumber", header: "Report", cell: ({ reportNumber }) => reportNumber, sort: true },
          { id: "taxPeriod", header: "Month", cell: ({ taxPeriod }) => formatMonth(taxPeriod), sort: true },
          { id: "taxType", header: "Tax", cell: ({ taxType }) => taxWord(taxType), grows: true },
          { id: "status", header: "Status", cell: ({ status }) => <TaxStatus status={status} />, sort: true },
          { id: "dueDate", header: "Due", cell: (report) => <Due of={report} />, sort: true },
          { id: "totalTaxable", header: "Taxable", money: ({ totalTaxable, currency }) => ({ amount: totalTaxable, currency }), hidden: true },
          {
            id: "totalTaxOwed",
            header: "Owed",
            money: ({ totalTaxOwed, currency }) => ({ amount: totalTaxOwed, currency }),
            explain: ({ id }) => ({ name: "taxReport.owed", parameters: { id } }),
            sort: true,
          },
          { id: "taxBalance", header: "Balance", money: ({ taxBalance, currency }) => ({ amount: taxBalance, currency }) },
        ]}
        card={(report) => ({
          title: `${report.reportNumber}, ${formatMonth(report.taxPeriod)}`,
          mark: <TaxStatus status={report.status} />,
          text: (
            <>
              {taxWord(report.taxType)}, due <Due of={report} />
            </>
          ),
          figure: <Money amount={report.taxBalance} currency={report.currency} />,
        })}
        empty={{ title: "No tax report yet", text: "A report is prepared from the posted entries of a completed month." }}
        actions={
          draws && (
            <Button kind="primary" onClick={drawUp}>
              New Tax Report
            </Button>
          )
        }
        drawer={(id, _, close) => <TaxReportDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "tax-report" && draws && <TaxReportDialog onClose={dialog.close} />}
    </>
  )
}

/** The taxes with the rates of each by date. */
const Rates = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const codes = useApi("GET /api/tax-codes")
  const sets = can("finance.full", "currency.manage")
  return (
    <Panel title="Tax rates" actions={sets && <Button onClick={() => dialog.open("tax-rate")}>Set Rate</Button>}>
      <Answer of={codes} rows={2} empty={{ title: "There are no taxes" }}>
        {(taxes) => (
          <table className="table">
            <thead>
              <tr>
                <th>Tax</th>
                <th>From</th>
                <th className="num">Percent</th>
                <th className="wide">Source</th>
              </tr>
            </thead>
            <tbody>
              {taxes.flatMap(({ code, name, rates }) =>
                [...rates].reverse().map(({ from, rate, source, confirmed }, n) => (
                  <tr key={`${code} ${from}`}>
                    <td>
                      {n === 0 && name} {!confirmed && <Badge tone="amber">Not confirmed</Badge>}
                    </td>
                    <td>
                      <Day date={from} />
                    </td>
                    <td className="num">{rate}</td>
                    <td className="wide">{source}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        )}
      </Answer>
      {dialog.name === "tax-rate" && sets && <TaxRateDialog codes={codes.data ?? []} onClose={dialog.close} />}
    </Panel>
  )
}
