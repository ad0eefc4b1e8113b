/** Money that came in, went out, or moved between our own accounts. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { columnsOf, filtersOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import "../../web/finance.css"
import { TransactionDrawer } from "./transaction-drawer.tsx"
import { wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

const TransactionDialog = lazyWithRetry(() => import("./transaction-dialog.tsx"))

export const Transactions = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayRecord = can(...screen.commands.record.may)
  const record = () => dialog.open("record-transaction")
  useKeys("Transactions", mayRecord ? { n: ["Record transaction", record] } : {})
  const button = mayRecord && (
    <Button kind="primary" onClick={record}>
      Record Transaction
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/transactions")}
        noun={screen.noun}
        loading="Loading transactions..."
        rowId={({ id }) => String(id)}
        number={({ transactionNumber }) => transactionNumber}
        siteFilter
        actions={button}
        filters={filtersOf(screen, { transactionType: "Type", paymentMethod: "Method" })}
        columns={columnsOf(screen, {
          transactionDate: {
            cell: ({ transactionDate, transactionNumber }) => (
              <>
                <Day date={transactionDate} />
                <span className="sr">, {transactionNumber}</span>
              </>
            ),
          },
          siteName: { id: "site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, hidden: true },
          description: { grows: true },
          category: { cell: ({ category }) => wordOf(category) },
          currency: { hidden: true },
          // income, expenses and transfers stand side by side: a sum of them would say nothing
          amount: { explain: ({ id }) => ({ name: "transaction.amount", parameters: { id } }), noTotal: true },
          referenceNumber: { hidden: true },
        })}
        card={({ transactionNumber, status, transactionType, description, amount, currency }) => ({
          title: transactionNumber,
          mark: <StatusMark status={status} />,
          text: `${wordOf(transactionType)} · ${description}`,
          figure: <Money amount={amount} currency={currency} />,
        })}
        empty={{ title: "No transactions found", ...(button && { action: button }) }}
        drawer={(id, _, close) => <TransactionDrawer key={id} id={id} onClose={close} />}
      />
      {dialog.name === "record-transaction" && mayRecord && (
        <Suspense>
          <TransactionDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
