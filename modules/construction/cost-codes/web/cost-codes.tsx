/** The cost codes of construction, the same for every project. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { InUse } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { CheckField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { codeName, type CostCode } from "../../budget/web/budget-labels.ts"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { screen } from "../screen.ts"
import "../../web/construction.css"

const Dialog = ({ of, onClose }: { readonly of?: CostCode; readonly onClose: () => void }) => {
  const command = of ? screen.commands.change : screen.commands.add
  const save = useCommand(of ? "PATCH /api/cost-codes/:id" : "POST /api/cost-codes", {
    id: of?.id,
    lists: pathsOf("GET /api/cost-codes"),
    done: (saved) => `${codeName(saved)} ${of ? "changed" : "added"}`,
    failed: command.words.failed,
  })
  const same = { narrow: true, pending: command.words.pending, save: save.send, onClose }
  const hint = "An inactive code accepts no new budgets or costs. Existing ones stay"
  return of ? (
    <CommandDialog
      {...same}
      command={screen.commands.change}
      title={`Change ${codeName(of)}`}
      initial={{ name: of.name, isActive: of.isActive }}
      submit="Save cost code"
      rows={["name", { key: "use", node: <CheckField name="isActive" label="In use" hint={hint} /> }]}
    />
  ) : (
    <CommandDialog {...same} command={screen.commands.add} title="New cost code" submit="Add cost code" rows={[["code", "name"]]} />
  )
}

export const CostCodesPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const codes = useApi("GET /api/cost-codes", { query: { limit: 500 } })
  const plans = can(...screen.commands.add.may)
  const add = () => dialog.open("cost-code")
  useKeys("Cost codes", plans ? { n: ["New cost code", add] } : {})
  const code = codes.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <p className="muted">These codes group budgets and costs of construction projects.</p>
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
      {dialog.name === "cost-code" && plans && (!dialog.value || code) && <Dialog {...(code && { of: code })} onClose={dialog.close} />}
    </>
  )
}
