/** Allowances, bonuses, deductions and corrections of people. */
import { wordOf } from "@ops/platform/text.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourceDrawer } from "@ops/platform/ui/resources/record-drawer.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { useState } from "react"
import { pathsOf, useCommand } from "../../web/client.ts"
import type { payComponents } from "../resource.ts"
import { screen } from "../screen.ts"

type Component = (typeof payComponents)["Row"]

const adding = { address: "component", form: lazyWithRetry(() => import("./component-dialog.tsx")) }
const { end } = screen.commands

export const PayComponents = () => {
  const [ending, setEnding] = useState<Component>()
  const close = useCommand("PUT /api/pay-components/:id/end", {
    params: ({ id }: Component) => ({ id }),
    body: ({ from }) => ({ to: from > today() ? from : today() }),
    lists: pathsOf("GET /api/pay-components"),
    done: end.words.done,
    failed: end.words.failed,
  })
  return (
    <>
      <ResourcePage
        screen={screen}
        create={adding}
        columns={{
          staffNumber: { header: "Staff", cell: (c) => `${c.staffNumber} ${c.firstName ?? ""} ${c.lastName ?? ""}` },
          name: { header: "What" },
          kind: { cell: (c) => `${wordOf(c.kind)}${c.taxable || c.kind === "deduction" ? "" : ", not taxed"}` },
          to: { cell: (c) => (c.to === null ? <span className="muted">No end date</span> : c.to === c.from ? "once" : <Day date={c.to} />) },
        }}
        more={[
          {
            id: "acts",
            header: "Actions",
            acts: (c) =>
              c.canEnd &&
              c.to === null && (
                <button type="button" className="act" aria-label={`End ${c.name} of ${c.staffNumber}`} onClick={() => setEnding(c)}>
                  End
                </button>
              ),
          },
        ]}
        card={(c) => ({ title: c.name, text: `${c.staffNumber} ${c.firstName ?? ""}, from ${formatDay(c.from)}`, figure: formatMoney(c.amount, c.currency) })}
        drawer={(id, onClose) => <ResourceDrawer key={id} screen={screen} id={id} decisions={[]} onClose={onClose} />}
      />
      {ending && (
        <ConfirmDialog
          title={`End ${ending.name}`}
          text={`${ending.firstName ?? ""} ${ending.lastName ?? ""}: today is its last day. The payroll of this month still has it.`}
          confirm="End it"
          pending="Saving..."
          onConfirm={() => close.send(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  )
}
