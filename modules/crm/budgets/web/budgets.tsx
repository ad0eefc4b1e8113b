/** Marketing budgets: allocated amounts, and spending from the books. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import { pathOf, pathsOf, useCommand } from "../../web/client.ts"
import { BarOf } from "../../web/marks.tsx"
import { type Budget, categoryName, categoryOptions, decimal, periodName } from "../../web/labels.ts"

const MarketingBudgetDialog = lazyPart(() => import("./marketing-budget-dialog.tsx"))
const ChangeBudgetDialog = lazyPart(async () => ({ default: (await import("../../marketing/web/change-amount-dialog.tsx")).ChangeBudgetDialog }))

export const Budgets = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [asked, ask] = useState<{ readonly for: "change" | "close"; readonly budget: Budget }>()
  const done = () => ask(undefined)
  const close = useCommand("PUT /api/crm/marketing-budgets/:id/close", {
    params: ({ id }: { readonly id: number; readonly reason: string }) => ({ id }),
    body: ({ reason }) => ({ reason }),
    lists: pathsOf("GET /api/crm/marketing-budgets", "GET /api/crm/overview"),
    done: "Budget closed",
    failed: "Failed to close budget",
  })
  const maySet = can("department.manage", "budget.manage")
  const button = maySet && (
    <Button kind="primary" onClick={() => dialog.open("new-budget")}>
      New Budget
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/crm/marketing-budgets")}
        noun={["budget", "budgets"]}
        loading="Loading budgets..."
        rowId={({ id }) => String(id)}
        actions={button}
        views={[
          { id: "active", label: "Active budgets", query: { status: "active" } },
          { id: "all", label: "All" },
        ]}
        filters={[
          { field: "category", label: "Category", options: categoryOptions },
          { field: "from", label: "Begins from", date: true },
          { field: "to", label: "Begins to", date: true },
        ]}
        columns={[
          { id: "category", header: "Category", cell: (b) => categoryName(b.category), sort: true },
          { id: "fromDay", header: "Period", cell: periodName, sort: true },
          { id: "allocatedAmount", header: "Allocated", money: (b) => ({ amount: decimal(b.allocatedAmount), currency: "USD" }), sort: true },
          {
            id: "spentAmount",
            header: "Spent",
            money: (b) => ({ amount: decimal(b.spentAmount), currency: "USD" }),
            explain: ({ id }) => ({ name: "marketingBudget.spent", parameters: { id } }),
            sort: true,
          },
          { id: "remainingAmount", header: "Remaining", money: (b) => ({ amount: decimal(b.remainingAmount), currency: "USD" }), sort: true },
          {
            id: "used",
            header: "Used",
            cell: (b) => (
              <span className="chance">
                <span className="num">{Math.round((100 * b.spentAmount) / b.allocatedAmount)}%</span>
                <BarOf label={`Used of ${categoryName(b.category)}, ${periodName(b)}`} part={b.spentAmount} whole={b.allocatedAmount} limit />
              </span>
            ),
          },
          { id: "status", header: "Status", cell: (b) => <StatusMark status={b.status} />, sort: true },
          {
            id: "actions",
            header: "Actions",
            acts: (budget) =>
              budget.canChange && (
                <Menu
                  label={`${categoryName(budget.category)}, ${periodName(budget)}`}
                  trigger={
                    <button type="button" className="act" aria-label={`Change ${categoryName(budget.category)}, ${periodName(budget)}`}>
                      Change
                    </button>
                  }
                >
                  <MenuItem onSelect={() => ask({ for: "change", budget })}>Change the amount</MenuItem>
                  <MenuItem danger onSelect={() => ask({ for: "close", budget })}>
                    Close it
                  </MenuItem>
                </Menu>
              ),
          },
        ]}
        card={(b) => ({
          title: categoryName(b.category),
          mark: <StatusMark status={b.status} />,
          text: `${periodName(b)}: ${formatMoney(b.spentAmount.toFixed(2), "USD")} of ${formatMoney(b.allocatedAmount.toFixed(2), "USD")}`,
          figure: `${Math.round((100 * b.spentAmount) / b.allocatedAmount)}%`,
        })}
        empty={{ title: "No budgets found", ...(button && { action: button }) }}
      />
      {dialog.name === "new-budget" && maySet && <MarketingBudgetDialog onClose={dialog.close} />}
      {asked?.for === "change" && <ChangeBudgetDialog budget={asked.budget} onClose={done} />}
      {asked?.for === "close" && (
        <ConfirmDialog
          title={`Close ${categoryName(asked.budget.category)}, ${periodName(asked.budget)}`}
          text="No further spending is charged to this budget."
          confirm="Close budget"
          pending="Closing..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => close.send({ id: asked.budget.id, reason })}
          onClose={done}
        />
      )}
    </>
  )
}
