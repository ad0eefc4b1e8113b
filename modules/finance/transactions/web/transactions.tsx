/** Money in, money out, and transfers between our own accounts. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import "../../web/finance.css"
import { TransactionDrawer } from "./transaction-drawer.tsx"
import { wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

const recording = { command: "record", address: "record-transaction", form: lazyWithRetry(() => import("./transaction-dialog.tsx")) } as const

export const Transactions = () => (
  <ResourcePage
    screen={screen}
    create={recording}
    filters={{ transactionType: "Type", paymentMethod: "Method" }}
    columns={{
      description: { grows: true },
      category: { cell: ({ category }) => wordOf(category) },
      // income, expenses and transfers are mixed in this list: a total would be meaningless
      amount: { noTotal: true },
    }}
    drawer={(id, close) => <TransactionDrawer key={id} id={id} onClose={close} />}
  />
)
