/** Money that came in, went out, or moved between our own accounts. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf } from "../../web/client.ts"
import "../../web/finance.css"
import { TransactionDrawer } from "./transaction-drawer.tsx"
import { currencyOptions, methodOptions, transactionStatusOptions, typeOptions, wordOf } from "../../shared/web/labels.ts"

const TransactionDialog = lazyWithRetry(() => import("./transaction-dialog.tsx"))

export const Transactions = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const mayRecord = can("payments.process")
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
        noun={["transaction", "transactions"]}
        loading="Loading transactions..."
        rowId={({ id }) => String(id)}
        number={({ transactionNumber }) => transactionNumber}
        siteFilter
        actions={button}
        filters={[
          { field: "status", label: "Status", options: transactionStatusOptions },
          { field: "transactionType", label: "Type", options: typeOptions },
          { field: "paymentMethod", label: "Method", options: methodOptions },
          { field: "currency", label: "Currency", options: currencyOptions },
          { field: "from", label: "Dated from", date: true },
          { field: "to", label: "Dated to", date: true },
        ]}
        columns={[
          {
            id: "transactionDate",
            header: "Date",
            cell: ({ transactionDate, transactionNumber }) => (
              <>
                <Day date={transactionDate} />
                <span className="sr">, {transactionNumber}</span>
              </>
            ),
            sort: true,
          },
          { id: "transactionNumber", header: "Number", cell: ({ transactionNumber }) => transactionNumber, sort: true },
          { id: "site", header: "Site", cell: ({ siteCode, siteName }) => <SiteCode code={siteCode} name={siteName} />, hidden: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "transactionType", header: "Type", cell: ({ transactionType }) => wordOf(transactionType) },
          { id: "category", header: "Category", cell: ({ category }) => wordOf(category), sort: true },
          // income, expenses and transfers stand side by side: a sum of them would say nothing
          {
            id: "amount",
            header: "Amount",
            money: ({ amount, currency }) => ({ amount, currency }),
            explain: ({ id }) => ({ name: "transaction.amount", parameters: { id } }),
            sort: true,
            noTotal: true,
          },
          { id: "paymentMethod", header: "Method", cell: ({ paymentMethod }) => wordOf(paymentMethod) },
          { id: "referenceNumber", header: "Reference", cell: ({ referenceNumber }) => referenceNumber, hidden: true },
          { id: "status", header: "Status", cell: ({ status }) => <StatusMark status={status} /> },
        ]}
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
