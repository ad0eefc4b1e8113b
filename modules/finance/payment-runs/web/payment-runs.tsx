/** Paying suppliers: what could be paid now, and the runs that pay it. */
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { pathOf } from "../../web/client.ts"
import "../../web/finance.css"
import { PaymentProposal } from "./payment-proposal.tsx"
import { PaymentRunDrawer } from "./payment-run-drawer.tsx"
import { count, type Run, runState, runStatusOptions } from "../../payables/web/labels.ts"
import { currencyOptions, moneyOptions, nameOf } from "../../shared/web/labels.ts"

const State = (run: Run) => {
  const [mark, word] = runState(run)
  return <StatusMark status={mark} label={word} />
}

export const PaymentRuns = () => {
  const { can } = useSession()
  const [proposing, setProposing] = useAddress("propose")
  const [, setOpen] = useAddress("open", "push")
  const mayMake = can("finance.full")
  const propose = () => void setProposing("1")
  useKeys("Payment runs", mayMake ? { n: ["New payment run", propose] } : {})
  const isOpen = mayMake && proposing !== null
  const button = mayMake && !isOpen && (
    <Button kind="primary" onClick={propose}>
      New Payment Run
    </Button>
  )
  return (
    <>
      {isOpen && (
        <PaymentProposal
          onClose={() => void setProposing(null)}
          onMade={(id) => {
            void setProposing(null)
            void setOpen(String(id))
          }}
        />
      )}
      <ListPage
        path={pathOf("GET /api/payment-runs")}
        noun={["payment run", "payment runs"]}
        loading="Loading payment runs..."
        rowId={({ id }) => String(id)}
        number={({ runNumber }) => runNumber}
        actions={button}
        filters={[
          { field: "status", label: "Status", options: runStatusOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "account", label: "Account", options: moneyOptions },
          { field: "from", label: "Paid from", date: true },
          { field: "to", label: "Paid to", date: true },
        ]}
        columns={[
          { id: "runNumber", header: "Run #", cell: ({ runNumber }) => runNumber, sort: true },
          { id: "paymentDate", header: "Date", cell: ({ paymentDate }) => <Day date={paymentDate} />, sort: true },
          { id: "vendors", header: "Vendors", cell: ({ vendors }) => vendors.map(({ vendorName }) => vendorName).join(", "), grows: true },
          { id: "bills", header: "Bills", figure: ({ bills }) => bills },
          { id: "account", header: "Account", cell: ({ account, accountName }) => `${account} ${accountName ?? ""}` },
          { id: "maker", header: "Made by", cell: ({ maker }) => nameOf(maker), hidden: true },
          { id: "checker", header: "Checked by", cell: ({ approvedDate, checker }) => approvedDate && nameOf(checker), hidden: true },
          { id: "status", header: "Status", cell: State, sort: true },
          { id: "withheld", header: "Withheld", money: ({ withheld, currency }) => ({ amount: withheld, currency }), hidden: true },
          {
            id: "total",
            header: "Total",
            money: ({ total, currency }) => ({ amount: total, currency }),
            explain: ({ id }) => ({ name: "paymentRun.total", parameters: { id } }),
            sort: true,
          },
        ]}
        card={(run) => ({
          title: run.runNumber,
          mark: <State {...run} />,
          text: `${count(run.bills, "bill")} · ${run.vendors.map(({ vendorName }) => vendorName).join(", ")}`,
          figure: <Money amount={run.total} currency={run.currency} />,
        })}
        empty={{ title: "No payment runs found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <PaymentRunDrawer key={id} id={id} onClose={close} />}
      />
    </>
  )
}
