/** Allowances, bonuses, deductions and corrections of people. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense, useState } from "react"
import type { PayComponentAnswer } from "../../contract.ts"
import { pathOf, pathsOf, useCommand } from "../../web/client.ts"

type Component = typeof PayComponentAnswer.Type

const ComponentDialog = lazyWithRetry(() => import("./component-dialog.tsx"))
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

export const PayComponents = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const [ending, end] = useState<Component>()
  const may = can("finance.full")
  const close = useCommand("PUT /api/pay-components/:id/end", {
    params: ({ id }: Component) => ({ id }),
    body: ({ from }) => ({ to: from > today() ? from : today() }),
    lists: pathsOf("GET /api/pay-components"),
    done: "Pay component ended",
    failed: "Failed to end the pay component",
  })
  const button = may && (
    <Button kind="primary" onClick={() => dialog.open("component")}>
      Add Component
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/pay-components")}
        noun={["component", "components"]}
        loading="Loading components..."
        rowId={({ id }) => String(id)}
        actions={!inThePast && button}
        filters={[
          { field: "kind", label: "Kind", options: ["allowance", "bonus", "deduction", "correction"].map((value) => ({ value, label: capital(value) })) },
        ]}
        columns={[
          { id: "staffNumber", header: "Staff", cell: (c) => `${c.staffNumber} ${c.firstName ?? ""} ${c.lastName ?? ""}`, sort: true },
          { id: "name", header: "What", cell: (c) => c.name, sort: true },
          { id: "kind", header: "Kind", cell: (c) => `${capital(c.kind)}${c.taxable || c.kind === "deduction" ? "" : ", not taxed"}` },
          { id: "from", header: "From", cell: (c) => <Day date={c.from} />, sort: true },
          { id: "to", header: "To", cell: (c) => (c.to === null ? <span className="muted">goes on</span> : c.to === c.from ? "once" : <Day date={c.to} />) },
          { id: "amount", header: "Amount", figure: (c) => formatMoney(c.amount, c.currency) },
          {
            id: "acts",
            header: "Actions",
            cell: (c) =>
              may &&
              c.to === null && (
                <button type="button" className="act" aria-label={`End ${c.name} of ${c.staffNumber}`} onClick={() => end(c)}>
                  End
                </button>
              ),
          },
        ]}
        card={(c) => ({ title: c.name, text: `${c.staffNumber} ${c.firstName ?? ""}, from ${formatDay(c.from)}`, figure: formatMoney(c.amount, c.currency) })}
        empty={{ title: "No pay components found", ...(button && { action: button }) }}
      />
      {ending && (
        <ConfirmDialog
          title={`End ${ending.name}`}
          text={`${ending.firstName ?? ""} ${ending.lastName ?? ""}: today is its last day. The payroll of this month still has it.`}
          confirm="End it"
          pending="Saving..."
          onConfirm={() => close.send(ending)}
          onClose={() => end(undefined)}
        />
      )}
      {dialog.name === "component" && may && (
        <Suspense>
          <ComponentDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
