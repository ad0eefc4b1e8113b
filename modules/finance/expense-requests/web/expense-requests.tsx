import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import type { View } from "@ops/platform/ui/lists/list-state.ts"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { cardOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import type { ReactNode } from "react"
import { askerOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { ExpenseDrawer } from "./expense-drawer.tsx"
import { ExpenseStatus } from "./expense-status.tsx"

const asking = { address: "new-expense", form: lazyWithRetry(() => import("./expense-request-dialog.tsx")) }

interface ExpenseRequestsProps {
  readonly views?: readonly View[]
  /** next to the button that creates a request */
  readonly actions?: ReactNode
}

/** Every expense request that the person may see, filtered by the views if there are any. */
export const ExpenseRequests = ({ views, actions }: ExpenseRequestsProps) => {
  const [, setOpen] = useAddress("open", "push")
  return (
    <ResourcePage
      screen={screen}
      create={asking}
      actions={actions}
      {...(views && { views })}
      priority={({ priority, status }) => (status === "pending" ? (priority === "urgent" ? "critical" : priority) : null)}
      columns={{
        requestedByUser: { id: "requestedBy", cell: askerOf, sort: true },
        description: { grows: true },
        amount: { noTotal: true },
        paymentMethod: { header: "Payment Method" },
        status: { cell: (of) => <ExpenseStatus of={of} /> },
      }}
      more={[
        {
          id: "actions",
          header: "Actions",
          acts: ({ id, requestNumber }) => (
            <button type="button" className="act" aria-label={`View ${requestNumber}`} onClick={() => void setOpen(String(id))}>
              View
            </button>
          ),
        },
      ]}
      card={(of) => ({ ...cardOf(screen, of), mark: <ExpenseStatus of={of} />, text: `${askerOf(of)} · ${of.description}` })}
      drawer={(id, close) => <ExpenseDrawer key={id} id={id} onClose={close} />}
    />
  )
}
