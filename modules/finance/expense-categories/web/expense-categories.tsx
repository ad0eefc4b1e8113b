/** The account that each category of expense or income is posted to. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { HistoryPart } from "@ops/platform/ui/record/history-part.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { pathOf, useApi } from "../../web/client.ts"
import { wordOf } from "../../shared/web/labels.ts"
import "../../web/finance.css"

const ExpenseCategoryDialog = lazyPart(() => import("./expense-category-dialog.tsx"))

export const ExpenseCategoriesPart = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const categories = useApi("GET /api/expense-categories", { query: { limit: 500 } })
  const maps = can("finance.full")
  const add = () => dialog.open("expense-category")
  useKeys("Expense categories", maps ? { n: ["New category", add] } : {})
  const category = categories.data?.find(({ id }) => String(id) === dialog.value)
  return (
    <>
      <p className="muted">Amounts in a category are posted to its account. Uncategorised items go to account 1990 and block the close.</p>
      <Panel
        title="Expense categories"
        actions={
          maps && (
            <Button kind="primary" onClick={add}>
              New Category
            </Button>
          )
        }
      >
        <Answer of={categories} empty={{ title: "There are no categories" }}>
          {(all) => (
            <SmallTable
              label="Expense categories"
              className="finance-categories"
              rows={all}
              columns={[
                { header: "Category", cell: ({ name }) => wordOf(name) },
                {
                  header: "Account",
                  cell: ({ accountNumber, accountName }) => (
                    <>
                      <span className="num">{accountNumber}</span> {accountName}
                    </>
                  ),
                },
              ]}
              act={
                maps &&
                ((each) => (
                  <button
                    type="button"
                    className="act"
                    aria-label={`Change ${wordOf(each.name)}`}
                    onClick={() => dialog.open("expense-category", String(each.id))}
                  >
                    Change
                  </button>
                ))
              }
            />
          )}
        </Answer>
      </Panel>
      <HistoryPart path={pathOf("GET /api/expense-categories/history")} />
      {dialog.name === "expense-category" && maps && categories.data && (!dialog.value || category) && (
        <ExpenseCategoryDialog {...(category && { category })} all={categories.data} onClose={dialog.close} />
      )}
    </>
  )
}
