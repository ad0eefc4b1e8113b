/** The cost codes of construction, the same for every project. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { InUse } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense } from "react"
import { pathOf, useApi } from "../../web/client.ts"
import { codeName } from "./budget-labels.ts"
import "../../web/construction.css"

const CostCodeDialog = lazyWithRetry(() => import("./cost-code-dialog.tsx"))

export const CostCodesPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const codes = useApi("GET /api/cost-codes", { query: { limit: 500 } })
  const plans = can("projects.manage", "budget.manage", "finance.full")
  const add = () => dialog.open("cost-code")
  useKeys("Cost codes", plans ? { n: ["New cost code", add] } : {})
  const code = codes.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <p className="muted">Budgets and costs of construction projects are kept apart by these codes.</p>
      <Panel
        title="Cost codes"
        actions={
          plans && (
            <Button kind="primary" onClick={add}>
              New Cost Code
            </Button>
          )
        }
      >
        <Answer of={codes} empty={{ title: "There are no cost codes" }}>
          {(all) => (
            <SmallTable
              label="Cost codes"
              className="construction-codes"
              rows={all}
              columns={[
                { header: "Code", cell: ({ code }) => code },
                { header: "Name", cell: ({ name }) => name },
                { header: "State", cell: InUse },
              ]}
              act={
                plans &&
                ((each) => (
                  <button type="button" className="act" aria-label={`Change ${codeName(each)}`} onClick={() => dialog.open("cost-code", String(each.id))}>
                    Change
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      <HistoryPart path={pathOf("GET /api/cost-codes/history")} />
      {dialog.name === "cost-code" && plans && (!dialog.value || code) && (
        <Suspense>
          <CostCodeDialog {...(code && { code })} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}
